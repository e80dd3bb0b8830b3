import { startOfIsoWeek, isoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import {
  addDays,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  startOfDay,
  startOfWeek,
} from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { localDateText, readLocalText } from "../../store/local-text.ts";

export type ViewKind = "day" | "week" | "month" | "year" | "soon";

/** What part of time is on screen. */
export interface View {
  readonly kind: ViewKind;
  /** midnight of a day of it */
  readonly date: Local;
}

/** "/week/2026-W48", "/day/2026-11-23", "/month/2026-11", "/year/2026", "/soon" */
export function addressOf({ kind, date }: View): string {
  if (kind === "soon") return "/soon";
  if (kind === "day") return `/day/${localDateText(date)}`;
  if (kind === "month") return `/month/${localDateText(date).slice(0, 7)}`;
  if (kind === "year") return `/year/${localDateText(date).slice(0, 4)}`;
  const { year, week } = isoWeek(date);
  return `/week/${String(year).padStart(4, "0")}-W${String(week).padStart(2, "0")}`;
}

/** Reads an address; undefined if it names no view. `today` stands in where the address names no date. */
export function readAddress(path: string, today: Local): View | undefined {
  if (path === "/soon") return { kind: "soon", date: startOfDay(today) };
  if (path === "/week" || path === "/day" || path === "/month" || path === "/year")
    return { kind: path.slice(1) as ViewKind, date: startOfDay(today) };
  const day = /^\/day\/(\d{4}-\d{2}-\d{2})$/.exec(path);
  const date = day?.[1] === undefined ? undefined : readLocalText(day[1]);
  if (date !== undefined) return { kind: "day", date };
  return readWeek(path, today) ?? readMonth(path, today) ?? readYear(path, today);
}

function readWeek(path: string, today: Local): View | undefined {
  const match = /^\/week\/(\d{4})-W(\d{2})$/.exec(path);
  if (!match) return undefined;
  const [year, week] = [Number(match[1]), Number(match[2])];
  if (year < 1900 || year > 2199 || week < 1 || week > weeksInIsoYear(year)) return undefined;
  const monday = startOfIsoWeek({ year, week });
  const holdsToday = startOfWeek(today) === monday;
  return { kind: "week", date: holdsToday ? startOfDay(today) : monday };
}

function readMonth(path: string, today: Local): View | undefined {
  const month = /^\/month\/(\d{4}-\d{2})$/.exec(path)?.[1];
  const first = month === undefined ? undefined : readLocalText(`${month}-01`);
  if (first === undefined || !isKept(first)) return undefined;
  const holdsToday = startOfMonth(today) === first;
  return { kind: "month", date: holdsToday ? startOfDay(today) : first };
}

function readYear(path: string, today: Local): View | undefined {
  const text = /^\/year\/(\d{4})$/.exec(path)?.[1];
  const first = text === undefined ? undefined : readLocalText(`${text}-01-01`);
  if (first === undefined || !isKept(first)) return undefined;
  const holdsToday = fieldsOfLocal(today).year === fieldsOfLocal(first).year;
  return { kind: "year", date: holdsToday ? startOfDay(today) : first };
}

/** Midnight of the first of a day's month. */
export function startOfMonth(day: Local): Local {
  const { year, month } = fieldsOfLocal(day);
  return localFromFields(year, month, 1);
}

/** Within the years that Snart keeps. */
const isKept = (day: Local): boolean => {
  const { year } = fieldsOfLocal(day);
  return year >= 1900 && year <= 2199;
};

/** The days of a view, each at midnight. */
export function daysOfView({ kind, date }: View): readonly Local[] {
  if (kind === "month") return daysFrom(startOfMonth(date), startOfMonth(addMonths(date, 1)));
  if (kind === "year") return daysFrom(startOfYear(date), startOfYear(date, 1));
  if (kind !== "week") return [startOfDay(date)];
  const monday = startOfWeek(date);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** The view some periods later (earlier if negative), within the years that Snart keeps. */
export function stepView(view: View, periods: number): View {
  const date =
    view.kind === "year"
      ? startOfYear(view.date, periods)
      : view.kind === "month"
        ? addMonths(view.date, periods)
        : addDays(view.date, periods * (view.kind === "week" ? 7 : 1));
  return isKept(date) ? { ...view, date } : view;
}

/** The first day of the year that lies some years later. */
const startOfYear = (date: Local, later = 0): Local =>
  localFromFields(fieldsOfLocal(date).year + later, 1, 1);

/** The first of the month that lies some months later. */
function addMonths(date: Local, months: number): Local {
  const { year, month } = fieldsOfLocal(date);
  return localFromFields(year, month + months, 1);
}

const daysFrom = (first: Local, after: Local): readonly Local[] =>
  Array.from({ length: dayOf(after) - dayOf(first) }, (_, index) => addDays(first, index));
