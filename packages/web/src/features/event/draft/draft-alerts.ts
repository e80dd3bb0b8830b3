import type { Alert, JSEvent, JsonValue } from "@snart/calendar/jscalendar/types.ts";
import { minutesBefore } from "../../../store/items/default-reminder.ts";

/** What reminders count from: the start of an event, or the time at which a task is due, its end. */
type Anchor = "start" | "end";

const offsetOf = (minutes: number): string => {
  if (minutes === 0) return "PT0S";
  if (minutes % 1440 === 0) return `-P${minutes / 1440}D`;
  return minutes % 60 === 0 ? `-PT${minutes / 60}H` : `-PT${minutes}M`;
};

/** Returns the alerts of reminders these minutes before. */
export const alertsOf = (reminders: readonly number[], anchor: Anchor = "start"): Record<string, Alert> =>
  Object.fromEntries(
    reminders.map((minutes, index) => [
      String(index + 1),
      {
        "@type": "Alert",
        trigger: {
          "@type": "OffsetTrigger",
          offset: offsetOf(minutes),
          ...(anchor === "end" && { relativeTo: anchor }),
        },
        action: "display",
      } satisfies Alert,
    ]),
  );

/** Returns a reminder's minutes before if the editor can show it; null for others. */
const shownMinutes = ({ trigger }: Alert, anchor: Anchor): number | null =>
  trigger["@type"] === "OffsetTrigger" && (trigger.relativeTo ?? "start") === anchor
    ? minutesBefore(trigger.offset)
    : null;

/** Returns the reminders that the editor can show; none if the calendar's ring in their place. */
export const remindersOf = (
  { alerts, useDefaultAlerts }: Pick<JSEvent, "alerts" | "useDefaultAlerts">,
  anchor: Anchor = "start",
): number[] =>
  Object.values(useDefaultAlerts === true ? {} : (alerts ?? {}))
    .map((alert) => shownMinutes(alert, anchor))
    .filter((minutes) => minutes !== null);

/** Returns the alerts after the change: chosen ones that exist stay unchanged, and so do all of other kinds. */
export function changedAlerts(
  event: Pick<JSEvent, "alerts">,
  reminders: readonly number[],
  anchor: Anchor = "start",
): JsonValue {
  const kept: Record<string, Alert> = {};
  const missing = [...reminders];
  for (const [id, alert] of Object.entries(event.alerts ?? {})) {
    const minutes = shownMinutes(alert, anchor);
    if (minutes === null) kept[id] = alert;
    else if (missing.includes(minutes)) {
      missing.splice(missing.indexOf(minutes), 1);
      kept[id] = alert;
    }
  }
  let next = 1;
  for (const alert of Object.values(alertsOf(missing, anchor))) {
    while (kept[String(next)]) next++;
    kept[String(next)] = alert;
  }
  return Object.keys(kept).length > 0 ? (kept as unknown as JsonValue) : null;
}
