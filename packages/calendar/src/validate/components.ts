/** The RFC's rules for a component. Names are separated by spaces. */
export interface ComponentRule {
  readonly section: string;
  /** the components that it may stand in; none for the outermost */
  readonly inside: readonly string[];
  /** exactly once */
  readonly required: readonly string[];
  /** at most once */
  readonly once: readonly string[];
  /** any number of times */
  readonly many: readonly string[];
  /** pairs of which only one may occur */
  readonly exclusive: readonly (readonly [string, string])[];
  /** properties that need another one */
  readonly dependent: readonly (readonly [name: string, needs: string])[];
  /** at least one of these components must be inside; any component, if the name is `*` */
  readonly holds: readonly string[];
}

const words = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

interface Written {
  readonly inside?: string;
  readonly required?: string;
  readonly once?: string;
  readonly many?: string;
  readonly exclusive?: ComponentRule["exclusive"];
  readonly dependent?: ComponentRule["dependent"];
  readonly holds?: string;
}

const component = (section: string, written: Written): ComponentRule => ({
  section,
  inside: words(written.inside ?? ""),
  required: words(written.required ?? ""),
  once: words(written.once ?? ""),
  many: words(`${written.many ?? ""} LINK CONCEPT REFID`.trim()),
  exclusive: written.exclusive ?? [],
  dependent: written.dependent ?? [],
  holds: words(written.holds ?? ""),
});

/** Allowed in VEVENT, VTODO and VJOURNAL. */
const ITEM_ONCE =
  "CLASS CREATED LAST-MODIFIED ORGANIZER RECURRENCE-ID SEQUENCE STATUS SUMMARY URL RRULE COLOR";
const ITEM_MANY =
  "ATTACH ATTENDEE CATEGORIES COMMENT CONTACT EXDATE EXRULE REQUEST-STATUS RELATED-TO RDATE IMAGE STYLED-DESCRIPTION STRUCTURED-DATA";
const PLACED = "GEO LOCATION PRIORITY DESCRIPTION";
const ITEMS = "VEVENT VTODO VJOURNAL";

