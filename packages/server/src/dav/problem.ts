import type { CalendarProblem } from "@snart/calendar/problems.ts";
import { PROBLEM_STATUS, type Problem } from "../app/problems.ts";
import { refuse, refuseWith, type Refusal } from "./preconditions.ts";
import { caldav, dav, type XmlName } from "./xml/names.ts";

/** Where a problem occurred, for conditions that contain a place. */
export interface ProblemPlace {
  /** of the resource to read or write */
  readonly href: string;
  /** the path of another object of the same calendar */
  readonly hrefOfObject?: (uri: string) => string;
  /** the path of an object of another calendar in the same home */
  readonly hrefInHome?: (calendarUri: string, uri: string) => string;
}

// One line per problem: longer than a function should be, and easier to read than its parts.
/* eslint-disable eslint/max-lines-per-function */
/**
 * The one place where a use case's problem becomes a WebDAV condition or status (docs/architecture.md, decision 10).
 */
export function refusalOf(problem: Problem, place: ProblemPlace): Refusal {
  switch (problem.code) {
    case "invalid-calendar-data":
      return calendarRefusal(problem.problem);
    case "unsupported-component": {
      const kept = problem.supported.join(", ");
      return refuse(
        "supported-calendar-component",
        `This calendar keeps ${kept}, and no ${problem.component}.`,
      );
    }
    case "method-not-allowed-in-object":
      return refuse(
        "valid-calendar-object-resource",
        `A stored object has no METHOD; this one says ${problem.method}.`,
      );
    case "uid-taken":
      return uidConflict(place.hrefOfObject?.(problem.uri) ?? place.href);
    case "uid-changed":
      // RFC 4791 §5.3.2.1: overwriting an object with another UID is the same condition, for the object itself.
      return uidConflict(place.href, `The object here has the UID ${problem.expected}, which cannot change.`);
    case "scheduling-uid-taken":
      return {
        kind: "condition",
        condition: {
          name: "unique-scheduling-object-resource",
          href: place.hrefInHome?.(problem.calendarUri, problem.uri) ?? place.href,
        },
        text: "The invitation is in another of your calendars already: move it from there.",
      };
    case "organizers-differ":
      return refuse("same-organizer-in-all-components", "All instances have one ORGANIZER.");
    case "organizer-change-not-allowed":
      return refuse("allowed-organizer-scheduling-object-change", `It cannot change: ${problem.detail}.`);
    case "attendee-change-not-allowed":
      return refuse("allowed-attendee-scheduling-object-change", `The organizer's alone: ${problem.detail}.`);
    case "object-too-large":
      return refuse("max-resource-size", `A calendar object may have ${problem.limit} bytes.`);
    case "too-many-objects":
      return refuse("quota-not-exceeded", `There is room for ${problem.limit} objects.`);
    case "object-quota-full":
      return refuse("quota-not-exceeded", `The account may have ${problem.limit} bytes of objects.`);
    case "too-many-lines":
      return refuse("max-resource-size", `A calendar object may have ${problem.limit} lines.`);
    case "too-many-overrides":
      return refuse("max-instances", `A series may have ${problem.limit} instances of its own.`);
    case "too-many-participants":
      return refuse("max-attendees-per-instance", `An event may have ${problem.limit} participants.`);
    case "too-many-occurrences":
      return refuse("max-instances", `More than ${problem.limit} occurrences: ask for a shorter time.`);
    case "date-out-of-range":
      return refuse(outside(problem), `Dates are kept from ${problem.from} to ${problem.to}.`);
    case "range-too-long":
      return refuse("max-instances", `The time asked for may span ${problem.limitDays} days.`);
    case "changes-too-old":
      return refuse(
        "valid-sync-token",
        "The sync token is too old or not one of this calendar: start afresh.",
      );
    case "forbidden":
      return needPrivileges(problem.right, place.href);
    case "uri-taken":
      return refuse("resource-must-be-null", "There is something here already.");
    case "not-found":
      return plain(problem, "There is nothing here.");
    case "etag-mismatch":
      return plain(problem, "It has changed since you read it; nothing was written.");
    case "too-many-properties":
      return refuse("quota-not-exceeded", `Beside one resource fit ${problem.limit} of them.`);
    case "too-many-links":
      return plain(problem, `A calendar may have ${problem.limit} links.`);
    case "too-many-calendars":
      return plain(problem, `An account may have ${problem.limit} calendars.`);
    case "default-calendar-needed":
      return refuse("default-calendar-needed", "Invitations need a calendar for events.");
    case "calendar-has-events":
      return plain(problem, `The calendar holds ${problem.count} events.`);
    case "invalid-name":
      return plain(problem, `A name has 1 to ${problem.maximum} characters.`);
    case "invalid-value":
      return plain(problem, `${problem.field}: ${problem.detail}`);
    case "request-too-large":
      return plain(problem, `A request may have ${problem.limit} bytes.`);
    case "not-a-calendar-file":
    case "malformed-request":
      return plain(problem, problem.detail);
    case "attachment-too-large":
      return refuse("max-attachment-size", `An attachment may have ${problem.limit} bytes.`);
    case "too-many-attachments":
      return refuse("max-attachments-per-resource", `A resource may have ${problem.limit} attachments.`);
    case "upload-quota-full":
    case "attachment-quota-full":
      return refuse("quota-not-exceeded", `The account may have ${problem.limit} bytes of files.`);
    case "attachment-not-found":
      return refuse("valid-managed-id", "The object, or one of its named instances, has no such attachment.");
    case "unknown-managed-id":
      return refuse(
        "valid-managed-id-parameter",
        `There is no attachment ${problem.managedId} here that you may read.`,
      );
    case "no-such-instance":
      return refuse("valid-rid", "The rid parameter names no instance of the object.");
    case "booking-taken":
      return plain(
        problem,
        `Somebody else has booked a part of the time from ${new Date(problem.start).toISOString()} to ${new Date(problem.end).toISOString()}; nothing was written.`,
      );
    case "booking-too-long":
      return plain(problem, `A booking may take ${problem.limit} cells of time.`);
    case "bookable-full":
      return plain(problem, "There is no room for more events in the calendar of what is booked.");
    // Problems of accounts, files and what JMAP alone asks for: no DAV method can cause these.
    case "booking-refused":
    case "not-signed-in":
    case "wrong-password":
    case "too-many-attempts":
    case "wrong-code":
    case "sign-in-over":
    case "wrong-passkey":
    case "too-many-passkeys":
    case "provider-unavailable":
    case "provider-refused":
    case "provider-answer-wrong":
    case "no-account-here":
    case "account-suspended":
    case "identity-taken":
    case "proof-not-new":
    case "proof-needed":
    case "setup-token-wrong":
    case "setup-done":
    case "invalid-email":
    case "duplicate-email":
    case "too-many-addresses":
    case "invalid-login":
    case "duplicate-login":
    case "too-many-logins":
    case "weak-password":
    case "last-credential":
    case "last-administrator":
    case "account-link-invalid":
    case "mail-not-set-up":
    case "feed-unusable":
    case "sign-up-closed":
    case "sign-up-full":
    case "booking-rules-wrong":
    case "not-waiting":
    case "waiting-list-full":
    case "too-many-handovers":
    case "poll-closed":
    case "booking-not-now":
    case "check-in-elsewhere":
    case "door-code-needed":
    case "wrong-door-code":
    case "page-address-taken":
    case "room-asks-first":
    case "nobody-else-free":
    case "household-exists":
    case "tag-taken":
    case "unknown-tag":
    case "wrong-pin":
    case "weak-pin":
    case "guests-unreachable":
    case "blob-not-found":
    case "too-many-exports":
    case "too-many-requests":
    case "export-too-large":
    case "export-too-many-files":
    case "database-unavailable":
    case "disk-full":
    case "data-damaged":
    case "internal":
      return plain(problem, `Refused: ${problem.code}.`);
  }
}

