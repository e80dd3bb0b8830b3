import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import { readTimes, type ZoneLookup } from "../icalendar/time-property.ts";
import { readComponentTimes, type ComponentTimes } from "../recurrence/component-times.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { isNoRule } from "../recurrence/rule.ts";
import { meaningOfRule, meaningOfZone } from "../recurrence/rule-meaning.ts";
import { SeriesClock } from "../recurrence/series-clock.ts";
import type { CalendarTime } from "../time/calendar-time.ts";
import { addToTime } from "../time/duration.ts";
import { UTC } from "../time/zone.ts";
import { keyOfTime } from "./instance.ts";

// Whether something takes place at the same times as before: by what is meant, since apps write the same in different words.

/** What of its object a component is read with. */
type Context = Pick<CalendarObject, "type" | "timeZones">;

const timeKey = (time: CalendarTime): string => `${time.kind}${keyOfTime(time)}`;

/** When a component takes place: its start and end. Another zone with the same instants counts as the same for a single time. */
export function spanOf(component: Component, { type, timeZones }: Context): string {
  const times = readComponentTimes(component, type, zonesOf({ timeZones }));
  if (!times.ok || !times.value) return times.ok ? "none" : "unreadable";
  return `${timeKey(times.value.start)}-${timeKey(times.value.end)}`;
}

/** How a series repeats. Where it ends does not count: who has said yes to all of it has said yes to less. */
export const recurrenceOf = remembered((component, context) => repetitionOf(component, context, false));

/** How a series repeats, and where it ends. */
export const wholeRecurrenceOf = remembered((component, context) => repetitionOf(component, context, true));

/** Components are never changed in place, and each is compared for everybody who is asked. */
function remembered(make: (component: Component, context: Context) => string): typeof make {
  const known = new WeakMap<Component, WeakMap<Context["timeZones"], string>>();
  return (component, context) => {
    const texts = known.get(component) ?? new WeakMap<Context["timeZones"], string>();
    const text = texts.get(context.timeZones) ?? make(component, context);
    known.set(component, texts.set(context.timeZones, text));
    return text;
  };
}

function repetitionOf(component: Component, { type, timeZones }: Context, withEnd: boolean): string {
  const lines = component.properties.filter(
    ({ name, value }) => /^(?:RRULE|EXRULE|RDATE)$/.test(name) && !isNoRule(value),
  );
  if (lines.length === 0) return "";
  const zones = zonesOf({ timeZones });
  const times = readComponentTimes(component, type, zones);
  if (!times.ok || !times.value) return lines.map(({ name, value }) => `${name}:${value}`).join("|");
  const { start } = times.value;
  const rules = lines.flatMap(({ name, value }) =>
    name === "RDATE" ? [] : [`${name}:${meaningOfRule(value, start, withEnd)}`],
  );
  const dates = datesOf(component, times.value, zones);
  const clocks = rules.length > 0 ? meaningOfZone(start) : "";
  return [...new Set([...rules, ...dates])].toSorted().join("|") + clocks;
}

/** The RDATEs on the series' own clock, with their ends where those are their own. */
function datesOf(component: Component, { start, duration }: ComponentTimes, zones: ZoneLookup): string[] {
  const clock = new SeriesClock(start, UTC);
  return component.properties.flatMap((property) => {
    const dates = property.name === "RDATE" ? (readTimes(property, zones) ?? []) : [];
    return dates.flatMap(({ start: date, end }) => {
      const usual = keyOfTime(addToTime(date, duration.days, duration.milliseconds));
      const ownEnd = end && keyOfTime(end) !== usual ? `-${timeKey(end)}` : "";
      const reading = clock.reading(date);
      return reading === clock.first && ownEnd === "" ? [] : [`${reading}${ownEnd}`];
    });
  });
}
