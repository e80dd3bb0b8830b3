import type { ImapFlow } from "imapflow";
import type { App } from "../app/app.ts";
import type { MailboxState } from "../app/mail-administration.ts";
import { receiveMessage } from "../app/mail/receive-message.ts";
import { parseMessage } from "./parse-message.ts";

export interface MailboxConfig {
  /** imaps://name:password@host[:port]/FOLDER */
  readonly imapUrl: string;
  readonly imapDoneFolder: string | null;
  readonly mailAuthServer: string | null;
}

export interface MailboxParts {
  readonly app: App;
  readonly config: MailboxConfig;
  /** Told of what goes wrong; the mailbox is opened again. */
  readonly onError: (error: unknown) => void;
  /** Told of messages that are not taken in, with what keeps them. */
  readonly onSkipped?: (uid: number, reason: string) => void;
}

export interface Mailbox {
  /** Looks for new mail at once, and resolves when it has been taken in. */
  look(): Promise<void>;
  /** How it was at the last look. */
  state(): MailboxState;
  close(): Promise<void>;
}

/** What says that a message has been dealt with, beside being read: people may read the mailbox too. */
const DEALT_WITH = "$SnartDone";
/** A server that tells of new mail by itself (IDLE) is asked all the same, in case it forgets. */
const LOOK_EVERY_MS = 120_000;
/** Pauses between attempts to connect: doubling from here. */
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 600_000;
/** Longest word of the mailbox's server that is kept. */
const LONGEST_PROBLEM = 500;

/**
 * Reads a mailbox as long as it is open: new mail is fetched, taken in, marked and, where a folder is named, moved there. What
 * is fetched again, after a crash or by another process, has no effect a second time: the use case knows what it has had.
 */
export function openMailbox(parts: MailboxParts): Mailbox {
  let client: ImapFlow | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let failures = 0;
  let running: Promise<void> = Promise.resolve();
  let state: MailboxState = { lookedAt: null, problem: null };
  const wait = (ms: number): void => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => void look().catch(parts.onError), ms);
    timer.unref();
  };
  const onNew = (): void => void look().catch(parts.onError);
  const onClose = (): void => {
    client = undefined;
    wait(RETRY_MS);
  };
  const round = async (): Promise<void> => {
    if (isClosed) return;
    try {
      client ??= await connect(parts.config, onNew, onClose);
      if (isClosed) return;
      await takeIn(parts, client);
      failures = 0;
      state = { lookedAt: parts.app.now(), problem: null };
      wait(LOOK_EVERY_MS);
      // Ends by itself with the next command; that it breaks is told by "close".
      void client.idle().catch(() => undefined);
    } catch (error) {
      const problem = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_PROBLEM);
      state = { lookedAt: parts.app.now(), problem };
      client?.removeListener("close", onClose);
      client?.close();
      client = undefined;
      wait(Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** failures++));
      if (!isClosed) throw error;
    }
  };
  /** One after the other: the second look finds what came during the first. */
  const look = (): Promise<void> => {
    const next = running.then(round);
    running = next.catch(() => undefined);
    return next;
  };
  wait(0);
  return {
    look,
    state: () => state,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      client?.removeListener("close", onClose);
      client?.close();
      await running;
    },
  };
}

/** Opens a mailbox and closes it again. Throws why it can't be. */
export async function checkMailbox(imapUrl: string): Promise<void> {
  const nothing = (): void => undefined;
  const client = await connect({ imapUrl }, nothing, nothing);
  client.close();
}

async function connect(
  { imapUrl }: Pick<MailboxConfig, "imapUrl">,
  onNew: () => void,
  onClose: () => void,
): Promise<ImapFlow> {
  const { protocol, hostname, port, username, password, pathname } = new URL(imapUrl);
  const isSecure = protocol === "imaps:";
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  // Who reads no mailbox does not have the library in memory.
  const imap = await import("imapflow");
  const client = new imap.ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 993 : 143) : Number(port),
    secure: isSecure,
    // A password goes nowhere in the open, but for what never leaves the machine.
    doSTARTTLS: !isSecure && !isLocal,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 20_000,
    socketTimeout: 300_000,
  });
  // A connection that breaks between two looks is seen at the next one; unheard, it would end the process.
  client.on("error", () => client.close());
  try {
    await client.connect();
    await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || "INBOX");
  } catch (error) {
    client.close();
    throw error;
  }
  client.on("exists", onNew);
  client.on("close", onClose);
  return client;
}

async function takeIn(parts: MailboxParts, client: ImapFlow): Promise<void> {
  if (!client.usable) throw new Error("the mailbox is closed");
  const { app } = parts;
  const uids = await newMessages(client);
  for (const uid of uids) {
    const found = await client.fetchOne(String(uid), { size: true }, { uid: true });
    if (!found) continue;
    try {
      const reason =
        (found.size ?? 0) > app.limits.mailSize ? "too-large" : await takeOne(parts, client, uid);
      if (reason !== undefined) parts.onSkipped?.(uid, reason);
      await markDone(client, uid, parts.config.imapDoneFolder);
    } catch (error) {
      // One message that nobody can deal with does not keep the others waiting; it is tried again at the next look.
      if (!client.usable) throw error;
      parts.onError(error);
    }
  }
}

/** Unread where the server can't keep marks of our own; else whatever has none of them. */
async function newMessages(client: ImapFlow): Promise<readonly number[]> {
  const what = keepsMarks(client) ? { unKeyword: DEALT_WITH } : { seen: false };
  const found = await client.search({ ...what, deleted: false }, { uid: true });
  return found || [];
}

const keepsMarks = ({ mailbox }: ImapFlow): boolean =>
  mailbox !== false && mailbox.permanentFlags?.has("\\*") === true;

/** @returns why it was not taken in */
async function takeOne(
  { app, config }: MailboxParts,
  client: ImapFlow,
  uid: number,
): Promise<string | undefined> {
  // What the server says of the size may be wrong; more than that is never read.
  const source = { start: 0, maxLength: app.limits.mailSize + 1 };
  const found = await client.fetchOne(String(uid), { source }, { uid: true });
  if (!found || !found.source) return "gone";
  const parsed = await parseMessage(found.source, { limits: app.limits, authServer: config.mailAuthServer });
  if (!parsed.ok) return parsed.problem;
  await receiveMessage(app, parsed.value);
  return undefined;
}

async function markDone(client: ImapFlow, uid: number, folder: string | null): Promise<void> {
  const flags = keepsMarks(client) ? ["\\Seen", DEALT_WITH] : ["\\Seen"];
  await client.messageFlagsAdd(String(uid), flags, { uid: true });
  if (folder === null) return;
  const moved = await client.messageMove(String(uid), folder, { uid: true }).catch(() => false as const);
  if (moved !== false) return;
  await client.mailboxCreate(folder);
  await client.messageMove(String(uid), folder, { uid: true });
}
