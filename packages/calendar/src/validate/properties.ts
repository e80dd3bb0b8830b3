import type { ValueType } from "./value-types.ts";

/** The RFC's rules for a property, in any component. */
export interface PropertyRule {
  readonly section: string;
  /** the value types it may have; the first is the default */
  readonly types: readonly ValueType[];
  /** parameters besides those that every property may have */
  readonly parameters: readonly string[];
  /** the VALUE parameter is required, as there is no default */
  readonly explicit?: true;
  /** several values may follow one colon */
  readonly list?: true;
  /** a DATE-TIME must be in UTC */
  readonly utc?: true;
  /** a DATE-TIME must be neither in UTC nor have a TZID */
  readonly local?: true;
  /** the whole value has a syntax of its own instead of a value type's */
  readonly syntax?: { readonly fits: (value: string) => boolean; readonly wanted: string };
  /** the registered values, in upper case, and whether X- values are also allowed */
  readonly values?: { readonly known: readonly string[]; readonly open: boolean };
  /** the smallest and the largest number */
  readonly range?: readonly [min: number, max: number];
}

type Extra = Omit<PropertyRule, "section" | "types" | "parameters">;

const property = (section: string, types: string, parameters = "", extra: Extra = {}): PropertyRule => ({
  section,
  types: types.split(" ") as ValueType[],
  parameters: parameters === "" ? [] : parameters.split(" "),
  ...extra,
});

const values = (known: string, open: boolean): Extra => ({ values: { known: known.split(" "), open } });
const matching = (pattern: RegExp, wanted: string): Extra => ({
  syntax: { fits: (value) => pattern.test(value), wanted },
});
const LIST: Extra = { list: true };
const UTC: Extra = { utc: true };

