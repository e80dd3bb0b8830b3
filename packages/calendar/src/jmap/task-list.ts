import type { CalendarRecord } from "./calendar.ts";

/** A TaskList: a calendar that may hold tasks, whether or not it holds events as well (JMAP Tasks). */
export interface TaskListRecord extends Omit<
  CalendarRecord,
  "isDefault" | "includeInAvailability" | "isMuted" | "snart:itemTypes" | "snart:isOfBookable"
> {
  /** the inbox gets new tasks */
  readonly role: "inbox" | null;
  readonly workflowStatuses: readonly string[];
}
