import type { SourceHealth } from "@snart/calendar/booking/facts.ts";
import type { HostFacts, PageSource } from "@snart/calendar/booking-page/facts.ts";
import type { Stretch } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { readPersonalHours } from "@snart/calendar/free-busy/personal-hours.ts";
import { unavailablePeriods, type Availability } from "@snart/calendar/free-busy/availability.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { readWorkingWeek, USUAL_WEEK, type WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { schedulingActor } from "../actor.ts";
import type { App } from "../app.ts";
import { countsAsBusy, grantAll, isSubscribed, zoneNameOf, type CalendarGrant } from "../grants.ts";
import { readAvailabilityText } from "../hours/availability.ts";
import { BusySum, zoneFor } from "../hours/busy-sum.ts";
import type { PlannedEvent } from "../hours/planned-event.ts";
import { storedHours } from "../hours/stored-hours.ts";
import { findPage } from "../objects/pages-by-size.ts";
import { isAddressOf } from "../principal-address.ts";
import { isAtTimeOf } from "./event-time.ts";

/** The source that a host's hours and absences are. */
export const HOURS_SOURCE = "availability";

/** Busy times that one source knows of, and how well it knows them. */
interface Known {
  readonly busy: readonly Stretch[];
  readonly source: PageSource;
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
  window: Stretch,
  own: readonly PageBooking[],
  seen: Set<string>,
): Promise<HostFacts> {
  const hours = await hoursOf(tx, host, window);
  const sum = { app, host, window, planned: bookedAtPages(own, seen) };
  const sources: Known[] = [hours.known];
  // A person who can't sign in receives nobody.
  const grants = host.status === "active" ? await grantAll(tx, schedulingActor(host)) : [];
  for (const grant of grants)
    if (isSubscribed(grant) && countsAsBusy(grant) !== "none")
      sources.push(await calendarBusy(tx, sum, grant));
  return {
    host: host.id,
    busy: sources.flatMap(({ busy }) => busy),
    sources: grants.length > 0 ? sources.map(({ source }) => source) : [],
    hours: { week: hours.week, zone: hours.zone },
  };
}

/** The events of bookings at pages, which facts name with their buffers; one that was moved in a calendar counts as what it is. */
function bookedAtPages(own: readonly PageBooking[], seen: Set<string>): PlannedEvent {
  const times = new Map(own.map(({ timeId, startsAt, endsAt }) => [timeId as string, { startsAt, endsAt }]));
  return {
    isMeant(object: CalendarObject) {
      const time = times.get(object.uid);
      const isThere = time !== undefined && isAtTimeOf(object, time);
      if (isThere) seen.add(object.uid);
      return isThere;
    },
  };
}

interface Summing {
  readonly app: App;
  readonly host: Principal;
  readonly window: Stretch;
  readonly planned: PlannedEvent;
}

async function calendarBusy(
  tx: ReadTransaction,
  { app, host, window, planned }: Summing,
  grant: CalendarGrant,
): Promise<Known> {
  const { calendar } = grant;
  const addresses = isAddressOf(host);
  const sum = new BusySum(app, window, { details: false, addresses, planned, isStrict: true });
  const zone = zoneFor(zoneNameOf(grant), host);
  const sharee = grant.isOwner ? undefined : host.id;
  const isAttending = countsAsBusy(grant) === "attending";
  let health = await feedHealth(tx, grant);
  let afterId: ObjectId | undefined;
  do {
    const after = afterId !== undefined && { afterId };
    const query = { calendarIds: [calendar.id], component: "VEVENT", ...window, ...after } as const;
    const page = await findPage(tx, query);
    const own =
      sharee &&
      (await tx.objects.ownParts(
        sharee,
        page.found.map(({ id }) => id),
      ));
    if (page.lost.length > 0) health = { health: "unreadable" };
    for (const stored of page.found) {
      const added = sum.add(stored, { grant, own }, zone, isAttending);
      if (!added.ok) return { busy: [], source: { name: calendar.name, health: "truncated", ...window } };
    }
    afterId = page.goesOnAfter;
  } while (afterId !== undefined);
  const found = sum.result();
  if (!found.ok) return { busy: [], source: { name: calendar.name, health: "truncated", ...window } };
  if (sum.hasUnreadable) health = { health: "unreadable" };
  return { busy: found.value.periods, source: { name: calendar.name, ...health, ...window } };
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
  readonly known: Known;
}

/** A host's week, and when they are away. What another app has written that is more than a week and absences is all taken as it says. */
async function hoursOf(tx: ReadTransaction, host: Principal, window: Stretch): Promise<KnownHours> {
  const zone = zoneFor(null, host);
  const told = readWorkingWeek(host.preferences.workingHours ?? "") ?? USUAL_WEEK;
  const unreadable = { busy: [], source: { name: HOURS_SOURCE, health: "unreadable" as const, ...window } };
  const calendars = await tx.calendars.ofAccount(host.id);
  const stored = await storedHours(
    tx,
    calendars.map(({ id }) => id),
  );
  const text = await tx.principals.availability(host.id);
  const read = text === undefined ? undefined : parseICalendar(text);
  if (stored.lost.length > 0 || read?.ok === false) return { week: told, zone, known: unreadable };
  const hours = read && readPersonalHours(read.value.calendar, zone);
  const whole = hours?.hasMore && text !== undefined ? readAvailabilityText(text) : undefined;
  const away = unavailable([...(whole?.ok ? whole.value : []), ...stored.hours], window, zone);
  if (whole?.ok === false || !away) return { week: told, zone, known: unreadable };
  const absent = (hours?.absences ?? []).map(({ from, to }) => ({
    from: Math.max(from, window.from),
    to: Math.min(to, window.to),
  }));
  const known = {
    busy: [...away, ...absent.filter(({ from, to }) => from < to)],
    source: { name: HOURS_SOURCE, health: "fresh" as const, ...window },
  };
  const zoneOfWeek = hours?.week && hours.zoneName !== null ? zoneFor(hours.zoneName, host) : zone;
  return { week: hours?.week ?? told, zone: zoneOfWeek, known };
}

function unavailable(
  availability: readonly Availability[],
  window: Stretch,
  zone: Zone,
): readonly Stretch[] | undefined {
  const found = unavailablePeriods(availability, window, zone);
  return found.ok ? found.value : undefined;
}
