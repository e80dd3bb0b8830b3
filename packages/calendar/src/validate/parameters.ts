import { isDuration, isValueType } from "./value-types.ts";

/** What a property parameter may hold. */
interface ParameterRule {
  readonly section: string;
  readonly fits: (value: string) => boolean;
  /** a description of valid values, for people */
  readonly wanted: string;
  /** whether several values may follow one `=` */
  readonly list?: true;
}

const URI = /^[A-Za-z][A-Za-z0-9+.-]*:\S*$/;
const isToken = (value: string): boolean => /^[A-Za-z0-9-]+$/.test(value);
const isExtension = (value: string): boolean => /^X-[A-Za-z0-9-]+$/i.test(value);

/** One of the values registered with IANA, or an experimental one where the RFC permits it. */
const oneOf = (
  section: string,
  values: string,
  more: { open?: boolean; list?: true } = {},
): ParameterRule => {
  const known = new Set(values.split(" "));
  const open = more.open ?? true;
  return {
    section,
    fits: (value) => known.has(value.toUpperCase()) || (open && isExtension(value)),
    wanted: `one of ${values.replaceAll(" ", ", ")}${open ? " or X-…" : ""}`,
    ...(more.list && { list: true }),
  };
};

const rule = (
  section: string,
  wanted: string,
  fits: (value: string) => boolean,
  list?: true,
): ParameterRule => ({
  section,
  wanted,
  fits,
  ...(list && { list }),
});

const anything = (section: string): ParameterRule => rule(section, "text", () => true);
const uri = (section: string, list?: true): ParameterRule =>
  rule(section, "a URI", (value) => URI.test(value), list);

/**
 * Every parameter of RFC 5545, 6638, 7986, 8607, 9073 and 9253; unlisted ones may stand anywhere (§3.2, iana-param).
 */
export const PARAMETERS: Readonly<Record<string, ParameterRule>> = {
  ALTREP: uri("5545 3.2.1"),
  CN: anything("5545 3.2.2"),
  CUTYPE: oneOf("5545 3.2.3", "INDIVIDUAL GROUP RESOURCE ROOM UNKNOWN"),
  "DELEGATED-FROM": uri("5545 3.2.4", true),
  "DELEGATED-TO": uri("5545 3.2.5", true),
  DERIVED: oneOf("9073 5.3", "TRUE FALSE", { open: false }),
  DIR: uri("5545 3.2.6"),
  DISPLAY: oneOf("7986 6.1", "BADGE GRAPHIC FULLSIZE THUMBNAIL", { list: true }),
  EMAIL: rule("7986 6.2", "an e-mail address", (value) => /^[^\s@]+@[^\s@]+$/.test(value)),
  ENCODING: oneOf("5545 3.2.7", "8BIT BASE64", { open: false }),
  FBTYPE: oneOf("5545 3.2.9", "FREE BUSY BUSY-UNAVAILABLE BUSY-TENTATIVE"),
  FEATURE: oneOf("7986 6.3", "AUDIO CHAT FEED MODERATOR PHONE SCREEN VIDEO", { list: true }),
  FILENAME: anything("8607 4"),
  FMTTYPE: rule("5545 3.2.8", "a media type", (value) =>
    /^[\w!#$&.+^-]+\/[\w!#$&.+^-]+(?:;.*)?$/.test(value),
  ),
  GAP: rule("9253 6.2", "a duration", isDuration),
  LABEL: anything("7986 6.4"),
  LANGUAGE: rule("5545 3.2.10", "a language tag", (value) =>
    /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/.test(value),
  ),
  LINKREL: rule("9253 6.1", "a link relation or URI", (value) => isToken(value) || URI.test(value)),
  "MANAGED-ID": anything("8607 4"),
  MEMBER: uri("5545 3.2.11", true),
  ORDER: rule("9073 5.1", "a whole number from 1", (value) => /^0*[1-9]\d{0,9}$/.test(value)),
  PARTSTAT: oneOf("5545 3.2.12", "NEEDS-ACTION ACCEPTED DECLINED TENTATIVE DELEGATED COMPLETED IN-PROCESS"),
  RANGE: oneOf("5545 3.2.13", "THISANDFUTURE", { open: false }),
  RELATED: oneOf("5545 3.2.14", "START END", { open: false }),
  RELTYPE: oneOf(
    "5545 3.2.15",
    "PARENT CHILD SIBLING SNOOZE FINISHTOSTART FINISHTOFINISH STARTTOFINISH STARTTOSTART FIRST NEXT DEPENDS-ON REFID CONCEPT",
  ),
  ROLE: oneOf("5545 3.2.16", "CHAIR REQ-PARTICIPANT OPT-PARTICIPANT NON-PARTICIPANT"),
  RSVP: oneOf("5545 3.2.17", "TRUE FALSE", { open: false }),
  "SCHEDULE-AGENT": oneOf("6638 7.1", "SERVER CLIENT NONE"),
  "SCHEDULE-FORCE-SEND": oneOf("6638 7.2", "REQUEST REPLY"),
  "SCHEDULE-STATUS": rule(
    "6638 7.3",
    "a status code such as 1.2",
    (value) => /^\d+(?:\.\d+){1,2}(?:,\d+(?:\.\d+){1,2})*$/.test(value),
    true,
  ),
  SCHEMA: uri("9073 5.2"),
  "SENT-BY": uri("5545 3.2.18"),
  SIZE: rule("8607 4", "a number of octets", (value) => /^\d{1,18}$/.test(value)),
  TZID: rule(
    "5545 3.2.19",
    "a name without spaces around it",
    (value) => value !== "" && value === value.trim(),
  ),
  VALUE: rule(
    "5545 3.2.20",
    "a value type",
    (value) => isValueType(value.toUpperCase()) || isExtension(value),
  ),
};

/** The PARTSTAT values that an attendee of each component may have (RFC 5545 §3.2.12). */
export const PARTSTATS: Readonly<Record<string, readonly string[]>> = {
  VEVENT: ["NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED"],
  VTODO: ["NEEDS-ACTION", "ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED", "COMPLETED", "IN-PROCESS"],
  VJOURNAL: ["NEEDS-ACTION", "ACCEPTED", "DECLINED"],
};

/**
 * Parameters that every property may have: those that their RFC ties to none, and those of later RFCs that describe
 * the target of a URI, which the conversion from JSCalendar writes for any URI.
 */
export const EVERYWHERE: readonly string[] = [
  "VALUE",
  "ORDER",
  "DERIVED",
  "LANGUAGE",
  "LABEL",
  "FILENAME",
  "SIZE",
];
