import { distance } from "@snart/calendar/distance/distance.ts";
import { DAY, HOUR, type Instant } from "@snart/calendar/time/instant.ts";
import { UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: Language, zone: string, options: Intl.DateTimeFormatOptions, at: number): string {
  const key = `${language} ${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: zone });
  // Guests choose zones: what is remembered has an end.
  if (formats.size < 500) formats.set(key, known);
  return known.format(at);
}

/** By how much clocks are put back: half an hour on Lord Howe Island, two hours at Troll in Antarctica. */
const PUT_BACK = [HOUR / 2, HOUR, 2 * HOUR];

/** The moments at which the clocks of a zone show the same reading, the earlier first; undefined: there is one. */
function readings(at: Instant, zone: Zone): readonly [Instant, Instant] | undefined {
  const others = PUT_BACK.flatMap((by) => [at - by, at + by]);
  const other = others.find((each) => zone.toLocal(each) === zone.toLocal(at));
  return other === undefined ? undefined : [Math.min(at, other), Math.max(at, other)];
}

/** Whether clocks are put back there from summer time: in the summer before they showed as the first reading does, and in the winter before as the second. */
function isFromSummer([first, second]: readonly [Instant, Instant], zone: Zone): boolean {
  const offset = (at: Instant): number => zone.toLocal(at) - at;
  return offset(first - 91 * DAY) === offset(first) && offset(first - 274 * DAY) === offset(second);
}

/** A time of the day; where the clocks repeat it, with what tells the two apart. */
export function clockText(at: Instant, zone: Zone, language: Language): string {
  const twice = readings(at, zone);
  const isBySeason = twice !== undefined && isFromSummer(twice, zone);
  const named = twice && !isBySeason ? ({ timeZoneName: "short" } as const) : {};
  const time = format(
    language,
    zone.id,
    { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...named },
    at,
  );
  if (!isBySeason) return time;
  const words = nodeMessages(language);
  return at === twice[0]
    ? words("bookingPage.summerTime", { time })
    : words("bookingPage.standardTime", { time });
}

/** A day by its number: "Monday 23 November". */
export const dayWords = (day: number, language: Language): string =>
  format(language, "UTC", { weekday: "long", day: "numeric", month: "long" }, day * DAY).replace(",", "");

/** A day by its number with its year. */
export const dayInYear = (day: number, language: Language): string =>
  format(
    language,
    "UTC",
    { weekday: "long", day: "numeric", month: "long", year: "numeric" },
    day * DAY,
  ).replace(",", "");

export const monthWords = (year: number, month: number, language: Language): string =>
  format(language, "UTC", { month: "long", year: "numeric" }, Date.UTC(year, month - 1, 1));

/** The seven days, Monday first, in short and in full. */
export const weekdayWords = (language: Language): readonly (readonly [string, string])[] =>
  Array.from({ length: 7 }, (_, at) => {
    const day = Date.UTC(2024, 0, 1 + at);
    return [
      format(language, "UTC", { weekday: "short" }, day),
      format(language, "UTC", { weekday: "long" }, day),
    ] as const;
  });

const dayNumberOf = (at: Instant, zone: Zone): number => Math.floor(zone.toLocal(at) / DAY);

/** "Monday 23 November 2026, 09:00–09:30"; with both days where it ends on another one. */
export function spanWords(start: Instant, end: Instant, zone: Zone, language: Language): string {
  const isOfOneDay = dayNumberOf(start, zone) === dayNumberOf(end - 1, zone);
  if (!isOfOneDay) return `${momentWords(start, zone, language)} – ${momentWords(end, zone, language)}`;
  return `${dayInYear(dayNumberOf(start, zone), language)}, ${clockText(start, zone, language)}–${clockText(end, zone, language)}`;
}

/** "Monday 23 November, 09:00": for a button. */
export const startWords = (start: Instant, zone: Zone, language: Language): string =>
  `${dayWords(dayNumberOf(start, zone), language)}, ${clockText(start, zone, language)}`;

/** "Monday 23 November 2026, 09:00": a moment until which something can be done. */
export const momentWords = (at: Instant, zone: Zone, language: Language): string =>
  `${dayInYear(dayNumberOf(at, zone), language)}, ${clockText(at, zone, language)}`;

export const soonWords = (at: Instant, now: Instant, zone: Zone, language: Language): string =>
  distance({ kind: "instant", at }, now, zone, language);

export const dateText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** A moment in an address: `20261123T080000Z`. */
export const instantText = (at: Instant): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

/** @returns undefined for what is no such text */
export function readInstant(text: string): Instant | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 1, ...rest] = match.slice(1).map(Number);
  const at = Date.UTC(year, month - 1, ...rest);
  return instantText(at) === text ? at : undefined;
}

/** A zone as people read it: "Europe/Stockholm" is "Stockholm". */
export const zoneWords = ({ id }: Zone): string =>
  id === UTC.id ? "UTC" : (id.split("/").at(-1) ?? id).replaceAll("_", " ");
