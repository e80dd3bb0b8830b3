import type { CalendarProblem } from "../problems.ts";
import { failed, ok } from "../result.ts";
import type { Result } from "../result.ts";
import { parseDuration } from "../time/duration.ts";
import { MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";
import { parseLocalDateTime, parseUtcDateTime } from "./date-time-text.ts";
import { isId } from "./properties/keyed-properties.ts";
import { escapePathToken, pathTokens } from "./patch.ts";
import type { JsonObject } from "./patch.ts";
import type { JsonValue } from "./types.ts";

type Check = (value: JsonValue) => boolean;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text: Check = (value) => typeof value === "string";
const flag: Check = (value) => typeof value === "boolean";
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);
const integer =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= 400 && value.every((item: JsonValue) => check(item));
const mapOf =
  (key: (name: string) => boolean, check: Check): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([name, item]) => key(name) && check(item));
const nameSet = mapOf(
  (name) => name !== "",
  (value) => value === true,
);

/** Names that must hold if they are there; `required` ones must be there. Other names may hold anything. */
const shape =
  (checks: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value) =>
    isObject(value) &&
    required.every((name) => value[name] !== undefined) &&
    Object.entries(value).every(
      ([name, item]) => !Object.hasOwn(checks, name) || checks[name]?.(item) === true,
    );

const localDateTime: Check = (value) => {
  const local = typeof value === "string" ? parseLocalDateTime(value) : undefined;
  return local !== undefined && local >= MIN_INSTANT && local < MAX_INSTANT;
};
const utcDateTime: Check = (value) => typeof value === "string" && parseUtcDateTime(value) !== undefined;
const zone: Check = (value) => typeof value === "string" && ianaZone(value) !== undefined;
const signedDuration: Check = (value) => typeof value === "string" && parseDuration(value) !== undefined;
const duration: Check = (value) => signedDuration(value) && typeof value === "string" && !/^[+-]/.test(value);

const link = shape({ href: text, contentType: text, size: integer(0, 2 ** 53 - 1), rel: text, title: text });
const relation = shape({ relation: nameSet });
const location = shape({ name: text, coordinates: text, locationTypes: nameSet, links: mapOf(isId, link) });
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
  sentBy: text,
  delegatedTo: nameSet,
  delegatedFrom: nameSet,
  memberOf: nameSet,
});
const offsetTrigger = shape({ offset: signedDuration, relativeTo: oneOf("start", "end") }, ["offset"]);
const absoluteTrigger = shape({ when: utcDateTime }, ["when"]);
const trigger: Check = (value) =>
  isObject(value) && (value["@type"] === "AbsoluteTrigger" ? absoluteTrigger(value) : offsetTrigger(value));
const alert = shape({ trigger, acknowledged: utcDateTime, action: text, relatedTo: mapOf(isId, relation) }, [
  "trigger",
]);
const signed =
  (max: number): Check =>
  (value) =>
    integer(-max, max)(value) && value !== 0;
const rule = shape(
  {
    frequency: oneOf("yearly", "monthly", "weekly", "daily", "hourly", "minutely", "secondly"),
    interval: integer(1, 100_000),
    count: integer(1, 1_000_000),
    until: localDateTime,
    skip: oneOf("omit", "backward", "forward"),
    rscale: text,
    firstDayOfWeek: oneOf("mo", "tu", "we", "th", "fr", "sa", "su"),
    byDay: listOf(
      shape({ day: oneOf("mo", "tu", "we", "th", "fr", "sa", "su"), nthOfPeriod: signed(53) }, ["day"]),
    ),
    byMonth: listOf((value) => typeof value === "string" && /^(?:[1-9]|1[0-2])$/.test(value)),
    byMonthDay: listOf(signed(31)),
    byYearDay: listOf(signed(366)),
    byWeekNo: listOf(signed(53)),
    byHour: listOf(integer(0, 23)),
    byMinute: listOf(integer(0, 59)),
    bySecond: listOf(integer(0, 60)),
    bySetPosition: listOf(signed(366)),
  },
  ["frequency"],
);

const CHECKS: Readonly<Record<string, Check>> = {
  uid: (value) => typeof value === "string" && value.length > 0 && value.length <= 255,
  title: text,
  description: text,
  color: text,
  start: localDateTime,
  due: localDateTime,
  duration,
  estimatedDuration: duration,
  timeZone: zone,
  endTimeZone: zone,
  showWithoutTime: flag,
  locations: mapOf(isId, location),
  mainLocationId: text,
  virtualLocations: mapOf(isId, virtualLocation),
  links: mapOf(isId, link),
  keywords: nameSet,
  categories: nameSet,
  relatedTo: mapOf((name) => name !== "", relation),
  recurrenceRule: (value) => rule(value) && !(isObject(value) && value["count"] && value["until"]),
  recurrenceOverrides: mapOf((name) => localDateTime(name), isObject),
  priority: integer(0, 9),
  percentComplete: integer(0, 100),
  progress: oneOf("needs-action", "in-process", "completed", "failed", "cancelled"),
  status: oneOf("confirmed", "tentative", "cancelled"),
  freeBusyStatus: oneOf("free", "busy"),
  privacy: oneOf("public", "private", "secret"),
  organizerCalendarAddress: text,
  participants: mapOf(isId, participant),
  alerts: mapOf(isId, alert),
};

/** Paths of an override that don't hold; a path into an object is only checked when it sets a whole property. */
function overrideProblems(overrides: JsonValue | undefined): string[] {
  if (!isObject(overrides)) return [];
  return Object.entries(overrides).flatMap(([key, patch]) =>
    Object.entries(isObject(patch) ? patch : {})
      .filter(
        ([path, value]) => value !== null && pathTokens(path).length === 1 && CHECKS[path]?.(value) === false,
      )
      .map(([path]) => `recurrenceOverrides/${key}/${escapePathToken(path)}`),
  );
}

/**
 * An event or task fit to be written: known properties have their types and ranges (RFC 8984 §4), and names set to
 * null are left out. Unknown properties may hold anything; `required` ones must be there. The problem names every
 * property that does not hold, of those that `isChecked`.
 */
export function checkItem(
  item: JsonObject,
  required: readonly string[] = [],
  isChecked: (name: string) => boolean = () => true,
): Result<JsonObject, CalendarProblem> {
  const present: [string, JsonValue][] = Object.entries(item).filter(([, value]) => value !== null);
  const wrong = present
    .filter(([name, value]) => Object.hasOwn(CHECKS, name) && CHECKS[name]?.(value) !== true)
    .map(([name]) => name);
  const absent = required.filter((name) => (item[name] ?? null) === null);
  const properties = [...absent, ...wrong, ...overrideProblems(item["recurrenceOverrides"])].filter((path) =>
    isChecked(pathTokens(path)[0] ?? ""),
  );
  if (properties.length > 0)
    return failed({ code: "invalid-jscalendar", properties, detail: "not a valid value" });
  return ok(Object.fromEntries(present));
}
