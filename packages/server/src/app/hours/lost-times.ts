import type { BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import type { ObjectOutline } from "../../storage/records/objects.ts";

/**
 * Nobody may be told that a time is free because what is in it can't be read: it counts as unavailable, of a series from its beginning
 * to its end, whatever it was. Only the indexes still know when that is.
 */
export const lostTimes = (
  lost: readonly Pick<ObjectOutline, "start" | "end">[],
  { from, to }: Window,
): readonly BusyPeriod[] =>
  lost.map(({ start, end }) => ({
    from: Math.max(start, from),
    to: Math.min(end ?? to, to),
    type: "BUSY-UNAVAILABLE",
  }));
