import { startOfIsoWeek, isoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import { addDays, fieldsOfLocal, startOfDay, startOfWeek } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import { localDateText, readLocalText } from "../../store/local-text.ts";

export type ViewKind = "day" | "week" | "soon";

/** What part of time is on screen. */
export interface View {
  readonly kind: ViewKind;
  /** midnight of a day of it */
  readonly date: Local;
}

/** "/week/2026-W48", "/day/2026-11-23", "/soon" */
export function addressOf({ kind, date }: View): string {
  if (kind === "soon") return "/soon";
  if (kind === "day") return `/day/${localDateText(date)}`;
  const { year, week } = isoWeek(date);
  return `/week/${String(year).padStart(4, "0")}-W${String(week).padStart(2, "0")}`;
}

/** Reads an address; undefined if it names no view. `today` stands in where the address names no date. */
export function readAddress(path: string, today: Local): View | undefined {
  if (path === "/soon") return { kind: "soon", date: startOfDay(today) };
  if (path === "/week" || path === "/day")
    return { kind: path.slice(1) as ViewKind, date: startOfDay(today) };
  const day = /^\/day\/(\d{4}-\d{2}-\d{2})$/.exec(path);
  const date = day?.[1] === undefined ? undefined : readLocalText(day[1]);
  if (date !== undefined) return { kind: "day", date };
  return readWeek(path, today);
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

/** The days of a view, each at midnight. */
export function daysOfView({ kind, date }: View): readonly Local[] {
  if (kind !== "week") return [startOfDay(date)];
  const monday = startOfWeek(date);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** The view some periods later (earlier if negative), within the years that Snart keeps. */
export function stepView(view: View, periods: number): View {
  const date = addDays(view.date, periods * (view.kind === "week" ? 7 : 1));
  const { year } = fieldsOfLocal(date);
  return year < 1900 || year > 2199 ? view : { ...view, date };
}
