import { isDraft } from "@snart/calendar/access/draft.ts";
import { unavailablePeriods, type Availability } from "@snart/calendar/free-busy/availability.ts";
import { busyOccurrences, mayBeBusy } from "@snart/calendar/free-busy/busy-periods.ts";
import { busyTypeOf, isAttendedBy, type Addresses } from "@snart/calendar/free-busy/busy-type.ts";
import { mergeBusyPeriods, type BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { Occurrence, Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import type { CalendarGrant } from "../grants.ts";
import { mayReadObject, mayReadWhole } from "../objects/object-rights.ts";
import { readIfReadable } from "../objects/read-stored.ts";
import { readOwnParts, shownBy, withOwn } from "../objects/seen-objects.ts";
import type { Problem } from "../problems.ts";
import { readAvailabilityText } from "./availability.ts";
import { lostTimes } from "./lost-times.ts";
import type { PlannedEvent } from "./planned-event.ts";

/** One occurrence that takes a person's time, and that the actor may read. */
export interface BusyEvent {
  readonly period: BusyPeriod;
  readonly stored: StoredObject;
  readonly object: CalendarObject;
  readonly occurrence: Occurrence<Component>;
  readonly grant: CalendarGrant;
}

/** A person's busy times. */
export interface PersonBusy {
  /** single events; empty unless details were requested */
  readonly events: readonly BusyEvent[];
  /** everything else, merged: by start, without overlaps or reasons */
  readonly periods: readonly BusyPeriod[];
}

/** The zone of floating times in a person's calendar. */
export const zoneFor = (calendarZone: string | null, { preferences }: Principal): Zone =>
  ianaZone(calendarZone ?? preferences.timeZone ?? "Etc/UTC") ?? UTC;

const classOf = (component: Component): string =>
  textValue(component, "CLASS")?.trim().toUpperCase() ?? "PUBLIC";

/** The rules for counting objects of a calendar. */
interface SeenBy {
  /** undefined: the actor sees busy times and nothing else of this calendar */
  readonly grant: CalendarGrant | undefined;
  /** The principal's own parts of objects that others own: the principal decides whether they take time. */
  readonly own: ReadonlyMap<ObjectId, string> | undefined;
}

function withOwnOf(object: CalendarObject, own: string | undefined): CalendarObject {
  const read = readCalendarObject(
    withOwn(object.calendar, own === undefined ? undefined : readOwnParts(own)),
  );
  return read.ok ? read.value : object;
}

interface BusySumOptions {
  /** whether events that the actor may read are listed singly */
  readonly details: boolean;
  /** addresses of the person */
  readonly addresses: Addresses;
  /** the event to leave out; undefined: none */
  readonly planned: PlannedEvent | undefined;
  /** a free time is promised to somebody: secret events count too, and what can't be expanded is told of */
  readonly isStrict?: boolean;
}

/** Sums up the parts of an answer. */
export class BusySum {
  readonly window: Window;
  readonly #details: boolean;
  readonly #addresses: Addresses;
  readonly #maxOccurrences: number;
  readonly #events: BusyEvent[] = [];
  readonly #planned: PlannedEvent | undefined;
  readonly #isStrict: boolean;
  /** Whether something was met of which nobody can tell when it is. */
  hasUnreadable = false;
  #periods: BusyPeriod[] = [];

  constructor(app: App, window: Window, { details, addresses, planned, isStrict = false }: BusySumOptions) {
    this.#planned = planned;
    this.#isStrict = isStrict;
    this.window = window;
    this.#details = details;
    this.#addresses = addresses;
    this.#maxOccurrences = app.limits.occurrencesPerQuery;
  }

  /** Adds the principal's availability: their own text, and the objects in calendars. */
  addHours(
    availability: string | undefined,
    hours: readonly Availability[],
    principal: Principal,
  ): Result<undefined, Problem> {
    const read = availability === undefined ? ok([]) : readAvailabilityText(availability);
    // It was checked when it was stored; a release that has become stricter ignores it.
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
    { grant, own }: SeenBy,
    zone: Zone,
    isAttending: boolean,
    object = readIfReadable(stored),
  ): Result<undefined, Problem> {
    if (!object) {
      this.hasUnreadable = true;
      return this.addLost([stored]);
    }
    if (this.#planned?.isMeant(object, stored, grant) === true) return ok(undefined);
    if (isDraft(object) && !(grant && mayReadObject(grant, object, stored.creatorId))) return ok(undefined);
    const counted = own ? withOwnOf(object, own.get(stored.id)) : object;
    const series = seriesOfObject(counted);
    if (!series.ok) {
      this.hasUnreadable = true;
      return ok(undefined);
    }
    const expanded = busyOccurrences(series.value, this.window, zone, this.#maxOccurrences);
    if (this.#isStrict && expanded.problem && mayBeBusy(series.value, this.#addresses)) {
      if (expanded.problem.code === "too-many-occurrences") return this.#tooMany();
      this.hasUnreadable = true;
      return ok(undefined);
    }
    const reader =
      this.#details && grant && mayReadWhole(grant, object, stored.creatorId) ? grant : undefined;
    const periods: BusyPeriod[] = [];
    for (const occurrence of expanded.occurrences) {
      const period = this.#periodOf(occurrence, isAttending);
      if (!period) continue;
      if (reader && classOf(occurrence.source) === "PUBLIC")
        this.#events.push({ period, stored, object: shownBy(reader, object), occurrence, grant: reader });
      else periods.push(period);
    }
    return this.#take(periods);
  }

  /** Adds what can't be read. */
  addLost(lost: Parameters<typeof lostTimes>[0]): Result<undefined, Problem> {
    return this.#take(lostTimes(lost, this.window));
  }

  #periodOf(
    { startInstant, endInstant, source }: Occurrence<Component>,
    isAttending: boolean,
  ): BusyPeriod | undefined {
    if (classOf(source) === "CONFIDENTIAL" && !this.#isStrict) return undefined;
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
