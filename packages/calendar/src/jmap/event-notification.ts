import type { JSEvent, PatchObject, UTCDateTime } from "../jscalendar/types.ts";
import type { ChangedBy } from "./sharing.ts";

/** What an organizer or a guest did, and not somebody who shares the calendar. */
export type SchedulingAction =
  | "invitation"
  | "change"
  | "cancellation"
  /** of one occurrence, or of more, and not of the series */
  | "cancellationOnce"
  | "accepted"
  | "tentative"
  | "declined"
  /** a bookable's rest of a time to which nobody came */
  | "released"
  /** a booking that nobody confirmed in time */
  | "lapsed"
  /** what was booked is given up, and too late: for who booked it, and for the managers */
  | "cancelledLate"
  /** two bookings have the same time since the rules of the clocks have changed; for the managers */
  | "clocksClash"
  /** somebody has what the recipient had booked */
  | "handedOver"
  /** any other participation state */
  | "answered"
  /** another time, which waits for an answer */
  | "proposed"
  /** the organizer keeps the time, though the recipient proposed another one */
  | "proposalDeclined"
  /** a guest of a booking page asks for a bookable, whose managers answer; there is no event of it yet */
  | "roomAsked";

/** A CalendarEventNotification (JMAP Calendars §7): what others did to events that one sees. */
export interface EventNotificationRecord {
  readonly id: string;
  readonly created: UTCDateTime;
  readonly changedBy: ChangedBy & { readonly calendarAddress: string | null };
  readonly comment: string | null;
  readonly type: "created" | "updated" | "destroyed";
  readonly calendarEventId: string;
  /** of one that is still there */
  readonly isDraft?: boolean;
  /** before the change, or as it was made */
  readonly event: JSEvent;
  readonly eventPatch?: PatchObject;
  /** in which it was changed */
  readonly "snart:calendarId"?: string;
  /** absent: somebody changed the calendar */
  readonly "snart:news"?: SchedulingAction;
  /** of the other time that is proposed, while it waits for an answer */
  readonly "snart:proposalId"?: string;
}
