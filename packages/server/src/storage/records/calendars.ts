import type { Principal, Addressed } from "./people.ts";
import type { CalendarId, Modseq, PrincipalId } from "./ids.ts";

// Calendars.

export type ComponentType = "VEVENT" | "VTODO" | "VJOURNAL" | "VAVAILABILITY";

export interface Calendar {
  readonly id: CalendarId;
  /** The principal that owns it: a person, a group or a bookable. */
  readonly accountId: PrincipalId;
  /** Last path segment of its collection URL; unique in the account. */
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** CSS colour or one of the twelve names of packages/web/src/ui/calendar-colours.css. */
  readonly color: string | null;
  readonly sortOrder: number;
  /** IANA name for floating and all-day times in queries (RFC 4791 §5.2.2), or null. */
  readonly timeZone: string | null;
  /** The VTIMEZONE text a CalDAV client stored, given back as it was. */
  readonly timeZoneText: string | null;
  readonly components: readonly ComponentType[];
  /** Other properties clients stored (RFC 4918 dead properties): `{namespace}name` to XML text. */
  readonly deadProperties: Readonly<Record<string, string>>;
  readonly createdModseq: Modseq;
  /** Grows when the calendar's own properties change. */
  readonly modseq: Modseq;
  /** Grows when anything in it changes: its ctag and sync token. Every write of an object raises it by itself. */
  readonly contentModseq: Modseq;
  /** A feed fills it: nobody else writes to it, not even its owner. */
  readonly isReadOnly: boolean;
}

export type ShareLevel = "freeBusy" | "read" | "write" | "edit" | "manage";

export interface Share {
  readonly calendarId: CalendarId;
  readonly principalId: PrincipalId;
  readonly level: ShareLevel;
}

/** How one person sees one calendar; absent fields fall back to the calendar's own. */
export interface CalendarView {
  readonly name?: string;
  readonly color?: string;
  readonly sortOrder?: number;
  readonly isVisible?: boolean;
  readonly isSubscribed?: boolean;
  readonly includeInAvailability?: "all" | "attending" | "none";
  /** IANA name. */
  readonly timeZone?: string;
  readonly defaultAlertsWithTime?: unknown;
  readonly defaultAlertsWithoutTime?: unknown;
  /** No alarm of it rings for this person. */
  readonly isMuted?: boolean;
}

/** A calendar with the facts that decide an actor's rights on it. */
export interface AccessibleCalendar {
  readonly calendar: Calendar;
  /** Levels granted to the actor directly and through groups; empty for the owner's own. */
  readonly levels: readonly ShareLevel[];
  /** It is the actor's own, or a group's that the actor is in. */
  readonly isOwner: boolean;
  /** It is the actor's own, or a group's that the actor manages. */
  readonly isManager: boolean;
  /** Its events are bookings of a thing, and each takes time of it. */
  readonly isOfBookable: boolean;
  readonly view: CalendarView;
  /** A sharee has set default alerts for it. */
  readonly remindsOthers: boolean;
  /** The actor's addresses in events. */
  readonly me: Addressed;
  /** The owner's. */
  readonly owner: Addressed;
}

/** A person with whom a calendar is shared, how far, and their view of it. */
export interface CalendarReader {
  readonly person: Principal;
  readonly level: ShareLevel;
  readonly view: CalendarView;
}