/** Every component of RFC 5545, 7953, 9073 and 9074; unlisted ones may stand anywhere (§3.6, iana-comp). */
export const COMPONENTS: Readonly<Record<string, ComponentRule>> = {
  VCALENDAR: component("5545 3.6", {
    required: "PRODID VERSION",
    once: "CALSCALE METHOD UID LAST-MODIFIED URL REFRESH-INTERVAL SOURCE COLOR",
    many: "NAME DESCRIPTION CATEGORIES IMAGE",
    holds: "*",
  }),
  VEVENT: component("5545 3.6.1", {
    inside: "VCALENDAR",
    required: "DTSTAMP UID",
    once: `${ITEM_ONCE} ${PLACED} DTSTART DTEND DURATION TRANSP`,
    many: `${ITEM_MANY} RESOURCES CONFERENCE`,
    exclusive: [["DTEND", "DURATION"]],
    dependent: [
      ["DTEND", "DTSTART"],
      ["DURATION", "DTSTART"],
      ["RRULE", "DTSTART"],
      ["RDATE", "DTSTART"],
    ],
  }),
  VTODO: component("5545 3.6.2", {
    inside: "VCALENDAR",
    required: "DTSTAMP UID",
    once: `${ITEM_ONCE} ${PLACED} COMPLETED DTSTART DUE DURATION PERCENT-COMPLETE`,
    many: `${ITEM_MANY} RESOURCES CONFERENCE`,
    exclusive: [["DUE", "DURATION"]],
    dependent: [
      ["DURATION", "DTSTART"],
      ["RRULE", "DTSTART"],
      ["RDATE", "DTSTART"],
    ],
  }),
  VJOURNAL: component("5545 3.6.3", {
    inside: "VCALENDAR",
    required: "DTSTAMP UID",
    once: `${ITEM_ONCE} DTSTART`,
    many: `${ITEM_MANY} DESCRIPTION`,
    dependent: [
      ["RRULE", "DTSTART"],
      ["RDATE", "DTSTART"],
    ],
  }),
  VFREEBUSY: component("5545 3.6.4", {
    inside: "VCALENDAR",
    required: "DTSTAMP UID",
    once: "CONTACT DTSTART DTEND ORGANIZER URL",
    many: "ATTENDEE COMMENT FREEBUSY REQUEST-STATUS STYLED-DESCRIPTION STRUCTURED-DATA",
  }),
  VTIMEZONE: component("5545 3.6.5", {
    inside: "VCALENDAR",
    required: "TZID",
    once: "LAST-MODIFIED TZURL TZUNTIL",
    many: "TZID-ALIAS-OF",
    holds: "STANDARD DAYLIGHT",
  }),
  STANDARD: component("5545 3.6.5", {
    inside: "VTIMEZONE",
    required: "DTSTART TZOFFSETTO TZOFFSETFROM",
    once: "RRULE",
    many: "COMMENT RDATE TZNAME",
  }),
  DAYLIGHT: component("5545 3.6.5", {
    inside: "VTIMEZONE",
    required: "DTSTART TZOFFSETTO TZOFFSETFROM",
    once: "RRULE",
    many: "COMMENT RDATE TZNAME",
  }),
  VALARM: component("5545 3.6.6", {
    inside: "VEVENT VTODO",
    required: "ACTION TRIGGER",
    once: "DURATION REPEAT UID ACKNOWLEDGED PROXIMITY DESCRIPTION SUMMARY",
    many: "ATTACH ATTENDEE RELATED-TO STYLED-DESCRIPTION STRUCTURED-DATA",
    dependent: [
      ["DURATION", "REPEAT"],
      ["REPEAT", "DURATION"],
    ],
  }),
  VAVAILABILITY: component("7953 3.1", {
    inside: "VCALENDAR",
    required: "DTSTAMP UID",
    once: "BUSYTYPE CLASS CREATED DESCRIPTION DTSTART LAST-MODIFIED LOCATION ORGANIZER PRIORITY SEQUENCE SUMMARY URL DTEND DURATION",
    many: "CATEGORIES COMMENT CONTACT",
    exclusive: [["DTEND", "DURATION"]],
    dependent: [["DURATION", "DTSTART"]],
  }),
  AVAILABLE: component("7953 3.1", {
    inside: "VAVAILABILITY",
    required: "DTSTAMP DTSTART UID",
    once: "DTEND DURATION CREATED DESCRIPTION LAST-MODIFIED LOCATION RECURRENCE-ID RRULE SUMMARY",
    many: "CATEGORIES COMMENT CONTACT EXDATE RDATE",
    exclusive: [["DTEND", "DURATION"]],
  }),
  PARTICIPANT: component("9073 7.1", {
    inside: ITEMS,
    required: "UID PARTICIPANT-TYPE",
    once: "CALENDAR-ADDRESS CREATED DESCRIPTION DTSTAMP GEO LAST-MODIFIED PRIORITY SEQUENCE STATUS SUMMARY URL",
    many: "ATTACH CATEGORIES COMMENT CONTACT LOCATION REQUEST-STATUS RELATED-TO RESOURCES STYLED-DESCRIPTION STRUCTURED-DATA",
  }),
  VLOCATION: component("9073 7.2", {
    inside: `${ITEMS} VFREEBUSY PARTICIPANT VALARM`,
    required: "UID",
    once: "DESCRIPTION GEO LOCATION-TYPE NAME URL",
    many: "STYLED-DESCRIPTION STRUCTURED-DATA",
  }),
  VRESOURCE: component("9073 7.3", {
    inside: `${ITEMS} VFREEBUSY PARTICIPANT`,
    required: "UID",
    once: "DESCRIPTION GEO NAME RESOURCE-TYPE",
    many: "STYLED-DESCRIPTION STRUCTURED-DATA",
  }),
};

/** What each ACTION requires of a VALARM besides ACTION and TRIGGER (RFC 5545 §3.6.6). */
export const ALARM_ACTIONS: Readonly<
  Record<
    string,
    {
      readonly required: readonly string[];
      readonly once: readonly string[];
      readonly never: readonly string[];
    }
  >
