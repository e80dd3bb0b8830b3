import type { CalendarProblem } from "../../problems.ts";
import { expand } from "../../recurrence/expand.ts";
import { failed, ok, type Result } from "../../result.ts";
import { instantOf } from "../../time/calendar-time.ts";
import { HOUR, MAX_INSTANT, MIN_INSTANT } from "../../time/instant.ts";
import { UTC } from "../../time/zone.ts";
import type { JSEvent, LocalDateTime, PatchObject, RecurrenceRule } from "../types.ts";
import { isAllDay, recurrenceKey, timeFrom } from "../item-time.ts";
import { isExcluded } from "../occurrence.ts";
import { asJson, escapePathToken, sameJson } from "../patch.ts";
import { generatorOf, seriesOfEvent } from "./series-of-event.ts";
import { asTurn, followersOf, isTurn } from "./this-and-future.ts";
import { justBefore } from "./shift-text.ts";

/** The result of "this and following": a patch that ends the old series, and the new series that continues it. */
interface Split {
  readonly before: PatchObject;
  readonly after: JSEvent;
}

/** A series divided at one of its keys. */
interface Cut {
  /** how many occurrences the rule gives before the key */
  readonly ruled: number;
  /** how many occurrences stay, by their keys: some may have moved past the cut */
  readonly left: number;
  /** the first occurrence of the rule at or after the key; undefined if there is none */
  readonly next: LocalDateTime | undefined;
}

const plainSeries = ({ recurrenceOverrides: _overrides, ...plain }: JSEvent) => seriesOfEvent(plain);

/** Enough for every COUNT of a daily rule over a hundred years. */
const MAX_COUNTED = 100_000;

/** How many occurrences the rule gives before an instant; without COUNT, only whether there are any. */
function ruledBefore(event: JSEvent, at: number): Result<number, CalendarProblem> {
  const series = plainSeries(event);
  if (!series.ok) return series;
  if (event.recurrenceRule?.count === undefined) return ok(instantOf(series.value.start, UTC) < at ? 1 : 0);
  const found = expand(series.value, { from: MIN_INSTANT, to: at }, UTC, { maxOccurrences: MAX_COUNTED });
  if (!found.ok) return found;
  return ok(found.value.filter(({ startInstant }) => startInstant < at).length);
}

/** Gives the first occurrence of the rule at (or, without `orAt`, after) a key, found in ever longer windows. */
function ruledAfter(event: JSEvent, orAt = false): (key: LocalDateTime) => LocalDateTime | undefined {
  const series = plainSeries(event);
  const frame = { timeZone: event.timeZone ?? null, allDay: isAllDay(event) };
  return (key) => {
    const time = series.ok ? timeFrom(key, frame, series.value.start) : undefined;
    if (!time || !series.ok) return undefined;
    const from = instantOf(time, UTC) + (orAt ? 0 : 1);
    for (let length = HOUR; length < MAX_INSTANT - MIN_INSTANT; length *= 8) {
      const found = expand(series.value, { from, to: Math.min(MAX_INSTANT, from + length) }, UTC);
      const next = found.ok ? found.value.find(({ startInstant }) => startInstant >= from) : undefined;
      if (next) return recurrenceKey(next.start, series.value.start);
    }
    return undefined;
  };
}

/** How many occurrences with a key before the given one take place. */
function leftBefore(event: JSEvent, key: LocalDateTime, ruled: number): number {
  const isGenerated = generatorOf(event);
  let left = ruled;
  for (const [id, patch] of Object.entries(event.recurrenceOverrides ?? {})) {
    if (id >= key) continue;
    if (isExcluded(patch)) left -= isGenerated(id) ? 1 : 0;
    else left += isGenerated(id) ? 0 : 1;
  }
  return left;
}

function cutAt(event: JSEvent, key: LocalDateTime): Result<Cut, CalendarProblem> {
  const series = plainSeries(event);
  if (!series.ok) return series;
  const frame = { timeZone: event.timeZone ?? null, allDay: isAllDay(event) };
  const time = timeFrom(key, frame, series.value.start);
  if (!time)
    return failed({ code: "invalid-jscalendar", properties: ["recurrenceId"], detail: "no such time" });
  const at = instantOf(time, UTC);
  const ruled = ruledBefore(event, at);
  if (!ruled.ok) return ruled;
  const next = ruledAfter(event, true)(key);
  return ok({ ruled: ruled.value, left: leftBefore(event, key, ruled.value), next });
}

/**
 * The rule of the part that stays: ended by number, or just before the key. If occurrences were added and the rule
 * goes on, it is ended by date, because they may come from a second RRULE, which ends at the same time
 * (properties/recurrence-rule.ts).
 */
function endedRule(rule: RecurrenceRule, event: JSEvent, key: LocalDateTime, ruled: number): RecurrenceRule {
  const { count, ...endless } = rule;
  if (count !== undefined && (count <= ruled || !hasAdded(event)))
    return { ...rule, count: Math.min(count, ruled) };
  const until = justBefore(key, isAllDay(event));
  return rule.until !== undefined && rule.until < until ? rule : { ...endless, until };
}

/** Whether there are occurrences that the rule doesn't give. */
function hasAdded(event: JSEvent): boolean {
  const isGenerated = generatorOf(event);
  return Object.entries(event.recurrenceOverrides ?? {}).some(
    ([key, patch]) => !isExcluded(patch) && !isGenerated(key),
  );
}

