import { distance } from "@snart/calendar/distance/distance.ts";
import type { PollOption } from "@snart/calendar/poll/poll.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { UTC, type Zone } from "@snart/calendar/time/zone.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { clockText, dayWords } from "../booking/when.ts";

/** How times of a poll are read: in a zone, and of whole days in none. */
export interface Reading {
  readonly isAllDay: boolean;
  readonly length: number;
  readonly zone: Zone;
  readonly language: Language;
  readonly now: Instant;
}

/** The number of the day on which an option begins, for its reader. */
export const dayOf = ({ start }: Pick<PollOption, "start">, { isAllDay, zone }: Reading): number =>
  Math.floor((isAllDay ? start : zone.toLocal(start)) / DAY);

/** "14:00–16:00"; of whole days how many. */
export function timeWords({ start }: Pick<PollOption, "start">, reading: Reading): string {
  const { isAllDay, length, zone, language } = reading;
  if (isAllDay) return nodeMessages(language)("pollPage.days", { days: Math.round(length / DAY) });
  const end = start + length;
  const text = `${clockText(start, zone, language)}–${clockText(end, zone, language)}`;
  const later = dayOf({ start: end - 1 }, reading);
  return later > dayOf({ start }, reading) ? `${text} (${dayWords(later, language)})` : text;
}

/** "Saturday 12 December, 14:00–16:00". */
export const optionWords = (option: Pick<PollOption, "start">, reading: Reading): string =>
  `${dayWords(dayOf(option, reading), reading.language)}, ${timeWords(option, reading)}`;

/** How soon it is. */
export const soonOf = (
  option: Pick<PollOption, "start">,
  { isAllDay, zone, language, now }: Reading,
): string =>
  isAllDay
    ? distance({ kind: "date", date: asLocal(option.start) }, now, zone, language)
    : distance({ kind: "instant", at: option.start }, now, zone, language);

/** The number of the ISO week of a day. */
export function weekOf(day: number): number {
  const thursday = day - ((((day + 3) % 7) + 7) % 7) + 3;
  const year = new Date(thursday * DAY).getUTCFullYear();
  return Math.floor((thursday - Date.UTC(year, 0, 1) / DAY) / 7) + 1;
}

/** A day in short: "Sat", "12 Dec". */
export function shortDay(day: number, language: Language): readonly [string, string] {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: UTC.id }).format(day * DAY);
  return [format({ weekday: "short" }), format({ day: "numeric", month: "short" })];
}
