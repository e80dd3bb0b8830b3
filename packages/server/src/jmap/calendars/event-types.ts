import { parseLocalDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { applyPatchTo, pathTokens, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { isJsonObject, member } from "../wire/json.ts";
import type { Json, JsonObject } from "../wire/json.ts";

// The types of JSCalendar's properties (draft-ietf-calext-jscalendarbis §4, §5), so that whatever stands behind this edge
// can rely on them. What a value means (is this a zone? does the rule make sense?) is decided by the conversion.

type Check = (value: Json) => boolean;

/** Databases do not take U+0000, and no calendar has a use for it. */
const text: Check = (value) => typeof value === "string" && !value.includes("\0");
const flag: Check = (value) => typeof value === "boolean";
const whole: Check = (value) => Number.isSafeInteger(value);
const unsigned: Check = (value) => whole(value) && (value as number) >= 0;
const positive: Check = (value) => whole(value) && (value as number) > 0;
const local: Check = (value) => typeof value === "string" && parseLocalDateTime(value) !== undefined;
const utc: Check = (value) => typeof value === "string" && parseUtcDateTime(value) !== undefined;

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const mapOf =
  (check: Check): Check =>
  (value) =>
    isJsonObject(value) && Object.entries(value).every(([name, member]) => text(name) && check(member));
/** An object whose members of these names are right; others may be there, of any kind. */
const shape =
  (members: Readonly<Record<string, Check>>, needed: readonly string[] = []): Check =>
  (value) =>
    isJsonObject(value) &&
    needed.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(
      ([name, member]) => !Object.hasOwn(members, name) || members[name]?.(member) === true,
    );

const nameSet = mapOf(flag);

const link = shape({
  href: text,
  blobId: text,
  contentType: text,
  size: unsigned,
  rel: text,
  display: nameSet,
  title: text,
});
const relation = shape({ relation: nameSet });
const location = shape({ name: text, locationTypes: nameSet, coordinates: text, links: mapOf(link) });
const virtualLocation = shape({ name: text, uri: text, features: nameSet }, ["uri"]);
const participant = shape({
  name: text,
  email: text,
  description: text,
  calendarAddress: text,
  kind: text,
  roles: nameSet,
  participationStatus: text,
  participationComment: text,
  expectReply: flag,
  scheduleAgent: text,
  scheduleForceSend: flag,
  scheduleStatus: listOf(text),
  scheduleSequence: unsigned,
  scheduleUpdated: utc,
  sentBy: text,
  delegatedTo: nameSet,
  delegatedFrom: nameSet,
  memberOf: nameSet,
  progress: text,
  percentComplete: unsigned,
  links: mapOf(link),
});
const trigger = shape({ "@type": text, offset: text, relativeTo: text, when: utc });
const alert = shape({ trigger, acknowledged: utc, relatedTo: mapOf(relation), action: text }, ["trigger"]);
const day = shape({ day: text, nthOfPeriod: whole }, ["day"]);
const numbers = listOf(whole);
const rule = shape(
  {
    frequency: text,
    interval: positive,
    rscale: text,
    skip: text,
    firstDayOfWeek: text,
    byDay: listOf(day),
    byMonthDay: numbers,
    byMonth: listOf(text),
    byYearDay: numbers,
    byWeekNo: numbers,
    byHour: numbers,
    byMinute: numbers,
    bySecond: numbers,
    bySetPosition: numbers,
    count: positive,
    until: local,
  },
  ["frequency"],
);

const TYPES: Readonly<Record<string, Check>> = {
  "@type": (value) => value === "Event",
  uid: (value) => text(value) && value !== "" && (value as string).length <= 255,
  prodId: text,
  created: utc,
  updated: utc,
  sequence: unsigned,
  title: text,
  description: text,
  descriptionContentType: text,
  locale: text,
  showWithoutTime: flag,
  start: local,
  duration: text,
  timeZone: orNull(text),
  endTimeZone: orNull(text),
  status: text,
  locations: mapOf(location),
  mainLocationId: text,
  virtualLocations: mapOf(virtualLocation),
  links: mapOf(link),
  keywords: nameSet,
  categories: nameSet,
  color: text,
  relatedTo: mapOf(relation),
  recurrenceId: local,
  recurrenceIdTimeZone: orNull(text),
  recurrenceRule: orNull(rule),
  recurrenceOverrides: orNull(mapOf(isJsonObject)),
  priority: unsigned,
  freeBusyStatus: text,
  privacy: text,
  organizerCalendarAddress: text,
  sentBy: text,
  participants: mapOf(participant),
  alerts: mapOf(alert),
  mayInviteSelf: flag,
  mayInviteOthers: flag,
  hideAttendees: flag,
};

const isMistyped = (name: string, value: Json | undefined): boolean =>
  value !== undefined && Object.hasOwn(TYPES, name) && TYPES[name]?.(value) === false;

/**
 * Names of properties whose values are of a wrong type, in the event and in what its overrides make of it. Those that are
 * as in `known` are taken for right.
 */
export function mistypedProperties(event: JsonObject, known: JsonObject = {}): string[] {
  const isKnown = (name: string): boolean => sameJson(event[name] as JsonValue, known[name] as JsonValue);
  const wrong = Object.keys(event).filter((name) => !isKnown(name) && isMistyped(name, event[name]));
  if (wrong.length > 0 || isKnown("recurrenceOverrides")) return wrong;
  return mistypedOverrides(event);
}

function mistypedOverrides({ recurrenceOverrides: overrides, ...series }: JsonObject): string[] {
  if (!isJsonObject(overrides ?? null)) return [];
  return Object.entries(overrides as JsonObject).flatMap(([key, patch]) =>
    local(key)
      ? mistypedPatch(series, patch as JsonObject).map((name) => `recurrenceOverrides/${key}/${name}`)
      : [`recurrenceOverrides/${key}`],
  );
}

/** The same for one override. Only the properties that its paths reach into are copied: there may be thousands of both. */
function mistypedPatch(series: JsonObject, patch: JsonObject): string[] {
  const entries = Object.entries(patch);
  const whole = Object.fromEntries(entries.filter(([path]) => !path.includes("/")));
  const deep = entries.filter(([path]) => path.includes("/"));
  const roots = new Set(deep.map(([path]) => pathTokens(path)[0] ?? ""));
  const reached = Object.fromEntries(
    [...roots].map((name) => [name, (member(series, name) ?? {}) as JsonValue]),
  );
  const applied = applyPatchTo(reached, Object.fromEntries(deep) as PatchObject);
  // A path that leads nowhere has no effect; so says the conversion.
  const values: JsonObject =
    applied.ok && deep.length > 0 ? { ...whole, ...(applied.value as JsonObject) } : whole;
  return Object.keys(values).filter((name) => values[name] !== null && isMistyped(name, values[name]));
}