function endPatch(event: JSEvent, key: LocalDateTime, count: number): PatchObject {
  const rule = event.recurrenceRule;
  const later = Object.keys(event.recurrenceOverrides ?? {}).filter((id) => id >= key);
  return {
    ...(rule && { recurrenceRule: asJson(endedRule(rule, event, key, count)) }),
    ...Object.fromEntries(later.map((id) => [`recurrenceOverrides/${id}`, null])),
  };
}

/** Ends a series that has only dates added before its start left. */
function withoutRule(event: JSEvent, key: LocalDateTime): PatchObject {
  const earlier = Object.entries(event.recurrenceOverrides ?? {}).filter(([id]) => id < key);
  const recurrenceOverrides = Object.fromEntries([...earlier, [event.start, { excluded: true }]]);
  return { recurrenceRule: null, recurrenceOverrides };
}

/**
 * Overrides in which the first occurrence after the cut takes over the RANGE=THISANDFUTURE of an instance before it,
 * for the part that loses that instance. Occurrences with an override of their own are skipped.
 */
function withTurn(event: JSEvent, { next }: Cut): Readonly<Record<LocalDateTime, PatchObject>> {
  const overrides = event.recurrenceOverrides ?? {};
  const followerAt = followersOf(overrides);
  if (next === undefined || followerAt(next) === undefined) return overrides;
  const nextAfter = ruledAfter(event);
  for (let key: LocalDateTime | undefined = next; key !== undefined; key = nextAfter(key)) {
    const follower = followerAt(key);
    if (isTurn(overrides[key]) || !follower) return overrides;
    if (sameJson(overrides[key] ?? follower, follower)) return { ...overrides, [key]: asTurn(follower) };
  }
  return overrides;
}

/** The rule of the part that continues. */
function restOfRule({ recurrenceRule: rule }: JSEvent, { ruled, next }: Cut): RecurrenceRule | undefined {
  if (!rule || next === undefined) return undefined;
  return rule.count === undefined ? rule : { ...rule, count: rule.count - ruled };
}

/**
 * The part that continues, as a separate event; it starts at the rule's next occurrence, with dates added before that
 * as overrides.
 */
function followingEvent(event: JSEvent, key: LocalDateTime, uid: string, cut: Cut): JSEvent {
  const { id: _i, baseEventId: _b, utcStart: _s, utcEnd: _e, created: _c, updated: _u, ...kept } = event;
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...rest } = kept;
  const rule = restOfRule(event, cut);
  const later = Object.entries(withTurn(event, cut)).filter(([id]) => id >= key);
  return {
    ...rest,
    uid,
    start: cut.next ?? key,
    sequence: 0,
    relatedTo: { ...event.relatedTo, [event.uid]: { "@type": "Relation", relation: { first: true } } },
    ...(rule && { recurrenceRule: rule }),
    ...(later.length > 0 && { recurrenceOverrides: Object.fromEntries(later) }),
  };
}

/**
 * Splits a series before one of its occurrences: COUNT and UNTIL are divided, overrides go with their occurrences.
 * `after` gets the new `uid`; both get the relations of RFC 8984 §4.1.3. Apply the user's change to `after` with
 * `changeAll`. Fails for the first occurrence: change or remove the whole series instead. Undo with
 * `inversePatch(event, before)` and by removing `after`.
 */
export function splitAt(
  event: JSEvent,
  recurrenceId: LocalDateTime,
  uid: string,
): Result<Split, CalendarProblem> {
  const cut = cutAt(event, recurrenceId);
  if (!cut.ok) return cut;
  if (recurrenceId <= event.start || cut.value.ruled === 0) {
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
    before: { ...endPatch(event, recurrenceId, cut.value.ruled), ...related },
    after: followingEvent(event, recurrenceId, uid, cut.value),
  });
}

/** The patch that ends the series before an occurrence; undefined if nothing would be left: then remove the event. */
export function removeFollowing(
  event: JSEvent,
  recurrenceId: LocalDateTime,
): Result<PatchObject | undefined, CalendarProblem> {
  const cut = cutAt(event, recurrenceId);
  if (!cut.ok) return cut;
  const { left, ruled } = cut.value;
  // Without COUNT the rule's occurrences are not counted, only known to exist: check whether any of them is left.
  if (ruled === 0) return ok(left > 0 ? withoutRule(event, recurrenceId) : undefined);
  const ended = endPatch(event, recurrenceId, ruled);
  return ok(isAnyLeft(event, recurrenceId, left) ? ended : undefined);
}

/** Whether any occurrence before a key is left: it is enough to look at one more than there are exceptions. */
function isAnyLeft(event: JSEvent, key: LocalDateTime, left: number): boolean {
  if (event.recurrenceRule?.count !== undefined || left > 0) return left > 0;
  const overrides = event.recurrenceOverrides ?? {};
  const isGenerated = generatorOf(event);
  const gone = new Set(Object.keys(overrides).filter((id) => isExcluded(overrides[id])));
  const added = Object.keys(overrides).some((id) => id < key && !gone.has(id) && !isGenerated(id));
  if (added) return true;
  const rule = { ...event.recurrenceRule, count: gone.size + 1 };
  const { recurrenceOverrides: _overrides, ...plain } = event;
  const limited = { ...plain, recurrenceRule: rule as RecurrenceRule };
  const series = seriesOfEvent(limited);
  const found = series.ok
    ? expand(series.value, { from: MIN_INSTANT, to: MAX_INSTANT }, UTC, { maxOccurrences: MAX_COUNTED })
    : series;
  if (!found.ok || !series.ok) return true;
  const keys = found.value.map(({ start }) => recurrenceKey(start, series.value.start));
  return keys.some((id) => id < key && !gone.has(id));
}
