import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { fieldsOfLocal } from "@snart/calendar/time/local.ts";
import { firstInLine, type Formats } from "../../../i18n/format.ts";
import type { Language, Messages } from "../../../i18n/messages.ts";
import type { SheetDays } from "./print-period.ts";
import type { PrintKind } from "./print-settings.ts";

/** The text at the head of a sheet. */
export interface SheetTitle {
  readonly title: string;
  /** "Week 48", "Weeks 44–49"; empty where week numbers are not wanted */
  readonly week: string;
}

/** How sheets are headed, in words; `formats` are for wall-clock times. */
export interface TitleWords {
  readonly formats: Formats;
  readonly language: Language;
  readonly t: Messages;
  readonly hasWeeks: boolean;
}

/** Names the dates of a sheet. It shows no distance, because that would be untrue before the ink is dry. */
export function sheetTitle(kind: PrintKind, days: SheetDays, words: TitleWords): SheetTitle {
  const { formats, language, t, hasWeeks } = words;
  const { first, last } = days;
  const [from, to] = [isoWeek(first).week, isoWeek(last).week];
  const weeks = from === to ? formats.week(from) : t("shell.weeks", { from: String(from), to: String(to) });
  const week = hasWeeks && kind !== "year" ? weeks : "";
  if (kind === "year") return { title: formats.year(first), week };
  if (kind === "month") return { title: firstInLine(formats.monthAndYear(first), language), week };
  if (kind === "day") return { title: firstInLine(formats.dayAndYear(first), language), week };
  return { title: dayRange(days, formats, t), week };
}

/** "23–29 November 2026", "30 November – 6 December 2026", "28 December 2026 – 3 January 2027" */
function dayRange({ first, last }: SheetDays, formats: Formats, t: Messages): string {
  const [a, b] = [fieldsOfLocal(first), fieldsOfLocal(last)];
  const day = (at: number): string => `${formats.dayNumber(at)} ${formats.month(at)}`;
  const dated = (at: number): string => `${day(at)} ${formats.year(at)}`;
  if (first === last) return dated(last);
  if (a.year !== b.year) return t("print.range", { from: dated(first), to: dated(last) });
  if (a.month !== b.month) return t("print.range", { from: day(first), to: dated(last) });
  return `${formats.dayNumber(first)}–${dated(last)}`;
}