function calendarRefusal(problem: CalendarProblem): Refusal {
  switch (problem.code) {
    case "object-too-large":
      return refuse("max-resource-size", problem.detail);
    case "invalid-calendar-object":
      return refuse("valid-calendar-object-resource", problem.detail);
    case "invalid-icalendar":
      return refuse("valid-calendar-data", `Line ${problem.line}: ${problem.detail}`);
    case "invalid-property":
      return refuse("valid-calendar-data", `Line ${problem.line}, ${problem.property}: ${problem.detail}`);
    case "date-out-of-range":
      return refuse(
        outside(problem),
        `Line ${problem.line}, ${problem.property}: outside 1900-01-01 to 2199-12-31.`,
      );
    case "too-many-occurrences":
      return refuse("max-instances", `More than ${problem.limit} occurrences.`);
    case "invalid-recurrence-rule":
    case "invalid-jscalendar":
      return refuse("valid-calendar-data", problem.detail);
  }
}

const outside = ({ side }: { readonly side: "before" | "after" }): "min-date-time" | "max-date-time" =>
  side === "before" ? "min-date-time" : "max-date-time";

const uidConflict = (href: string, text = "Another object of this calendar has the same UID."): Refusal => ({
  kind: "condition",
  condition: { name: "no-uid-conflict", href },
  text,
});

/** The privilege of RFC 3744 or RFC 4791 for each right. */
const PRIVILEGES: Readonly<Record<string, XmlName>> = {
  mayReadFreeBusy: caldav("read-free-busy"),
  mayReadItems: dav("read"),
  mayWriteAll: dav("write-content"),
  mayWriteOwn: dav("write-content"),
  mayWritePrivate: dav("write-content"),
  mayShare: dav("write-properties"),
  mayDelete: dav("unbind"),
};

const needPrivileges = (right: string, href: string): Refusal => ({
  kind: "condition",
  condition: { name: "need-privileges", href, privilege: PRIVILEGES[right] ?? dav("write") },
  text: "Your rights on this calendar do not allow that.",
});

/** The same for a change of a calendar's shares, which is more than a change of a property (RFC 3744 §3.6). */
export const shareRefusal = (problem: Problem, href: string): Refusal =>
  problem.code === "forbidden"
    ? {
        kind: "condition",
        condition: { name: "need-privileges", href, privilege: dav("write-acl") },
        text: "With whom a calendar is shared, its owner and its managers decide.",
      }
    : refusalOf(problem, { href });

const plain = (problem: Problem, text: string): Refusal => refuseWith(PROBLEM_STATUS[problem.code], text);

/** The refusal for a missing resource and for an invisible one: the same. */
export const refusalOfAbsent = (problem: Problem): Refusal =>
  problem.code === "not-found" ? refuseWith(404, "There is nothing here.") : refusalOf(problem, { href: "" });
