import { firstProperty, withoutProperties, withProperty, type Component } from "../../icalendar/component.ts";
import { readTime, writeTime } from "../../icalendar/time-property.ts";
import { timed } from "../../time/calendar-time.ts";
import { UTC } from "../../time/zone.ts";
import { formatUtcDateTime, parseUtcDateTime } from "../date-time-text.ts";
import type { UTCDateTime } from "../types.ts";
import type { Converter } from "./converter.ts";

function completedAt(component: Component): UTCDateTime | undefined {
  const property = firstProperty(component, "COMPLETED");
  const time = property && readTime(property, () => undefined);
  return time?.kind === "timed" ? formatUtcDateTime(UTC.toInstant(time.local)) : undefined;
}

/**
 * COMPLETED (RFC 5545 §3.8.2.1): when a completed task's progress last changed (RFC 8984 §5.2.6). iCalendar has no
 * place for it in other tasks, where it becomes JSPROP.
 */
export const progressUpdated: Converter = {
  names: ["progressUpdated"],
  dependsOn: ["progress"],
  read: (component) => {
    const at = completedAt(component);
    return at === undefined ? {} : { progressUpdated: at };
  },
  write: (component, { progress, progressUpdated: text }) => {
    const at = progress === "completed" ? parseUtcDateTime(text ?? "") : undefined;
    if (at === undefined) return withoutProperties(component, "COMPLETED");
    if (completedAt(component) === text) return component;
    return withProperty(component, writeTime("COMPLETED", timed(UTC.toLocal(at), UTC, null)));
  },
};
