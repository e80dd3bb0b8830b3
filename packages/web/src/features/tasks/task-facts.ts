import type { Item } from "@snart/calendar/jscalendar/types.ts";

type Priority = "none" | "low" | "medium" | "high";

/** RFC 5545 §3.8.1.9: 1 to 4 is high, 5 medium, 6 to 9 low, 0 none. */
export function priorityOf({ priority = 0 }: Item): Priority {
  if (priority <= 0 || priority > 9) return "none";
  return priority < 5 ? "high" : priority === 5 ? "medium" : "low";
}

/** How each is written. */
export const PRIORITIES: Readonly<Record<Priority, number>> = { none: 0, low: 9, medium: 5, high: 1 };

/** How much of a task is done, 0 to 100. */
export const percentOf = ({ percentComplete = 0 }: Item): number =>
  Math.min(100, Math.max(0, Math.round(percentComplete)));

/** Whether work on it has begun. */
export const isBegun = ({ progress }: Item): boolean => progress === "in-process";
