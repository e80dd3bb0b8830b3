import { problemOf } from "@snart/calendar/jscalendar/check-item.ts";
import type { Finding } from "@snart/calendar/jscalendar/value-check.ts";
import type { Problem, ProblemCode } from "../app/problems.ts";
import {
  invalidProperties,
  type MethodError,
  type MethodErrorType,
  type SetError,
  type SetErrorType,
} from "./wire/errors.ts";

// The one place where problems of the use cases become JMAP errors. Both tables are complete by type: a new problem
// does not compile until JMAP has an error for it.

const METHOD_ERRORS: Readonly<Record<ProblemCode, MethodErrorType>> = {
  "not-signed-in": "forbidden",
  "wrong-password": "wrong-password",
  "too-many-attempts": "too-many-attempts",
  "wrong-code": "wrong-password",
  "sign-in-over": "forbidden",
  "wrong-passkey": "forbidden",
  "too-many-passkeys": "forbidden",
  "provider-unavailable": "serverUnavailable",
  "provider-refused": "forbidden",
  "provider-answer-wrong": "forbidden",
  "no-account-here": "forbidden",
  "account-suspended": "forbidden",
  "identity-taken": "forbidden",
  "proof-not-new": "forbidden",
  "proof-needed": "forbidden",
  "setup-token-wrong": "forbidden",
  "setup-done": "forbidden",
  "invalid-email": "invalidArguments",
  "duplicate-email": "invalidArguments",
  "too-many-addresses": "forbidden",
  "invalid-login": "invalidArguments",
  "duplicate-login": "invalidArguments",
  "too-many-logins": "forbidden",
  "weak-password": "weak-password",
  "invalid-name": "invalidArguments",
  "invalid-value": "invalidArguments",
  "not-found": "notFound",
  forbidden: "forbidden",
  "last-credential": "forbidden",
  "last-administrator": "forbidden",
  "account-link-invalid": "notFound",
  "mail-not-set-up": "forbidden",
  "uri-taken": "invalidArguments",
  "calendar-has-events": "invalidArguments",
  "default-calendar-needed": "forbidden",
  "too-many-calendars": "forbidden",
  "too-many-properties": "forbidden",
  "feed-unusable": "feed-unusable",
  "too-many-links": "forbidden",
  "invalid-calendar-data": "invalidArguments",
  "unsupported-component": "invalidArguments",
  "method-not-allowed-in-object": "invalidArguments",
  "uid-taken": "invalidArguments",
  "uid-changed": "invalidArguments",
  "etag-mismatch": "stateMismatch",
  "sign-up-closed": "sign-up-closed",
  "sign-up-full": "sign-up-full",
  "booking-taken": "overlap",
  "booking-too-long": "invalidArguments",
  "bookable-full": "forbidden",
  "booking-refused": "forbidden",
  "booking-not-now": "forbidden",
  "poll-closed": "forbidden",
  "check-in-elsewhere": "forbidden",
  "door-code-needed": "forbidden",
  "wrong-door-code": "forbidden",
  "booking-rules-wrong": "invalidArguments",
  "not-waiting": "invalidArguments",
  "waiting-list-full": "forbidden",
  "too-many-handovers": "forbidden",
  "page-address-taken": "invalidArguments",
  "room-asks-first": "invalidArguments",
  "nobody-else-free": "forbidden",
  "household-exists": "invalidArguments",
  "tag-taken": "invalidArguments",
  "unknown-tag": "forbidden",
  "wrong-pin": "forbidden",
  "weak-pin": "invalidArguments",
  "scheduling-uid-taken": "invalidArguments",
  "organizers-differ": "invalidArguments",
  "organizer-change-not-allowed": "forbidden",
  "attendee-change-not-allowed": "forbidden",
  "guests-unreachable": "invalidArguments",
  "object-too-large": "requestTooLarge",
  "too-many-objects": "forbidden",
  "object-quota-full": "forbidden",
  "too-many-lines": "requestTooLarge",
  "too-many-overrides": "requestTooLarge",
  "too-many-participants": "requestTooLarge",
  "too-many-occurrences": "cannotCalculateOccurrences",
  "date-out-of-range": "invalidArguments",
  "changes-too-old": "cannotCalculateChanges",
  "range-too-long": "expandDurationTooLarge",
  "request-too-large": "requestTooLarge",
  "blob-not-found": "blob-not-found",
  "attachment-too-large": "requestTooLarge",
  "too-many-attachments": "invalidArguments",
  "upload-quota-full": "forbidden",
  "attachment-quota-full": "forbidden",
  "attachment-not-found": "notFound",
  "unknown-managed-id": "invalidArguments",
  "no-such-instance": "invalidArguments",
  "not-a-calendar-file": "not-a-calendar-file",
  "too-many-exports": "too-many-attempts",
  "too-many-requests": "too-many-attempts",
  "export-too-large": "requestTooLarge",
  "export-too-many-files": "requestTooLarge",
  "malformed-request": "invalidArguments",
  "database-unavailable": "serverUnavailable",
  "disk-full": "serverFail",
  "data-damaged": "serverFail",
  internal: "serverFail",
};

