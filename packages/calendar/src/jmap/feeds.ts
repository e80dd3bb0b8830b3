import type { UTCDateTime } from "../jscalendar/types.ts";

/** A calendar that follows a feed (urn:snart:jmap); it has the id of its calendar. */
export interface SubscriptionRecord {
  readonly id: string;
  readonly calendarId: string;
  /** without the name and password that may be in it */
  readonly url: string;
  readonly hasCredentials: boolean;
  readonly refreshMinutes: number;
  readonly state: FeedState;
  /** when it was last read without trouble */
  readonly fetchedAt: UTCDateTime | null;
  readonly triedAt: UTCDateTime | null;
  readonly nextAt: UTCDateTime;
  readonly error: FeedError | null;
  /** objects of the copy in the calendar that could not be taken */
  readonly skipped: number;
  /** objects of that copy of which a part could not be read */
  readonly mended: number;
}
export type FeedState = "fresh" | "stale" | "failing";

/** Why a feed could not be read. */
export interface FeedError {
  readonly code: FeedErrorCode;
  /** the status that the server answered, if that is what was wrong */
  readonly status?: number;
}
export type FeedErrorCode =
  | "address-refused"
  | "unreachable"
  | "timed-out"
  | "too-large"
  | "too-many-redirects"
  | "needs-sign-in"
  | "not-there"
  | "answered-badly"
  | "not-a-calendar"
  | "incomplete";

/** What is in a feed (`Subscription/preview`). */
export interface FeedPreviewRecord {
  /** it was read at an `http:` address, where nobody answers at `https:` */
  readonly isPlain: boolean;
  readonly name: string | null;
  readonly color: string | null;
  readonly objects: number;
  readonly skipped: number;
  readonly mended: number;
  /** what takes place next */
  readonly next: readonly { readonly title: string; readonly start: UTCDateTime }[];
}

/** A secret link as those who may share its calendar see it (urn:snart:jmap); its token is told once. */
export interface PublicLinkRecord {
  readonly id: string;
  readonly calendarId: string;
  readonly label: string;
  readonly detail: "full" | "busy";
  readonly mayEmbed: boolean;
  readonly createdAt: UTCDateTime;
  readonly expiresAt: UTCDateTime | null;
  readonly isRevoked: boolean;
}
