import { makeComponent, makeProperty, type Component, type Property } from "../icalendar/component.ts";
import { formatLocalValue } from "../icalendar/time-property.ts";
import { daysInMonth } from "../time/civil.ts";
import { HOUR, MAX_INSTANT, MINUTE, SECOND, type Instant } from "../time/instant.ts";
import { asLocal, fieldsOfLocal, localFromFields, timeOfDay, weekday, type Local } from "../time/local.ts";
import { TransitionZone } from "../time/transition-zone.ts";
import { zoneAbbreviation } from "../time/zone-abbreviation.ts";
import { UTC, ianaZone } from "../time/zone.ts";
import { formatRule, type RecurrenceRule, type RuleDay } from "./rule.ts";

/** A change of the zone's clocks; offsets in milliseconds east of UTC. */
interface Onset {
  readonly at: Instant;
  /** on the clock before the change (RFC 5545 §3.6.5) */
  readonly local: Local;
  readonly from: number;
  readonly to: number;
}

/** Onsets of one rule, one in each year. */
interface Run {
  readonly onsets: readonly Onset[];
  /** the weekdays, numbered within the month, that fit all onsets; none if only `firstDay` and `lastDay` do */
  readonly days: readonly RuleDay[];
  /** the first and the last day of the month with an onset: within a week, always the same weekday */
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Rules are written for this much longer than asked: within 28 years each date falls on each weekday. */
const LOOK_AHEAD = 30 * 366 * 24 * HOUR;

/**
 * A VTIMEZONE for an IANA zone that is right from `from` (inclusive) to `to` (exclusive). Throws on an unknown zone.
 */
export function vtimezoneFor(zoneId: string, from: Instant, to: Instant): Component {
  const zone = ianaZone(zoneId);
  if (!zone) throw new RangeError(`no such zone: ${zoneId}`);
  const end = Math.min(MAX_INSTANT, to + LOOK_AHEAD);
  const transitions = zone instanceof TransitionZone ? zone.transitionsWithin(from, end) : [];
  const onsets = transitions.map(({ at, before, offset }) => ({
    at,
    local: asLocal(at + before),
    from: before,
    to: offset,
  }));
  const offset = zone.offsetAt(from);
  const unchanged = { at: 0, local: localFromFields(1900, 1, 1), from: offset, to: offset };
  const runs = findRuns(onsets).filter((run) => (run.onsets[0]?.at ?? end) < to);
  const observances =
    runs.length === 0
      ? [observance(unchanged, nameAt(zone.id, from, offset), [])]
      : writeRuns(zone.id, runs, end);
  return makeComponent("VTIMEZONE", [makeProperty("TZID", zoneId.trim())], observances);
}

/** The name of the zone's time, or its offset where the IANA data has no name. */
const nameAt = (zoneId: string, at: Instant, offset: number): string =>
  zoneAbbreviation(zoneId, at) ?? formatOffset(offset).replace(/^(...)00$/, "$1");

function writeRuns(zoneId: string, runs: readonly Run[], to: Instant): Component[] {
  const single = new Map<string, Onset[]>();
  const components: Component[] = [];
  for (const run of runs) {
    const [first] = run.onsets;
    const last = run.onsets.at(-1);
    if (!first || !last) continue;
    const name = nameAt(zoneId, first.at, first.to);
    if (run.onsets.length > 1) {
      const isOpen = to - last.at <= 366 * 24 * HOUR;
      components.push(observance(first, name, [makeProperty("RRULE", formatRule(ruleOf(run, isOpen)))]));
    } else {
      const key = `${first.from} ${first.to} ${name}`;
      const others = single.get(key);
      if (others) others.push(first);
      else single.set(key, [first]);
    }
  }
  for (const onsets of single.values()) {
    const [first, ...others] = onsets.sort((a, b) => a.at - b.at);
    if (!first) continue;
    const dates = others.map(({ local }) => formatLocalValue(local)).join(",");
    const name = nameAt(zoneId, first.at, first.to);
    components.push(observance(first, name, dates === "" ? [] : [makeProperty("RDATE", dates)]));
  }
  return components;
}

/** Gathers onsets with the same offsets, month and time of day in consecutive years. */
function findRuns(onsets: readonly Onset[]): Run[] {
  const finished: Run[] = [];
  const open = new Map<string, Run>();
  for (const onset of onsets) {
    const { month, day } = fieldsOfLocal(onset.local);
    const key = `${onset.from} ${onset.to} ${month} ${timeOfDay(onset.local)}`;
    const run = open.get(key);
    const longer = run && withOnset(run, onset);
    if (run && !longer) finished.push(run);
    open.set(
      key,
      longer ?? { onsets: [onset], days: candidateDays(onset.local), firstDay: day, lastDay: day },
    );
  }
  return [...finished, ...open.values()];
}

/** A run extended by the onset of the following year; undefined if no single rule gives them all. */
function withOnset(run: Run, onset: Onset): Run | undefined {
  const last = run.onsets.at(-1) as Onset;
  const { year, day } = fieldsOfLocal(onset.local);
  if (fieldsOfLocal(last.local).year !== year - 1 || weekday(last.local) !== weekday(onset.local))
    return undefined;
  const fitting = candidateDays(onset.local);
  const days = run.days.filter(({ nth }) => fitting.some((other) => other.nth === nth));
  const firstDay = Math.min(run.firstDay, day);
  const lastDay = Math.max(run.lastDay, day);
  if (days.length === 0 && lastDay - firstDay >= 7) return undefined;
  return { onsets: [...run.onsets, onset], days, firstDay, lastDay };
}

/** The ways to describe a date as a weekday of its month: from the end if it is the last, and from the start. */
function candidateDays(local: Local): RuleDay[] {
  const { year, month, day } = fieldsOfLocal(local);
  const fromStart = { day: weekday(local), nth: Math.ceil(day / 7) };
  return day + 7 > daysInMonth(year, month) ? [{ day: weekday(local), nth: -1 }, fromStart] : [fromStart];
}

function ruleOf({ onsets, days, firstDay }: Run, isOpen: boolean): RecurrenceRule {
  const first = onsets[0] as Onset;
  const last = onsets.at(-1) as Onset;
  // "The Friday before the last Sunday" and the like: that weekday in a range of seven dates
  const week = {
    byMonthDay: DAYS_OF_WEEK.map((day) => Math.min(firstDay, 25) + day),
    byDay: [{ day: weekday(first.local) }],
  };
  const rule: RecurrenceRule = {
    freq: "YEARLY",
    interval: 1,
    byMonth: [fieldsOfLocal(first.local).month],
    ...(days.length > 0 ? { byDay: days.slice(0, 1) } : week),
    wkst: 1,
  };
  return isOpen ? rule : { ...rule, until: { local: UTC.toLocal(last.at), utc: true, date: false } };
}

const DAYS_OF_WEEK = [0, 1, 2, 3, 4, 5, 6];

function observance({ local, from, to }: Onset, name: string, rest: readonly Property[]): Component {
  return makeComponent(to > from ? "DAYLIGHT" : "STANDARD", [
    makeProperty("DTSTART", formatLocalValue(local)),
    makeProperty("TZOFFSETFROM", formatOffset(from)),
    makeProperty("TZOFFSETTO", formatOffset(to)),
    makeProperty("TZNAME", name),
    ...rest,
  ]);
}

/** Writes a UTC-OFFSET (RFC 5545 §3.3.14). */
function formatOffset(offset: number): string {
  const size = Math.abs(offset);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const seconds = Math.floor((size % MINUTE) / SECOND);
  const text = `${two(size / HOUR)}${two((size % HOUR) / MINUTE)}${seconds > 0 ? two(seconds) : ""}`;
  return `${offset < 0 ? "-" : "+"}${text}`;
}
