import { saveProfile, type ProfileChange } from "../../api/account/account-api.ts";
import { fetchTasks } from "../../api/items/task-api.ts";
import * as writing from "../../api/items/write-items.ts";
import * as api from "../../api/items/calendar-api.ts";
import type {
  EventChanges,
  EventSet,
  EventSetResult,
  EventWindow,
  RemoteCalendar,
} from "../../api/items/calendar-api.ts";
import type { Page } from "../../api/items/query-items.ts";
import { jmap, type JmapAccount } from "../../api/jmap-client.ts";
import type { Asked } from "../../api/problem.ts";
import { listen, type PushListener, type StateChange } from "../../api/push.ts";
import { ok } from "@snart/calendar/result.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";

/**
 * The calls that the store makes to the server. The events are those of CalendarEvent; calls by ids, UIDs or changes
 * cover tasks as well.
 */
export interface CalendarRemote {
  accounts(fresh: boolean): Asked<{ readonly accounts: readonly JmapAccount[]; readonly primaryId: string }>;
  /** the states of all accounts in reach, as if they had been announced */
  states(): Asked<StateChange>;
  calendars(accountId: string): Asked<Page<RemoteCalendar>>;
  events(accountId: string, window: EventWindow): Asked<Page<JSEvent>>;
  /** tasks that are not over, and those completed since then (UTC) */
  tasks(accountId: string, completedAfter: string): Asked<Page<JSEvent>>;
  changes(accountId: string, since: string): Asked<EventChanges>;
  eventsById(accountId: string, ids: readonly string[]): Asked<readonly JSEvent[]>;
  eventsByUid(accountId: string, uid: string): Asked<readonly JSEvent[]>;
  set(accountId: string, set: EventSet): Asked<EventSetResult>;
  restore(accountId: string, ids: readonly string[], tells: boolean): Asked<readonly JSEvent[]>;
  setCalendars(accountId: string, update: Readonly<Record<string, PatchObject>>): Asked<unknown>;
  /** changes the name and preferences of the person's own account */
  setProfile(accountId: string, change: ProfileChange): Asked<unknown>;
  /** returns a function that stops it */
  listen(listener: PushListener): () => void;
}

/** What is logged in an account, with the one state that all of it has. */
const LOGGED = [
  "Calendar",
  "CalendarEvent",
  "Task",
  "CalendarEventNotification",
  "ShareNotification",
  "PollNotification",
  "Reminder",
];
const allOf = (state: string) => Object.fromEntries(LOGGED.map((type) => [type, state]));

/** The server, by JMAP. */
export const jmapRemote: CalendarRemote = {
  accounts: async (fresh) => {
    const found = fresh ? await jmap.accountStates() : undefined;
    if (found && !found.ok) return found;
    const session = await jmap.session();
    if (!session.ok) return session;
    return ok({
      accounts: found?.value ?? session.value.accounts,
      primaryId: session.value.primaryAccountId,
    });
  },
  states: async () => {
    const found = await jmap.accountStates();
    return found.ok ? ok(Object.fromEntries(found.value.map(({ id, state }) => [id, allOf(state)]))) : found;
  },
  calendars: api.fetchCalendars,
  events: api.fetchEvents,
  changes: api.fetchEventChanges,
  tasks: fetchTasks,
  eventsById: writing.fetchItemsById,
  eventsByUid: writing.fetchItemsByUid,
  set: writing.setItems,
  restore: writing.restoreItems,
  setCalendars: writing.updateCalendars,
  setProfile: saveProfile,
  listen: (listener) => listen("*", listener),
};
