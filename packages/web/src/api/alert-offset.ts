import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";

/** A calendar's default alert by its distance from the start, such as `-PT10M`; null: none. */
export type AlertOffset = string | null;

/** The first of a calendar's default alerts that goes by the start. */
export function alertOffset(alerts: CalendarRecord["defaultAlertsWithTime"]): AlertOffset {
  const offsets = Object.values(alerts ?? {}).flatMap(({ trigger }) =>
    "offset" in trigger ? trigger.offset : [],
  );
  return offsets[0] ?? null;
}
