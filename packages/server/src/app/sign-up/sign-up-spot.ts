import type { SignUpState } from "@snart/calendar/jmap/sign-up.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty, type Component } from "@snart/calendar/icalendar/component.ts";
import { closingOf, signUpTermsOf, type SignUpTerms } from "@snart/calendar/icalendar/sign-up-terms.ts";
import { parseLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import {
  exceptionKeys,
  instanceOf,
  keyOfTime,
  overridesByKey,
  withOverrides,
  type InstanceKey,
} from "@snart/calendar/scheduling/instance.ts";
import { isCancelled } from "@snart/calendar/scheduling/itip-message.ts";
import { countPlaces } from "@snart/calendar/scheduling/sign-up/place.ts";
import { instantOf, withLocal } from "@snart/calendar/time/calendar-time.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ObjectId } from "../../storage/records/ids.ts";

/** An event, and an occurrence of a series. */
export interface SignUpReference {
  readonly objectId: ObjectId;
  /** the start that its series gives the occurrence, as a local time; undefined: it does not repeat */
  readonly recurrenceId: string | undefined;
}

/** An event, or one occurrence of a series, that people sign up for. Nobody signs up for a whole series. */
export interface SignUpSpot {
  readonly object: CalendarObject;
  /** the event, or the occurrence's actual or computed component */
  readonly component: Component;
  /** undefined: it does not repeat */
  readonly key: InstanceKey | undefined;
  readonly terms: SignUpTerms;
  /** ms UTC, exclusive */
  readonly closesAt: Instant;
  /** ms UTC; floating times and whole days are in `zone` */
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * Finds the event or occurrence in a stored object; undefined if it has no sign-up. @param zone of whole days and
 * floating times
 */
export function spotIn(
  object: CalendarObject,
  recurrenceId: string | undefined,
  zone: Zone,
): SignUpSpot | undefined {
  if (recurrenceId !== undefined) {
    const key = keyOf(object, recurrenceId);
    return key === undefined ? undefined : spotAt(object, key, zone);
  }
  const { main } = object;
  return main && !repeats(main) ? spotOf(object, main, undefined, zone) : undefined;
}

/** The same by the instance. */
export function spotAt(
  object: CalendarObject,
  key: InstanceKey | undefined,
  zone: Zone,
): SignUpSpot | undefined {
  if (key === undefined) return spotIn(object, undefined, zone);
  if (exceptionKeys(object).has(key)) return undefined;
  const component = overridesByKey(object).get(key) ?? instanceOf(object, key);
  return component && spotOf(object, component, key, zone);
}

const repeats = (main: Component): boolean =>
  firstProperty(main, "RRULE") !== undefined || firstProperty(main, "RDATE") !== undefined;

function keyOf(object: CalendarObject, recurrenceId: string): InstanceKey | undefined {
  const local = parseLocalDateTime(recurrenceId);
  const first = object.main ?? object.overrides[0];
  const times = first && readComponentTimes(first, object.type, zonesOf(object));
  const start = times?.ok ? times.value?.start : undefined;
  return local === undefined || !start ? undefined : keyOfTime(withLocal(start, local));
}

function spotOf(
  object: CalendarObject,
  component: Component,
  key: InstanceKey | undefined,
  zone: Zone,
): SignUpSpot | undefined {
  const terms = signUpTermsOf(component);
  const read = readComponentTimes(component, object.type, zonesOf(object));
  const times = read.ok ? read.value : undefined;
  if (object.type !== "VEVENT" || !terms || !times) return undefined;
  const [start, end] = [instantOf(times.start, zone), instantOf(times.end, zone)];
  return { object, component, key, terms, closesAt: closingOf(terms, start), start, end };
}

/** The object with another component there. */
export function withSpot({ object, key }: SignUpSpot, component: Component): CalendarObject {
  const overrides = overridesByKey(object);
  return key === undefined
    ? withOverrides(object, component, overrides)
    : withOverrides(object, object.main, new Map([...overrides, [key, component]]));
}

export function stateOf({ component, terms, closesAt, end }: SignUpSpot, now: Instant): SignUpState {
  if (isCancelled(component)) return "cancelled";
  if (end <= now) return "over";
  if (closesAt <= now) return "closed";
  const { taken, waiting } = countPlaces(component);
  return waiting > 0 || taken >= (terms.capacity ?? Infinity) ? "full" : "open";
}
