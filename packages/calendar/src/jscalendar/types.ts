/**
 * JSCalendar objects as Snart uses them in JMAP.
 *
 * JMAP Calendars builds on JSCalendar **2.0** (draft-ietf-calext-jscalendarbis-17, July 2026), which replaces RFC
 * 8984: `recurrenceRule` is one object (not `recurrenceRules`), there is no `excludedRecurrenceRules`,
 * `organizerCalendarAddress` replaces `replyTo`, a participant has one `calendarAddress` instead of `sendTo`,
 * `endTimeZone` replaces a location with `relativeTo: "end"`. Conversion follows
 * draft-ietf-calext-jscalendar-icalendar-25. Objects are open: unlisted properties are carried along.
 */

/** An `Id`: 1–255 characters of `A-Z a-z 0-9 - _` (RFC 8620 §1.2). */
export type Id = string;
/** `2026-11-23T10:20:00`, no zone (RFC 8984 §1.4.4). */
export type LocalDateTime = string;
/** `2026-11-23T09:20:00Z` (RFC 8984 §1.4.4). */
export type UTCDateTime = string;
/** `P1D`, `PT1H30M` — never signed, weeks and days before time (RFC 8984 §1.4.6). */
export type Duration = string;
/** A duration that may begin with `-` (RFC 8984 §1.4.7). */
type SignedDuration = string;

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Set of names: every value is `true`. */
export type NameSet = Readonly<Record<string, boolean>>;

/** Paths (JSON pointers without leading `/`) to new values; `null` removes (RFC 8984 §1.4.9, RFC 8620 §5.3). */
export type PatchObject = { readonly [path: string]: JsonValue };

export type DayOfWeek = "mo" | "tu" | "we" | "th" | "fr" | "sa" | "su";
type Frequency = "yearly" | "monthly" | "weekly" | "daily" | "hourly" | "minutely" | "secondly";

export interface NDay {
  readonly "@type"?: "NDay";
  readonly day: DayOfWeek;
  readonly nthOfPeriod?: number;
}

/** RFC 8984 §4.3.3; mirrors RFC 5545 RRULE and RFC 7529 `rscale`/`skip`. */
export interface RecurrenceRule {
  readonly "@type"?: "RecurrenceRule";
  readonly frequency: Frequency;
  readonly interval?: number;
  readonly rscale?: string;
  readonly skip?: "omit" | "backward" | "forward";
  /** Default `mo`. */
  readonly firstDayOfWeek?: DayOfWeek;
  readonly byDay?: readonly NDay[];
  readonly byMonthDay?: readonly number[];
  /** Month numbers as text, an `L` suffix marks a leap month (RFC 7529). */
  readonly byMonth?: readonly string[];
  readonly byYearDay?: readonly number[];
  readonly byWeekNo?: readonly number[];
  readonly byHour?: readonly number[];
  readonly byMinute?: readonly number[];
  readonly bySecond?: readonly number[];
  readonly bySetPosition?: readonly number[];
  readonly count?: number;
  /** In the event's own zone, inclusive. */
  readonly until?: LocalDateTime;
}

export interface Location {
  readonly "@type"?: "Location";
  readonly name?: string;
  readonly locationTypes?: NameSet;
  /** A `geo:` URI (RFC 5870). */
  readonly coordinates?: string;
  readonly links?: Readonly<Record<Id, Link>>;
}

export interface VirtualLocation {
  readonly "@type"?: "VirtualLocation";
  readonly name?: string;
  readonly uri: string;
  readonly features?: NameSet;
}

export interface Link {
  readonly "@type"?: "Link";
  readonly href?: string;
  /** JMAP: a blob instead of `href`. */
  readonly blobId?: Id;
  readonly contentType?: string;
  readonly size?: number;
  readonly rel?: string;
  readonly display?: NameSet;
  readonly title?: string;
}

export interface Relation {
  readonly "@type"?: "Relation";
  readonly relation?: NameSet;
}

type ParticipationStatus = "needs-action" | "accepted" | "declined" | "tentative" | "delegated";

export interface Participant {
  readonly "@type"?: "Participant";
  readonly name?: string;
  readonly email?: string;
  readonly description?: string;
  readonly descriptionContentType?: string;
  readonly calendarAddress?: string;
  readonly kind?: "individual" | "group" | "resource" | "location" | (string & {});
  /** Names are `ParticipantRole`s or a vendor's own. */
  readonly roles?: NameSet;
  /** Default `needs-action`. */
  readonly participationStatus?: ParticipationStatus | (string & {});
  readonly participationComment?: string;
  readonly expectReply?: boolean;
  readonly scheduleAgent?: "server" | "client" | "none" | (string & {});
  readonly scheduleForceSend?: boolean;
  readonly scheduleStatus?: readonly string[];
  readonly sentBy?: string;
  readonly delegatedTo?: NameSet;
  readonly delegatedFrom?: NameSet;
  readonly memberOf?: NameSet;
  readonly progress?: Progress;
  readonly percentComplete?: number;
  readonly links?: Readonly<Record<Id, Link>>;
}

interface OffsetTrigger {
  readonly "@type": "OffsetTrigger";
  readonly offset: SignedDuration;
  /** Default `start`. */
  readonly relativeTo?: "start" | "end";
}
interface AbsoluteTrigger {
  readonly "@type": "AbsoluteTrigger";
  readonly when: UTCDateTime;
}
export type Trigger = OffsetTrigger | AbsoluteTrigger;

