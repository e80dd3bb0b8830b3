import {
  firstProperty,
  makeProperty,
  withoutProperties,
  withProperty,
  type Component,
} from "../../icalendar/component.ts";
import { readTime, writeTime, type ZoneLookup } from "../../icalendar/time-property.ts";
import { durationBetween } from "../../recurrence/component-times.ts";
import { withLocal, type CalendarTime } from "../../time/calendar-time.ts";
import {
  addDuration,
  durationOf,
  exactMilliseconds,
  formatDuration,
  nominalDays,
  parseDuration,
  type Duration as TimeDuration,
} from "../../time/duration.ts";
import { DAY } from "../../time/instant.ts";
import { addDays } from "../../time/local.ts";
import { ianaZone } from "../../time/zone.ts";
import type { Converter } from "./converter.ts";
import type { Item } from "../types.ts";
import { formatLocalDateTime } from "../date-time-text.ts";
import { withRaw } from "./edit-property.ts";
import { isAllDay, sameTime, spokenTime, timeFrom, wholeDays } from "../item-time.ts";

const SHOW_WITHOUT_TIME = "SHOW-WITHOUT-TIME";

/** The time of a component's property, if it is present and can be read. */
export function timeOf(component: Component, name: string, zones: ZoneLookup): CalendarTime | undefined {
  const property = firstProperty(component, name);
  return property && readTime(property, zones);
}

/** Sets the time of a component's property: parameters that don't belong to the time stay. */
export function withTime(
  component: Component,
  name: string,
  time: CalendarTime | undefined,
  zones: ZoneLookup,
): Component {
  if (time === undefined)
    return firstProperty(component, name) ? withoutProperties(component, name) : component;
  const existing = firstProperty(component, name);
  const old = existing && readTime(existing, zones);
  if (old && sameTime(old, time)) return component;
  const written = writeTime(name, time);
  const others =
    existing?.parameters.filter((parameter) => !["TZID", "VALUE"].includes(parameter.name)) ?? [];
  return withProperty(component, { ...written, parameters: [...written.parameters, ...others] });
}

const saysWithoutTime = (component: Component): boolean =>
  firstProperty(component, SHOW_WITHOUT_TIME)?.value.trim().toUpperCase() === "TRUE";

/** The properties that `start` decides; a `DTSTART` of type DATE is all-day. */
export function readStart(component: Component, start: CalendarTime): Item {
  const { local, timeZone } = spokenTime(start);
  const withoutTime = start.kind === "allDay" || saysWithoutTime(component);
  return {
    start: formatLocalDateTime(local),
    ...(timeZone !== undefined && { timeZone }),
    ...(withoutTime && { showWithoutTime: true }),
  };
}

function readEnd(component: Component, start: CalendarTime, zones: ZoneLookup): Item {
  const end = timeOf(component, "DTEND", zones);
  const written = parseDuration(firstProperty(component, "DURATION")?.value ?? "");
  if (start.kind === "allDay") {
    const days = end ? durationBetween(start, end).days : written ? daysOf(written) : 1;
    // A date lasts at least one day (RFC 5545 §3.6.1); some clients end it on the day on which it starts.
    return { duration: `P${Math.max(1, days)}D` };
  }
  const duration = end ? durationOf(durationBetween(start, end).milliseconds) : written;
  const zone = end && spokenTime(end).timeZone;
  const isElsewhere = zone !== undefined && zone !== spokenTime(start).timeZone;
  return {
    // A duration of zero is JSCalendar's default.
    ...(duration && isLong(duration) && { duration: formatDuration(duration) }),
    ...(isElsewhere && { endTimeZone: zone }),
  };
}

const isLong = (duration: TimeDuration): boolean =>
  nominalDays(duration) > 0 || exactMilliseconds(duration) > 0;

const daysOf = (duration: TimeDuration): number =>
  nominalDays(duration) + Math.floor(exactMilliseconds(duration) / DAY);

/**
 * Writes the end as DTEND or DURATION, whichever the component has; DURATION for nominal days, which DTEND can't
 * express.
 */
function withEnd(component: Component, start: CalendarTime, item: Item, zones: ZoneLookup): Component {
  const duration = parseDuration(item.duration ?? "PT0S") ?? durationOf(0);
  const hasDuration = firstProperty(component, "DURATION") !== undefined;
  const without = withoutProperties(withoutProperties(component, "DTEND"), "DURATION");
  if (start.kind === "allDay") {
    const days = Math.max(1, wholeDays(item.duration ?? "P1D") ?? 1);
    if (hasDuration) return withRaw(component, "DURATION", `P${days}D`);
    if (days === 1 && !firstProperty(component, "DTEND")) return component;
    return withTime(component, "DTEND", withLocal(start, addDays(start.date, days)), zones);
  }
  const elsewhere = item.endTimeZone ? ianaZone(item.endTimeZone) : undefined;
  if (nominalDays(duration) + exactMilliseconds(duration) <= 0) return without;
  if (!elsewhere && (hasDuration || nominalDays(duration) > 0)) {
    return withRaw(withoutProperties(component, "DTEND"), "DURATION", formatDuration(duration));
  }
  const end = addDuration(start, duration);
  const isShownTwice = start.kind === "timed" && end.kind === "timed" && end.zone !== start.zone;
  // An end within the hour that the clocks show twice is only exact as a duration.
  if (!elsewhere && isShownTwice)
    return withRaw(withoutProperties(component, "DTEND"), "DURATION", formatDuration(duration));
  const shown =
    elsewhere && end.kind === "timed"
      ? timeFrom(formatLocalDateTime(elsewhere.toLocal(end.zone.toInstant(end.local))), {
          timeZone: item.endTimeZone ?? null,
          allDay: false,
        })
      : end;
  return withTime(withoutProperties(component, "DURATION"), "DTEND", shown, zones);
}

/** SHOW-WITHOUT-TIME is only written where the times themselves don't imply it. */
export function withShowWithoutTime(component: Component, item: Item): Component {
  const wanted = item.showWithoutTime === true && !isAllDay(item);
  if (wanted === saysWithoutTime(component)) return component;
  if (!wanted) return withoutProperties(component, SHOW_WITHOUT_TIME);
  return withProperty(component, makeProperty(SHOW_WITHOUT_TIME, "TRUE", { VALUE: "BOOLEAN" }));
}

/** The start of an item, in the zone as the component writes it; undefined if it can't be read. */
export function startOf(component: Component, item: Item, zones: ZoneLookup): CalendarTime | undefined {
  if (item.start === undefined) return undefined;
  const frame = { timeZone: item.timeZone ?? null, allDay: isAllDay(item) };
  return timeFrom(item.start, frame, timeOf(component, "DTSTART", zones));
}

/** DTSTART with DTEND or DURATION of a VEVENT. */
export const eventTimes: Converter = {
  names: ["start", "timeZone", "showWithoutTime", "duration", "endTimeZone"],
  read(component, zones) {
    const start = timeOf(component, "DTSTART", zones);
    return start ? { ...readStart(component, start), ...readEnd(component, start, zones) } : {};
  },
  write(component, item, zones) {
    const start = startOf(component, item, zones);
    if (!start) return component;
    const moved = withShowWithoutTime(withTime(component, "DTSTART", start, zones), item);
    return withEnd(moved, start, item, zones);
  },
};
