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

interface MailboxParts {
  readonly app: App;
  readonly config: MailboxConfig;
  /** Called for problems; the mailbox is opened again. */
  readonly onError: (error: unknown) => void;
  /** Called for skipped messages, with the reason. */
  readonly onSkipped?: (uid: number, reason: string) => void;
}

export interface Mailbox {
  /** Looks for new mail at once, and resolves when it has been processed. */
  look(): Promise<void>;
  /** Its state at the last look. */
  state(): MailboxState;
  close(): Promise<void>;
}

/** Marks a processed message, in addition to being read: people may read the mailbox too. */
const DEALT_WITH = "$SnartDone";
/** A server that announces new mail (IDLE) is polled all the same, in case it forgets. */
const LOOK_EVERY_MS = 120_000;
/** Pauses between attempts to connect: doubling from here. */
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 600_000;
/** The most characters kept of the mailbox server's words. */
const LONGEST_PROBLEM = 500;

/**
 * Reads a mailbox as long as it is open: new mail is fetched, processed, marked and, if a folder is named, moved
 * there. Fetching it again, after a crash or by another process, has no second effect: the use case knows the
 * messages that it has had.
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
      // Ends by itself with the next command; "close" reports a broken connection.
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
  /** One after the other: the second look finds mail that came during the first. */
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

/** Opens a mailbox and closes it again. Throws if it can't. */
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
  // A server without a mailbox does not load the library.
  const imap = await import("imapflow");
  const client = new imap.ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 993 : 143) : Number(port),
    secure: isSecure,
    // A password is never sent unencrypted, except within the machine.
    doSTARTTLS: !isSecure && !isLocal,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 20_000,
    socketTimeout: 300_000,
  });
  // A connection that breaks between two looks is noticed at the next one; unhandled, it would end the process.
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
      // A message that can't be processed does not block the others; it is tried again at the next look.
      if (!client.usable) throw error;
      parts.onError(error);
    }
  }
}

/** Unread ones if the server can't store our flag; else all without it. */
async function newMessages(client: ImapFlow): Promise<readonly number[]> {
  const what = keepsMarks(client) ? { unKeyword: DEALT_WITH } : { seen: false };
  const found = await client.search({ ...what, deleted: false }, { uid: true });
  return found || [];
}

const keepsMarks = ({ mailbox }: ImapFlow): boolean =>
  mailbox !== false && mailbox.permanentFlags?.has("\\*") === true;

/** @returns why it was not processed */
async function takeOne(
  { app, config }: MailboxParts,
  client: ImapFlow,
  uid: number,
): Promise<string | undefined> {
  // The server's size may be wrong; more than this is never read.
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
