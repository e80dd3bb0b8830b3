import * as api from "../api/calendar-api.ts";
import type {
  EventChanges,
  EventSet,
  EventSetResult,
  EventWindow,
  Page,
  RemoteCalendar,
} from "../api/calendar-api.ts";
import { jmap } from "../api/jmap-client.ts";
import type { JmapAccount } from "../api/jmap-client.ts";
import type { ApiProblem } from "../api/problem.ts";
import { listen } from "../api/push.ts";
import type { PushListener } from "../api/push.ts";
import { ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** What the store needs from the server. */
export interface CalendarRemote {
  accounts(fresh: boolean): Asked<{ readonly accounts: readonly JmapAccount[]; readonly primaryId: string }>;
  calendars(accountId: string): Asked<Page<RemoteCalendar>>;
  events(accountId: string, window: EventWindow): Asked<Page<JSEvent>>;
  changes(accountId: string, since: string): Asked<EventChanges>;
  eventsById(accountId: string, ids: readonly string[]): Asked<readonly JSEvent[]>;
  eventsByUid(accountId: string, uid: string): Asked<readonly JSEvent[]>;
  set(accountId: string, set: EventSet): Asked<EventSetResult>;
  restore(accountId: string, ids: readonly string[], tells: boolean): Asked<readonly JSEvent[]>;
  setCalendars(accountId: string, update: Readonly<Record<string, PatchObject>>): Asked<null>;
  /** gives what ends it */
  listen(listener: PushListener): () => void;
}

/** The server, by JMAP. */
export const jmapRemote: CalendarRemote = {
  accounts: async (fresh) => {
    const session = await jmap.session(fresh);
    return session.ok
      ? ok({ accounts: session.value.accounts, primaryId: session.value.primaryAccountId })
      : session;
  },
  calendars: api.fetchCalendars,
  events: api.fetchEvents,
  changes: api.fetchEventChanges,
  eventsById: api.fetchEventsById,
  eventsByUid: api.fetchEventsByUid,
  set: api.setEvents,
  restore: api.restoreEvents,
  setCalendars: api.updateCalendars,
  listen: (listener) => listen("*", listener),
};
