import { weekday, type Local } from "@snart/calendar/time/local.ts";
import type { WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import { useMemo, useState } from "react";
import { daysOfView, type View } from "../../../grid/view-address.ts";

/** px; a narrower week shows five of its days (docs/design.md §10) */
const WEEK_WIDTH = 7 * 96 + 50;

/** Returns the days of a view; a week shows only as many as fit in `room` px. */
export function daysWithin(view: View, workingWeek: WorkingWeek, room: number): readonly Local[] {
  return view.kind === "week" && room < WEEK_WIDTH
    ? daysOfView({ kind: "workweek", date: view.date }, fiveDays(view.date))
    : daysOfView(view, workDaysOf(workingWeek));
}

/** Returns the days of a view; `setRoom` takes the available width, px. */
export function useDays({ kind, date, count }: View, workingWeek: WorkingWeek) {
  const [room, setRoom] = useState(Infinity);
  const fits = room >= WEEK_WIDTH;
  const days = useMemo(
    () => daysWithin({ kind, date, ...(count && { count }) }, workingWeek, fits ? Infinity : 0),
    [kind, date, count, workingWeek, fits],
  );
  return { days, setRoom };
}

/** Returns five days of a week without room for seven: Monday to Friday, or up to Sunday for a date at the weekend. */
const fiveDays = (date: Local): readonly number[] => (weekday(date) > 5 ? [3, 7] : [1, 5]);

/** Returns a person's working days, 1 (Monday) to 7; undefined, which means the usual ones, if none are set. */
const workDaysOf = (week: WorkingWeek): readonly number[] | undefined => {
  const days = week.flatMap((hours, index) => (hours ? [index + 1] : []));
  return days.length > 0 ? days : undefined;
};
