import { isDraft } from "@snart/calendar/access/draft.ts";
import { withoutHidden } from "@snart/calendar/access/hidden-attendees.ts";
import { withOwnParts } from "@snart/calendar/access/own-parts.ts";
import { unavailablePeriods } from "@snart/calendar/free-busy/availability.ts";
import type { Availability } from "@snart/calendar/free-busy/availability.ts";
import { busyTypeOf, isAttendedBy } from "@snart/calendar/free-busy/busy-type.ts";
import type { Addresses } from "@snart/calendar/free-busy/busy-type.ts";
import { mergeBusyPeriods } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import type { Occurrence, Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { AccessibleCalendar } from "../../storage/records/calendars.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { readAvailabilityText } from "./availability.ts";
import { grantAccount, grantAll, isSubscribed, zoneNameOf } from "../grants.ts";
import type { CalendarGrant } from "../grants.ts";
import { mayReadObject, mayReadWhole } from "../objects/object-rights.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "../objects/read-stored.ts";
import { readOwnParts } from "../objects/seen-objects.ts";
import { storedHours } from "./stored-hours.ts";
import { isAddressOf } from "../scheduling/principal-address.ts";

/** One occurrence that takes a person's time, and that whoever asks may read. */
export interface BusyEvent {
  readonly period: BusyPeriod;
  readonly stored: StoredObject;
  readonly object: CalendarObject;
  readonly occurrence: Occurrence<Component>;
  readonly grant: CalendarGrant;
}

/** When a person is busy. */
export interface PersonBusy {
  /** what is told apart; empty unless details are asked for */
  readonly events: readonly BusyEvent[];
  /** everything else, merged: by start, without overlaps, without a word on why */
  readonly periods: readonly BusyPeriod[];
}

export interface PersonFreeBusyOptions {
  /** whether events that the actor may read come apart */
  readonly details?: boolean;
  /** an event that does not count, as it is the one that is being planned */
  readonly exceptUid?: string;
}

const PAGE = 500;

/**
 * When a principal is busy within a window, as far as the actor may know (JMAP Calendars, Principal/getAvailability): events of
 * calendars that count for the principal and that show the actor when they are busy, with the principal's own answers, and
 * the hours at which the principal is to be had (RFC 7953). Secret events do not count. With `details`, events that the actor
 * may read, and that are not private, come apart.
 * @returns `not-found` for whom the actor may ask nothing about, as for whom there is not; `range-too-long` and
 * `too-many-occurrences` beyond the limits of a query
 */
export async function personFreeBusy(
  app: App,
  actor: Actor,
  principalId: PrincipalId,
  window: Window,
  { details = false, exceptUid }: PersonFreeBusyOptions = {},
): Promise<Result<PersonBusy, Problem>> {
  const asked = await app.storage.read((tx) => askedOf(tx, actor, principalId));
  if (!asked.ok) return asked;
  // Only who may ask at all learns what may not be asked.
  if (window.to - window.from > app.limits.queryRangeDays * DAY)
    return failed({ code: "range-too-long", limitDays: app.limits.queryRangeDays });
  const sum = new Sum(app, window, details, isAddressOf(asked.value.principal), exceptUid);
  const hours = sum.addHours(asked.value);
  if (!hours.ok) return hours;
  for (const counted of asked.value.calendars) {
    const added = await addCalendar(app, actor, asked.value.principal, counted, sum);
    if (!added.ok) return added;
  }
  return sum.result();
}

/** A calendar that counts, and as what. */
interface CountedCalendar {
  readonly calendar: AccessibleCalendar["calendar"];
  /** IANA name of the zone that it has for the principal. */
  readonly zoneName: string | null;
  /** Whose own parts stand in place of the owner's; undefined: the principal owns it. */
  readonly sharee: PrincipalId | undefined;
  readonly isAttending: boolean;
}

interface Asked {
  readonly principal: Principal;
  readonly calendars: readonly CountedCalendar[];
  readonly availability: string | undefined;
  /** what is kept in the calendars besides */
  readonly hours: readonly Availability[];
}

/** Whom the actor asks about, and what of it counts and may be known. */
async function askedOf(
  tx: ReadTransaction,
  actor: Actor,
  principalId: PrincipalId,
): Promise<Result<Asked, Problem>> {
  const principal = await tx.principals.byId(principalId);
  const known = await freeBusyCalendars(tx, actor);
  const isKnown =
    (await grantAccount(tx, actor, principalId)).ok ||
    [...known.values()].some(({ calendar }) => calendar.accountId === principalId);
  if (!principal || principal.status !== "active" || !isKnown) return failed({ code: "not-found" });
  const accessible = await tx.calendars.accessibleTo(principalId);
  const counted = accessible.filter((one) => countsAs(one) !== "none" && known.has(one.calendar.id));
  const own = counted.filter(({ calendar }) => calendar.accountId === principalId);
  return ok({
    principal,
    hours: await storedHours(
      tx,
      own.map(({ calendar }) => calendar.id),
    ),
    calendars: counted.map((one) => ({
      calendar: one.calendar,
      zoneName: zoneNameOf(one),
      sharee: one.isOwner ? undefined : principalId,
      isAttending: countsAs(one) === "attending",
    })),
    availability: await tx.principals.availability(principalId),
  });
}

/** The calendars that show the actor when they are busy. */
async function freeBusyCalendars(
  tx: ReadTransaction,
  actor: Actor,
): Promise<ReadonlyMap<string, CalendarGrant>> {
  const grants = (await grantAll(tx, actor)).filter(({ rights }) => rights.mayReadFreeBusy);
  return new Map(grants.map((grant) => [grant.calendar.id, grant]));
}

/** What was left is not counted; the defaults are those of Calendar/get. */
function countsAs(accessible: AccessibleCalendar): "all" | "attending" | "none" {
  if (!isSubscribed(accessible)) return "none";
  return accessible.view.includeInAvailability ?? (accessible.isOwner ? "all" : "none");
}

/** Adds what takes time in one calendar, page by page; the right is asked for anew with each. */
async function addCalendar(
  app: App,
  actor: Actor,
  principal: Principal,
  { calendar, zoneName, sharee, isAttending }: CountedCalendar,
  sum: Sum,
): Promise<Result<undefined, Problem>> {
  const zone = zoneFor(zoneName, principal);
  const { from, to } = sum.window;
  let afterId: ObjectId | undefined;
  for (;;) {
    const page = await app.storage.read(async (tx) => {
      const grant = (await freeBusyCalendars(tx, actor)).get(calendar.id);
      const paging = { limit: PAGE, ...(afterId !== undefined && { afterId }) };
      const query = { calendarIds: [calendar.id], component: "VEVENT", from, to, ...paging } as const;
      if (!grant) return undefined;
      const found = await tx.objects.find(query);
      const ids = found.map(({ id }) => id);
      return { grant, found, own: sharee && (await tx.objects.ownParts(sharee, ids)) };
    });
    // Taken away meanwhile: what was seen of it by right stays, and nothing follows.
    if (!page) return ok(undefined);
    for (const stored of page.found) {
      const added = sum.add(stored, page, zone, isAttending);
      if (!added.ok) return added;
    }
    afterId = page.found.at(-1)?.id;
    if (page.found.length < PAGE) return ok(undefined);
  }
}

const zoneFor = (calendarZone: string | null, { preferences }: Principal): Zone =>
  ianaZone(calendarZone ?? preferences.timeZone ?? "Etc/UTC") ?? UTC;

const classOf = (component: Component): string =>
  textValue(component, "CLASS")?.trim().toUpperCase() ?? "PUBLIC";

/** By what objects of a calendar are counted. */
interface Seen {
  readonly grant: CalendarGrant;
  /** What the principal has of them for itself where others own them: whether they take its time is the principal's to say. */
  readonly own: ReadonlyMap<ObjectId, string> | undefined;
}

function withOwn(object: CalendarObject, own: string | undefined): CalendarObject {
  const read = readCalendarObject(
    withOwnParts(object.calendar, own === undefined ? undefined : readOwnParts(own)),
  );
  return read.ok ? read.value : object;
}

/** Without what is its owner's own, and who takes part where that is hidden. */
function asSeen(object: CalendarObject, grant: CalendarGrant): CalendarObject {
  if (grant.isOwner) return object;
  const read = readCalendarObject(withOwnParts(withoutHidden(object, grant.isMine), undefined));
  return read.ok ? read.value : object;
}

/** What adds up to an answer. */
class Sum {
  readonly window: Window;
  readonly #details: boolean;
  readonly #addresses: Addresses;
  readonly #maxOccurrences: number;
  readonly #events: BusyEvent[] = [];
  readonly #exceptUid: string | undefined;
  #periods: BusyPeriod[] = [];

  constructor(app: App, window: Window, details: boolean, addresses: Addresses, exceptUid?: string) {
    this.#exceptUid = exceptUid;
    this.window = window;
    this.#details = details;
    this.#addresses = addresses;
    this.#maxOccurrences = app.limits.occurrencesPerQuery;
  }

  addHours({ availability, hours, principal }: Asked): Result<undefined, Problem> {
    const read = availability === undefined ? ok([]) : readAvailabilityText(availability);
    // It was checked when it was stored; a release that has become stricter takes it for nothing.
    const found = unavailablePeriods(
      [...(read.ok ? read.value : []), ...hours],
      this.window,
      zoneFor(null, principal),
      this.#maxOccurrences,
    );
    return found.ok ? this.#take(found.value) : this.#tooMany();
  }

  add(
    stored: StoredObject,
    { grant, own }: Seen,
    zone: Zone,
    isAttending: boolean,
  ): Result<undefined, Problem> {
    if (stored.uid === this.#exceptUid) return ok(undefined);
    const object = readStored(stored);
    if (isDraft(object) && !mayReadObject(grant, object)) return ok(undefined);
    const counted = own ? withOwn(object, own.get(stored.id)) : object;
    const series = seriesOfObject(counted);
    if (!series.ok) return ok(undefined);
    const found = expandAsFar(series.value, this.window, zone, { maxOccurrences: this.#maxOccurrences });
    if (!found.ok) return this.#tooMany();
    const isReadable = this.#details && mayReadWhole(grant, object);
    const periods: BusyPeriod[] = [];
    for (const occurrence of found.value) {
      const period = this.#periodOf(occurrence, isAttending);
      if (!period) continue;
      if (isReadable && classOf(occurrence.source) === "PUBLIC")
        this.#events.push({ period, stored, object: asSeen(object, grant), occurrence, grant });
      else periods.push(period);
    }
    return this.#take(periods);
  }

  #periodOf(
    { startInstant, endInstant, source }: Occurrence<Component>,
    isAttending: boolean,
  ): BusyPeriod | undefined {
    if (classOf(source) === "CONFIDENTIAL") return undefined;
    if (isAttending && !isAttendedBy(source, this.#addresses)) return undefined;
    const type = busyTypeOf(source, this.#addresses);
    const from = Math.max(startInstant, this.window.from);
    const to = Math.min(endInstant, this.window.to);
    return type && from < to ? { from, to, type } : undefined;
  }

  #take(periods: readonly BusyPeriod[]): Result<undefined, Problem> {
    for (const period of periods) this.#periods.push(period);
    const most = this.#maxOccurrences;
    // Merging now and then keeps the cost down to that of sorting.
    if (this.#periods.length > 2 * most) this.#periods = [...mergeBusyPeriods(this.#periods)];
    const isTooMuch = this.#periods.length > 2 * most || this.#events.length > most;
    return isTooMuch ? this.#tooMany() : ok(undefined);
  }

  #tooMany = () => failed({ code: "too-many-occurrences", limit: this.#maxOccurrences } as const);

  result(): Result<PersonBusy, Problem> {
    const periods = mergeBusyPeriods(this.#periods);
    if (periods.length > this.#maxOccurrences) return this.#tooMany();
    return ok({ events: this.#events.toSorted((a, b) => a.period.from - b.period.from), periods });
  }
}
