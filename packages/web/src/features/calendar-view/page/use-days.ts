import { weekday, type Local } from "@snart/calendar/time/local.ts";
import type { WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import { useMemo, useState } from "react";
import { daysOfView, type View } from "../../../grid/view-address.ts";

/** px; a narrower week shows five of its days (docs/design.md §10) */
const WEEK_WIDTH = 7 * 96 + 50;

/** The days of a view, of a week as many as `room` px are enough for. */
export function daysWithin(view: View, workingWeek: WorkingWeek, room: number): readonly Local[] {
  return view.kind === "week" && room < WEEK_WIDTH
    ? daysOfView({ kind: "workweek", date: view.date }, fiveDays(view.date))
    : daysOfView(view, workDaysOf(workingWeek));
}

/** The days of a view; `setRoom` is told how wide they may be, px. */
export function useDays({ kind, date, count }: View, workingWeek: WorkingWeek) {
  const [room, setRoom] = useState(Infinity);
  const fits = room >= WEEK_WIDTH;
  const days = useMemo(
    () => daysWithin({ kind, date, ...(count && { count }) }, workingWeek, fits ? Infinity : 0),
    [kind, date, count, workingWeek, fits],
  );
  return { days, setRoom };
}

/** Five days of a week that has no room for seven: Monday to Friday, or up to Sunday where that is what is looked at. */
const fiveDays = (date: Local): readonly number[] => (weekday(date) > 5 ? [3, 7] : [1, 5]);

/** The days that somebody works on, 1 (Monday) to 7; of nobody's the usual ones. */
const workDaysOf = (week: WorkingWeek): readonly number[] | undefined => {
  const days = week.flatMap((hours, index) => (hours ? [index + 1] : []));
  return days.length > 0 ? days : undefined;
};
