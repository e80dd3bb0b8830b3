import {
  changeAll,
  changeOne,
  removeFollowing,
  removeOne,
  splitAt,
} from "@snart/calendar/jscalendar/series/edit-series.ts";
import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, JsonValue, PatchObject, RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { asLocal, type Local } from "@snart/calendar/time/local.ts";
import type { Change } from "../../../store/queue/change.ts";
import { entryKey } from "../../../store/items/entries.ts";
import { localDateTimeText, readLocalText } from "../../../store/items/local-text.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { fittedToSeries } from "./chosen-rule.ts";
import { movedRule } from "./moved-rule.ts";

/** The events of a series that a change applies to. */
export type Scope = "one" | "following" | "all";

type Made = Result<readonly Change[], "impossible">;

/** The changes that bring a patch of one occurrence to the events it is meant for. `newId` names a split-off series. */
export function changesOfPatch(
  occurrence: ShownOccurrence,
  patch: PatchObject,
  scope: Scope,
  newId: string,
): Made {
  const { entry, recurrenceId } = occurrence;
  const { event, key } = entry;
  if (recurrenceId === null) return ok([{ kind: "update", key, patch: patchForAll(occurrence, patch) }]);
  if (scope === "one") return ok([{ kind: "update", key, patch: changeOne(event, recurrenceId, patch) }]);
  if (scope === "all" || recurrenceId === event.start)
    return ok([{ kind: "update", key, patch: patchForAll(occurrence, patch) }]);
  const split = splitAt(event, recurrenceId, newId);
  if (!split.ok) return failed("impossible");
  const { after } = split.value;
  const changed = applyPatch(after, patchOfSeries(after, occurrence, withCountLeft(patch, event, after)));
  if (!changed.ok) return failed("impossible");
  return ok([
    {
      kind: "create",
      key: entryKey(entry.accountId, newId),
      event: { ...changed.value, calendarIds: event.calendarIds ?? {} },
    },
    // Only when the new series is there does the old one end.
    { kind: "update", key, patch: split.value.before },
  ]);
}

/** A patch of one occurrence as a patch of its whole entry. */
export const patchForAll = (occurrence: ShownOccurrence, patch: PatchObject): PatchObject =>
  patchOfSeries(occurrence.entry.event, occurrence, patch);

/**
 * “Ten times” referred to the whole series: the continuing part has as many as are left, unless another number was
 * typed.
 */
function withCountLeft(patch: PatchObject, whole: JSEvent, after: JSEvent): PatchObject {
  const rule = patch["recurrenceRule"] as unknown as RecurrenceRule | null | undefined;
  const left = after.recurrenceRule?.count;
  if (rule?.count === undefined || left === undefined || rule.count !== whole.recurrenceRule?.count)
    return patch;
  return { ...patch, recurrenceRule: { ...rule, count: left } as unknown as JsonValue };
}

/** A patch of an occurrence as a patch of its series, with all that moves along. */
function patchOfSeries(series: JSEvent, occurrence: ShownOccurrence, patch: PatchObject): PatchObject {
  const to = readLocalText(typeof patch["start"] === "string" ? patch["start"] : occurrence.ownStart);
  const from = readLocalText(occurrence.ownStart);
  if (to === undefined || from === undefined) return patch;
  if (occurrence.recurrenceId === null) return fittedToSeries(series, patch, to);
  const moved = movedPatch(series, { from, to }, patch);
  const whole = changeAll(series, moved);
  // A rule that only moves along with its start needs no fitting.
  return "recurrenceRule" in moved ? fittedToSeries(series, whole, to) : whole;
}

/** The start moves by as much, instead of to the same day, and a counted weekday of the month becomes another one. */
function movedPatch(
  series: JSEvent,
  { from, to }: { readonly from: Local; readonly to: Local },
  patch: PatchObject,
): PatchObject {
  const first = readLocalText(series.start);
  if (typeof patch["start"] !== "string" || first === undefined) return patch;
  const moved = "recurrenceRule" in patch ? undefined : movedRule(series.recurrenceRule, { first, from, to });
  return {
    ...patch,
    start: localDateTimeText(moved?.first ?? asLocal(first + (to - from))),
    ...(moved ? { recurrenceRule: moved.rule as unknown as JsonValue } : {}),
  };
}

/** The changes that take events away. */
export function changesOfRemoval(occurrence: ShownOccurrence, scope: Scope): Made {
  const { entry, recurrenceId } = occurrence;
  const { event, key } = entry;
  const whole: Made = ok([{ kind: "destroy", key }]);
  if (recurrenceId === null || scope === "all") return whole;
  if (scope === "one") return ok([{ kind: "update", key, patch: removeOne(event, recurrenceId) }]);
  const rest = removeFollowing(event, recurrenceId);
  if (!rest.ok) return failed("impossible");
  return rest.value === undefined ? whole : ok([{ kind: "update", key, patch: rest.value }]);
}