const SET_ERRORS: Readonly<Record<ProblemCode, SetErrorType>> = {
  "not-signed-in": "forbidden",
  "wrong-password": "forbidden",
  "too-many-attempts": "rateLimit",
  "wrong-code": "forbidden",
  "sign-in-over": "forbidden",
  "wrong-passkey": "forbidden",
  "too-many-passkeys": "overQuota",
  "provider-unavailable": "forbidden",
  "provider-refused": "forbidden",
  "provider-answer-wrong": "forbidden",
  "no-account-here": "forbidden",
  "account-suspended": "forbidden",
  "identity-taken": "forbidden",
  "proof-not-new": "forbidden",
  "proof-needed": "forbidden",
  "setup-token-wrong": "forbidden",
  "setup-done": "forbidden",
  "invalid-email": "invalidProperties",
  "duplicate-email": "invalidProperties",
  "too-many-addresses": "overQuota",
  "invalid-login": "invalidProperties",
  "duplicate-login": "invalidProperties",
  "too-many-logins": "overQuota",
  "weak-password": "invalidProperties",
  "invalid-name": "invalidProperties",
  "invalid-value": "invalidProperties",
  "not-found": "notFound",
  forbidden: "forbidden",
  "last-credential": "forbidden",
  "last-administrator": "forbidden",
  "account-link-invalid": "notFound",
  "mail-not-set-up": "forbidden",
  "uri-taken": "invalidProperties",
  "calendar-has-events": "calendarHasEvent",
  "default-calendar-needed": "forbidden",
  "too-many-calendars": "overQuota",
  "too-many-properties": "overQuota",
  "feed-unusable": "invalidProperties",
  "too-many-links": "overQuota",
  "invalid-calendar-data": "invalidProperties",
  "unsupported-component": "invalidProperties",
  "method-not-allowed-in-object": "invalidProperties",
  "uid-taken": "invalidProperties",
  "uid-changed": "invalidProperties",
  "etag-mismatch": "stateMismatch",
  "sign-up-closed": "forbidden",
  "sign-up-full": "forbidden",
  "booking-taken": "overlap",
  "booking-too-long": "invalidProperties",
  "bookable-full": "overQuota",
  "booking-refused": "bookingRefused",
  "booking-not-now": "forbidden",
  "poll-closed": "forbidden",
  "check-in-elsewhere": "forbidden",
  "door-code-needed": "forbidden",
  "wrong-door-code": "forbidden",
  "booking-rules-wrong": "invalidProperties",
  "not-waiting": "invalidProperties",
  "waiting-list-full": "overQuota",
  "too-many-handovers": "overQuota",
  "page-address-taken": "invalidProperties",
  "room-asks-first": "invalidProperties",
  "nobody-else-free": "forbidden",
  "household-exists": "invalidProperties",
  "tag-taken": "invalidProperties",
  "unknown-tag": "forbidden",
  "wrong-pin": "forbidden",
  "weak-pin": "invalidProperties",
  "scheduling-uid-taken": "invalidProperties",
  "organizers-differ": "invalidProperties",
  "organizer-change-not-allowed": "forbidden",
  "attendee-change-not-allowed": "forbidden",
  "guests-unreachable": "noSupportedScheduleMethods",
  "object-too-large": "tooLarge",
  "too-many-objects": "overQuota",
  "object-quota-full": "overQuota",
  "too-many-lines": "tooLarge",
  "too-many-overrides": "tooLarge",
  "too-many-participants": "invalidProperties",
  "too-many-occurrences": "invalidProperties",
  "date-out-of-range": "invalidProperties",
  "changes-too-old": "serverFail",
  "range-too-long": "invalidProperties",
  "request-too-large": "tooLarge",
  "blob-not-found": "notFound",
  "attachment-too-large": "tooLarge",
  "too-many-attachments": "invalidProperties",
  "upload-quota-full": "overQuota",
  "attachment-quota-full": "overQuota",
  "attachment-not-found": "notFound",
  "unknown-managed-id": "invalidProperties",
  "no-such-instance": "invalidProperties",
  "not-a-calendar-file": "invalidProperties",
  "too-many-exports": "rateLimit",
  "too-many-requests": "rateLimit",
  "export-too-large": "tooLarge",
  "export-too-many-files": "tooLarge",
  "malformed-request": "invalidProperties",
  "database-unavailable": "serverFail",
  "disk-full": "overQuota",
  "data-damaged": "serverFail",
  internal: "serverFail",
};

