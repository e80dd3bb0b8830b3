import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { alertOffset, type AlertOffset } from "../alert-offset.ts";
import type { Invocation } from "../calls.ts";
import { jmap, resultOf } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";
import { listOf, text, type JsonRecord } from "../read-json.ts";
import { itemsOf, type ItemType } from "./items.ts";

/** A Calendar as JMAP gives it, as far as the app uses it. */
export interface RemoteCalendar {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly sortOrder: number;
  readonly isVisible: boolean;
  readonly isSubscribed: boolean;
  readonly isDefault: boolean;
  readonly mayWrite: boolean;
  /** also what its owner and others organize; what a page of before has kept says nothing of it */
  readonly mayWriteAll?: boolean;
  /** mail address, or another, of its owner, where that is somebody else; absent: see above */
  readonly ownerAddress?: string | null;
  /** what a page of before has kept says nothing of them */
  readonly alertTimed?: AlertOffset;
  readonly alertAllDay?: AlertOffset;
  /** false: only when it is busy */
  readonly mayRead?: boolean;
  readonly mayDelete: boolean;
  /** not only events */
  readonly holdsTasks?: boolean;
  /** not only tasks; what a page of before has kept says nothing of it, and means yes */
  readonly holdsEvents?: boolean;
}

export interface Page<T> {
  readonly state: string;
  readonly list: readonly T[];
}

export interface EventChanges {
  readonly state: string;
  readonly changed: readonly JSEvent[];
  readonly destroyed: readonly string[];
}

/** Local times in `timeZone`, from inclusive, to exclusive. */
export interface EventWindow {
  readonly after: string;
  readonly before: string;
  readonly timeZone: string;
}

/** Objects to make, change and take away, by id; creation ids name the made ones. */
export interface EventSet {
  /** their type; events by default */
  readonly type?: ItemType;
  readonly create?: Readonly<Record<string, JSEvent>>;
  readonly update?: Readonly<Record<string, PatchObject>>;
  readonly destroy?: readonly string[];
  /** only if the account's events are in this state; else refused as `stateMismatch` (RFC 8620 §5.3) */
  readonly ifInState?: string;
  /** whether the other participants are notified (JMAP Calendars §5.9); by default nobody is */
  readonly sendSchedulingMessages?: boolean;
  /** of updates that take an action back: the account's state before it, by id */
  readonly undoTo?: Readonly<Record<string, string>>;
}

export interface EventSetResult {
  readonly oldState: string | null;
  readonly newState: string;
  /** what the server added to each made event, at least its id */
  readonly created: Readonly<Record<string, JsonRecord>>;
  readonly updated: Readonly<Record<string, JsonRecord | null>>;
  readonly refused: Readonly<Record<string, ApiProblem>>;
}

const PAGE = 500;
const MAX_PAGES = 40;
/** Beyond this many rounds of changes it is cheaper to read the windows again. */
const MAX_ROUNDS = 4;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

type ListRights = ReadonlyMap<string, CalendarRecord["myRights"]>;

/** @param lists the rights over tasks, of the calendars that may hold some */
const calendarOf = (it: CalendarRecord, lists: ListRights): RemoteCalendar => ({
  id: it.id,
  name: it.name,
  color: it.color,
  sortOrder: it.sortOrder,
  isVisible: it.isVisible,
  isSubscribed: it.isSubscribed,
  isDefault: it.isDefault,
  mayWrite: [it.myRights, lists.get(it.id)].some((rights) => rights?.mayWriteAll || rights?.mayWriteOwn),
  mayWriteAll: it.myRights.mayWriteAll,
  ownerAddress: it.ownerAddress,
  alertTimed: alertOffset(it.defaultAlertsWithTime),
  alertAllDay: alertOffset(it.defaultAlertsWithoutTime),
  mayRead: it.myRights.mayReadItems,
  mayDelete: it.myRights.mayDelete,
  holdsTasks: lists.has(it.id),
  holdsEvents: it["snart:itemTypes"].includes("CalendarEvent"),
});

/** All calendars of an account. */
export async function fetchCalendars(accountId: string): Asked<Page<RemoteCalendar>> {
  const answers = await jmap.gather([
    ["Calendar/get", { accountId, ids: null }, "calendars"],
    ["TaskList/get", { accountId, ids: null, properties: ["id", "myRights"] }, "lists"],
  ]);
  if (!answers.ok) return answers;
  const given = answers.value.of("calendars");
  if (!given.ok) return given;
  const lists = answers.value.list<"TaskList">("lists");
  const taskLists: ListRights = new Map(
    lists.ok ? lists.value.map(({ id, myRights }) => [id, myRights]) : [],
  );
  const list = listOf<"Calendar">(given.value).map((it) => calendarOf(it, taskLists));
  return ok({ state: text(given.value["state"]), list });
}