> = {
  AUDIO: { required: [], once: ["ATTACH"], never: ["DESCRIPTION", "SUMMARY", "ATTENDEE"] },
  DISPLAY: { required: ["DESCRIPTION"], once: [], never: ["SUMMARY", "ATTENDEE", "ATTACH"] },
  EMAIL: { required: ["DESCRIPTION", "SUMMARY", "ATTENDEE"], once: [], never: [] },
};

/** What an iTIP method requires of a component (RFC 5546 §3.2 to §3.5). */
interface MethodRule {
  readonly section: string;
  readonly required: readonly string[];
  readonly never: readonly string[];
  /** exactly one ATTENDEE: the one who answers */
  readonly oneAttendee?: true;
}

const method = (
  section: string,
  required: string,
  never = "",
  more: { oneAttendee?: true } = {},
): MethodRule => ({
  section,
  required: words(required),
  never: words(never),
  ...more,
});

/** By component, then by method; an absent method is not allowed for that component. */
export const METHODS: Readonly<Record<string, Readonly<Record<string, MethodRule>>>> = {
  VEVENT: {
    PUBLISH: method("5546 3.2.1", "DTSTART ORGANIZER SUMMARY", "ATTENDEE REQUEST-STATUS"),
    REQUEST: method("5546 3.2.2", "ATTENDEE DTSTART ORGANIZER SUMMARY", "REQUEST-STATUS"),
    REPLY: method("5546 3.2.3", "ATTENDEE ORGANIZER", "", { oneAttendee: true }),
    ADD: method("5546 3.2.4", "DTSTART ORGANIZER SEQUENCE SUMMARY", "RECURRENCE-ID REQUEST-STATUS"),
    CANCEL: method("5546 3.2.5", "ORGANIZER SEQUENCE", "REQUEST-STATUS"),
    REFRESH: method("5546 3.2.6", "ATTENDEE ORGANIZER", "DTSTART DTEND SUMMARY", { oneAttendee: true }),
    COUNTER: method("5546 3.2.7", "ATTENDEE DTSTART ORGANIZER SUMMARY"),
    DECLINECOUNTER: method("5546 3.2.8", "ORGANIZER"),
  },
  VFREEBUSY: {
    PUBLISH: method("5546 3.3.1", "DTSTART DTEND ORGANIZER", "ATTENDEE REQUEST-STATUS"),
    REQUEST: method("5546 3.3.2", "ATTENDEE DTSTART DTEND ORGANIZER", "FREEBUSY REQUEST-STATUS URL"),
    REPLY: method("5546 3.3.3", "ATTENDEE DTSTART DTEND ORGANIZER", "", { oneAttendee: true }),
  },
  VTODO: {
    PUBLISH: method("5546 3.4.1", "DTSTART ORGANIZER PRIORITY SUMMARY", "ATTENDEE REQUEST-STATUS"),
    REQUEST: method("5546 3.4.2", "ATTENDEE DTSTART ORGANIZER PRIORITY SUMMARY", "REQUEST-STATUS"),
    REPLY: method("5546 3.4.3", "ATTENDEE ORGANIZER"),
    ADD: method("5546 3.4.4", "ORGANIZER PRIORITY SEQUENCE SUMMARY", "RECURRENCE-ID REQUEST-STATUS"),
    CANCEL: method("5546 3.4.5", "ORGANIZER SEQUENCE", "REQUEST-STATUS"),
    REFRESH: method("5546 3.4.6", "ATTENDEE", "", { oneAttendee: true }),
    COUNTER: method("5546 3.4.7", "ATTENDEE ORGANIZER PRIORITY SUMMARY"),
    DECLINECOUNTER: method("5546 3.4.8", "ATTENDEE ORGANIZER SEQUENCE"),
  },
  VJOURNAL: {
    PUBLISH: method("5546 3.5.1", "DESCRIPTION DTSTART ORGANIZER", "ATTENDEE"),
    ADD: method("5546 3.5.2", "DESCRIPTION DTSTART ORGANIZER SEQUENCE", "RECURRENCE-ID ATTENDEE"),
    CANCEL: method("5546 3.5.3", "ORGANIZER SEQUENCE", "REQUEST-STATUS"),
  },
};
