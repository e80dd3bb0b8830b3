import type { CalendarRights } from "../access/rights.ts";
import type { Alert } from "../jscalendar/types.ts";

/** A Calendar as one person sees it (JMAP Calendars §4). */
export interface CalendarRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string | null;
  readonly sortOrder: number;
  readonly isSubscribed: boolean;
  readonly isVisible: boolean;
  readonly isDefault: boolean;
  readonly includeInAvailability: "all" | "attending" | "none";
  readonly defaultAlertsWithTime: Readonly<Record<string, Alert>> | null;
  readonly defaultAlertsWithoutTime: Readonly<Record<string, Alert>> | null;
  /** Snart's own: nothing in it rings for the actor. */
  readonly isMuted: boolean;
  /** Snart's own: the calendar user address of its owner, if that is not the actor. */
  readonly ownerAddress: string | null;
  /** Snart's own: those that this owner had before. */
  readonly ownerFormerAddresses: readonly string[];
  readonly timeZone: string | null;
  readonly shareWith: Readonly<Record<string, CalendarRights>> | null;
  /** What the actor may do with the events in it; a TaskList has the rights over its tasks. */
  readonly myRights: CalendarRights;
  /** Snart's own: what may be put in it. */
  readonly "snart:itemTypes": readonly ("CalendarEvent" | "Task")[];
  /** Whether it is that of a thing that can be booked. */
  readonly "snart:isOfBookable": boolean;
}
