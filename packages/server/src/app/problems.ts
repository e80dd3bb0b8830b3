import type { FeedErrorCode } from "@snart/calendar/jmap/feeds.ts";
import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { RuleProblem } from "@snart/calendar/booking/read/json-reader.ts";
import type { CalendarProblem } from "@snart/calendar/problems.ts";

/**
 * Everything that a use case may refuse, as one closed union (docs/specification.md §8). Each protocol translates it
 * in one place; texts for people are the locale keys `error.<code>`.
 */
export type Problem =
  // Identity
  | { readonly code: "not-signed-in" }
  | { readonly code: "wrong-password"; readonly attemptsLeft: number }
  | { readonly code: "too-many-attempts"; readonly retryAfter: number }
  /** the code of the second step, or a recovery code */
  | { readonly code: "wrong-code"; readonly attemptsLeft: number }
  /** what was begun in this browser has ended: it took too long, or was done already */
  | { readonly code: "sign-in-over" }
  /** its signature is not right, or the passkey is not known here */
  | { readonly code: "wrong-passkey" }
  | { readonly code: "too-many-passkeys"; readonly limit: number }
  /** the OpenID provider does not answer, or not as one */
  | { readonly code: "provider-unavailable" }
  /** it did not let them in, or they turned back there */
  | { readonly code: "provider-refused" }
  /** what it says about them could not be believed, or belongs to another sign-in */
  | { readonly code: "provider-answer-wrong" }
  /** it did let them in, and there is no account for them here */
  | { readonly code: "no-account-here" }
  | { readonly code: "account-suspended" }
  /** who they are there opens another account already */
  | { readonly code: "identity-taken" }
  /** the provider did not ask them again who they are */
  | { readonly code: "proof-not-new" }
  /** only for somebody who has proved lately who they are */
  | { readonly code: "proof-needed" }
  | { readonly code: "setup-token-wrong" }
  | { readonly code: "setup-done" }
  // Input
  | { readonly code: "invalid-email"; readonly field: string }
  | { readonly code: "duplicate-email"; readonly field: string }
  | { readonly code: "too-many-addresses"; readonly limit: number }
  | { readonly code: "invalid-login"; readonly field: string }
  | { readonly code: "duplicate-login"; readonly field: string }
  | { readonly code: "too-many-logins"; readonly limit: number }
  | { readonly code: "weak-password"; readonly field: string; readonly minimum: number }
  | { readonly code: "invalid-name"; readonly field: string; readonly maximum: number }
  | { readonly code: "invalid-value"; readonly field: string; readonly detail: string }
  // Access
  | { readonly code: "not-found" }
  | { readonly code: "forbidden"; readonly right: string }
  | { readonly code: "last-credential" }
  | { readonly code: "last-administrator" }
  | { readonly code: "account-link-invalid" }
  | { readonly code: "mail-not-set-up" }
  // Calendars
  | { readonly code: "uri-taken"; readonly uri: string }
  | { readonly code: "calendar-has-events"; readonly count: number }
  | { readonly code: "default-calendar-needed" }
  | { readonly code: "too-many-calendars"; readonly limit: number }
  | { readonly code: "too-many-properties"; readonly limit: number }
  // Feeds and links
  | {
      readonly code: "feed-unusable";
      readonly field: string;
      readonly reason: FeedErrorCode;
      readonly status?: number;
    }
  | { readonly code: "too-many-links"; readonly limit: number }
  // Calendar objects
  | { readonly code: "invalid-calendar-data"; readonly problem: CalendarProblem }
  | {
      readonly code: "unsupported-component";
      readonly component: string;
      readonly supported: readonly string[];
    }
  | { readonly code: "method-not-allowed-in-object"; readonly method: string }
  | { readonly code: "uid-taken"; readonly uri: string }
  | { readonly code: "uid-changed"; readonly expected: string }
  | { readonly code: "etag-mismatch" }
  // Sign-up
  | { readonly code: "sign-up-closed" }
  | { readonly code: "sign-up-full"; readonly free: number }
  // Scheduling
  | { readonly code: "scheduling-uid-taken"; readonly calendarUri: string; readonly uri: string }
  | { readonly code: "organizers-differ" }
  | { readonly code: "organizer-change-not-allowed"; readonly detail: string }
  | { readonly code: "attendee-change-not-allowed"; readonly detail: string }
  | { readonly code: "guests-unreachable"; readonly guests: readonly string[] }
  | { readonly code: "object-too-large"; readonly limit: number }
  | { readonly code: "too-many-objects"; readonly limit: number }
  | { readonly code: "object-quota-full"; readonly limit: number }
  | { readonly code: "too-many-lines"; readonly limit: number }
  | { readonly code: "too-many-overrides"; readonly limit: number }
  | { readonly code: "too-many-participants"; readonly limit: number }
  | { readonly code: "too-many-occurrences"; readonly limit: number }
  | {
      readonly code: "date-out-of-range";
      readonly side: "before" | "after";
      readonly from: string;
      readonly to: string;
    }
  // Bookings
  /** somebody else has a part of this time; ms UTC, the end exclusive */
  | { readonly code: "booking-taken"; readonly start: number; readonly end: number }
  | { readonly code: "booking-too-long"; readonly limit: number }
  | { readonly code: "bookable-full" }
  /** a meeting that must have a thing is declined by it: every reason */
  | { readonly code: "booking-refused"; readonly bookableId: string; readonly reasons: readonly Reason[] }
  /** there is no line for this time */
  | { readonly code: "not-waiting" }
  | { readonly code: "waiting-list-full"; readonly limit: number }
  /** so many questions about handing bookings over are not answered yet */
  | { readonly code: "too-many-handovers"; readonly limit: number }
  /** what somebody wants to do with a booking is too early or too late, or has been done */
  | { readonly code: "booking-not-now" }
  /** the rules want it said at the door that one is here */
  | { readonly code: "check-in-elsewhere" }
  /** the rules want the code that the screen at the door shows */
  | { readonly code: "door-code-needed" }
  | { readonly code: "wrong-door-code"; readonly attemptsLeft: number }
  /** rules that nobody could book by, or that are none: every problem with its path */
  | { readonly code: "booking-rules-wrong"; readonly problems: readonly RuleProblem[] }
  /** another page has the address that is asked for, or had it; `suggestion` is one that nobody has */
  | { readonly code: "page-address-taken"; readonly field: string; readonly suggestion: string }
  /** a page cannot book a room whose managers answer each request */
  | { readonly code: "room-asks-first"; readonly room: string }
  /** of those who receive guests in turn nobody else can have the time */
  | { readonly code: "nobody-else-free" }
  // Polls
  /** it takes this no more: it has ended, was decided, or was called off */
  | { readonly code: "poll-closed" }
  // Households
  /** another household has this label */
  | { readonly code: "household-exists"; readonly field: string }
  | { readonly code: "tag-taken"; readonly field: string }
  /** at a door: no household has it, or it is blocked */
  | { readonly code: "unknown-tag" }
  | { readonly code: "wrong-pin"; readonly attemptsLeft: number }
  | { readonly code: "weak-pin"; readonly field: string }
  // Sync
  | { readonly code: "changes-too-old" }
  | { readonly code: "range-too-long"; readonly limitDays: number }
  // Files and requests
  | { readonly code: "request-too-large"; readonly limit: number }
  | { readonly code: "blob-not-found" }
  // Attached files (RFC 8607)
  | { readonly code: "attachment-too-large"; readonly limit: number }
  | { readonly code: "too-many-attachments"; readonly limit: number }
  | { readonly code: "upload-quota-full"; readonly limit: number }
  | { readonly code: "attachment-quota-full"; readonly limit: number }
  /** the object does not have it */
  | { readonly code: "attachment-not-found" }
  /** the object names a file that is not on this server, or that the writer may not read */
  | { readonly code: "unknown-managed-id"; readonly managedId: string }
  | { readonly code: "no-such-instance" }
  | { readonly code: "not-a-calendar-file"; readonly detail: string }
  | { readonly code: "too-many-exports"; readonly retryAfter: number }
  | { readonly code: "export-too-large"; readonly limit: number }
  | { readonly code: "export-too-many-files"; readonly limit: number }
  /** somebody's share of the server is used up for now */
  | { readonly code: "too-many-requests"; readonly retryAfter: number }
  | { readonly code: "malformed-request"; readonly detail: string }
  // The server itself
  | { readonly code: "database-unavailable"; readonly retryAfter: number }
  | { readonly code: "disk-full" }
  /** a part of what is stored can't be read any more */
  | { readonly code: "data-damaged" }
  | { readonly code: "internal" };

