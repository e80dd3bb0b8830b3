import { ok, type Result } from "@snart/calendar/result.ts";
import { jmap, type JmapRecord } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** A mail server as it is set up; how one signs in to it is never told. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** A mail that waits, or that was not delivered. */
export interface MailEntry {
  readonly id: string;
  readonly recipient: string;
  readonly purpose: string;
  readonly hasBounced: boolean;
  /** what the other side said last; empty: nothing */
  readonly said: string;
  /** when it was made, and of what was not delivered, when that was known; ms UTC */
  readonly at: number;
  readonly attempts: number;
  /** when it is tried next; ms UTC */
  readonly nextAt: number;
}

export interface ReceivedMail {
  readonly at: number;
  readonly sender: string;
  readonly subject: string;
  readonly outcome: string;
  readonly detail: string;
}

/** How mail is set up on the server, and how it does. */
export interface MailReport {
  readonly server: MailServer | null;
  readonly from: string;
  readonly replies: string;
  readonly mailbox: (MailServer & { readonly folder: string }) | null;
  /** ms UTC; null: not looked into yet */
  readonly lookedAt: number | null;
  /** why the mailbox could not be read; empty: it could */
  readonly mailboxProblem: string;
  readonly waiting: readonly MailEntry[];
  readonly failed: readonly MailEntry[];
  readonly received: readonly ReceivedMail[];
}

const OUTCOMES = ["taken", "refused", "not-let-in", "unreachable", "not-trusted", "failed"] as const;

/** What became of a test message. */
export interface MailTrial {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly said: string;
}

const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" ? value : 0);
const moment = (value: unknown): number => Date.parse(text(value)) || 0;
const records = (list: unknown): readonly JmapRecord[] =>
  Array.isArray(list) ? (list as unknown[]).filter(isRecord) : [];

const serverOf = (value: unknown): MailServer | null =>
  isRecord(value)
    ? { host: text(value["host"]), port: number(value["port"]), isSecure: value["isSecure"] === true }
    : null;

const entryOf = (it: JmapRecord): MailEntry => ({
  id: text(it["id"]),
  recipient: text(it["recipient"]),
  purpose: text(it["purpose"]),
  hasBounced: it["state"] === "bounced",
  said: text(it["lastError"]) || text(it["detail"]),
  at: moment(it["updatedAt"]) || moment(it["createdAt"]),
  attempts: number(it["attempts"]),
  nextAt: moment(it["nextAt"]),
});

export async function fetchMail(accountId: string): Asked<MailReport> {
  const given = await jmap.callOne("Server/mail", { accountId });
  if (!given.ok) return given;
  const mail = record(given.value["mail"]);
  const settings = record(mail["settings"]);
  const state = record(mail["mailbox"]);
  const mailbox = serverOf(settings["mailbox"]);
  return ok({
    server: serverOf(settings["server"]),
    from: text(settings["from"]),
    replies: text(settings["replies"]),
    mailbox: mailbox && { ...mailbox, folder: text(record(settings["mailbox"])["folder"]) },
    lookedAt: moment(state["lookedAt"]) || null,
    mailboxProblem: text(state["problem"]),
    waiting: records(mail["waiting"]).map(entryOf),
    failed: records(mail["failed"]).map(entryOf),
    received: records(mail["received"]).map((it) => ({
      at: moment(it["at"]),
      sender: text(it["sender"]),
      subject: text(it["subject"]),
      outcome: text(it["outcome"]),
      detail: text(it["detail"]),
    })),
  });
}

/** Sends oneself a message, now. */
export async function testMail(accountId: string): Asked<MailTrial> {
  const given = await jmap.callOne("Server/testMail", { accountId });
  if (!given.ok) return given;
  const outcome = OUTCOMES.find((one) => one === given.value["outcome"]) ?? "failed";
  return ok({ outcome, said: text(given.value["said"]) });
}

/** Tries what waits at once. */
export const retryMail = (accountId: string, ids: readonly string[]): Asked<JmapRecord> =>
  jmap.callOne("Server/retryMail", { accountId, ids });

/** Sends what waits no more. */
export const giveUpMail = (accountId: string, ids: readonly string[]): Asked<JmapRecord> =>
  jmap.callOne("Server/giveUpMail", { accountId, ids });
