import type { CalendarProblem } from "../problems.ts";
import { expand } from "../recurrence/expand.ts";
import { failed, ok } from "../result.ts";
import type { Result } from "../result.ts";
import { instantOf } from "../time/calendar-time.ts";
import { MIN_INSTANT } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import type { Item, JSEvent, JsonValue, LocalDateTime, PatchObject, RecurrenceRule } from "./types.ts";
import { parseLocalDateTime } from "./date-time-text.ts";
import { isAllDay, timeFrom } from "./item-time.ts";
import { isExcluded, occurrenceOf, overrideOf } from "./occurrence.ts";
import { applyItemPatch, asJson, diffObjects, escapePathToken, sameJson } from "./patch.ts";
import { isGenerated, seriesOfEvent } from "./series-of-event.ts";
import { asTurn, followersOf } from "./this-and-future.ts";
import { justBefore, shiftRule, shiftText } from "./shift-rule.ts";

/** The patch that sets (or by null removes) one override, whether the event has any yet or not. */
function overridePatch(event: JSEvent, key: LocalDateTime, override: PatchObject | null): PatchObject {
  if (event.recurrenceOverrides) return { [`recurrenceOverrides/${key}`]: override };
  return override === null ? {} : { recurrenceOverrides: { [key]: override } };
}

/**
 * The patch to the series that changes one occurrence; `patch` speaks of the occurrence (`start`, `title`, …).
 * What an override may not change (`privacy`, `relatedTo`, …: RFC 8984 §4.3.5) is passed over.
 * An occurrence that ends up as the series has it loses its override. If a path of `patch` leads nowhere, the
 * override is the patch as it is; such paths have no effect.
 */
export function changeOne(event: JSEvent, recurrenceId: LocalDateTime, patch: PatchObject): PatchObject {
  const set = event.recurrenceOverrides?.[recurrenceId];
  const old = set && !isExcluded(set) ? set : {};
  const changed = applyItemPatch(asJson(occurrenceOf(event, recurrenceId, old)), patch);
  if (!changed.ok) return overridePatch(event, recurrenceId, { ...old, ...patch });
  const override = overrideOf(event, recurrenceId, changed.value as Item);
  const isPlain = Object.keys(override).length === 0 && isGenerated(event, recurrenceId);
  return overridePatch(event, recurrenceId, isPlain ? null : override);
}

/** The patch to the series that takes one occurrence away. */
export function removeOne(event: JSEvent, recurrenceId: LocalDateTime): PatchObject {
  const override = isGenerated(event, recurrenceId) ? { excluded: true } : null;
  return overridePatch(event, recurrenceId, override);
}

/** An override whose occurrence moved: a start of its own moves along. */
const shiftedOverride = (override: PatchObject, delta: number): PatchObject =>
  typeof override["start"] === "string"
    ? { ...override, start: shiftText(override["start"], delta) }
    : override;

/** Whole properties that a patch must name once their content was reckoned anew. */
function withWhole(patch: PatchObject, name: string, value: JsonValue): PatchObject {
  const others = Object.entries(patch).filter(([path]) => path !== name && !path.startsWith(`${name}/`));
  return { ...Object.fromEntries(others), [name]: value };
}

/**
 * The patch that changes the whole series. When the start moves, UNTIL, overrides and the parts of the rule that
 * repeat the start move along. With `recurrenceId`, `patch.start` speaks of that occurrence: the series moves by as
 * much as it. A patch that leads nowhere is given back as it is.
 */
export function changeAll(
  event: JSEvent,
  patch: PatchObject,
  recurrenceId: LocalDateTime = event.start,
): PatchObject {
  const [own, to] = [recurrenceId, patch["start"]].map((text) =>
    typeof text === "string" ? parseLocalDateTime(text) : undefined,
  );
  if (own === undefined || to === undefined) return patch;
  const moved: PatchObject = { ...patch, start: shiftText(event.start, to - own) };
  const applied = applyItemPatch(asJson(event), moved);
  return applied.ok && to !== own ? rebased(event, applied.value as Item, moved, to - own) : moved;
}

function rebased(event: JSEvent, after: Item, patch: PatchObject, delta: number): PatchObject {
  const [from, to] = [parseLocalDateTime(event.start), parseLocalDateTime(after.start ?? "")];
  let result = patch;
  const { recurrenceRule: rule, recurrenceOverrides: overrides } = after;
  // A rule set by the same patch is meant for the new start already.
  const isOwnRule = sameJson(asJson({ rule }), asJson({ rule: event.recurrenceRule }));
  if (rule && isOwnRule && from !== undefined && to !== undefined) {
    const shifted = shiftRule(rule, from, to);
    const changes = diffObjects(asJson(rule), asJson(shifted));
    if (Object.keys(changes).length > 0) result = withWhole(result, "recurrenceRule", asJson(shifted));
  }
  if (!overrides || Object.keys(overrides).length === 0) return result;
  const moved = Object.entries(overrides).map(([key, override]): [string, JsonValue] => [
    shiftText(key, delta),
    shiftedOverride(override, delta),
  ]);
  return withWhole(result, "recurrenceOverrides", Object.fromEntries(moved));
}

