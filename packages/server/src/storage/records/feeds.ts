import type { FeedError, FeedState } from "@snart/calendar/jmap/feeds.ts";
/** Calendars across the server's edge: those that others keep and ours follow, and the links by which others follow ours. */
import type { CalendarId, Millis, PrincipalId } from "./ids.ts";

/** One address, fetched once for all who follow it. */
export interface Feed {
  readonly id: string;
  /** Perhaps with a name and a password in it: never to be shown whole. */
  readonly url: string;
  readonly state: FeedState;
  /** For the next conditional request (RFC 9110 §13.1), as the server wrote them. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Of the last good copy. */
  readonly contentHash: string | null;
  /** When it was last read without trouble. */
  readonly fetchedAt: Millis | null;
  readonly triedAt: Millis | null;
  /** When it is to be read next; while it is being read, when another may take that over. */
  readonly nextAt: Millis;
  /** In a row. */
  readonly failures: number;
  readonly error: FeedError | null;
}

/** A calendar of ours that holds what a feed says. */
export interface Subscription {
  readonly calendarId: CalendarId;
  readonly accountId: PrincipalId;
  readonly feedId: string;
  readonly refreshMinutes: number;
  readonly createdBy: PrincipalId;
  readonly createdAt: Millis;
  /** Which copy is in the calendar. */
  readonly appliedHash: string | null;
  /** Objects of that copy that could not be taken. */
  readonly skipped: number;
}

/** A secret address by which whoever has it sees a calendar without an account. */
export interface PublicLink {
  readonly id: string;
  readonly calendarId: CalendarId;
  readonly label: string;
  /** SHA-256; the token itself is told once. */
  readonly tokenHash: string;
  readonly detail: "full" | "busy";
  /** Whether pages of others may show its page inside of them. */
  readonly mayEmbed: boolean;
  readonly createdBy: PrincipalId;
  readonly createdAt: Millis;
  readonly expiresAt: Millis | null;
  readonly revokedAt: Millis | null;
}
