import { parameterValue, type Property } from "../../icalendar/component.ts";

// Whose each property of a meeting is. Messages, copies and shared calendars all read this one table.

/** Whose a property is, and to whom it goes. */
export interface Whose {
  /** Where several people see one calendar each of them has their own (JMAP Calendars, "Per-user properties"): in that of a group, too, or not. */
  readonly perUser: "always" | "outside-groups" | "never";
  /** It goes to the guests. What doesn't is between a person and their own apps. */
  readonly isSent: boolean;
  /**
   * Whether a guest's stands when the organizer sends another: `always`; where the guest has `changed` it and the organizer has not
   * changed theirs since; or `never`.
   */
  readonly staysGuests: "always" | "changed" | "never";
}

const PER_USER: Whose = { perUser: "outside-groups", isSent: false, staysGuests: "always" };
const OF_ALARMS: Whose = { ...PER_USER, perUser: "always" };
/** The organizer's says how it may be at the guest's, who then decides. */
const SUGGESTED: Whose = { perUser: "never", isSent: true, staysGuests: "always" };
const OWN: Whose = { perUser: "never", isSent: false, staysGuests: "always" };
const OF_SERVER: Whose = { perUser: "never", isSent: false, staysGuests: "never" };
/** When, where, what and who. */
const OF_ORGANIZER: Whose = { perUser: "never", isSent: true, staysGuests: "never" };
const DESCRIBING: Whose = { perUser: "never", isSent: true, staysGuests: "changed" };
/** An app's own. From other servers it comes all the same. */
const PRIVATE: Whose = { perUser: "never", isSent: false, staysGuests: "changed" };

/** The first row whose names match says it. JSPROP is named by its path: `JSPROP/keywords`. */
const TABLE: readonly (readonly [RegExp, Whose])[] = [
  [/^(?:CATEGORIES|COLOR)$/, PER_USER],
  // Thunderbird records here which alarms its user has seen.
  [/^X-MOZ-(?:LASTACK|SNOOZE)/, OF_ALARMS],
  [/^JSPROP\/(?:useDefaultAlerts|alerts)(?:\/|$)/, OF_ALARMS],
  [/^JSPROP\/(?:keywords|color|freeBusyStatus)(?:\/|$)/, PER_USER],
  [/^TRANSP$/, { ...SUGGESTED, perUser: "outside-groups" }],
  [/^(?:PERCENT-COMPLETE|COMPLETED)$/, SUGGESTED],
  [/^(?:CLASS|JSPROP\/privacy)$/, OWN],
  [/^X-(?:MOZ|EVOLUTION|LIC|APPLE-(?:ALARM|NEEDS|DEFAULT|TRAVEL)|CALENDARSERVER-PRIVATE)/, OWN],
  // In a guest's copy it is what they say with their answer.
  [/^X-CALENDARSERVER-ATTENDEE-COMMENT$/, OWN],
  [/^(?:REQUEST-STATUS$|X-SNART|X-CALENDARSERVER)/, OF_SERVER],
  [/^(?:UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|RECURRENCE-ID|ORGANIZER|ATTENDEE)$/, OF_ORGANIZER],
  [/^(?:DTSTART|DTEND|DUE|DURATION|RRULE|EXRULE|RDATE|EXDATE|SUMMARY|LOCATION|STATUS)$/, OF_ORGANIZER],
  // How to get to a meeting, and what it says, as the widespread apps write it.
  [/^X-(?:ALT-DESC|APPLE-STRUCTURED-LOCATION|GOOGLE-(?:CONFERENCE|HANGOUT))$/, DESCRIBING],
  [
    /^X-MICROSOFT-(?:CDO|LOCATIONS$|SKYPETEAMS|ONLINEMEETING|DISALLOW-COUNTER|ISRESPONSEREQUESTED)/,
    DESCRIBING,
  ],
  [/^JSPROP\/participants\/[^/]+\/(?:participationComment|schedule\w+)(?:\/|$)/, OF_SERVER],
  // A colon stands in the names of vendors' own properties alone (RFC 8984 §3.3).
  [/^JSPROP\/(?:title|description|locations|mainLocationId|virtualLocations|links|locale)[^:]*$/, DESCRIBING],
  [/^JSPROP\/(?:participants|hideAttendees|mayInvite\w+|relatedTo|timeZones)[^:]*$/, DESCRIBING],
  [/^(?:X-|JSPROP)/, PRIVATE],
];

const known = new Map<string, Whose>();
const MOST_KNOWN = 1_000;

/** The name of a property in the table. */
export const tableName = (property: Property): string =>
  property.name === "JSPROP"
    ? `JSPROP/${(parameterValue(property, "JSPTR") ?? "").replace(/^\//, "")}`
    : property.name;

/** Whose a property of a component is. */
export function whoseProperty(property: Property): Whose {
  const name = tableName(property);
  const there = known.get(name);
  if (there) return there;
  const found = TABLE.find(([names]) => names.test(name))?.[1] ?? DESCRIBING;
  if (known.size < MOST_KNOWN) known.set(name, found);
  return found;
}