export type ProblemCode = Problem["code"];

/** The equivalent HTTP status, for front-ends that speak plain HTTP. */
export const PROBLEM_STATUS: Readonly<Record<ProblemCode, number>> = {
  "not-signed-in": 401,
  "wrong-password": 401,
  "too-many-attempts": 429,
  "wrong-code": 401,
  "sign-in-over": 409,
  "wrong-passkey": 401,
  "too-many-passkeys": 409,
  "provider-unavailable": 424,
  "provider-refused": 401,
  "provider-answer-wrong": 401,
  "no-account-here": 403,
  "account-suspended": 403,
  "identity-taken": 409,
  "proof-not-new": 403,
  "proof-needed": 403,
  "setup-token-wrong": 403,
  "setup-done": 409,
  "invalid-email": 422,
  "duplicate-email": 422,
  "too-many-addresses": 409,
  "invalid-login": 422,
  "duplicate-login": 422,
  "too-many-logins": 409,
  "weak-password": 422,
  "invalid-name": 422,
  "invalid-value": 422,
  "not-found": 404,
  forbidden: 403,
  "last-credential": 409,
  "last-administrator": 409,
  "account-link-invalid": 404,
  "mail-not-set-up": 409,
  "uri-taken": 409,
  "calendar-has-events": 409,
  "default-calendar-needed": 403,
  "too-many-calendars": 409,
  "too-many-properties": 507,
  "feed-unusable": 422,
  "too-many-links": 409,
  "invalid-calendar-data": 422,
  "unsupported-component": 422,
  "method-not-allowed-in-object": 422,
  "uid-taken": 409,
  "uid-changed": 409,
  "etag-mismatch": 412,
  "sign-up-closed": 409,
  "sign-up-full": 409,
  "scheduling-uid-taken": 409,
  "organizers-differ": 422,
  "organizer-change-not-allowed": 403,
  "attendee-change-not-allowed": 403,
  "guests-unreachable": 422,
  "booking-taken": 409,
  "booking-too-long": 422,
  "bookable-full": 507,
  "booking-refused": 409,
  "poll-closed": 409,
  "booking-not-now": 409,
  "door-code-needed": 403,
  "wrong-door-code": 403,
  "check-in-elsewhere": 409,
  "booking-rules-wrong": 422,
  "not-waiting": 409,
  "waiting-list-full": 409,
  "too-many-handovers": 409,
  "page-address-taken": 409,
  "room-asks-first": 422,
  "nobody-else-free": 409,
  "household-exists": 409,
  "tag-taken": 409,
  "unknown-tag": 401,
  "wrong-pin": 401,
  "weak-pin": 422,
  "object-too-large": 413,
  "too-many-objects": 507,
  "object-quota-full": 507,
  "too-many-lines": 413,
  "too-many-overrides": 413,
  "too-many-participants": 422,
  "too-many-occurrences": 422,
  "date-out-of-range": 422,
  "changes-too-old": 410,
  "range-too-long": 422,
  "request-too-large": 413,
  "blob-not-found": 404,
  "attachment-too-large": 413,
  "too-many-attachments": 422,
  "upload-quota-full": 507,
  "attachment-quota-full": 507,
  "attachment-not-found": 404,
  "unknown-managed-id": 422,
  "no-such-instance": 422,
  "not-a-calendar-file": 422,
  "too-many-exports": 429,
  "export-too-large": 413,
  "export-too-many-files": 422,
  "too-many-requests": 503,
  "malformed-request": 400,
  "database-unavailable": 503,
  "disk-full": 507,
  "data-damaged": 500,
  internal: 500,
};
