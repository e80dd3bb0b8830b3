import type { BookableRecord } from "@snart/calendar/jmap/booking.ts";
import { isAtOnce, type Cell } from "../model.ts";

/** Whether more than one slot can be booked in one go. */
export const canChoose = ({ rules }: BookableRecord): boolean =>
  rules?.mode === "free" || (rules?.lengths?.maxPasses ?? 1) > 1;

/** The free slot that begins first. */
export const firstFree = (cells: readonly (readonly (Cell | undefined)[])[]): Cell | undefined =>
  cells
    .flat()
    .filter((cell) => cell !== undefined)
    .filter(({ slot }) => isAtOnce(slot))
    .toSorted((a, b) => a.start - b.start)[0];
