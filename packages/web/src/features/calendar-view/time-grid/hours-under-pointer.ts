import type { Local } from "@snart/calendar/time/local.ts";
import type { GridPoint } from "../../../grid/drag.ts";

/** The drawn boxes of the day columns and of the all-day lane, in the window. */
interface HoursGround {
  readonly columns: DOMRect | undefined;
  readonly lane: DOMRect | undefined;
  readonly days: readonly Local[];
  readonly hourHeight: number;
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1440;

/** Returns the day and minute under a point of the window, or the nearest ones beyond the edges. */
export function hoursUnderPointer(ground: HoursGround, x: number, y: number): GridPoint | undefined {
  const { columns, lane, days, hourHeight } = ground;
  if (!columns || columns.width === 0) return undefined;
  const index = Math.floor(((x - columns.left) / columns.width) * days.length);
  const column = Math.min(Math.max(index, 0), days.length - 1);
  const day = days[column];
  const minute = Math.min(Math.max(((y - columns.top) / hourHeight) * HOUR_MINUTES, 0), DAY_MINUTES);
  return day === undefined ? undefined : { day, minute, inLane: y < (lane?.bottom ?? 0), column };
}
