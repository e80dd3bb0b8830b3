import { ok } from "@snart/calendar/result.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { Invocation } from "../calls.ts";
import { jmap, resultOf } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { isRecord } from "../read-json.ts";

/** What events are looked for: a Filter of CalendarEvent/query (JMAP Calendars), whose local times are in `timeZone`. */
export interface EventQuery {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly timeZone?: string;
}

interface FoundPart {
  readonly events: readonly JSEvent[];
  /** how many ids the server gave; of some the event may be gone since */
  readonly count: number;
}

const query = (accountId: string, asked: EventQuery, more: object): Invocation => [
  "CalendarEvent/query",
  { accountId, ...asked, sort: [{ property: "nearness" }], ...more },
  "query",
];

/** Returns some of the events of an account that match, nearest to now first: at most `limit`, from `position` on. */
export async function findEvents(
  accountId: string,
  asked: EventQuery,
  { position = 0, limit }: { readonly position?: number; readonly limit: number },
): Asked<FoundPart> {
  const answers = await jmap.gather([
    query(accountId, asked, { position, limit }),
    ["CalendarEvent/get", { accountId, "#ids": resultOf("query", "CalendarEvent/query", "/ids") }, "get"],
  ]);
  if (!answers.ok) return answers;
  const queried = answers.value.of("query");
  if (!queried.ok) return queried;
  const got = answers.value.of("get");
  if (!got.ok) return got;
  const [ids, list] = [queried.value["ids"], got.value["list"]];
  const events = Array.isArray(list) ? list.filter(isEvent) : [];
  const order = new Map(Array.isArray(ids) ? ids.map((id: unknown, index) => [id, index]) : []);
  return ok({
    events: events.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)),
    count: order.size,
  });
}

/** Returns how many events of an account match. */
export async function countEvents(accountId: string, asked: EventQuery): Asked<number> {
  const answers = await jmap.gather([query(accountId, asked, { limit: 0, calculateTotal: true })]);
  if (!answers.ok) return answers;
  const queried = answers.value.of("query");
  if (!queried.ok) return queried;
  const { total } = queried.value;
  return ok(typeof total === "number" ? total : 0);
}

const isEvent = (value: unknown): value is JSEvent =>
  isRecord(value) && typeof value["id"] === "string" && typeof value["start"] === "string";
