import type { AlmanacDay } from "@snart/calendar/almanac/almanac-day.ts";
import { dayOf, weekday, type Local } from "@snart/calendar/time/local.ts";
import type { WeekItem } from "../../layout/place-week.ts";
import { isDrawnAsBar, type TouchedDays } from "../../layout/touched-days.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { isRedDay, namedDays, type Almanac } from "../../grid/almanac/red-days.ts";
import { localOfDay, mondayOfWeek } from "./month-weeks.ts";

/** An occurrence with the days that it touches. */
interface DatedOccurrence extends TouchedDays {
  readonly occurrence: ShownOccurrence;
}

/** A day of a week of the month. */
export interface MonthDay {
  readonly day: Local;
  readonly number: number;
  readonly isRed: boolean;
  readonly isWeekend: boolean;
  readonly names: readonly AlmanacDay[];
  /** everything that touches the day, by start */
  readonly occurrences: readonly ShownOccurrence[];
}

/** The contents of a week of the month. */
export interface WeekContents {
  readonly week: number;
  readonly days: readonly MonthDay[];
  readonly items: readonly WeekItem[];
  readonly occurrences: ReadonlyMap<string, ShownOccurrence>;
  /** named days by the keys of their items */
  readonly names: ReadonlyMap<string, AlmanacDay>;
}

/** Computes the contents of a week. `dated` are sorted by start, touch the week and may reach beyond it. */
export function contentsOfWeek(
  week: number,
  dated: readonly DatedOccurrence[],
  almanac: Almanac,
): WeekContents {
  const monday = mondayOfWeek(week);
  const days = Array.from({ length: 7 }, (_, index) => localOfDay(monday + index));
  const named = namedDays(days, almanac);
  const touching: ShownOccurrence[][] = days.map(() => []);
  const items: WeekItem[] = [];
  const byKey = new Map<string, ShownOccurrence>();
  for (const { occurrence, startDay, endDay } of dated) {
    const isLine = !isDrawnAsBar(occurrence);
    byKey.set(occurrence.key, occurrence);
    // An event that crosses midnight is one line, on its first day.
    if (!isLine || startDay >= monday)
      items.push({ key: occurrence.key, startDay, endDay, isLine, order: occurrence.start });
    for (let day = Math.max(startDay, monday); day < Math.min(endDay, monday + 7); day++)
      touching[day - monday]?.push(occurrence);
  }
  const names = new Map(named.map(({ day, named: it }) => [`named ${dayOf(day)} ${it.names.en}`, it]));
  for (const { day, named: it } of named) items.push(namedItem(dayOf(day), it));
  return {
    week,
    items,
    occurrences: byKey,
    names,
    days: days.map((day, index) => ({
      day,
      number: dayOf(day),
      isRed: isRedDay(day, almanac),
      isWeekend: weekday(day) > 5,
      names: named.filter((it) => it.day === day).map((it) => it.named),
      occurrences: touching[index] ?? [],
    })),
  };
}

const namedItem = (day: number, it: AlmanacDay): WeekItem => ({
  key: `named ${day} ${it.names.en}`,
  startDay: day,
  endDay: day + 1,
  isRed: true,
  isLine: false,
  order: 0,
});
