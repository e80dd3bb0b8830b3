import type { AlmanacDay } from "@snart/calendar/almanac/almanac-day.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import {
  addDays,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  startOfWeek,
  type Local,
} from "@snart/calendar/time/local.ts";
import type { BusyDay } from "../../layout/busyness.ts";
import { isRedDay, namedDays, type Almanac } from "../../grid/almanac/red-days.ts";

/** A day of the year. */
export interface YearDay {
  readonly day: Local;
  readonly number: number;
  readonly isRed: boolean;
  readonly names: readonly AlmanacDay[];
}

interface YearWeek {
  readonly monday: Local;
  readonly week: number;
  /** the days of the month in it, Monday first; undefined where another month has the day */
  readonly days: readonly (YearDay | undefined)[];
}

export interface YearMonth {
  readonly first: Local;
  readonly last: Local;
  readonly weeks: readonly YearWeek[];
}

/** The twelve months of a year, each with the weeks that have days in it. */
export function monthsOfYear(year: number, almanac: Almanac): readonly YearMonth[] {
  return Array.from({ length: 12 }, (_, index) => {
    const first = localFromFields(year, index + 1, 1);
    const last = addDays(localFromFields(year, index + 2, 1), -1);
    const weeks: YearWeek[] = [];
    for (let monday = startOfWeek(first); monday <= last; monday = addDays(monday, 7)) {
      const days = Array.from({ length: 7 }, (__, column) => addDays(monday, column)).map((day) =>
        day < first || day > last ? undefined : yearDay(day, almanac),
      );
      weeks.push({ monday, week: isoWeek(monday).week, days });
    }
    return { first, last, weeks };
  });
}

const yearDay = (day: Local, almanac: Almanac): YearDay => ({
  day,
  number: dayOf(day),
  isRed: isRedDay(day, almanac),
  names: namedDays([day], almanac).map((it) => it.named),
});

/** The figures at the foot of the year; weeks by their Mondays. */
export interface YearFoot {
  /** public holidays */
  readonly redDays: number;
  readonly busiest: Local | null;
  readonly calmestAhead: Local | null;
}

/** Sums up a year. `busy` begins with 1 January; `today` decides which days are ahead. */
export function footOfYear(months: readonly YearMonth[], busy: readonly BusyDay[], today: Local): YearFoot {
  const days = months.flatMap((month) =>
    month.weeks.flatMap((week) => week.days.filter((it) => it !== undefined)),
  );
  const booked = new Map<Local, number>();
  for (const [index, { day }] of days.entries()) {
    const monday = startOfWeek(day);
    booked.set(monday, (booked.get(monday) ?? 0) + (busy[index]?.booked ?? 0));
  }
  const [first] = days;
  const year = first ? fieldsOfLocal(first.day).year : 0;
  const isWhole = (monday: Local): boolean => fieldsOfLocal(addDays(monday, 3)).year === year;
  const weeks = [...booked].filter(([monday]) => isWhole(monday));
  const busiest = weeks.reduce<readonly [Local, number] | null>(
    (best, week) => (week[1] > (best?.[1] ?? 0) ? week : best),
    null,
  );
  const calmest = weeks
    .filter(([monday]) => monday > today)
    .reduce<readonly [Local, number] | null>(
      (best, week) => (best && best[1] <= week[1] ? best : week),
      null,
    );
  return {
    redDays: days.filter((it) => it.names.some(({ kind }) => kind === "red")).length,
    busiest: busiest?.[0] ?? null,
    calmestAhead: busiest && calmest ? calmest[0] : null,
  };
}

/** Whether a day is a working day between free ones. */
export const isSqueeze = ({ names }: YearDay): boolean => names.some(({ kind }) => kind === "squeeze");