export interface Alert {
  readonly "@type"?: "Alert";
  readonly trigger: Trigger;
  readonly acknowledged?: UTCDateTime;
  readonly relatedTo?: Readonly<Record<Id, Relation>>;
  /** Default `display`. */
  readonly action?: "display" | "email" | (string & {});
}

type EventStatus = "confirmed" | "tentative" | "cancelled";
export type Progress = "needs-action" | "in-process" | "completed" | "failed" | "cancelled";
type Privacy = "public" | "private" | "secret";
type FreeBusyStatus = "free" | "busy";

/** What Event and Task share. */
interface JSObject {
  /** The version of JSCalendar; on the wire always `2.0`. */
  readonly version?: string;
  readonly uid: string;
  readonly prodId?: string;
  /** iTIP's METHOD in lower case; stored objects have none (RFC 4791 §4.1). */
  readonly method?: string;
  readonly created?: UTCDateTime;
  readonly updated?: UTCDateTime;
  readonly sequence?: number;
  readonly title?: string;
  readonly description?: string;
  readonly descriptionContentType?: string;
  readonly locale?: string;
  /** All-day: `start` is midnight and only the dates count (RFC 8984 §4.2.4). */
  readonly showWithoutTime?: boolean;
  /** IANA name; null or absent means floating (or all-day). */
  readonly timeZone?: string | null;
  readonly locations?: Readonly<Record<Id, Location>>;
  readonly mainLocationId?: Id;
  readonly virtualLocations?: Readonly<Record<Id, VirtualLocation>>;
  readonly links?: Readonly<Record<Id, Link>>;
  readonly keywords?: NameSet;
  readonly categories?: NameSet;
  readonly color?: string;
  readonly relatedTo?: Readonly<Record<string, Relation>>;
  readonly recurrenceId?: LocalDateTime;
  readonly recurrenceIdTimeZone?: string | null;
  readonly recurrenceRule?: RecurrenceRule | null;
  /** Keyed by the original local start in the event's zone; `{excluded: true}` removes the occurrence. */
  readonly recurrenceOverrides?: Readonly<Record<LocalDateTime, PatchObject>> | null;
  readonly priority?: number;
  readonly freeBusyStatus?: FreeBusyStatus;
  readonly privacy?: Privacy;
  readonly organizerCalendarAddress?: string;
  readonly sentBy?: string;
  readonly participants?: Readonly<Record<Id, Participant>>;
  readonly alerts?: Readonly<Record<Id, Alert>>;
  readonly mayInviteSelf?: boolean;
  readonly mayInviteOthers?: boolean;
  readonly hideAttendees?: boolean;
  /** The calendar's default alerts replace `alerts` (RFC 8984 §4.5.1). */
  readonly useDefaultAlerts?: boolean;

  // JMAP Calendars: metadata about the object in an account. Never in iCalendar, set by the server.
  readonly id?: Id;
  readonly baseEventId?: Id | null;
  readonly calendarIds?: NameSet;
  readonly isDraft?: boolean;
  readonly isOrigin?: boolean;
  /** Snart's own: somebody else made it, and the person may not change it though they may add events beside it. */
  readonly "snart:isOthers"?: boolean;
  /** Snart's own: what of the event's iCalendar text is read otherwise than it is written. Absent: nothing. */
  readonly "snart:warnings"?: readonly ReadOtherwise[];
  readonly utcStart?: UTCDateTime;
  readonly utcEnd?: UTCDateTime;
}

/** Snart's own: a part of an event that is read otherwise than it is written. */
export interface ReadOtherwise {
  /** the iCalendar property, or TZID */
  readonly property: string;
  /** of a zone that nobody knows, its name */
  readonly value?: string;
}

/** Snart's own: people may sign up for the event. */
export interface SignUp {
  readonly "@type"?: "SignUp";
  /** The number of places; absent: no limit. */
  readonly capacity?: number;
  /** When sign-up closes. */
  readonly closesAt?: UTCDateTime;
  /** The same as a length before the start, for each occurrence of a series; neither given: open until the start. */
  readonly closesBefore?: Duration;
}

export interface JSEvent extends JSObject {
  readonly "@type": "Event";
  readonly start: LocalDateTime;
  /** Default `PT0S`. */
  readonly duration?: Duration;
  /** The zone in which the end is shown, if it differs from `timeZone`. */
  readonly endTimeZone?: string | null;
  /** Default `confirmed`. */
  readonly status?: EventStatus;
  readonly "snart:signUp"?: SignUp;
}

export interface JSTask extends JSObject {
  readonly "@type": "Task";
  readonly start?: LocalDateTime;
  readonly due?: LocalDateTime;
  readonly estimatedDuration?: Duration;
  readonly percentComplete?: number;
  readonly progress?: Progress;
  /** When `progress` was last changed (RFC 8984 §5.2.6); of a completed task, when it was completed. */
  readonly progressUpdated?: UTCDateTime;
}

/** All known properties of an event or a task. */
export type Item = Partial<Omit<JSEvent, "@type"> & Omit<JSTask, "@type">>;

/** The version of JSCalendar in which events and tasks are read and written. */
export const JSCALENDAR_VERSION = "2.0";

/** Properties that JMAP adds, and that are not part of the stored object itself. */
export const JMAP_METADATA: readonly (keyof JSEvent)[] = [
  "version",
  "id",
  "baseEventId",
  "calendarIds",
  "isDraft",
  "isOrigin",
  "snart:isOthers",
  "snart:warnings",
  "utcStart",
  "utcEnd",
];
