import { DAY_NAMES } from "@snart/calendar/booking/day-kinds.ts";
import { readTime } from "@snart/calendar/booking/clock.ts";
import type { DayHours, WeekHours } from "@snart/calendar/booking-page/event-type.ts";
import type { WorkingWeek } from "@snart/calendar/time/working-hours.ts";

/** The same hours with an entry for each day, as the form has them. */
export const byDay = (hours: readonly WeekHours[]): readonly WeekHours[] =>
  hours.flatMap(({ days, from, to }) => days.map((day) => ({ days: [day], from, to })));

/** The same hours with an entry for each span of a day, as they are sent: days in their order, spans by their start. */
export function grouped(hours: readonly WeekHours[]): readonly WeekHours[] {
  const spans = new Map<string, WeekHours>();
  for (const day of DAY_NAMES)
    for (const { from, to } of hours.filter(({ days }) => days.includes(day))) {
      const key = `${from} ${to}`;
      spans.set(key, { days: [...(spans.get(key)?.days ?? []), day], from, to });
    }
  return [...spans.values()].toSorted((a, b) => a.from.localeCompare(b.from));
}

/** Minutes of the day as rules write them; the end of a day is 24:00. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Minutes of the day of a written time. */
export const minutesOfClock = (text: string): number => readTime(text, true) ?? 0;

const DAY_END = 24 * 60;

/** An end of a span that a person has set: midnight is the end of the day. */
export const endText = (minutes: number): string => clockText(minutes === 0 ? DAY_END : minutes);

/** Another span for a day: nine to five, or an hour after what it has, as long as the day allows. */
export function anotherSpan(spans: readonly DayHours[]): DayHours {
  const last = Math.max(...spans.map(({ to }) => minutesOfClock(to)), -1);
  if (last < 0) return { from: "09:00", to: "17:00" };
  const from = Math.min(last + 60, DAY_END - 60);
  return { from: clockText(from), to: clockText(Math.min(from + 120, DAY_END)) };
}

/** A person's working week as the hours of a page. */
export const hoursOfWeek = (week: WorkingWeek): readonly WeekHours[] =>
  week.flatMap((hours, index) => {
    const day = DAY_NAMES[index];
    return hours && day ? [{ days: [day], from: clockText(hours.from), to: clockText(hours.to) }] : [];
  });