/** The events that have an occurrence in a window, series as one event each. */
export async function fetchEvents(accountId: string, window: EventWindow): Asked<Page<JSEvent>> {
  const list: JSEvent[] = [];
  let state = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const given = await fetchPage(accountId, window, page * PAGE);
    if (!given.ok) return given;
    // The oldest state of the pages: what changed while they were read comes again with the next changes.
    state ||= given.value.state;
    list.push(...given.value.list);
    if (given.value.list.length < PAGE) return ok({ state, list });
  }
  return ok({ state, list });
}

async function fetchPage(accountId: string, window: EventWindow, position: number): Asked<Page<JSEvent>> {
  const { after, before, timeZone } = window;
  const query: Invocation = [
    "CalendarEvent/query",
    { accountId, filter: { after, before }, timeZone, expandRecurrences: false, position, limit: PAGE },
    "query",
  ];
  const get: Invocation = [
    "CalendarEvent/get",
    { accountId, "#ids": resultOf("query", "CalendarEvent/query", "/ids") },
    "get",
  ];
  const answers = await jmap.gather([query, get]);
  if (!answers.ok) return answers;
  const queried = answers.value.of("query");
  if (!queried.ok) return queried;
  const got = answers.value.of("get");
  if (!got.ok) return got;
  return ok({ state: text(got.value["state"]), list: itemsOf(got.value["list"]) });
}

/**
 * The changes of an account's events and tasks since a state; a refusal `cannotCalculateChanges` means: read
 * everything again.
 */
export async function fetchEventChanges(accountId: string, since: string): Asked<EventChanges> {
  const changed: JSEvent[] = [];
  const destroyed: string[] = [];
  let states: readonly string[] = TYPES.map(() => since);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const given = await fetchRound(accountId, states);
    if (!given.ok) return given;
    changed.push(...given.value.changed);
    destroyed.push(...given.value.destroyed);
    ({ states } = given.value);
    if (!given.value.more) return ok({ state: given.value.state, changed, destroyed });
  }
  return failed({ kind: "refused", status: 200, code: "cannotCalculateChanges", fields: {} });
}

/** What is kept in calendars; the server counts the changes of both with one number. */
const TYPES = ["CalendarEvent", "Task"] as const;

/** One round for each type, from its own state on. */
async function fetchRound(
  accountId: string,
  states: readonly string[],
): Asked<EventChanges & { readonly states: readonly string[]; readonly more: boolean }> {
  const answers = await jmap.gather(
    TYPES.flatMap((type, at): Invocation[] => {
      const ids = (path: string) => ({ accountId, "#ids": resultOf(`${at}`, `${type}/changes`, path) });
      return [
        [`${type}/changes`, { accountId, sinceState: states[at], maxChanges: PAGE }, `${at}`],
        [`${type}/get`, ids("/created"), `${at}c`],
        [`${type}/get`, ids("/updated"), `${at}u`],
      ];
    }),
  );
  if (!answers.ok) return answers;
  const changed: JSEvent[] = [];
  const destroyed: string[] = [];
  const reached: string[] = [];
  let more = false;
  for (const at of TYPES.keys()) {
    const changes = answers.value.of(`${at}`);
    if (!changes.ok) return changes;
    for (const part of ["c", "u"]) {
      const got = answers.value.of(`${at}${part}`);
      if (!got.ok) return got;
      changed.push(...itemsOf(got.value["list"]));
    }
    destroyed.push(...texts(changes.value["destroyed"]));
    reached.push(text(changes.value["newState"]));
    more ||= changes.value["hasMoreChanges"] === true;
  }
  // Events were requested first: changes between the two requests come again.
  return ok({ state: reached[0] ?? "", states: reached, changed, destroyed, more });
}

/** Makes a calendar and gives its id. */
export async function createCalendar(
  accountId: string,
  calendar: { readonly name: string; readonly color: string },
): Asked<string> {
  const made = await jmap.setOne("Calendar/set", { accountId, create: { new: calendar } });
  return made.ok ? ok(text(made.value["id"])) : made;
}
