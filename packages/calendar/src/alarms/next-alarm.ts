import { alarmInstants, alarmReach, readAlarmTimes } from "../icalendar/alarm-trigger.ts";
import type { AlarmTimes } from "../icalendar/alarm-trigger.ts";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty } from "../icalendar/component.ts";
import type { Component } from "../icalendar/component.ts";
import { expand } from "../recurrence/expand.ts";
import type { Occurrence } from "../recurrence/expand.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import { timeBounds } from "../recurrence/time-bounds.ts";
import { DAY, MAX_INSTANT } from "../time/instant.ts";
import type { Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";

/** One ring of an alarm. */
export interface Ring {
  readonly at: Instant;
  /** the VALARM */
  readonly alarm: Component;
  readonly occurrence: Occurrence<Component>;
}

interface ReadableAlarm {
  readonly alarm: Component;
  readonly times: AlarmTimes;
}

/** First stretch of time looked at; each next one is twice as long. */
const FIRST_STRETCH = 40 * DAY;
/** An alarm further from its occurrence than this is not looked for. */
const FURTHEST_REACH = 400 * DAY;

const isSilent = (component: Component): boolean =>
  ["CANCELLED", "COMPLETED"].includes(firstProperty(component, "STATUS")?.value.trim().toUpperCase() ?? "");

/** The alarms of a component that ring; Apple writes ACTION:NONE for "no alarm, not even the default". */
function alarmsOf(component: Component): ReadableAlarm[] {
  if (isSilent(component)) return [];
  return component.components.flatMap((alarm) => {
    const times = alarm.name === "VALARM" ? readAlarmTimes(alarm) : undefined;
    const isNone = firstProperty(alarm, "ACTION")?.value.trim().toUpperCase() === "NONE";
    return times && !isNone ? [{ alarm, times }] : [];
  });
}

function ringsOf(occurrence: Occurrence<Component>, zone: Zone): Ring[] {
  return alarmsOf(occurrence.source).flatMap(({ alarm, times }) =>
    alarmInstants(times, occurrence, zone).map((at) => ({ at, alarm, occurrence })),
  );
}

const earliest = (rings: readonly Ring[]): Ring | undefined =>
  rings.reduce<Ring | undefined>((best, ring) => (best && best.at <= ring.at ? best : ring), undefined);

/**
 * The next time that an alarm of an object rings, strictly after an instant; undefined if none does before 2200.
 * Cancelled occurrences and completed tasks are silent. All-day and floating times are those of `zone`.
 */
export function nextAlarm(object: CalendarObject, after: Instant, zone: Zone): Ring | undefined {
  const components = [...(object.main ? [object.main] : []), ...object.overrides];
  const all = components.flatMap(alarmsOf);
  const series = seriesOfObject(object);
  if (all.length === 0 || !series.ok) return undefined;
  const reach = Math.min(FURTHEST_REACH, Math.max(...all.map(({ times }) => alarmReach(times))));
  const bounds = timeBounds(object);
  const end = Math.min(MAX_INSTANT, bounds.end ?? MAX_INSTANT);
  let from = Math.max(after - reach, bounds.start);
  for (let stretch = FIRST_STRETCH; from < end; stretch *= 2) {
    const to = Math.min(end, from + stretch);
    const found = expand(series.value, { from, to }, zone);
    if (!found.ok) return undefined;
    const best = earliest(found.value.flatMap((o) => ringsOf(o, zone)).filter(({ at }) => at > after));
    // What starts later rings at the earliest `reach` before that.
    if (best && (to === end || best.at <= to - reach)) return best;
    // Look again with a longer stretch, from the same start, until nothing later can come first.
    if (!best) from = Math.max(from, to - reach);
    if (to === end) return best;
  }
  return undefined;
}
