import { below } from "./place.ts";
import type { AccountStateRecord } from "@snart/calendar/jmap/account-state.ts";
import type { RecordTypes } from "@snart/calendar/jmap/record-types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Answers, Invocation } from "./calls.ts";
import { CallGatherer, joined } from "./call-gatherer.ts";
import type { ApiProblem, Asked } from "./problem.ts";
import { isRecord, listOf, record, text, type JsonRecord } from "./read-json.ts";
import { request } from "./request.ts";

/** The calls in one request that every server should allow (RFC 8620 §2). */
const FEWEST_CALLS = 16;
const CORE = "urn:ietf:params:jmap:core";
export const CALENDARS = "urn:ietf:params:jmap:calendars";
const TASKS = "urn:ietf:params:jmap:tasks";
const PRINCIPALS = "urn:ietf:params:jmap:principals";
export const SNART = "urn:snart:jmap";

/** One account in the actor's reach: their own, or one that is shared with them. */
export interface JmapAccount {
  readonly id: string;
  readonly name: string;
  readonly isPersonal: boolean;
  readonly isReadOnly: boolean;
  /** whether the person owns the account, or manages the group that owns it */
  readonly mayCreateCalendar?: boolean;
}

/** The contents of the session resource (RFC 8620 §2). */
export interface JmapSession {
  readonly accounts: readonly JmapAccount[];
  readonly primaryAccountId: string;
  readonly apiUrl: string;
  readonly uploadUrl: string;
  readonly downloadUrl: string;
  readonly eventSourceUrl: string;
  /** Snart's own template of a calendar's .ics file: `{accountId}`, `{calendarId}`, `{name}`; null if the server has none */
  readonly exportUrl: string | null;
  /** the most bytes of one file attached to an event */
  readonly maxSizeAttachment: number;
  /** the most files that may come with one imported calendar */
  readonly maxAttachmentsPerImport: number;
  /** the most characters in a person's own list of name days */
  readonly maxSizeNameDays: number;
  readonly maxCallsInRequest: number;
  readonly maxObjectsInGet: number;
  readonly maxObjectsInSet: number;
  readonly maxSizeUpload: number;
}

/** A reference to the answer of an earlier call of the same request (RFC 8620 §3.7); put it under a `#name` argument. */
export const resultOf = (id: string, name: string, path: string) => ({ resultOf: id, name, path });

