import { DAY } from "@snart/calendar/time/instant.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { App } from "../app.ts";
import { countsAsBusy, zoneNameOf } from "../grants.ts";
import { zoneFor } from "../hours/busy-sum.ts";
import { storedHours, type StoredHours } from "../hours/stored-hours.ts";
import { readCalendarTimes, type CalendarTimes, type HostCalendar } from "./calendar-times.ts";
import { KeptByState } from "./kept-by-state.ts";

/** How a host's calendars are read: when their events are, and which hours are stored in them. */
export interface HostSources {
  readonly times: (
    app: App,
    tx: ReadTransaction,
    seen: HostCalendar,
    window: Stretch,
  ) => Promise<CalendarTimes>;
  readonly hours: (app: App, tx: ReadTransaction, calendar: Calendar) => Promise<StoredHours>;
}

/** Read anew each time. */
export const READ_ANEW: HostSources = {
  times: readCalendarTimes,
  hours: (_, tx, { id }) => storedHours(tx, [id]),
};

/** How many objects of calendars a process keeps the times of, and of how many calendars the hours. */
const MOST_OBJECTS = 50_000;
const MOST_CALENDARS = 20_000;
const STEP = 7 * DAY;

interface Keeping {
  readonly times: KeptByState<CalendarTimes>;
  readonly hours: KeptByState<StoredHours>;
}
const keepings = new WeakMap<App["storage"], Keeping>();

function keepingOf({ storage }: App): Keeping {
  const known = keepings.get(storage);
  if (known) return known;
  const made = {
    times: new KeptByState<CalendarTimes>(MOST_OBJECTS),
    hours: new KeptByState<StoredHours>(MOST_CALENDARS),
  };
  keepings.set(storage, made);
  return made;
}

/**
 * The same, read anew only where something has changed: a calendar's content modseq grows with every write of an object in it, and is read
 * in the transaction of the answer, so that nothing is older than what the transaction sees. It is for transactions that only read: what
 * one that writes sees of its own may never be committed.
 */
export const KEPT: HostSources = {
  /** Of a calendar that has changed, the objects that have not are not read again. */
  times(app, tx, seen, window) {
    // Guests of all zones ask for a month from another moment each.
    const from = Math.floor(window.from / STEP) * STEP;
    const to = Math.ceil(window.to / STEP) * STEP;
    const key = [seen.grant.calendar.id, seen.host.id, from, to, seenAs(seen)].join(" ");
    return keepingOf(app).times.get(key, `${seen.grant.calendar.contentModseq}`, async (before) => {
      const value = await readCalendarTimes(app, tx, seen, { from, to }, before);
      // What can't be read now may be mended without a write.
      return { value, size: value.health === "unreadable" ? undefined : 1 + value.objects.length };
    });
  },
  hours: (app, tx, { id, accountId, contentModseq }) =>
    keepingOf(app).hours.get(id, `${accountId} ${contentModseq}`, async () => {
      const value = await storedHours(tx, [id]);
      return { value, size: value.lost.length > 0 ? undefined : 1 };
    }),
};

/** Everything besides the window and the objects themselves that times depend on. */
function seenAs({ grant, host }: HostCalendar): string {
  const { calendar, rights, isOwner } = grant;
  const zone = zoneFor(zoneNameOf(grant), host).id;
  const addresses = [host.email, host.formerEmails, host.login];
  return JSON.stringify([calendar.accountId, zone, countsAsBusy(grant), isOwner, rights, addresses]);
}
