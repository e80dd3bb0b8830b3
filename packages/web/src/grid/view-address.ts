import { startOfIsoWeek, isoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import {
  addDays,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  startOfDay,
  startOfWeek,
  type Local,
} from "@snart/calendar/time/local.ts";
import { localDateText, readLocalText } from "../store/items/local-text.ts";

export type ViewKind =
  | "day"
  | "days"
  | "workweek"
  | "week"
  | "weeks"
  | "month"
  | "year"
  | "soon"
  | "tasks"
  | "search"
  | "bookables";

/** The part of time on screen. */
export interface View {
  readonly kind: ViewKind;
  /** midnight of a day of it */
  readonly date: Local;
  /** how many days or weeks, where that can be chosen: 2–7 days, 2–8 weeks */
  readonly count?: number;
}

/** How many days or weeks there are until somebody chooses. */
const usual = { days: 3, weeks: 4 } as const;

/** How many days or weeks a view of a chosen number shows. */
export const countOf = ({ kind, count }: Pick<View, "kind" | "count">): number =>
  kind === "days" || kind === "weeks" ? (count ?? usual[kind]) : 1;

/**
 * "/week/2026-W48", "/day/2026-11-23", "/month/2026-11", "/year/2026", "/soon", "/tasks", "/search", "/workweek/2026-W48",
 * "/days/4/2026-11-23", "/weeks/3/2026-W48"; of what can be booked the address of all of it
 */
export function addressOf(view: View): string {
  const { kind, date } = view;
  if (isList(kind)) return `/${kind}`;
  if (kind === "day") return `/day/${localDateText(date)}`;
  if (kind === "month") return `/month/${localDateText(date).slice(0, 7)}`;
  if (kind === "year") return `/year/${localDateText(date).slice(0, 4)}`;
  if (kind === "days") return `/days/${countOf(view)}/${localDateText(date)}`;
  const { year, week } = isoWeek(date);
  const path = kind === "weeks" ? `weeks/${countOf(view)}` : kind;
  return `/${path}/${String(year).padStart(4, "0")}-W${String(week).padStart(2, "0")}`;
}

/** Reads an address; undefined if it names no view. `today` stands in where the address names no date. */
export function readAddress(path: string, today: Local): View | undefined {
  const alone =
    /^\/(day|month|year|soon|tasks|search|bookables(?=$|\/[^/]+\/\d{4}-(?:W\d\d|\d\d-\d\d)$))/.exec(path);
  if (alone && (alone[0] === path || alone[1] === "bookables"))
    return { kind: alone[1] as ViewKind, date: startOfDay(today) };
  const day = /^\/day\/(\d{4}-\d{2}-\d{2})$/.exec(path);
  const date = day?.[1] === undefined ? undefined : readLocalText(day[1]);
  if (date !== undefined) return { kind: "day", date };
  return readDays(path, today) ?? readWeek(path, today) ?? readMonth(path, today) ?? readYear(path, today);
}

function readDays(path: string, today: Local): View | undefined {
  const [, number, text] = /^\/days\/([2-7])(?:\/(\d{4}-\d{2}-\d{2}))?$/.exec(path) ?? [];
  if (number === undefined) return undefined;
  const date = text === undefined ? startOfDay(today) : readLocalText(text);
  return date === undefined || !isKept(date) ? undefined : { kind: "days", date, count: Number(number) };
}

function readWeek(path: string, today: Local): View | undefined {
  const match = /^\/(week|workweek|weeks\/([2-8]))(?:\/(\d{4})-W(\d{2}))?$/.exec(path);
  if (!match) return undefined;
  const view: Omit<View, "date"> =
    match[2] === undefined ? { kind: match[1] as ViewKind } : { kind: "weeks", count: Number(match[2]) };
  if (match[3] === undefined) return { ...view, date: startOfDay(today) };
  const [year, week] = [Number(match[3]), Number(match[4])];
  if (year < 1900 || year > 2199 || week < 1 || week > weeksInIsoYear(year)) return undefined;
  const monday = startOfIsoWeek({ year, week });
  const holdsToday = startOfWeek(today) === monday;
  return { ...view, date: holdsToday ? startOfDay(today) : monday };
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

/** The date that names a scrolling view: the first of its month, or the Monday of its first week. */
export const firstOf = ({ kind, date }: View): Local =>
  kind === "weeks" ? startOfWeek(date) : startOfMonth(date);

/** Views of more days than fit side by side. */
export const isWide = (
  kind: ViewKind,
): kind is "weeks" | "month" | "year" | "tasks" | "search" | "bookables" =>
  /^(?:weeks|month|year|tasks|search|bookables)$/.test(kind);

/** Views of coming items rather than of some days. */
export const isList = (kind: ViewKind): kind is "soon" | "tasks" | "search" | "bookables" =>
  /^(?:soon|tasks|search|bookables)$/.test(kind);

/** Whether a day lies within the years that Snart supports. */
const isKept = (day: Local): boolean => {
  const { year } = fieldsOfLocal(day);
  return year >= 1900 && year <= 2199;
};

/** The days of a view, each at midnight. A work week goes from the first to the last of `workDays`, 1 (Monday) to 7. */
export function daysOfView(view: View, workDays: readonly number[] = WORK_DAYS): readonly Local[] {
  const { kind, date } = view;
  if (kind === "month") return daysFrom(startOfMonth(date), startOfMonth(addMonths(date, 1)));
  if (kind === "year") return daysFrom(startOfYear(date), startOfYear(date, 1));
  if (kind === "day" || isList(kind)) return [startOfDay(date)];
  const first = kind === "days" ? startOfDay(date) : startOfWeek(date);
  const length = kind === "days" ? countOf(view) : countOf(view) * 7;
  const days = Array.from({ length }, (_, index) => addDays(first, index));
  return kind === "workweek" ? days.slice(Math.min(...workDays) - 1, Math.max(...workDays)) : days;
}

const WORK_DAYS: readonly number[] = [1, 2, 3, 4, 5];

/** The view some periods later (earlier if negative), within the years that Snart supports. */
export function stepView(view: View, periods: number): View {
  const date =
    view.kind === "year"
      ? startOfYear(view.date, periods)
      : view.kind === "month"
        ? addMonths(view.date, periods)
        : addDays(view.date, periods * countOf(view) * (WEEKLY.has(view.kind) ? 7 : 1));
  return isKept(date) ? { ...view, date } : view;
}

const WEEKLY: ReadonlySet<ViewKind> = new Set(["workweek", "week", "weeks"]);

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
