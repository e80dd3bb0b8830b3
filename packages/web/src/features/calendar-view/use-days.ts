import { weekday } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import type { WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import { useMemo, useState } from "react";
import { countOf, daysOfView } from "./view-address.ts";
import type { View } from "./view-address.ts";

/** px; a narrower week shows five of its days (design.md section 10) */
const WEEK_WIDTH = 7 * 96 + 50;

/** The days of a view, as many of a week as there is room for; `setRoom` is told how wide they may be, px. */
export function useDays(view: View, workingWeek: WorkingWeek) {
  const [room, setRoom] = useState(Infinity);
  const { kind, date } = view;
  const count = countOf(view);
  const isCut = kind === "week" && room < WEEK_WIDTH;
  const days = useMemo(
    () =>
      isCut
        ? daysOfView({ kind: "workweek", date }, fiveDays(date))
        : daysOfView({ kind, date, count }, workDaysOf(workingWeek)),
    [isCut, kind, date, count, workingWeek],
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
