import type { createTransport } from "nodemailer";

type Transport = ReturnType<typeof createTransport>;
/** A message as it goes over the wire, for nodemailer. */
export type WireMessage = Parameters<Transport["sendMail"]>[0];

/** The mail server that takes messages. */
export interface MailTransport {
  /**
   * Resolves when the server has taken the message.
   * @throws RefusedMail when it will never take it, Error when it may later
   */
  send(message: WireMessage): Promise<void>;
  /** Whether it can be reached and lets us in. Throws why not. */
  verify(): Promise<void>;
  close(): void;
}

/** The server has refused the message for good (RFC 5321 §4.2.1: 5yz). */
export class RefusedMail extends Error {
  override readonly name = "RefusedMail";
}

/** At the same time; mail servers let in a few from one sender. */
export const CONNECTIONS = 5;
/** Longer is no mail server that works. */
const CONNECT_MS = 20_000;
const ANSWER_MS = 60_000;

/** Opens connections to a mail server when they are needed, and keeps a few of them. */
export function openSmtp(url: string): MailTransport {
  let opened: Promise<Transport> | undefined;
  const transport = (): Promise<Transport> => (opened ??= openTransport(url));
  return {
    async send(message) {
      const open = await transport();
      try {
        await open.sendMail(message);
      } catch (error) {
        throw isRefusal(error) ? new RefusedMail(error.message, { cause: error }) : error;
      }
    },
    async verify() {
      await (await transport()).verify();
    },
    close: () => void opened?.then((it) => it.close()),
  };
}

/** Who sends no mail does not have the library in memory. */
async function openTransport(url: string): Promise<Transport> {
  const { createTransport: create } = await import("nodemailer");
  return create({
    ...serverOf(url),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 100,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // What is in a message comes from us: nothing may be fetched for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * A refusal of the message or of whom it goes to. That we are not let in (530, 535) or that the connection breaks is for
 * the administrator to mend, and no reason to give a message up.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = "responseCode" in error ? Number(error.responseCode) : 0;
  const isAuthentication = "code" in error && error.code === "EAUTH";
  return code >= 500 && code < 600 && code !== 530 && code !== 535 && !isAuthentication;
}

/** `smtps` is TLS from the beginning; with `smtp`, STARTTLS is used where the server has it, and needed for a password. */
function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === "smtps:";
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && username !== "" && !isLocal,
    ...(isLocal && !isSecure && { ignoreTLS: true }),
    ...(username !== "" && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
}
