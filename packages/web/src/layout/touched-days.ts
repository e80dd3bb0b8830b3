import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";

/** A stretch of time; `end` is exclusive. */
export interface Stretch {
  readonly start: Instant;
  readonly end: Instant;
  readonly allDay: boolean;
}

/** Days since 1970-01-01; `endDay` is exclusive. */
export interface TouchedDays {
  readonly startDay: number;
  readonly endDay: number;
}

/**
 * The days that a stretch touches in a zone, at least one; a stretch that ends at midnight does not touch the next
 * day.
 */
export function touchedDays({ start, end }: Pick<Stretch, "start" | "end">, zone: Zone): TouchedDays {
  return {
    startDay: dayOf(zone.toLocal(start)),
    endDay: dayOf(zone.toLocal(Math.max(start, end - 1))) + 1,
  };
}

/** Whether it is drawn as a bar across days: whole days, and times that last a day or more. */
export const isDrawnAsBar = ({ start, end, allDay }: Stretch): boolean => allDay || end - start >= DAY;
