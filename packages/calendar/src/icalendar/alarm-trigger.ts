import { instantOf, type CalendarTime } from "../time/calendar-time.ts";
import {
  addDuration,
  exactMilliseconds,
  nominalDays,
  parseDuration,
  type Duration,
} from "../time/duration.ts";
import { DAY, type Instant } from "../time/instant.ts";
import { UTC, type Zone } from "../time/zone.ts";
import { firstProperty, parameterValue, type Component } from "./component.ts";
import { readTime } from "./time-property.ts";

/** When a VALARM rings (RFC 5545 §3.8.6.3): at a moment, or relative to the start or end of its component. */
type AlarmTrigger =
  | { readonly kind: "absolute"; readonly at: Instant }
  | { readonly kind: "relative"; readonly to: "start" | "end"; readonly offset: Duration };

export interface AlarmTimes {
  readonly trigger: AlarmTrigger;
  /** number of repetitions and milliseconds between them (REPEAT with DURATION) */
  readonly repeats: number;
  readonly interval: number;
}

/** More repetitions than this are cut off. */
const MAX_REPEATS = 100;

const lengthOf = (duration: Duration): number => nominalDays(duration) * DAY + exactMilliseconds(duration);

/** Reads when a VALARM rings; undefined if its TRIGGER can't be read. */
export function readAlarmTimes(alarm: Component): AlarmTimes | undefined {
  const property = firstProperty(alarm, "TRIGGER");
  if (!property) return undefined;
  const offset = parseDuration(property.value);
  const time = offset ? undefined : readTime(property, () => undefined);
  if (!offset && time?.kind !== "timed") return undefined;
  const isEnd = parameterValue(property, "RELATED")?.toUpperCase() === "END";
  const trigger: AlarmTrigger = offset
    ? { kind: "relative", to: isEnd ? "end" : "start", offset }
    : { kind: "absolute", at: time ? instantOf(time, UTC) : 0 };
  const interval = parseDuration(firstProperty(alarm, "DURATION")?.value ?? "");
  const repeats = Number.parseInt(firstProperty(alarm, "REPEAT")?.value ?? "", 10);
  if (!interval || !(repeats > 0)) return { trigger, repeats: 0, interval: 0 };
  return { trigger, repeats: Math.min(repeats, MAX_REPEATS), interval: Math.max(0, lengthOf(interval)) };
}

/**
 * The moments at which an alarm rings for one occurrence, first ring first; floating and all-day times are read in
 * `viewer`.
 */
export function alarmInstants(
  { trigger, repeats, interval }: AlarmTimes,
  { start, end }: { readonly start: CalendarTime; readonly end: CalendarTime },
  viewer: Zone,
): Instant[] {
  const first =
    trigger.kind === "absolute"
      ? trigger.at
      : relativeInstant(trigger.to === "end" ? end : start, trigger.offset, viewer);
  return Array.from({ length: repeats + 1 }, (_, i) => first + i * interval);
}

/** Days follow the clock, hours are elapsed time; for an all-day time, counted from its midnight. */
function relativeInstant(time: CalendarTime, offset: Duration, viewer: Zone): Instant {
  const days = { ...offset, hours: 0, minutes: 0, seconds: 0 };
  return instantOf(addDuration(time, days), viewer) + exactMilliseconds(offset);
}

/** How far before or after its occurrence an alarm may ring, in milliseconds; infinite for an absolute one. */
export const alarmReach = ({ trigger, repeats, interval }: AlarmTimes): number =>
  trigger.kind === "absolute" ? Infinity : Math.abs(lengthOf(trigger.offset)) + repeats * interval + DAY;

/**
 * The earliest and the latest that an alarm may ring, in milliseconds from the start or end that it relates to
 * (repetitions included, plus a day where its offset counts days on the clock); undefined for an absolute one.
 */
export function alarmSpan({
  trigger,
  repeats,
  interval,
}: AlarmTimes): { readonly earliest: number; readonly latest: number } | undefined {
  if (trigger.kind === "absolute") return undefined;
  const offset = lengthOf(trigger.offset);
  const slack = nominalDays(trigger.offset) === 0 ? 0 : DAY;
  return { earliest: offset - slack, latest: offset + repeats * interval + slack };
}
