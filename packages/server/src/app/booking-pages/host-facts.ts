import type { SourceHealth } from "@snart/calendar/booking/facts.ts";
import type { HostFacts, PageSource } from "@snart/calendar/booking-page/facts.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { readPersonalHours } from "@snart/calendar/free-busy/personal-hours.ts";
import {
  availableStretches,
  unavailablePeriods,
  type Availability,
} from "@snart/calendar/free-busy/availability.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { readWorkingWeek, USUAL_WEEK, type WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";
import type { Principal } from "../../storage/records/people.ts";
import { schedulingActor } from "../actor.ts";
import type { App } from "../app.ts";
import { countsAsBusy, grantAll, isSubscribed, type CalendarGrant } from "../grants.ts";
import { readAvailabilityText } from "../hours/availability.ts";
import { zoneFor } from "../hours/busy-sum.ts";
import type { StoredHours } from "../hours/stored-hours.ts";
import type { ObjectTimes } from "./calendar-times.ts";
import { isTimeOf } from "./event-time.ts";
import type { HostSources } from "./host-sources.ts";

/** The source that a host's hours and absences are. */
export const HOURS_SOURCE = "availability";

/** Busy times that one source knows of, and how well it knows them. */
interface Known {
  readonly busy: readonly Stretch[];
  readonly source: PageSource;
}

/** What is asked about a host. */
interface HostAsked {
  readonly window: Stretch;
  readonly own: readonly PageBooking[];
  readonly seen: Set<string>;
  readonly sources: HostSources;
}

/**
 * Everything that is known of a host in a window: the events of every calendar that counts for free/busy, secret ones too, with the
 * host's own answers, their absences and their hours. What can't be read, is stale or was cut short is said of its source, never counted
 * as free.
 * @param own bookings at pages: their events are left out as long as they are where they were booked
 * @param seen gets the `timeId` of those whose event was met there
 */
export async function hostFacts(
  app: App,
  tx: ReadTransaction,
  host: Principal,
  { window, own, seen, sources: from }: HostAsked,
): Promise<HostFacts> {
  const hours = await hoursOf(app, tx, host, window, from);
  const isBooked = bookedAtPages(own, seen);
  const sources: Known[] = [hours.known];
  // A person who can't sign in receives nobody.
  const grants = host.status === "active" ? await grantAll(tx, schedulingActor(host)) : [];
  for (const grant of grants) {
    if (!isSubscribed(grant) || countsAsBusy(grant) === "none") continue;
    const { health, objects } = await from.times(app, tx, { host, grant }, window);
    const feed = await feedHealth(tx, grant);
    const source = { name: grant.calendar.name, ...feed, ...(health !== "fresh" && { health }), ...window };
    sources.push({ busy: objects.flatMap((each) => (isBooked(each) ? [] : each.periods)), source });
  }
  return {
    host: host.id,
    busy: sources.flatMap(({ busy }) => busy),
    sources: grants.length > 0 ? sources.map(({ source }) => source) : [],
    hours: { week: hours.week, zone: hours.zone, more: hours.more },
  };
}

/** The events of bookings at pages, which facts name with their buffers; one that was moved in a calendar counts as what it is. */
function bookedAtPages(own: readonly PageBooking[], seen: Set<string>): (object: ObjectTimes) => boolean {
  const times = new Map<string, PageBooking>(own.map((each) => [each.timeId, each]));
  return ({ uid, time }) => {
    const booked = times.get(uid);
    const isThere = booked !== undefined && isTimeOf(time, booked);
    if (isThere) seen.add(uid);
    return isThere;
  };
}

type Health = Pick<SourceHealth, "health" | "since">;

/** How well a calendar that follows a feed knows its events; the server's own always does. */
async function feedHealth(tx: ReadTransaction, { calendar }: CalendarGrant): Promise<Health> {
  if (!calendar.isReadOnly) return { health: "fresh" };
  const subscription = await tx.feeds.subscription(calendar.id);
  const feed = subscription && (await tx.feeds.byId(subscription.feedId));
  if (!subscription || !feed) return { health: "fresh" };
  const since = feed.fetchedAt === null ? {} : { since: feed.fetchedAt };
  if (feed.fetchedAt === null || feed.state === "failing") return { health: "unreadable", ...since };
  if (feed.state === "stale") return { health: "stale", ...since };
  return subscription.skipped > 0 ? { health: "truncated", ...since } : { health: "fresh" };
}

interface KnownHours {
  readonly week: WorkingWeek;
  readonly zone: Zone;
  /** what another app says besides a week, such as one Saturday */
  readonly more: readonly Stretch[];
  readonly known: Known;
}

/** A host's week, and when they are away. What another app has written that is more than a week and absences is all taken as it says. */
async function hoursOf(
  app: App,
  tx: ReadTransaction,
  host: Principal,
  window: Stretch,
  sources: HostSources,
): Promise<KnownHours> {
  const zone = zoneFor(null, host);
  const told = readWorkingWeek(host.preferences.workingHours ?? "") ?? USUAL_WEEK;
  const unreadable = { busy: [], source: { name: HOURS_SOURCE, health: "unreadable" as const, ...window } };
  const stored: StoredHours[] = [];
  for (const calendar of await tx.calendars.ofAccount(host.id))
    stored.push(await sources.hours(app, tx, calendar));
  const text = await tx.principals.availability(host.id);
  const read = text === undefined ? undefined : parseICalendar(text);
  if (stored.some(({ lost }) => lost.length > 0) || read?.ok === false)
    return { week: told, zone, more: [], known: unreadable };
  const hours = read && readPersonalHours(read.value.calendar, zone);
  const whole = hours?.hasMore && text !== undefined ? readAvailabilityText(text) : undefined;
  const said = [...(whole?.ok ? whole.value : []), ...stored.flatMap((each) => each.hours)];
  const away = unavailable(said, window, zone);
  const open = availableStretches(said, window, zone);
  if (whole?.ok === false || !away || !open.ok) return { week: told, zone, more: [], known: unreadable };
  const absent = (hours?.absences ?? []).map(({ from, to }) => ({
    from: Math.max(from, window.from),
    to: Math.min(to, window.to),
  }));
  const known = {
    busy: [...away, ...absent.filter(({ from, to }) => from < to)],
    source: { name: HOURS_SOURCE, health: "fresh" as const, ...window },
  };
  const zoneOfWeek = hours?.week && hours.zoneName !== null ? zoneFor(hours.zoneName, host) : zone;
  // What a higher priority takes away again is in `busy`, as everything that is not available.
  return { week: hours?.week ?? told, zone: zoneOfWeek, more: open.value, known };
}

function unavailable(
  availability: readonly Availability[],
  window: Stretch,
  zone: Zone,
): readonly Stretch[] | undefined {
  const found = unavailablePeriods(availability, window, zone);
  return found.ok ? found.value : undefined;
}
