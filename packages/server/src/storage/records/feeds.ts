import type { FeedError, FeedState } from "@snart/calendar/jmap/feeds.ts";
/** Calendars across the server's border: subscriptions to others' calendars, and the links to ours. */
import type { CalendarId, Millis, PrincipalId } from "./ids.ts";

/** One address, fetched once for all its subscriptions. */
export interface Feed {
  readonly id: string;
  /** May contain a name and a password: never show it whole. */
  readonly url: string;
  readonly state: FeedState;
  /** For the next conditional request (RFC 9110 §13.1), as the server wrote it. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Of the last good copy. */
  readonly contentHash: string | null;
  /** When it was last read successfully. */
  readonly fetchedAt: Millis | null;
  readonly triedAt: Millis | null;
  /** When it is next due; while it is being read, when another process may take over. */
  readonly nextAt: Millis;
  /** In a row. */
  readonly failures: number;
  readonly error: FeedError | null;
}

/** A calendar of ours that holds the contents of a feed. */
export interface Subscription {
  readonly calendarId: CalendarId;
  readonly accountId: PrincipalId;
  readonly feedId: string;
  readonly refreshMinutes: number;
  readonly createdBy: PrincipalId;
  readonly createdAt: Millis;
  /** The copy that is in the calendar. */
  readonly appliedHash: string | null;
  /** Objects of that copy that could not be imported. */
  readonly skipped: number;
  /** Objects of that copy that came without a part, as it could not be read. */
  readonly mended: number;
}

/** A secret address that shows a calendar to its holder without an account. */
export interface PublicLink {
  readonly id: string;
  readonly calendarId: CalendarId;
  readonly label: string;
  /** SHA-256; the token itself is shown once. */
  readonly tokenHash: string;
  readonly detail: "full" | "busy";
  /** Whether other sites may embed its page. */
  readonly mayEmbed: boolean;
  readonly createdBy: PrincipalId;
  readonly createdAt: Millis;
  readonly expiresAt: Millis | null;
  readonly revokedAt: Millis | null;
}
