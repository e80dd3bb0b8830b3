import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ApiProblem } from "./problem.ts";
import { isRecord, request } from "./request.ts";

export const CORE = "urn:ietf:params:jmap:core";
export const CALENDARS = "urn:ietf:params:jmap:calendars";
export const TASKS = "urn:ietf:params:jmap:tasks";
const PRINCIPALS = "urn:ietf:params:jmap:principals";
export const SNART = "urn:snart:jmap";

export type JmapRecord = Readonly<Record<string, unknown>>;

/** One account the actor can reach: their own, and others' who share with them. */
export interface JmapAccount {
  readonly id: string;
  readonly name: string;
  readonly isPersonal: boolean;
  readonly isReadOnly: boolean;
  /** its owner, or of the group that owns it */
  readonly mayCreateCalendar?: boolean;
}

/** What the session resource says (RFC 8620 §2). */
export interface JmapSession {
  readonly accounts: readonly JmapAccount[];
  readonly primaryAccountId: string;
  readonly apiUrl: string;
  readonly uploadUrl: string;
  readonly downloadUrl: string;
  readonly eventSourceUrl: string;
  /** Snart's own: a calendar as one .ics file, `{accountId}`, `{calendarId}`, `{name}`; null if the server has none */
  readonly exportUrl: string | null;
  /** bytes of one file that may be attached to an event */
  readonly maxSizeAttachment: number;
  /** files that may come with one calendar that is imported */
  readonly maxAttachmentsPerImport: number;
  /** characters of somebody's own list of name days */
  readonly maxSizeNameDays: number;
  readonly maxObjectsInGet: number;
  readonly maxObjectsInSet: number;
  readonly maxSizeUpload: number;
}

/** One method call; the id names its answer and can be referred back to with `resultOf`. */
export type Invocation = readonly [name: string, args: JmapRecord, id: string];

/** A reference to the answer of an earlier call of the same request (RFC 8620 §3.7); put it under a `#name` argument. */
export const resultOf = (id: string, name: string, path: string) => ({ resultOf: id, name, path });

/** The answers of one request, by call id. */
export interface Answers {
  /** The arguments of a call's answer; a method error is a problem whose code is its type. */
  readonly of: (id: string) => Result<JmapRecord, ApiProblem>;
}

/** Speaks JMAP with our own server. The session is fetched once and again when it is said to have changed. */
export class JmapClient {
  #session: Promise<Result<JmapSession, ApiProblem>> | undefined;