/** A refused use case as the error of the whole method call. */
export function methodErrorOf(problem: Problem): MethodError {
  const { code, ...facts } = problem;
  return { ...facts, type: METHOD_ERRORS[code], code, description: descriptionOf(problem) };
}

/** The same if the account itself was not found. */
export const accountErrorOf = (problem: Problem): MethodError =>
  problem.code === "not-found" ? { type: "accountNotFound" } : methodErrorOf(problem);

/** A refused use case as the error of one record of a /set. */
export function setErrorOf(problem: Problem): SetError {
  const { code, ...facts } = problem;
  // JMAP Calendars refuses the property here, while another missing right refuses the whole record.
  if (code === "forbidden" && problem.right === "mayWritePrivate")
    return invalidProperties(["privacy"], "events in another's calendar are public");
  const properties = propertiesOf(problem);
  const error: SetError = { ...facts, type: SET_ERRORS[code], code, description: descriptionOf(problem) };
  return properties ? { ...error, properties } : error;
}

/** For client developers, in English; users read the text of `error.<code>`. */
function descriptionOf(problem: Problem): string {
  if (problem.code === "invalid-calendar-data") {
    const { problem: cause } = problem;
    return "detail" in cause ? `${cause.code}: ${cause.detail}` : cause.code;
  }
  return "detail" in problem ? problem.detail : problem.code;
}

/** The domain's findings about a client's event. */
export function invalidByFindings(findings: readonly Finding[]): SetError {
  return setErrorOf({ code: "invalid-calendar-data", problem: problemOf(findings) });
}

const PROPERTIES: Readonly<Partial<Record<ProblemCode, readonly string[]>>> = {
  "uid-taken": ["uid"],
  "uid-changed": ["uid"],
  "scheduling-uid-taken": ["uid"],
  "organizers-differ": ["organizerCalendarAddress"],
  "guests-unreachable": ["participants"],
  "too-many-participants": ["participants"],
  "too-many-occurrences": ["recurrenceRule"],
  "unsupported-component": ["calendarIds"],
  "attachment-too-large": ["links"],
  "too-many-attachments": ["links"],
  "attachment-quota-full": ["links"],
  "unknown-managed-id": ["links"],
};

function propertiesOf(problem: Problem): readonly string[] | undefined {
  if (problem.code === "invalid-calendar-data") return causesOf(problem.problem);
  return "field" in problem ? [problem.field] : PROPERTIES[problem.code];
}

type Cause = Extract<Problem, { code: "invalid-calendar-data" }>["problem"];

/** The JSCalendar properties for these iCalendar properties. */
const JSCALENDAR_NAMES: Readonly<Record<string, string>> = {
  DTSTART: "start",
  DTEND: "duration",
  DURATION: "duration",
  RRULE: "recurrenceRule",
  RDATE: "recurrenceOverrides",
  EXDATE: "recurrenceOverrides",
  "RECURRENCE-ID": "recurrenceOverrides",
};

function causesOf(cause: Cause): readonly string[] | undefined {
  switch (cause.code) {
    case "invalid-jscalendar":
      return cause.properties;
    case "invalid-recurrence-rule":
    case "too-many-occurrences":
      return ["recurrenceRule"];
    case "date-out-of-range":
    case "invalid-property":
      return [JSCALENDAR_NAMES[cause.property] ?? cause.property];
    case "invalid-icalendar":
    case "object-too-large":
    case "invalid-calendar-object":
      return undefined;
  }
}
