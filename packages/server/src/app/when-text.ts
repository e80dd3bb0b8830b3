import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { firstProperty, type Component } from "@snart/calendar/icalendar/component.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { parseRule } from "@snart/calendar/recurrence/rule.ts";
import { ruleText } from "@snart/calendar/recurrence/sentence/rule-text.ts";
import { instantOf, localOf, ownLocal, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays, asLocal, dayOf, type Local } from "@snart/calendar/time/local.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";

/** A person's clock; 24 hours by default. */
export type Clock = Preferences["clock"];

/**
 * The time of an event for a text that is kept: weekday, date with its year, times in the event's own zone with its
 * name and distance from UTC, and the week. Never the distance in time: that goes stale.
 */
export function whenText(
  object: CalendarObject,
  component: Component,
  language: Language,
  clock?: Clock,
): string {
  const words = nodeMessages(language);
  const times = readComponentTimes(component, object.type, zonesOf(object));
  if (!times.ok || !times.value) return words("mail.untimed");
  return spanText(times.value.start, times.value.end, language, clock);
}

/** The same for a time from one to another. */
export function spanText(start: CalendarTime, end: CalendarTime, language: Language, clock?: Clock): string {
  const words = nodeMessages(language);
  const [from, to] = [ownLocal(start), endLocal(start, end)];
  if (start.kind === "allDay") return allDayText(from, to, language);
  const zone = zoneText(start, language);
  const week = isoWeek(from).week;
  const [date, begins] = [dateText(from, language), clockText(from, language, clock)];
  if (to === from) return words("mail.point", { date, start: begins, week, zone });
  const until = { end: clockText(to, language, clock), zone };
  return dayOf(from) === dayOf(to)
    ? words("mail.timed", { date, start: begins, week, ...until })
    : words("mail.span", { from: date, start: begins, to: dateText(to, language), ...until });
}

/** The same in a few words, for a device: "Tue 24 Nov, 14:00–15:00". */
export function briefSpanText(
  start: CalendarTime,
  end: CalendarTime,
  language: Language,
  clock?: Clock,
): string {
  const [from, to] = [ownLocal(start), endLocal(start, end)];
  const date = format(from, language, BRIEF_DATE);
  if (start.kind === "allDay") return date;
  const begins = clockText(from, language, clock);
  if (dayOf(from) === dayOf(to) && to > from) return `${date}, ${begins}–${clockText(to, language, clock)}`;
  return `${date}, ${begins}`;
}

/** A day in full: "Tuesday 24 November 2026". */
export const dayText = (day: Local, language: Language): string => dateText(day, language);

/** The times of an event on one day: "14:00–15:00"; undefined if it takes the whole day. */
export function clocksText(
  start: CalendarTime,
  end: CalendarTime,
  language: Language,
  clock?: Clock,
): string | undefined {
  if (start.kind === "allDay") return undefined;
  const [from, to] = [ownLocal(start), endLocal(start, end)];
  const begins = clockText(from, language, clock);
  return to > from ? `${begins}–${clockText(to, language, clock)}` : begins;
}

/** The same in a few words, for a subject line: "Tue 24 Nov 2026, 14:00". */
export function shortWhenText(object: CalendarObject, component: Component, language: Language): string {
  const times = readComponentTimes(component, object.type, zonesOf(object));
  if (!times.ok || !times.value) return nodeMessages(language)("mail.untimed");
  const { start } = times.value;
  const local = ownLocal(start);
  const date = format(local, language, SHORT_DATE);
  return start.kind === "allDay" ? date : `${date}, ${clockText(local, language)}`;
}

/** The recurrence of a series as a sentence; undefined for a single event, or a rule without a sentence. */
export function repeatsText(
  object: CalendarObject,
  first: Component,
  language: Language,
): string | undefined {
  const property = firstProperty(first, "RRULE");
  const rule = property && parseRule(property.value);
  const times = readComponentTimes(first, object.type, zonesOf(object));
  if (!rule?.ok || !times.ok || !times.value) return undefined;
  const { start } = times.value;
  const zone = start.kind === "timed" ? { zone: start.zone } : {};
  return ruleText(rule.value, { start: ownLocal(start), ...zone, allDay: start.kind === "allDay" }, language);
}

/** The end as the start's clocks show it. */
const endLocal = (start: CalendarTime, end: CalendarTime): Local =>
  start.kind === "timed" && end.kind === "timed" ? localOf(end, start.zone) : ownLocal(end);

function allDayText(from: Local, end: Local, language: Language): string {
  const words = nodeMessages(language);
  const last = addDays(end, -1);
  return last > from
    ? words("mail.allDays", { from: dateText(from, language), to: dateText(last, language) })
    : words("mail.allDay", { date: dateText(from, language), week: isoWeek(from).week });
}

function zoneText(time: CalendarTime, language: Language): string {
  if (time.kind !== "timed") return nodeMessages(language)("mail.localTime");
  const minutes = Math.round(time.zone.offsetAt(instantOf(time, UTC)) / 60_000);
  if (minutes === 0 && time.zone.id === UTC.id) return "UTC";
  const size = Math.abs(minutes);
  const digits = (n: number): string => String(Math.floor(n)).padStart(2, "0");
  const offset = `UTC${minutes < 0 ? "−" : "+"}${digits(size / 60)}:${digits(size % 60)}`;
  return `${time.zone.id.replaceAll("_", " ")}, ${offset}`;
}

const LONG_DATE = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const BRIEF_DATE = { weekday: "short", day: "numeric", month: "short" } as const;
const SHORT_DATE = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
const CLOCKS = {
  "24": { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  "12": { hour: "numeric", minute: "2-digit", hourCycle: "h12" },
} as const;

const dateText = (local: Local, language: Language): string => format(local, language, LONG_DATE);
const clockText = (local: Local, language: Language, clock: Clock = "24"): string =>
  format(local, language, CLOCKS[clock]).replace(".", ":").replace(/\s/u, "\u00a0");

const formats = new Map<string, Intl.DateTimeFormat>();

/** A clock reading as it is, in any zone. */
function format(local: Local, language: Language, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  formats.set(key, made);
  // "Tuesday 24 November", the form used everywhere in Snart; the runtime adds a comma.
  return made.format(asLocal(local)).replace(/^(\p{L}+),/u, "$1");
}
