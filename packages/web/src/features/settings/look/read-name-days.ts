import type { Component } from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import {
  isDayOfSomeYear,
  LONGEST_NAMES,
  nameDayKey,
  type NameDays,
} from "@snart/calendar/almanac/name-days.ts";

/** A line that names no day and nobody, counted from one. */
export interface UnreadLine {
  readonly line: number;
  readonly text: string;
}

interface ReadNameDays {
  readonly days: NameDays;
  readonly unread: readonly UnreadLine[];
}

/** No list of a year's names has more lines. */
const MOST_LINES = 2_000;
const LONGEST_SHOWN = 80;

const MONTHS = ["jan", "feb", "mar", "apr", "ma[jy]", "jun", "jul", "aug", "sep", "o[ck]t", "nov", "dec"];
const monthName = `(?<name>${MONTHS.join("|")})\\p{L}*\\.?`;
const separator = String.raw`[\s:;,=–-]+`;

const forms = [
  // "12-24", "2026-12-24"
  String.raw`(?:\d{4}-)?(?<month>\d{1,2})-(?<day>\d{1,2})`,
  // "24/12", "24.12.": the day first, as in Sweden and Britain
  String.raw`(?<day>\d{1,2})[/.](?<month>\d{1,2})\.?`,
  // "24 December", "24:e dec"
  String.raw`(?<day>\d{1,2})(?::?[ae]|st|nd|rd|th)?\.?\s+${monthName}`,
  // "December 24"
  String.raw`${monthName}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?`,
].map((form) => new RegExp(String.raw`^${form}${separator}(?<names>\S.*)$`, "iu"));

/**
 * Reads a list of name days as people keep it: a line a day with a date in almost any form ("24/12 Eva", "24 december: Eva",
 * "Dec 24 Eva", "12-24 Eva, Adam"), or an iCalendar file with an event for each. Several lines of one day are joined.
 */
export function readNameDays(text: string): ReadNameDays {
  return /^\uFEFF?BEGIN:VCALENDAR/i.test(text) ? ofCalendar(text) : ofLines(text);
}

function ofLines(text: string): ReadNameDays {
  const list = new List();
  const unread: UnreadLine[] = [];
  for (const [index, written] of text.split(/\r\n?|\n/, MOST_LINES).entries()) {
    const line = written.replace(/^\uFEFF/, "").trim();
    if (line === "" || line.startsWith("#")) continue;
    if (!list.addLine(line)) unread.push({ line: index + 1, text: line.slice(0, LONGEST_SHOWN) });
  }
  return { days: list.days(), unread };
}

/** Each event's first day, and its summary without the word that names its kind. */
function ofCalendar(text: string): ReadNameDays {
  const parsed = parseICalendar(text);
  const list = new List();
  const unread: UnreadLine[] = [];
  const events = parsed.ok ? parsed.value.calendar.components.filter(({ name }) => name === "VEVENT") : [];
  for (const [index, event] of events.slice(0, MOST_LINES).entries()) {
    const summary = (textValue(event, "SUMMARY") ?? "").replace(
      /^(?:namnsdag(?:ar|en)?|name days?)\b[\s:–-]*/iu,
      "",
    );
    if (!list.addLine(`${dateOf(event)} ${summary}`))
      unread.push({ line: index + 1, text: summary.slice(0, LONGEST_SHOWN) });
  }
  return { days: list.days(), unread };
}

function dateOf(event: Component): string {
  const start = event.properties.find(({ name }) => name === "DTSTART")?.value ?? "";
  return `${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6, 8)}`;
}

class List {
  readonly #names = new Map<string, string[]>();

  /** @returns whether the line names a day and somebody */
  addLine(line: string): boolean {
    const groups = forms.map((form) => form.exec(line)?.groups).find((it) => it !== undefined);
    if (!groups) return false;
    const named = groups["name"]?.toLowerCase();
    const month = named
      ? MONTHS.findIndex((name) => new RegExp(`^${name}`).test(named)) + 1
      : Number(groups["month"]);
    const day = Number(groups["day"]);
    const names = (groups["names"] ?? "").replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
    if (!isDayOfSomeYear(month, day) || names === "") return false;
    const key = nameDayKey(month, day);
    const known = this.#names.get(key) ?? [];
    if ([...known, names].join(", ").length > LONGEST_NAMES) return false;
    if (!known.includes(names)) this.#names.set(key, [...known, names]);
    return true;
  }

  days(): NameDays {
    const all = [...this.#names].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return new Map(all.map(([key, names]) => [key, names.join(", ")]));
  }
}