  /** The session resource, from memory unless `fresh`. */
  session(fresh = false): Promise<Result<JmapSession, ApiProblem>> {
    if (fresh || !this.#session) {
      const asked = readSession();
      this.#session = asked;
      void asked.then((answer) => {
        if (!answer.ok && this.#session === asked) this.#session = undefined;
      });
    }
    return this.#session;
  }

  /** Forgets who was signed in. */
  forget(): void {
    this.#session = undefined;
  }

  /** Makes calls in one request, in order. */
  async call(calls: readonly Invocation[], signal?: AbortSignal): Promise<Result<Answers, ApiProblem>> {
    const session = await this.session();
    if (!session.ok) return session;
    const body = { using: [CORE, CALENDARS, TASKS, PRINCIPALS, SNART], methodCalls: calls };
    const given = await request(session.value.apiUrl, {
      method: "POST",
      body,
      ...(signal ? { signal } : {}),
    });
    if (!given.ok) return given;
    return ok(readAnswers(given.value));
  }

  /** Makes one call and gives its answer. */
  async callOne(
    name: string,
    args: JmapRecord,
    signal?: AbortSignal,
  ): Promise<Result<JmapRecord, ApiProblem>> {
    const answers = await this.call([[name, args, "0"]], signal);
    return answers.ok ? answers.value.of("0") : answers;
  }
}

/** The client of this page. */
export const jmap = new JmapClient();

function readAnswers(json: unknown): Answers {
  const responses =
    isRecord(json) && Array.isArray(json["methodResponses"]) ? (json["methodResponses"] as unknown[]) : [];
  const byId = new Map<string, { readonly name: string; readonly args: JmapRecord }>();
  for (const response of responses) {
    if (!Array.isArray(response)) continue;
    const [name, args, id] = response as unknown[];
    if (typeof name !== "string" || !isRecord(args) || typeof id !== "string") continue;
    // A call may be answered more than once (RFC 8620 §3.4); the first answer is the one asked for.
    if (!byId.has(id)) byId.set(id, { name, args });
  }
  return { of: (id) => readAnswer(byId.get(id)) };
}

function readAnswer(
  found: { readonly name: string; readonly args: JmapRecord } | undefined,
): Result<JmapRecord, ApiProblem> {
  if (!found) return failed({ kind: "refused", status: 200, code: "serverFail", fields: {} });
  if (found.name !== "error") return ok(found.args);
  return failed(refusal(found.args));
}

/** A method error or SetError as a problem. */
export function refusal(error: JmapRecord): ApiProblem {
  const code = typeof error["type"] === "string" ? error["type"] : "serverFail";
  const detail = typeof error["description"] === "string" ? { detail: error["description"] } : {};
  return { kind: "refused", status: 200, code, fields: error, ...detail };
}

async function readSession(): Promise<Result<JmapSession, ApiProblem>> {
  const given = await request("/jmap/session");
  if (!given.ok) return given;
  return isRecord(given.value) ? ok(sessionOf(given.value)) : failed({ kind: "unreachable" });
}

function sessionOf(json: JmapRecord): JmapSession {
  const record = (value: unknown): JmapRecord => (isRecord(value) ? value : {});
  const text = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);
  const count = (value: unknown, otherwise: number): number =>
    typeof value === "number" && value > 0 ? value : otherwise;
  const core = record(record(json["capabilities"])[CORE]);
  const own = record(record(json["capabilities"])[SNART]);
  const accounts = Object.entries(record(json["accounts"])).map(([id, value]) => ({
    id,
    name: text(record(value)["name"], id),
    isPersonal: record(value)["isPersonal"] === true,
    isReadOnly: record(value)["isReadOnly"] === true,
    mayCreateCalendar:
      record(record(record(value)["accountCapabilities"])[CALENDARS])["mayCreateCalendar"] === true,
  }));
  return {
    accounts,
    primaryAccountId: text(record(json["primaryAccounts"])[CALENDARS], accounts[0]?.id ?? ""),
    apiUrl: local(json["apiUrl"], "/jmap/api"),
    uploadUrl: local(json["uploadUrl"], "/jmap/upload/{accountId}/"),
    downloadUrl: local(json["downloadUrl"], "/jmap/download/{accountId}/{blobId}/{name}?accept={type}"),
    eventSourceUrl: local(
      json["eventSourceUrl"],
      "/jmap/eventsource/?types={types}&closeafter={closeafter}&ping={ping}",
    ),
    maxSizeAttachment: count(own["maxSizeAttachment"], Number.POSITIVE_INFINITY),
    maxAttachmentsPerImport: count(own["maxAttachmentsPerImport"], 0),
    maxSizeNameDays: count(own["maxSizeNameDays"], Number.POSITIVE_INFINITY),
    exportUrl: typeof own["exportUrl"] === "string" ? local(own["exportUrl"], "") || null : null,
    maxObjectsInGet: count(core["maxObjectsInGet"], 500),
    maxObjectsInSet: count(core["maxObjectsInSet"], 500),
    maxSizeUpload: count(core["maxSizeUpload"], 10_000_000),
  };
}

/** The path of a URL of the session: the page only ever talks to where it came from. */
function local(url: unknown, otherwise: string): string {
  if (typeof url !== "string") return otherwise;
  return url.replace(/^https?:\/\/[^/]+/i, "") || otherwise;
}
