import { findingsOf } from "@snart/calendar/jscalendar/check-item.ts";
import { changeOne, removeOne } from "@snart/calendar/jscalendar/series/edit-series.ts";
import { applyItemPatch, applyPatchTo, asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, JSEvent, LocalDateTime, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import type { CalendarProblem } from "@snart/calendar/problems.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { invalidByFindings } from "../../problem.ts";
import { invalidProperties, type SetError } from "../../wire/errors.ts";
import type { Json, JsonObject } from "../../wire/json.ts";
import { hasUtcInOverrides, organizer, resolvedCalendarIds, type InputContext } from "./event-input.ts";
import type { EventRecord } from "../../context/event-record.ts";
import { hasOccurrence, occurrenceRecord } from "./occurrence.ts";
import { withLocalTimes } from "./utc-times.ts";

/** One operation of a /set on a stored event or one of its occurrences. */
export interface EventOperation {
  /** As the client wrote it. */
  readonly id: string;
  readonly recurrenceId: LocalDateTime | undefined;
  /** Undefined removes the occurrence. */
  readonly patch: JsonObject | undefined;
}

/** Properties that clients may send back unchanged but never change (RFC 8620 §5.3). */
const FIXED = [
  "version",
  "id",
  "baseEventId",
  "isOrigin",
  "snart:isOthers",
  "snart:warnings",
  "uid",
  "@type",
  "recurrenceId",
  "recurrenceIdTimeZone",
];
/** Properties of a series as a whole (RFC 8984 §4.3.5, JMAP Calendars). */
const OF_THE_SERIES = [
  ...FIXED,
  "isDraft",
  "calendarIds",
  "method",
  "prodId",
  "privacy",
  "recurrenceRule",
  "recurrenceOverrides",
  "relatedTo",
  "organizerCalendarAddress",
  "mayInviteSelf",
  "mayInviteOthers",
  "hideAttendees",
];

/** A patch that can't be applied, with the path at fault (RFC 8620 §5.3). */
function invalidPatch(problem: CalendarProblem): SetError {
  const why =
    problem.code === "invalid-jscalendar" ? `${problem.properties.join(", ")}: ${problem.detail}` : "";
  return { type: "invalidPatch", description: why };
}

const isInside = (path: string, name: string): boolean => path === name || path.startsWith(`${name}/`);

/** The patch without members of `names` that change nothing; those that would change one are the problem. */
function withoutUnchanged(
  patch: JsonObject,
  current: JsonObject,
  names: readonly string[],
): Result<JsonObject, SetError> {
  const kept: [string, Json][] = [];
  const changed: string[] = [];
  for (const [path, value] of Object.entries(patch)) {
    const name = names.find((one) => isInside(path, one));
    const isSame = sameJson((value ?? null) as JsonValue, (current[path] ?? null) as JsonValue);
    if (name === undefined) kept.push([path, value]);
    else if (!isSame) changed.push(name);
  }
  return changed.length > 0
    ? failed(invalidProperties(changed, "cannot be changed here"))
    : ok(Object.fromEntries(kept));
}

/** One operation on an event, as a patch of the stored event. */
function patchFor(
  event: EventRecord,
  operation: EventOperation,
  context: InputContext,
): Result<PatchObject, SetError> {
  const { id, recurrenceId, patch } = operation;
  if (recurrenceId === undefined)
    return patch ? seriesPatch(event, patch, context) : failed({ type: "notFound" });
  if (!hasOccurrence(event, recurrenceId)) return failed({ type: "notFound" });
  if (!patch) return ok(removeOne(event, recurrenceId));
  if (Object.hasOwn(patch, "excluded")) return excluding(event, recurrenceId, patch);
  const changes = occurrencePatch(occurrenceRecord(event, recurrenceId, id), patch, context);
  if (!changes.ok) return changes;
  if (Object.keys(changes.value).length === 0) return ok({});
  const [calendarId = ""] = Object.keys(event.calendarIds);
  const organized = organizer(changes.value as JsonObject, context.identities(calendarId), event);
  return ok({ ...changeOne(event, recurrenceId, changes.value), ...organized } as PatchObject);
}

/** `excluded` of an occurrence's override, which stands alone there (jscalendarbis §3.3.3); by default it is false. */
function excluding(
  event: EventRecord,
  recurrenceId: LocalDateTime,
  { excluded, ...others }: JsonObject,
): Result<PatchObject, SetError> {
  const isAlone = Object.keys(others).length === 0;
  if (excluded === true && isAlone) return ok(removeOne(event, recurrenceId));
  if (isAlone && (excluded === false || excluded === null)) return ok({});
  return failed(invalidProperties(["excluded"], "must be true, and stand alone"));
}

function seriesPatch(
  event: EventRecord,
  patch: JsonObject,
  context: InputContext,
): Result<PatchObject, SetError> {
  if (Object.hasOwn(patch, "method")) return failed(invalidProperties(["method"], "a stored event has none"));
  if (hasUtcInOverrides(patch))
    return failed(invalidProperties(["recurrenceOverrides"], "no UTC times in overrides"));
  // A draft may be published; nothing becomes a draft (JMAP Calendars, `isDraft`).
  const fixed = event.isDraft && patch.isDraft === false ? FIXED : [...FIXED, "isDraft"];
  const kept = withoutUnchanged(patch, event as unknown as JsonObject, fixed);
  if (!kept.ok) return kept;
  const [calendarId = ""] = Object.keys(event.calendarIds);
  const sent = withDefaultAlertsSaid(kept.value, context.isForeign(calendarId));
  const placed = withPlace(event, sent, context);
  if (!placed.ok) return placed;
  const local = withLocalTimes(placed.value, event, context.calendarZone(calendarId));
  if (!local.ok) return local;
  const whole = { ...local.value, ...organizer(local.value, context.identities(calendarId), event) };
  return checkedPatch(event, whole, context.kind.required);
}

/**
 * `useDefaultAlerts: false` is the default, and is only stored in another's calendar, where it silences the sharee's
 * defaults.
 */
const withDefaultAlertsSaid = (patch: JsonObject, isForeign: boolean): JsonObject =>
  patch.useDefaultAlerts === false || patch.useDefaultAlerts === null
    ? { ...patch, useDefaultAlerts: isForeign ? false : null }
    : patch;

/** The patch, if it can be applied and leaves every value with its right type. */
function checkedPatch(
  event: EventRecord,
  patch: JsonObject,
  required: readonly string[],
): Result<PatchObject, SetError> {
  const applied = applyPatchTo(asJson(event), patch as PatchObject);
  if (!applied.ok) return failed(invalidPatch(applied.problem));
  const findings = findingsOf(applied.value, { required, known: asJson(event) });
  return findings.length > 0 ? failed(invalidByFindings(findings)) : ok(patch as PatchObject);
}

/** `calendarIds`, whole or by paths, as the one resulting calendar. */
function withPlace(
  event: EventRecord,
  patch: JsonObject,
  { createdIds }: InputContext,
): Result<JsonObject, SetError> {
  const entries = Object.entries(patch);
  const place = entries.filter(([path]) => isInside(path, "calendarIds"));
  if (place.length === 0) return ok(patch);
  const moved = applyPatchTo({ calendarIds: event.calendarIds }, Object.fromEntries(place) as PatchObject);
  if (!moved.ok) return failed(invalidPatch(moved.problem));
  const calendarIds = resolvedCalendarIds((moved.value["calendarIds"] ?? null) as Json, createdIds);
  if (!calendarIds.ok) return calendarIds;
  const others = entries.filter(([path]) => !isInside(path, "calendarIds"));
  return ok({ ...Object.fromEntries(others), calendarIds: calendarIds.value });
}

function occurrencePatch(
  instance: EventRecord,
  patch: JsonObject,
  context: InputContext,
): Result<PatchObject, SetError> {
  const kept = withoutUnchanged(patch, instance as unknown as JsonObject, OF_THE_SERIES);
  if (!kept.ok) return kept;
  const [calendarId = ""] = Object.keys(instance.calendarIds);
  const local = withLocalTimes(kept.value, instance, context.calendarZone(calendarId));
  return local.ok ? checkedPatch(instance, local.value, context.kind.required) : local;
}

interface FoldedOperations {
  /** All accepted operations, as one patch. */
  readonly patch: PatchObject;
  readonly refused: ReadonlyMap<string, SetError>;
  readonly accepted: readonly EventOperation[];
  /** The resulting event. */
  readonly expected: EventRecord;
}

/** Several operations on one stored event, each applied to the result of the last, as a single patch. */
export function foldOperations(
  event: EventRecord,
  operations: readonly EventOperation[],
  context: InputContext,
): FoldedOperations {
  const refused = new Map<string, SetError>();
  const accepted: EventOperation[] = [];
  const patches: PatchObject[] = [];
  let current = event;
  for (const operation of operations) {
    const patch = patchFor(current, operation, context);
    const next = patch.ok ? applyItemPatch(asJson(current), patch.value) : undefined;
    if (!patch.ok) refused.set(operation.id, patch.problem);
    else if (next && !next.ok) refused.set(operation.id, invalidPatch(next.problem));
    else if (next) {
      current = next.value as unknown as EventRecord;
      accepted.push(operation);
      patches.push(patch.value);
    }
  }
  const [only, ...more] = patches;
  return {
    patch: more.length === 0 ? (only ?? {}) : wholeProperties(event, current),
    refused,
    accepted,
    expected: current,
  };
}

/**
 * The difference of two events by whole top-level properties. Not by deeper paths: a null inside an override is a
 * value, and at the end of a path it would remove.
 */
function wholeProperties(before: JSEvent, after: JSEvent): PatchObject {
  const [old, next] = [before, after] as unknown as readonly [JsonObject, JsonObject];
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  const changed = [...names].filter((name) => !sameJson(old[name] as JsonValue, next[name] as JsonValue));
  return Object.fromEntries(changed.map((name) => [name, (next[name] ?? null) as JsonValue]));
}
