import type { createTransport } from "nodemailer";

type Transport = ReturnType<typeof createTransport>;
/** A message for the wire, in nodemailer's form. */
export type WireMessage = Parameters<Transport["sendMail"]>[0];

/** The mail server that accepts messages. */
export interface MailTransport {
  /**
   * Resolves when the server has accepted the message.
   * @throws RefusedMail if it never will, Error if it may later
   */
  send(message: WireMessage): Promise<void>;
  /** Throws unless the server can be reached and accepts the sign-in. */
  verify(): Promise<void>;
  close(): void;
}

/** The server has refused the message permanently (RFC 5321 §4.2.1: 5yz). */
export class RefusedMail extends Error {
  override readonly name = "RefusedMail";
}

/** Simultaneous connections; mail servers accept a few from one sender. */
export const CONNECTIONS = 5;
/** No working mail server takes longer. */
const CONNECT_MS = 20_000;
const ANSWER_MS = 60_000;

/** Opens connections to a mail server on demand, and keeps a few of them. */
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

/** A server that sends no mail does not load the library. */
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
    // The contents come from us: nothing may be fetched for them.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * A refusal of the message or its recipient. A failed sign-in (530, 535) or a broken connection is for the
 * administrator to fix, and no reason to give a message up.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = "responseCode" in error ? Number(error.responseCode) : 0;
  const isAuthentication = "code" in error && error.code === "EAUTH";
  return code >= 500 && code < 600 && code !== 530 && code !== 535 && !isAuthentication;
}

/**
 * `smtps` is TLS from the beginning; with `smtp`, STARTTLS is used if the server has it, and required for a password.
 */
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
