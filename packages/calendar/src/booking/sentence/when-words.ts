import { distance } from "../../distance/distance.ts";
import type { DistanceLocale } from "../../distance/wording.ts";
import { DAY, type Instant } from "../../time/instant.ts";
import { dayOf, timeOfDay, type Local } from "../../time/local.ts";
import { DAY_NAMES } from "../day-kinds.ts";
import type { DayName } from "../rules.ts";
import type { SentenceContext } from "./context.ts";

const DATE = { weekday: "long", day: "numeric", month: "long" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A reading of the clocks as it is, whatever zone the process has. */
function format(local: Local, language: DistanceLocale, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const made = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  formats.set(key, made);
  return made.format(local);
}

/** "Friday 4 December", "fredag 4 december"; with the year where it is another than now. */
export function dateWords({ zone, now, language }: SentenceContext, instant: Instant): string {
  const local = zone.toLocal(instant);
  const year = (at: Local): number => new Date(at).getUTCFullYear();
  const isSameYear = year(local) === year(zone.toLocal(now));
  // The runtime puts a comma after an English weekday.
  return format(local, language, isSameYear ? DATE : { ...DATE, year: "numeric" }).replace(
    /^(\p{L}+),/u,
    "$1",
  );
}

/** The end of a pass: midnight ends its day. */
export const endClockWords = (context: SentenceContext, end: Instant): string =>
  timeOfDay(context.zone.toLocal(end)) === 0 ? "24:00" : clockWords(context, end);

/** "16:00" */
export const clockWords = ({ zone, language }: SentenceContext, instant: Instant): string =>
  format(zone.toLocal(instant), language, CLOCK).replace(".", ":");

const OWN_DAYS = {
  "en-GB": { today: "today", tomorrow: "tomorrow", at: " at ", on: "on ", midnight: "midnight" },
  sv: { today: "i dag", tomorrow: "i morgon", at: " ", on: "", midnight: "24:00" },
} as const;

/** "today at 18:00", "i morgon 18:00", "Friday 4 December at 18:00": after "until", "from", "since" */
export function momentWords(context: SentenceContext, instant: Instant): string {
  const words = OWN_DAYS[context.language];
  return `${dayWords(context, instant) ?? dateWords(context, instant)}${words.at}${clockWords(context, instant)}`;
}

/** The same after a verb: "on Friday 4 December at 18:00" */
export function whenWords(context: SentenceContext, instant: Instant): string {
  const words = OWN_DAYS[context.language];
  const day = dayWords(context, instant) ?? `${words.on}${dateWords(context, instant)}`;
  return `${day}${words.at}${clockWords(context, instant)}`;
}

function dayWords({ zone, now, language }: SentenceContext, instant: Instant): string | undefined {
  const days = dayOf(zone.toLocal(instant)) - dayOf(zone.toLocal(now));
  if (days === 0) return OWN_DAYS[language].today;
  return days === 1 ? OWN_DAYS[language].tomorrow : undefined;
}

/** The end of something: the time alone on the day of `from`, else with its date. Midnight ends its day. */
export function untilWords(context: SentenceContext, until: Instant, from: Instant): string {
  const { zone, language } = context;
  const local = zone.toLocal(until);
  const isMidnight = timeOfDay(local) === 0;
  const day = dayOf(local) - (isMidnight ? 1 : 0);
  const words = OWN_DAYS[language];
  const clock = isMidnight ? words.midnight : clockWords(context, until);
  if (day === dayOf(zone.toLocal(from))) return clock;
  return `${dateWords(context, isMidnight ? until - 1 : until)}${isMidnight ? " " : words.at}${clock}`;
}

/** 1970-01-05 was a Monday. */
const dayOfName = (name: DayName): Local => ((4 + DAY_NAMES.indexOf(name)) * DAY) as Local;

/** "Sundays", "söndagar" */
export const weekdaysWord = (name: DayName, language: DistanceLocale): string => {
  const day = format(dayOfName(name), language, { weekday: "long" });
  return language === "sv" ? `${day}ar` : `${day}s`;
};

/** "Fridays and Sundays", "fredagar och söndagar" */
export const weekdaysWords = (names: readonly DayName[], language: DistanceLocale): string =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(
    names.map((name) => weekdaysWord(name, language)),
  );

/** "November", "november"; with the year where it is another than now. `day` is a day number. */
export function monthWords({ zone, now, language }: SentenceContext, day: number): string {
  const [local, today] = [day * DAY, zone.toLocal(now)];
  const isSameYear = new Date(local).getUTCFullYear() === new Date(today).getUTCFullYear();
  return format(local as Local, language, { month: "long", ...(!isSameYear && { year: "numeric" }) });
}

/** With a capital, where a sentence begins with it. */
export const begun = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** How soon a moment is; a midnight is a date, so that tomorrow is "in 1 day". */
export function soonWords({ zone, now, language }: SentenceContext, at: Instant): string {
  const local = zone.toLocal(at);
  const isDate = timeOfDay(local) === 0 && at > now && dayOf(local) > dayOf(zone.toLocal(now));
  return distance(isDate ? { kind: "date", date: local } : { kind: "instant", at }, now, zone, language);
}
