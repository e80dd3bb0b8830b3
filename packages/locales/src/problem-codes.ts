import type { MessageKey } from "./keys.ts";

/**
 * Every problem with a text, `error.<code>`: those of the server's catalogue, those of calendar data, and those that
 * only a browser meets: nobody answers, a proxy answers, or a limit on requests is reached.
 */
export const problemCodes = [
  "not-signed-in",
  "wrong-password",
  "too-many-attempts",
  "setup-token-wrong",
  "setup-done",
  "invalid-email",
  "duplicate-email",
  "too-many-addresses",
  "weak-password",
  "invalid-name",
  "invalid-value",
  "not-found",
  "forbidden",
  "last-credential",
  "last-administrator",
  "account-link-invalid",
  "mail-not-set-up",
  "uri-taken",
  "calendar-has-events",
  "default-calendar-needed",
  "too-many-calendars",
  "too-many-properties",
  "feed-unusable",
  "too-many-links",
  "sign-up-closed",
  "sign-up-full",
  "booking-taken",
  "booking-too-long",
  "booking-not-now",
  "check-in-elsewhere",
  "booking-rules-wrong",
  "not-waiting",
  "waiting-list-full",
  "invalid-calendar-data",
  "unsupported-component",
  "method-not-allowed-in-object",
  "uid-taken",
  "uid-changed",
  "etag-mismatch",
  "scheduling-uid-taken",
  "organizers-differ",
  "organizer-change-not-allowed",
  "attendee-change-not-allowed",
  "object-too-large",
  "too-many-objects",
  "object-quota-full",
  "too-many-lines",
  "too-many-overrides",
  "guests-unreachable",
  "too-many-participants",
  "too-many-occurrences",
  "date-out-of-range",
  "state-mismatch",
  "changes-too-old",
  "range-too-long",
  "request-too-large",
  "blob-not-found",
  "attachment-too-large",
  "too-many-attachments",
  "upload-quota-full",
  "attachment-quota-full",
  "attachment-not-found",
  "unknown-managed-id",
  "no-such-instance",
  "not-a-calendar-file",
  "too-many-exports",
  "export-too-large",
  "export-too-many-files",
  "malformed-request",
  "database-unavailable",
  "disk-full",
  "data-damaged",
  "internal",
  "invalid-icalendar",
  "invalid-property",
  "invalid-calendar-object",
  "invalid-recurrence-rule",
  "invalid-jscalendar",
  "unreachable",
  "too-large-for-proxy",
  "too-many-requests",
  "too-much-at-once",
] as const;

/** The catalogue's texts for JMAP method and SetError types (RFC 8620 §3.6, §5.3). */
const jmapTypes: Readonly<Record<string, WordedCode>> = {
  "signed-out": "not-signed-in",
  notFound: "not-found",
  forbidden: "forbidden",
  accountNotFound: "not-found",
  stateMismatch: "state-mismatch",
  cannotCalculateChanges: "changes-too-old",
  tooLarge: "object-too-large",
  requestTooLarge: "request-too-large",
  limit: "too-many-requests",
  rateLimit: "too-many-attempts",
  invalidProperties: "invalid-value",
  invalidArguments: "malformed-request",
  unknownMethod: "malformed-request",
  serverFail: "internal",
  serverUnavailable: "unreachable",
  serverPartialFail: "unreachable",
  blobNotFound: "blob-not-found",
  calendarHasEvent: "calendar-has-events",
  invalidPatch: "malformed-request",
  cannotCalculateOccurrences: "too-many-occurrences",
  expandDurationTooLarge: "range-too-long",
};

type WordedCode = (typeof problemCodes)[number];

/**
 * The key of the text for a code or JMAP error type from the server; an unknown one is described as a fault of the
 * server.
 */
export function problemKey(code: string): MessageKey {
  const worded = problemCodes.find((known) => known === code);
  if (worded) return `error.${worded}`;
  const jmap = Object.hasOwn(jmapTypes, code) ? jmapTypes[code] : undefined;
  return jmap ? `error.${jmap}` : "error.internal";
}
