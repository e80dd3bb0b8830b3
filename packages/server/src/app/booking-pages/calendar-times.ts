import type { BusyPeriod, Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { ListedObject, StoredObject } from "../../storage/records/objects.ts";
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
  /** of the text that this was read from */
  readonly etag: string;
  /** the host's own parts of it, of an object that somebody else owns */
  readonly own: string | undefined;
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

/**
 * When the events of a calendar take a host's time, secret ones too, with the host's own answers. Periods reach no further than the window.
 * @param before what was read of the same before: what has not changed since is taken from there
 */
export async function readCalendarTimes(
  app: App,
  tx: ReadTransaction,
  { host, grant }: HostCalendar,
  window: Stretch,
  before?: CalendarTimes,
): Promise<CalendarTimes> {
  const { calendar } = grant;
  const sharee = grant.isOwner ? undefined : host.id;
  const unchanged = await unchangedSince(tx, before, sharee);
  const most = 2 * app.limits.occurrencesPerQuery;
  const objects: ObjectTimes[] = [];
  let health: CalendarTimes["health"] = "fresh";
  let periods = 0;
  let afterId: ObjectId | undefined;
  do {
    const after = afterId !== undefined && { afterId };
    const query = { calendarIds: [calendar.id], component: "VEVENT" as const, ...window, ...after };
    const page = await findPage(tx, query, (head) => unchanged(head) !== undefined);
    const ids = page.found.map(({ id }) => id);
    const own = sharee && (await tx.objects.ownParts(sharee, ids));
    if (page.lost.length > 0) health = "unreadable";
    const known = page.known.map((head) => unchanged(head) ?? "unreadable");
    const read = page.found.map((stored) => objectTimes(app, { host, grant }, window, stored, own));
    for (const times of [...known, ...read]) {
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

/** What was read before of an object that has not changed since, neither its text nor the host's own parts of it. */
async function unchangedSince(
  tx: ReadTransaction,
  before: CalendarTimes | undefined,
  sharee: Principal["id"] | undefined,
): Promise<(head: Pick<ListedObject, "id" | "etag">) => ObjectTimes | undefined> {
  const objects = before?.objects ?? [];
  const former = new Map(objects.map((each) => [each.id, each]));
  const own = sharee && (await tx.objects.ownParts(sharee, [...former.keys()]));
  return ({ id, etag }) => {
    const known = former.get(id);
    return known?.etag === etag && known.own === own?.get(id) ? known : undefined;
  };
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
  const object = readIfReadable(stored);
  const added = sum.add(stored, { grant, own }, zone, countsAsBusy(grant) === "attending", object);
  const found = added.ok ? sum.result() : added;
  if (!found.ok) return "truncated";
  if (sum.hasUnreadable) return "unreadable";
  return {
    id: stored.id,
    uid: stored.uid,
    etag: stored.etag,
    own: own?.get(stored.id),
    time: timeOf(object),
    periods: found.value.periods,
  };
}
