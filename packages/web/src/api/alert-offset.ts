import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";

/** The distance of a calendar's default alert from the start, such as `-PT10M`; null: no alert. */
export type AlertOffset = string | null;

/** Returns the distance of the first of a calendar's default alerts that are relative to the start. */
export function alertOffset(alerts: CalendarRecord["defaultAlertsWithTime"]): AlertOffset {
  const offsets = Object.values(alerts ?? {}).flatMap(({ trigger }) =>
    "offset" in trigger ? trigger.offset : [],
  );
  return offsets[0] ?? null;
}