const PERSON = "CN DIR SENT-BY EMAIL SCHEDULE-STATUS SCHEDULE-AGENT SCHEDULE-FORCE-SEND";
const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`;
const STATUSES = "TENTATIVE CONFIRMED CANCELLED NEEDS-ACTION COMPLETED IN-PROCESS DRAFT FINAL";

function fitsGeo(value: string): boolean {
  if (!new RegExp(`^${NUMBER};${NUMBER}$`).test(value)) return false;
  const [latitude = 0, longitude = 0] = value.split(";").map(Number);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** Every property of RFC 5545, 7808, 7953, 7986, 9073, 9074 and 9253; unlisted ones may stand anywhere (§3.8.8). */
export const PROPERTIES: Readonly<Record<string, PropertyRule>> = {
  // RFC 5545 §3.7: calendar properties
  CALSCALE: property("5545 3.7.1", "TEXT", "", values("GREGORIAN", false)),
  METHOD: property(
    "5545 3.7.2",
    "TEXT",
    "",
    values("PUBLISH REQUEST REPLY ADD CANCEL REFRESH COUNTER DECLINECOUNTER", true),
  ),
  PRODID: property("5545 3.7.3", "TEXT"),
  VERSION: property("5545 3.7.4", "TEXT", "", matching(/^(?:\d+\.\d+;)?2\.0$/, "2.0")),
  // §3.8.1: descriptive
  ATTACH: property("5545 3.8.1.1", "URI BINARY", "FMTTYPE ENCODING MANAGED-ID"),
  CATEGORIES: property("5545 3.8.1.2", "TEXT", "", LIST),
  CLASS: property("5545 3.8.1.3", "TEXT", "", values("PUBLIC PRIVATE CONFIDENTIAL", true)),
  COMMENT: property("5545 3.8.1.4", "TEXT", "ALTREP"),
  DESCRIPTION: property("5545 3.8.1.5", "TEXT", "ALTREP"),
  GEO: property("5545 3.8.1.6", "FLOAT", "", {
    syntax: {
      fits: fitsGeo,
      wanted: "a latitude from -90 to 90 and, behind a semicolon, a longitude from -180 to 180",
    },
  }),
  LOCATION: property("5545 3.8.1.7", "TEXT", "ALTREP"),
  "PERCENT-COMPLETE": property("5545 3.8.1.8", "INTEGER", "", { range: [0, 100] }),
  PRIORITY: property("5545 3.8.1.9", "INTEGER", "", { range: [0, 9] }),
  RESOURCES: property("5545 3.8.1.10", "TEXT", "ALTREP", LIST),
  STATUS: property("5545 3.8.1.11", "TEXT", "", values(STATUSES, false)),
  SUMMARY: property("5545 3.8.1.12", "TEXT", "ALTREP"),
  // §3.8.2: date and time
  COMPLETED: property("5545 3.8.2.1", "DATE-TIME", "", UTC),
  DTEND: property("5545 3.8.2.2", "DATE-TIME DATE", "TZID"),
  DUE: property("5545 3.8.2.3", "DATE-TIME DATE", "TZID"),
  DTSTART: property("5545 3.8.2.4", "DATE-TIME DATE", "TZID"),
  DURATION: property("5545 3.8.2.5", "DURATION"),
  FREEBUSY: property("5545 3.8.2.6", "PERIOD", "FBTYPE", { list: true, utc: true }),
  TRANSP: property("5545 3.8.2.7", "TEXT", "", values("OPAQUE TRANSPARENT", false)),
  // §3.8.3: time zone
  TZID: property("5545 3.8.3.1", "TEXT"),
  TZNAME: property("5545 3.8.3.2", "TEXT"),
  TZOFFSETFROM: property("5545 3.8.3.3", "UTC-OFFSET"),
  TZOFFSETTO: property("5545 3.8.3.4", "UTC-OFFSET"),
  TZURL: property("5545 3.8.3.5", "URI"),
  // §3.8.4: relationships
  ATTENDEE: property(
    "5545 3.8.4.1",
    "CAL-ADDRESS",
    `${PERSON} CUTYPE MEMBER ROLE PARTSTAT RSVP DELEGATED-TO DELEGATED-FROM`,
  ),
  CONTACT: property("5545 3.8.4.2", "TEXT", "ALTREP"),
  ORGANIZER: property("5545 3.8.4.3", "CAL-ADDRESS", PERSON),
  "RECURRENCE-ID": property("5545 3.8.4.4", "DATE-TIME DATE", "TZID RANGE"),
  "RELATED-TO": property("5545 3.8.4.5", "TEXT UID URI", "RELTYPE GAP"),
  URL: property("5545 3.8.4.6", "URI", "FMTTYPE"),
  UID: property("5545 3.8.4.7", "TEXT"),
  // §3.8.5: recurrence
  EXDATE: property("5545 3.8.5.1", "DATE-TIME DATE", "TZID", LIST),
  RDATE: property("5545 3.8.5.2", "DATE-TIME DATE PERIOD", "TZID", LIST),
  RRULE: property("5545 3.8.5.3", "RECUR"),
  EXRULE: property("2445 4.8.5.2", "RECUR"),
  // §3.8.6: alarms
  ACTION: property("5545 3.8.6.1", "TEXT", "", values("AUDIO DISPLAY EMAIL", true)),
  REPEAT: property("5545 3.8.6.2", "INTEGER", "", { range: [0, 2_147_483_647] }),
  TRIGGER: property("5545 3.8.6.3", "DURATION DATE-TIME", "RELATED", UTC),
  // §3.8.7: change management
  CREATED: property("5545 3.8.7.1", "DATE-TIME", "", UTC),
  DTSTAMP: property("5545 3.8.7.2", "DATE-TIME", "", UTC),
  "LAST-MODIFIED": property("5545 3.8.7.3", "DATE-TIME", "", UTC),
  SEQUENCE: property("5545 3.8.7.4", "INTEGER", "", { range: [0, 2_147_483_647] }),
  "REQUEST-STATUS": property(
    "5545 3.8.8.3",
    "TEXT",
    "",
    matching(
      /^\d+(?:\.\d+){1,2};(?:[^\\;,]|\\[\\;,nN])*(?:;(?:[^\\;,]|\\[\\;,nN])*)?$/,
      "a status code, its text and what it is about",
    ),
  ),
  // RFC 7808
  TZUNTIL: property("7808 7.1", "DATE-TIME", "", UTC),
  "TZID-ALIAS-OF": property("7808 7.2", "TEXT"),
  // RFC 7953
  BUSYTYPE: property("7953 3.2", "TEXT", "", values("BUSY BUSY-UNAVAILABLE BUSY-TENTATIVE", true)),
  // RFC 7986
  NAME: property("7986 5.1", "TEXT", "ALTREP"),
  "REFRESH-INTERVAL": property("7986 5.7", "DURATION", "", { explicit: true }),
  SOURCE: property("7986 5.8", "URI", "", { explicit: true }),
  COLOR: property("7986 5.9", "TEXT", "", matching(/^[A-Za-z]{3,20}$/, "the name of a CSS colour")),
  IMAGE: property("7986 5.10", "URI BINARY", "FMTTYPE ENCODING ALTREP DISPLAY", { explicit: true }),
  CONFERENCE: property("7986 5.11", "URI", "FEATURE", { explicit: true }),
  // RFC 9073
  "LOCATION-TYPE": property("9073 6.1", "TEXT", "", LIST),
  "PARTICIPANT-TYPE": property(
    "9073 6.2",
    "TEXT",
    "",
    values(
      "ACTIVE INACTIVE SPONSOR CONTACT BOOKING-CONTACT EMERGENCY-CONTACT PUBLICITY-CONTACT PLANNER-CONTACT PERFORMER SPEAKER",
      true,
    ),
  ),
  "RESOURCE-TYPE": property(
    "9073 6.3",
    "TEXT",
    "",
    values("ROOM PROJECTOR REMOTE-CONFERENCE-AUDIO REMOTE-CONFERENCE-VIDEO", true),
  ),
  "CALENDAR-ADDRESS": property("9073 6.4", "CAL-ADDRESS"),
  "STYLED-DESCRIPTION": property("9073 6.5", "TEXT URI", "ALTREP FMTTYPE", { explicit: true }),
  "STRUCTURED-DATA": property("9073 6.6", "TEXT BINARY URI", "FMTTYPE SCHEMA ENCODING", { explicit: true }),
  // RFC 9074
  ACKNOWLEDGED: property("9074 6.1", "DATE-TIME", "", UTC),
  PROXIMITY: property("9074 8.1", "TEXT", "", values("ARRIVE DEPART CONNECT DISCONNECT", true)),
  // RFC 9253
  CONCEPT: property("9253 8.1", "URI"),
  LINK: property("9253 8.2", "URI UID XML-REFERENCE", "LINKREL FMTTYPE", { explicit: true }),
  REFID: property("9253 8.3", "TEXT"),
};

/** The STATUS values of each component (RFC 5545 §3.8.1.11). */
export const STATUS_VALUES: Readonly<Record<string, readonly string[]>> = {
  VEVENT: ["TENTATIVE", "CONFIRMED", "CANCELLED"],
  VTODO: ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"],
  VJOURNAL: ["DRAFT", "FINAL", "CANCELLED"],
};
