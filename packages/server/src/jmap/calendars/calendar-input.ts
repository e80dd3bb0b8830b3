import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import { applyPatchTo, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import type { NewCalendar } from "../../app/calendars/create-calendar.ts";
import { countsAsBusy, setsForAll, type CalendarGrant } from "../../app/grants.ts";
import type { ShareChanges } from "../../app/calendars/share-calendar.ts";
import type { CalendarView } from "../../app/types.ts";
import type { CalendarChanges } from "../../app/calendars/update-calendar.ts";
import { invalidProperties, type SetError } from "../wire/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../wire/json.ts";
import { isColour } from "./colour.ts";
import { isShareWith, rightKept, shareChangesOf } from "./share-with.ts";

/** The properties that a client may set on a calendar. */
type Settable = Exclude<
  keyof CalendarRecord,
  | "id"
  | "isDefault"
  | "myRights"
  | "snart:itemTypes"
  | "snart:isOfBookable"
  | "ownerAddress"
  | "ownerFormerAddresses"
>;

const isColourOrNull = (value: Json): boolean =>
  value === null || (typeof value === "string" && isColour(value));
const isFlag = (value: Json): boolean => typeof value === "boolean";
const hasText = (value: Json): boolean => typeof value === "string" && !value.includes("\0");

const VALID: Readonly<Record<Settable, (value: Json) => boolean>> = {
  name: (value) => hasText(value) && value !== "" && Buffer.byteLength(value as string) <= 255,
  description: (value) => value === null || (hasText(value) && (value as string).length <= 10_000),
  color: isColourOrNull,
  sortOrder: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31,
  isSubscribed: isFlag,
  isVisible: isFlag,
  includeInAvailability: (value) => value === "all" || value === "attending" || value === "none",
  defaultAlertsWithTime: areDefaultAlerts,
  defaultAlertsWithoutTime: areDefaultAlerts,
  isMuted: isFlag,
  timeZone: (value) => value === null || (typeof value === "string" && ianaZone(value) !== undefined),
  shareWith: isShareWith,
};

const isSettable = (name: string): name is Settable => Object.hasOwn(VALID, name);

const MAX_ALERTS = 20;

/** Alerts by id, none with an absolute trigger: that would ring for every event at once. */
function areDefaultAlerts(value: Json): boolean {
  if (value === null) return true;
  if (!isJsonObject(value)) return false;
  const alerts = Object.values(value);
  return (
    alerts.length <= MAX_ALERTS &&
    alerts.every((alert) => isJsonObject(alert) && isOffsetTrigger(alert.trigger))
  );
}

const isOffsetTrigger = (trigger: Json | undefined): boolean =>
  trigger !== undefined &&
  isJsonObject(trigger) &&
  trigger["@type"] === "OffsetTrigger" &&
  typeof trigger.offset === "string" &&
  /^[-+]?P(?=.)(?:\d{1,6}W)?(?:\d{1,6}D)?(?:T(?=.)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,6}S)?)?$/.test(
    trigger.offset,
  );

/** The invalid ones among properties being set. */
function objection(values: JsonObject): SetError | undefined {
  const wrong = Object.entries(values).filter(([name, value]) => !isSettable(name) || !VALID[name](value));
  if (wrong.length === 0) return undefined;
  return invalidProperties(
    wrong.map(([name]) => name),
    "unknown, server-set or not valid",
  );
}

/** A new calendar: its own properties, and those of its creator's view. */
export function newCalendarOf(
  given: JsonObject,
): Result<
  { readonly calendar: NewCalendar; readonly view: CalendarView | undefined; readonly shares: ShareChanges },
  SetError
> {
  const wrong = objection(given);
  if (wrong) return failed(wrong);
  if (given.name === undefined) return failed(invalidProperties(["name"], "a calendar needs a name"));
  const { calendar, view } = split(given, true);
  const shares = shareChangesOf(null, given.shareWith ?? null);
  return ok({ calendar: { ...calendar, name: given.name as string }, view, shares });
}

/**
 * The effect of a patch on a calendar (RFC 8620 §5.3). Unchanged values, server-set ones included, may be sent along.
 * @returns undefined if it changes nothing
 */
export function calendarChangesOf(
  record: CalendarRecord,
  grant: CalendarGrant,
  patch: JsonObject,
): Result<CalendarChanges | undefined, SetError> {
  // A path into `shareWith` is valid even if the calendar has no shares yet.
  const current = { ...record, shareWith: record.shareWith ?? {} } as unknown as JsonObject;
  const patched = applyPatchTo(current as { readonly [name: string]: JsonValue }, patch as PatchObject);
  if (!patched.ok)
    return failed({ type: "invalidPatch", description: "a path leads nowhere or overlaps another" });
  const given = { ...patched.value, shareWith: patched.value["shareWith"] ?? {} } as JsonObject;
  const next: JsonObject = { ...defaultsFor(grant), ...given };
  const names = new Set([...Object.keys(current), ...Object.keys(next)]);
  const changed = [...names].filter((name) => !sameJson(current[name] ?? null, next[name] ?? null));
  const values = Object.fromEntries(changed.map((name) => [name, next[name] ?? null]));
  // A sharee's null restores the owner's name.
  const { name, ...unnamed } = values;
  const wrong = objection(name === null && !setsForAll(grant) ? unnamed : values);
  if (wrong) return failed(wrong);
  if (changed.length === 0) return ok(undefined);
  const { shareWith, ...others } = values;
  const kept = shareWith === undefined ? undefined : rightKept(current.shareWith ?? null, shareWith);
  if (kept !== undefined)
    return failed(invalidProperties(["shareWith"], `no level has the other rights without ${kept}`));
  const rest = changesFor(others, grant);
  return ok(
    shareWith === undefined
      ? rest
      : { ...rest, shares: shareChangesOf(current.shareWith ?? null, shareWith) },
  );
}

/** The values after removing a property by null (RFC 8620 §5.3). */
const defaultsFor = ({ isOwner }: CalendarGrant): JsonObject => ({
  sortOrder: 0,
  isVisible: true,
  isMuted: false,
  includeInAvailability: countsAsBusy({ view: {}, isOwner }),
});

function changesFor(values: JsonObject, grant: CalendarGrant): CalendarChanges {
  const { calendar, view } = split(values, setsForAll(grant));
  return view ? { ...calendar, view } : calendar;
}

/**
 * For the owner, these belong to the calendar; everybody else has a value of their own that replaces the owner's
 * until null removes it (JMAP Calendars, Calendar/set).
 */
const SHARED_COPY: ReadonlySet<string> = new Set(["name", "color", "sortOrder", "timeZone"]);

function split(
  values: JsonObject,
  isForAll: boolean,
): { readonly calendar: Omit<CalendarChanges, "view">; readonly view: CalendarView | undefined } {
  const calendar: Record<string, Json> = {};
  const view: Record<string, Json | undefined> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name === "shareWith") continue;
    if (name === "description") calendar[name] = value ?? "";
    else if (isForAll && SHARED_COPY.has(name)) calendar[name] = value;
    else view[name] = SHARED_COPY.has(name) ? (value ?? undefined) : value;
  }
  return { calendar, view: Object.keys(view).length > 0 ? view : undefined };
}
