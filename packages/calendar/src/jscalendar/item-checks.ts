import { MOST_PLACES } from "../icalendar/sign-up-terms.ts";
import { parseDuration } from "../time/duration.ts";
import { MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";
import { isCssColour } from "./css-colours.ts";
import { parseLocalDateTime, parseUtcDateTime } from "./date-time-text.ts";
import { isId } from "./properties/keyed-properties.ts";
import { JMAP_METADATA, JSCALENDAR_VERSION, type JsonValue } from "./types.ts";
import {
  flag,
  integer,
  isJsonObject,
  isText,
  isWord,
  listOf,
  mapOf,
  must,
  nameCheck,
  oneOf,
  shape,
  signed,
  text,
  word,
  type Check,
} from "./value-check.ts";

// The types and ranges of JSCalendar's properties (draft-ietf-calext-jscalendarbis §3 to §5), each written once.

/** Fractions of a second, which RFC 8984 had, are no longer permitted (jscalendarbis §1.4.4). */
const isWhole = (value: JsonValue): value is string => typeof value === "string" && !value.includes(".");
const isTime = (value: JsonValue): boolean => {
  const local = isWhole(value) ? parseLocalDateTime(value) : undefined;
  return local !== undefined && local >= MIN_INSTANT && local < MAX_INSTANT;
};
const localDateTime = must("must be a local date and time from 1900 to 2199", isTime);
const utcDateTime = must(
  "must be a date and time in UTC",
  (value) => isWhole(value) && parseUtcDateTime(value) !== undefined,
);
const isZone = (value: JsonValue): boolean => typeof value === "string" && ianaZone(value) !== undefined;
const zone = must("must be an IANA time zone", isZone);
const isDuration = (value: JsonValue): boolean =>
  typeof value === "string" && parseDuration(value) !== undefined;
const signedDuration = must("must be a duration, signed or not", isDuration);
const duration = must(
  "must be a duration without a sign",
  (value) => isDuration(value) && typeof value === "string" && !/^[+-]/.test(value),
);
const only = must("must be true", (value) => value === true);

const IDS = "must be 1 to 255 of A-Z, a-z, 0-9, - and _";
const byId = (check: Check): Check => mapOf(IDS, isId, check);
const isName = (name: string): boolean => name !== "" && isText(name);
const byName = (check: Check): Check => mapOf("must be a name", isName, check);
const nameSet = byName(only);
/** A set of values of an open list. */
const wordSet = (...words: readonly string[]): Check =>
  mapOf(
    `must be one of ${words.join(", ")}, a registered value or a vendor's own`,
    (name) => isWord(name, words),
    only,
  );

const link = shape({
  type: "Link",
  members: {
    href: text,
    blobId: text,
    contentType: text,
    size: integer(0, Number.MAX_SAFE_INTEGER),
    rel: text,
    display: wordSet("badge", "graphic", "fullsize", "thumbnail"),
    title: text,
  },
  retired: { cid: null },
});
const relation = shape({
  type: "Relation",
  members: { relation: wordSet("first", "next", "child", "parent", "snooze") },
});
const location = shape({
  type: "Location",
  members: { name: text, coordinates: text, locationTypes: nameSet, links: byId(link) },
  retired: { relativeTo: "endTimeZone", timeZone: "endTimeZone" },
});
const FEATURES = ["audio", "chat", "feed", "moderator", "phone", "screen", "video"];
const virtualLocation = shape({
  type: "VirtualLocation",
  members: { name: text, uri: text, features: wordSet(...FEATURES) },
  required: ["uri"],
});
const participant = shape({
  type: "Participant",
  members: {
    name: text,
    email: text,
    description: text,
    descriptionContentType: text,
    calendarAddress: text,
    kind: word("individual", "group", "location", "resource"),
    roles: wordSet("owner", "attendee", "optional", "informational", "chair", "required", "contact"),
    participationStatus: word("needs-action", "accepted", "declined", "tentative", "delegated"),
    participationComment: text,
    expectReply: flag,
    scheduleAgent: word("server", "client", "none"),
    scheduleForceSend: flag,
    scheduleStatus: listOf(text),
    scheduleSequence: integer(0, Number.MAX_SAFE_INTEGER),
    scheduleUpdated: utcDateTime,
    sentBy: text,
    delegatedTo: nameSet,
    delegatedFrom: nameSet,
    memberOf: nameSet,
    progress: word("needs-action", "in-process", "completed", "failed", "cancelled"),
    percentComplete: integer(0, 100),
    links: byId(link),
  },
  retired: { sendTo: "calendarAddress", invitedBy: null, language: null, locationId: null },
});

const offsetTrigger = shape({
  members: { "@type": text, offset: signedDuration, relativeTo: oneOf("start", "end") },
  required: ["offset"],
});
const absoluteTrigger = shape({ members: { when: utcDateTime }, required: ["when"] });
/** A trigger of a kind that nobody knows yet never rings, and is kept (jscalendarbis §3.5.1). */
const unknownTrigger = shape({
  members: {
    "@type": must(
      "must be written OffsetTrigger or AbsoluteTrigger",
      (value) => isText(value) && value !== "" && !/^(?:offset|absolute)trigger$/i.test(value),
    ),
  },
});
const trigger: Check = (value, pointer, findings) => {
  const kind = isJsonObject(value) ? (value["@type"] ?? "OffsetTrigger") : undefined;
  if (kind === "AbsoluteTrigger") absoluteTrigger(value, pointer, findings);
  else
    (kind === "OffsetTrigger" || kind === undefined ? offsetTrigger : unknownTrigger)(
      value,
      pointer,
      findings,
    );
};
const alert = shape({
  type: "Alert",
  members: { trigger, acknowledged: utcDateTime, action: text, relatedTo: byName(relation) },
  required: ["trigger"],
});

const DAYS = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
const day = shape({
  type: "NDay",
  members: { day: oneOf(...DAYS), nthOfPeriod: signed(53) },
  required: ["day"],
});
const ruleShape = shape({
  type: "RecurrenceRule",
  members: {
    frequency: oneOf("yearly", "monthly", "weekly", "daily", "hourly", "minutely", "secondly"),
    interval: integer(1, 100_000),
    count: integer(1, 1_000_000),
    until: localDateTime,
    skip: oneOf("omit", "backward", "forward"),
    rscale: text,
    firstDayOfWeek: oneOf(...DAYS),
    byDay: listOf(day),
    byMonth: listOf(
      must("must be a month", (value) => typeof value === "string" && /^(?:[1-9]|1[0-2])L?$/.test(value)),
    ),
    byMonthDay: listOf(signed(31)),
    byYearDay: listOf(signed(366)),
    byWeekNo: listOf(signed(53)),
    byHour: listOf(integer(0, 23)),
    byMinute: listOf(integer(0, 59)),
    bySecond: listOf(integer(0, 60)),
    bySetPosition: listOf(signed(366)),
  },
  required: ["frequency"],
});
const hasForeignMonth = (months: JsonValue | undefined): boolean =>
  Array.isArray(months) &&
  months.some((month: JsonValue) => typeof month === "string" && month.endsWith("L"));
const rule: Check = (value, pointer, findings) => {
  ruleShape(value, pointer, findings);
  if (isJsonObject(value) && value["rscale"] === undefined && hasForeignMonth(value["byMonth"]))
    findings.add(`${pointer}/byMonth`, "must be months of the Gregorian calendar, without rscale");
  if (isJsonObject(value) && value["count"] !== undefined && value["until"] !== undefined)
    findings.add(pointer, "must have count or until, not both");
};

const object = must("must be an object", isJsonObject);

/** The permitted values of each property of an event or task. */
export const ITEM_CHECKS: Readonly<Record<string, Check>> = {
  version: must(`must be ${JSCALENDAR_VERSION}`, (value) => value === JSCALENDAR_VERSION),
  uid: must(
    "must be a text of 1 to 255 characters",
    (value) => isText(value) && value.length > 0 && value.length <= 255,
  ),
  prodId: text,
  method: text,
  created: utcDateTime,
  updated: utcDateTime,
  sequence: integer(0, Number.MAX_SAFE_INTEGER),
  title: text,
  description: text,
  descriptionContentType: text,
  locale: text,
  color: must(
    "must be the name of a CSS colour or six hexadecimal digits after #",
    (value) => isText(value) && (isCssColour(value) || /^#[0-9a-f]{6}$/i.test(value)),
  ),
  start: localDateTime,
  due: localDateTime,
  duration,
  estimatedDuration: duration,
  timeZone: zone,
  endTimeZone: zone,
  showWithoutTime: flag,
  locations: byId(location),
  mainLocationId: text,
  virtualLocations: byId(virtualLocation),
  links: byId(link),
  keywords: nameSet,
  categories: nameSet,
  relatedTo: byName(relation),
  recurrenceId: localDateTime,
  recurrenceIdTimeZone: zone,
  recurrenceRule: rule,
  recurrenceOverrides: mapOf("must be a local date and time", isTime, object),
  priority: integer(0, 9),
  percentComplete: integer(0, 100),
  progress: oneOf("needs-action", "in-process", "completed", "failed", "cancelled"),
  progressUpdated: utcDateTime,
  status: oneOf("confirmed", "tentative", "cancelled"),
  freeBusyStatus: oneOf("free", "busy"),
  privacy: oneOf("public", "private", "secret"),
  organizerCalendarAddress: text,
  sentBy: text,
  participants: byId(participant),
  alerts: byId(alert),
  useDefaultAlerts: flag,
  mayInviteSelf: flag,
  mayInviteOthers: flag,
  hideAttendees: flag,
  "snart:signUp": shape({
    type: "SignUp",
    members: { capacity: integer(1, MOST_PLACES), closesAt: utcDateTime, closesBefore: duration },
  }),
};

/** RFC 8984's names of an event or task, with what JSCalendar 2.0 has instead (jscalendarbis, "Obsolete Properties"). */
const RETIRED: Readonly<Record<string, string | null>> = {
  recurrenceRules: "recurrenceRule",
  excludedRecurrenceRules: "recurrenceOverrides",
  excluded: "recurrenceOverrides",
  replyTo: "organizerCalendarAddress",
  timeZones: null,
  localizations: null,
  requestStatus: null,
};

/** The metadata of JMAP Calendars, and what only some of its methods know. */
const BESIDE = [...JMAP_METADATA, "iCalendar"];

/** A check of the names of an event's or task's properties. */
export const itemNames: Check = nameCheck({
  members: { ...ITEM_CHECKS, ...Object.fromEntries(BESIDE.map((name) => [name, object])) },
  retired: RETIRED,
});

/** The same for an override, where `excluded` removes the instance. */
export const overrideNames: Check = nameCheck({
  members: { ...ITEM_CHECKS, ...Object.fromEntries([...BESIDE, "excluded"].map((name) => [name, object])) },
  retired: Object.fromEntries(Object.entries(RETIRED).filter(([name]) => name !== "excluded")),
});
