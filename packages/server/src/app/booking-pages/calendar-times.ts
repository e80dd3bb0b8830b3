import type { BusyPeriod, Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { countsAsBusy, zoneNameOf, type CalendarGrant } from "../grants.ts";
import { BusySum, zoneFor } from "../hours/busy-sum.ts";
import { findPage } from "../objects/pages-by-size.ts";
import { readIfReadable } from "../objects/read-stored.ts";
import { isAddressOf } from "../principal-address.ts";
import { timeOf, type EventTime } from "./event-time.ts";

/** When one object of a calendar takes a host's time. */
export interface ObjectTimes {
  readonly id: ObjectId;
  readonly uid: string;
  /** of a single event; undefined: it is a series */
  readonly time: EventTime | undefined;
  readonly periods: readonly BusyPeriod[];
}

/** What a calendar knows of a host's time: all of it; not all, as something can't be read; or too much to be told. */
export interface CalendarTimes {
  readonly health: "fresh" | "unreadable" | "truncated";
  readonly objects: readonly ObjectTimes[];
}

/** One calendar that counts for a host. */
export interface HostCalendar {
  readonly host: Principal;
  readonly grant: CalendarGrant;
}

/** When the events of a calendar take a host's time, secret ones too, with the host's own answers. Periods reach no further than the window. */
export async function readCalendarTimes(
  app: App,
  tx: ReadTransaction,
  { host, grant }: HostCalendar,
  window: Stretch,
): Promise<CalendarTimes> {
  const { calendar } = grant;
  const sharee = grant.isOwner ? undefined : host.id;
  const most = 2 * app.limits.occurrencesPerQuery;
  const objects: ObjectTimes[] = [];
  let health: CalendarTimes["health"] = "fresh";
  let periods = 0;
  let afterId: ObjectId | undefined;
  do {
    const after = afterId !== undefined && { afterId };
    const page = await findPage(tx, { calendarIds: [calendar.id], component: "VEVENT", ...window, ...after });
    const ids = page.found.map(({ id }) => id);
    const own = sharee && (await tx.objects.ownParts(sharee, ids));
    if (page.lost.length > 0) health = "unreadable";
    for (const stored of page.found) {
      const times = objectTimes(app, { host, grant }, window, stored, own);
      if (times === "truncated") return { health: "truncated", objects: [] };
      if (times === "unreadable") health = "unreadable";
      else objects.push(times);
      periods += times === "unreadable" ? 0 : times.periods.length;
      if (periods > most) return { health: "truncated", objects: [] };
    }
    afterId = page.goesOnAfter;
  } while (afterId !== undefined);
  return { health, objects };
}

function objectTimes(
  app: App,
  { host, grant }: HostCalendar,
  window: Stretch,
  stored: StoredObject,
  own: ReadonlyMap<ObjectId, string> | undefined,
): ObjectTimes | "truncated" | "unreadable" {
  const addresses = isAddressOf(host);
  const sum = new BusySum(app, window, { details: false, addresses, planned: undefined, isStrict: true });
  const zone = zoneFor(zoneNameOf(grant), host);
  const added = sum.add(stored, { grant, own }, zone, countsAsBusy(grant) === "attending");
  const found = added.ok ? sum.result() : added;
  if (!found.ok) return "truncated";
  if (sum.hasUnreadable) return "unreadable";
  return {
    id: stored.id,
    uid: stored.uid,
    time: timeOf(readIfReadable(stored)),
    periods: found.value.periods,
  };
}