/** What "this and following" comes to: a patch that ends the old series, and the new series that goes on. */
export interface Split {
  readonly before: PatchObject;
  readonly after: JSEvent;
}

/** How many occurrences start before a key; exceptions count with `excepted`, else only what the rule gives. */
function countBefore(event: JSEvent, key: LocalDateTime, excepted: boolean): Result<number, CalendarProblem> {
  const { recurrenceOverrides: _overrides, ...plain } = event;
  const series = seriesOfEvent(excepted ? event : plain);
  if (!series.ok) return series;
  const frame = { timeZone: event.timeZone ?? null, allDay: isAllDay(event) };
  const time = timeFrom(key, frame, series.value.start);
  if (!time)
    return failed({ code: "invalid-jscalendar", properties: ["recurrenceId"], detail: "no such time" });
  const at = instantOf(time, UTC);
  const found = expand(series.value, { from: MIN_INSTANT, to: at }, UTC);
  if (!found.ok) return found;
  const isBefore = (id: typeof time | null): boolean => id === null || instantOf(id, UTC) < at;
  return ok(found.value.filter(({ recurrenceId }) => isBefore(recurrenceId)).length);
}

/** The rule of the part that stays: as many as there are, or until just before the key. */
function endedRule(rule: RecurrenceRule, event: JSEvent, key: LocalDateTime, count: number): RecurrenceRule {
  if (rule.count !== undefined) return { ...rule, count };
  return { ...rule, until: justBefore(key, isAllDay(event)) };
}

function endPatch(event: JSEvent, key: LocalDateTime, count: number): PatchObject {
  const rule = event.recurrenceRule;
  const later = Object.keys(event.recurrenceOverrides ?? {}).filter((id) => id >= key);
  return {
    ...(rule && { recurrenceRule: asJson(endedRule(rule, event, key, count)) }),
    ...Object.fromEntries(later.map((id) => [`recurrenceOverrides/${id}`, null])),
  };
}

/** Overrides in which the first that follows a turn before the key is the turn, for what is left without the old one. */
function withTurnAt(
  overrides: Readonly<Record<LocalDateTime, PatchObject>>,
  key: LocalDateTime,
): Readonly<Record<LocalDateTime, PatchObject>> {
  const followerAt = followersOf(overrides);
  const heir = [key, ...Object.keys(overrides).filter((id) => id > key)].toSorted().find((id) => {
    const follower = followerAt(id);
    return follower && sameJson(overrides[id] ?? follower, follower);
  });
  const follower = heir === undefined ? undefined : followerAt(heir);
  return heir !== undefined && follower ? { ...overrides, [heir]: asTurn(follower) } : overrides;
}

/** The part that goes on, as an event of its own. */
function followingEvent(event: JSEvent, key: LocalDateTime, uid: string, count: number): JSEvent {
  const { id: _i, baseEventId: _b, utcStart: _s, utcEnd: _e, created: _c, updated: _u, ...kept } = event;
  const { recurrenceRule: rule, recurrenceOverrides, ...rest } = kept;
  const later = Object.entries(withTurnAt(recurrenceOverrides ?? {}, key)).filter(([id]) => id >= key);
  return {
    ...rest,
    uid,
    start: key,
    sequence: 0,
    relatedTo: { ...event.relatedTo, [event.uid]: { "@type": "Relation", relation: { first: true } } },
    ...(rule && { recurrenceRule: rule.count === undefined ? rule : { ...rule, count: rule.count - count } }),
    ...(later.length > 0 && { recurrenceOverrides: Object.fromEntries(later) }),
  };
}

/**
 * Splits a series before one of its occurrences: COUNT and UNTIL are shared out, overrides go with their
 * occurrences. `after` gets the new `uid`; both get the relations of RFC 8984 §4.1.3. Apply the user's change to
 * `after` with `changeAll`. Fails for the first occurrence: change or remove the whole series instead.
 */
export function splitAt(
  event: JSEvent,
  recurrenceId: LocalDateTime,
  uid: string,
): Result<Split, CalendarProblem> {
  const count = countBefore(event, recurrenceId, false);
  if (!count.ok) return count;
  if (recurrenceId <= event.start || count.value === 0) {
    return failed({
      code: "invalid-jscalendar",
      properties: ["recurrenceId"],
      detail: "nothing comes before",
    });
  }
  const relation = { "@type": "Relation", relation: { next: true } };
  const related = event.relatedTo
    ? { [`relatedTo/${escapePathToken(uid)}`]: relation }
    : { relatedTo: { [uid]: relation } };
  return ok({
    before: { ...endPatch(event, recurrenceId, count.value), ...related },
    after: followingEvent(event, recurrenceId, uid, count.value),
  });
}

/** The patch that ends the series before an occurrence; undefined if nothing would be left: remove the event. */
export function removeFollowing(
  event: JSEvent,
  recurrenceId: LocalDateTime,
): Result<PatchObject | undefined, CalendarProblem> {
  const left = countBefore(event, recurrenceId, true);
  const count = countBefore(event, recurrenceId, false);
  if (!left.ok) return left;
  if (!count.ok) return count;
  return ok(left.value === 0 || count.value === 0 ? undefined : endPatch(event, recurrenceId, count.value));
}
