import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { alertOffset, type AlertOffset } from "../alert-offset.ts";
import type { Invocation } from "../calls.ts";
import { jmap, resultOf } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";
import { listOf, text, type JsonRecord } from "../read-json.ts";
import { itemsOf, type ItemType } from "./items.ts";
import { PAGE, queryItems, type Page } from "./query-items.ts";

/** The properties of a JMAP Calendar that the app uses. */
export interface RemoteCalendar {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  readonly sortOrder: number;
  readonly isVisible: boolean;
  readonly isOfBookable?: boolean;
  readonly isSubscribed: boolean;
  readonly isDefault: boolean;
  readonly mayWrite: boolean;
  /** also events that its owner and others organize; absent in what an older page has stored */
  readonly mayWriteAll?: boolean;
  /** the owner's calendar user address, if the owner is somebody else; absent in what an older page has stored */
  readonly ownerAddress?: string | null;
  /** those that this owner had before; absent in what an older page has stored */
  readonly ownerFormerAddresses?: readonly string[];
  /** absent in what an older page has stored */
  readonly alertTimed?: AlertOffset;
  readonly alertAllDay?: AlertOffset;
  /** false: only its busy times are visible */
  readonly mayRead?: boolean;
  readonly mayDelete: boolean;
  /** not only events */
  readonly holdsTasks?: boolean;
  /** not only tasks; absent in what an older page has stored, and means yes */
  readonly holdsEvents?: boolean;
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

/** Objects to create, change and remove, by id; creation ids name the new ones. */
export interface EventSet {
  /** their type; events by default */
  readonly type?: ItemType;
  readonly create?: Readonly<Record<string, JSEvent>>;
  readonly update?: Readonly<Record<string, PatchObject>>;
  readonly destroy?: readonly string[];
  /** the state that the account's events must have; else the server refuses with `stateMismatch` (RFC 8620 §5.3) */
  readonly ifInState?: string;
  /** whether the other participants are notified (JMAP Calendars §5.9); by default nobody is */
  readonly sendSchedulingMessages?: boolean;
  /** for updates that undo an action: the account's state before it, by id */
  readonly undoTo?: Readonly<Record<string, string>>;
}

export interface EventSetResult {
  readonly oldState: string | null;
  readonly newState: string;
  /** what the server added to each new event, at least its id */
  readonly created: Readonly<Record<string, JsonRecord>>;
  readonly updated: Readonly<Record<string, JsonRecord | null>>;
  readonly refused: Readonly<Record<string, ApiProblem>>;
}

/** Beyond this many rounds of changes it is cheaper to read the windows again. */
const MAX_ROUNDS = 4;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

type ListRights = ReadonlyMap<string, CalendarRecord["myRights"]>;

/** @param lists the rights over tasks in the calendars that may hold some */
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
  ownerFormerAddresses: it.ownerFormerAddresses,
  alertTimed: alertOffset(it.defaultAlertsWithTime),
  alertAllDay: alertOffset(it.defaultAlertsWithoutTime),
  mayRead: it.myRights.mayReadItems,
  mayDelete: it.myRights.mayDelete,
  holdsTasks: lists.has(it.id),
  holdsEvents: it["snart:itemTypes"].includes("CalendarEvent"),
  isOfBookable: it["snart:isOfBookable"],
});

/** Returns all calendars of an account. */
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

/** Returns the events that have an occurrence in a window, each series as one event. */
export const fetchEvents = (accountId: string, window: EventWindow): Asked<Page<JSEvent>> => {
  const { after, before, timeZone } = window;
  return queryItems("CalendarEvent", accountId, {
    filter: { after, before },
    timeZone,
    expandRecurrences: false,
  });
};

/**
 * Returns the changes of an account's events and tasks since a state. A refusal with `cannotCalculateChanges` means that
 * everything must be read again (RFC 8620 §5.2).
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

/** The types of objects in calendars; the server counts the changes of both with one modseq. */
const TYPES = ["CalendarEvent", "Task"] as const;

/** Asks for one round of changes of each type, from its own state on. */
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
  // The events' state is the older one, so the next changes repeat those made between the two calls.
  return ok({ state: reached[0] ?? "", states: reached, changed, destroyed, more });
}

/** Makes a calendar and returns its id. */
export async function createCalendar(
  accountId: string,
  calendar: { readonly name: string; readonly color: string },
): Asked<string> {
  const made = await jmap.setOne("Calendar/set", { accountId, create: { new: calendar } });
  return made.ok ? ok(text(made.value["id"])) : made;
}
