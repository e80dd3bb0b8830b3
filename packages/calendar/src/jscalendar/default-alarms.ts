import { makeComponent, type Component } from "../icalendar/component.ts";
import { alerts as converter } from "./properties/alerts.ts";
import type { Alert, Id } from "./types.ts";

/**
 * The VALARMs for alerts: a calendar's default alerts (JMAP Calendars, `defaultAlertsWithTime` and
 * `defaultAlertsWithoutTime`) in the form that `alarms/` computes with.
 */
export const alarmsOfAlerts = (
  alerts: Readonly<Record<Id, Alert>> | null | undefined,
): readonly Component[] =>
  alerts ? converter.write(makeComponent("VEVENT", []), { alerts }, () => undefined).components : [];
