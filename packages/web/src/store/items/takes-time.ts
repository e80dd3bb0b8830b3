import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { isTask } from "./entries.ts";
import { eventFacts } from "./event-facts.ts";
import type { ShownOccurrence } from "./occurrences.ts";

/**
 * Returns whether an event makes the viewer busy (TRANSP, RFC 5545 §3.8.2.7): it is no task, and neither cancelled nor
 * declined. `address` is the viewer's e-mail address.
 */
export function makesBusy(event: JSEvent, address: string): boolean {
  if (isTask(event) || event.freeBusyStatus === "free") return false;
  const { answer, isCancelled } = eventFacts(event, address);
  return !isCancelled && answer !== "declined";
}

/** Returns whether the hours of an occurrence are not free for the viewer. Whole days take nobody's hours. */
export const takesTime = ({ event, allDay, start, end }: ShownOccurrence, address: string): boolean =>
  !allDay && end > start && makesBusy(event, address);