/** Calls our own server's JMAP. It fetches the session once, and again when an answer reports that it changed. */
class JmapClient {
  #session: Promise<Result<JmapSession, ApiProblem>> | undefined;
  readonly #gatherer = new CallGatherer(
    (calls) => this.call(calls),
    async () => {
      const session = await this.session();
      return session.ok ? ok(session.value.maxCallsInRequest) : session;
    },
  );

  /** Returns the session resource, from memory unless `fresh`. */
  session(fresh = false): Asked<JmapSession> {
    if (fresh || !this.#session) {
      const asked = readSession();
      this.#session = asked;
      void asked.then((answer) => {
        if (!answer.ok && this.#session === asked) this.#session = undefined;
      });
    }
    return this.#session;
  }

  /** Forgets the signed-in person. */
  forget(): void {
    this.#session = undefined;
  }

  /** Makes calls in one request, in order. */
  async call(calls: readonly Invocation[], signal?: AbortSignal, timeoutMs?: number): Asked<Answers> {
    const session = await this.session();
    if (!session.ok) return session;
    const body = {
      using: [CORE, CALENDARS, TASKS, PRINCIPALS, `${PRINCIPALS}:availability`, SNART],
      methodCalls: calls,
    };
    const given = await request(session.value.apiUrl, {
      method: "POST",
      body,
      ...(signal ? { signal } : {}),
      ...(timeoutMs ? { timeoutMs } : {}),
    });
    if (!given.ok) return given;
    return ok(readAnswers(given.value));
  }

  /** Makes calls in one request, in order, together with the other calls of this turn. */
  gather(calls: readonly Invocation[]): Asked<Answers> {
    return this.#gatherer.ask(calls);
  }

  /** Makes calls that do not refer to each other, in as many requests as they need. */
  async each(calls: readonly Invocation[]): Asked<Answers> {
    return joined(calls, await Promise.all(calls.map((call) => this.gather([call]))));
  }

  /** Fetches the accounts now in reach, and the state of each; the session holds these accounts from then on. */
  async accountStates(): Asked<readonly AccountStateRecord[]> {
    const before = this.session();
    const session = await before;
    if (!session.ok) return session;
    const found = await this.get("AccountState", session.value.primaryAccountId);
    if (found.ok && this.#session === before)
      this.#session = Promise.resolve(ok({ ...session.value, accounts: found.value }));
    return found;
  }

  /** Makes one call and returns its answer, which the server's own method is known to shape as `T`. */
  async callOne<T extends object = JsonRecord>(name: string, args: JsonRecord, timeoutMs?: number): Asked<T> {
    const answers = await this.call([[name, args, "0"]], undefined, timeoutMs);
    return answers.ok ? (answers.value.of("0") as Result<T, ApiProblem>) : answers;
  }

  /** Returns the records of a type in an account (`/get`, RFC 8620 §5.1): those in `ids`, or all. Asked together with what else is wanted now. */
  async get<T extends keyof RecordTypes>(
    type: T,
    accountId: string,
    ids: readonly string[] | null = null,
  ): Asked<readonly RecordTypes[T][]> {
    const answers = await this.gather([[`${type}/get`, { accountId, ids }, "get"]]);
    return answers.ok ? answers.value.list<T>("get") : answers;
  }

  /**
   * Creates, changes, removes or restores one thing (`/set`, RFC 8620 §5.3).
   * @returns the properties that the server set on the new object; the first SetError as a problem
   */
  async setOne(name: string, args: JsonRecord): Asked<JsonRecord> {
    const given = await this.callOne(name, args);
    if (!given.ok) return given;
    for (const refused of ["notCreated", "notUpdated", "notDestroyed", "notRestored"]) {
      const [error] = Object.values(record(given.value[refused]));
      if (error !== undefined) return failed(refusal(record(error)));
    }
    const [made] = Object.values(record(given.value["created"]));
    return ok(record(made));
  }
}

/** The client of this page. */
export const jmap = new JmapClient();

function readAnswers(json: unknown): Answers {
  const responses =
    isRecord(json) && Array.isArray(json["methodResponses"]) ? (json["methodResponses"] as unknown[]) : [];
  const byId = new Map<string, { readonly name: string; readonly args: JsonRecord }>();
  for (const response of responses) {
    if (!Array.isArray(response)) continue;
    const [name, args, id] = response as unknown[];
    if (typeof name !== "string" || !isRecord(args) || typeof id !== "string") continue;
    // A call may have several answers (RFC 8620 §3.4); the first is the one asked for.
    if (!byId.has(id)) byId.set(id, { name, args });
  }
  const of = (id: string) => readAnswer(byId.get(id));
  return {
    of,
    list: (id) => {
      const given = of(id);
      return given.ok ? ok(listOf(given.value)) : given;
    },
  };
}

function readAnswer(
  found: { readonly name: string; readonly args: JsonRecord } | undefined,
): Result<JsonRecord, ApiProblem> {
  if (!found) return failed({ kind: "refused", status: 200, code: "serverFail", fields: {} });
  if (found.name !== "error") return ok(found.args);
  return failed(refusal(found.args));
}

/** Errors of a server that cannot say whether it has done anything, as when nobody answers (RFC 8620 §3.6.2). */
const UNANSWERED: ReadonlySet<string> = new Set(["serverUnavailable", "serverPartialFail"]);

/** Converts a method error or SetError to a problem. */
export function refusal(error: JsonRecord): ApiProblem {
  const code = typeof error["type"] === "string" ? error["type"] : "serverFail";
  if (UNANSWERED.has(code)) return { kind: "unreachable" };
  const detail = typeof error["description"] === "string" ? { detail: error["description"] } : {};
  return { kind: "refused", status: 200, code, fields: error, ...detail };
}

async function readSession(): Asked<JmapSession> {
  const given = await request("/jmap/session");
  if (!given.ok) return given;
  return isRecord(given.value) ? ok(sessionOf(given.value)) : failed({ kind: "unreachable" });
}

function sessionOf(json: JsonRecord): JmapSession {
  const count = (value: unknown, otherwise: number): number =>
    typeof value === "number" && value > 0 ? value : otherwise;
  const core = record(record(json["capabilities"])[CORE]);
  const own = record(record(json["capabilities"])[SNART]);
  const accounts = Object.entries(record(json["accounts"])).map(([id, value]) => ({
    id,
    name: text(record(value)["name"]) || id,
    isPersonal: record(value)["isPersonal"] === true,
    isReadOnly: record(value)["isReadOnly"] === true,
    mayCreateCalendar:
      record(record(record(value)["accountCapabilities"])[CALENDARS])["mayCreateCalendar"] === true,
  }));
  return {
    accounts,
    primaryAccountId: text(record(json["primaryAccounts"])[CALENDARS]) || (accounts[0]?.id ?? ""),
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
    maxCallsInRequest: count(core["maxCallsInRequest"], FEWEST_CALLS),
    maxObjectsInGet: count(core["maxObjectsInGet"], 500),
    maxObjectsInSet: count(core["maxObjectsInSet"], 500),
    maxSizeUpload: count(core["maxSizeUpload"], 10_000_000),
  };
}

/** Returns the path of a session URL: the page only calls its own origin. */
function local(url: unknown, otherwise: string): string {
  return below((typeof url === "string" && url.replace(/^\w+:\/\/[^/]+/, "")) || otherwise);
}
