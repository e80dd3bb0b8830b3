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

/** Returns the changes that apply a patch of one occurrence to the events in `scope`. `newId` names a split-off series. */
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
    // The old series ends only after the new one exists.
    { kind: "update", key, patch: split.value.before },
  ]);
}

/** Converts a patch of one occurrence to a patch of its whole entry. */
export const patchForAll = (occurrence: ShownOccurrence, patch: PatchObject): PatchObject =>
  patchOfSeries(occurrence.entry.event, occurrence, patch);

/**
 * Sets the count of the continuing part. “Ten times” referred to the whole series, so the part gets the remaining
 * times, unless the person typed another number.
 */
function withCountLeft(patch: PatchObject, whole: JSEvent, after: JSEvent): PatchObject {
  const rule = patch["recurrenceRule"] as unknown as RecurrenceRule | null | undefined;
  const left = after.recurrenceRule?.count;
  if (rule?.count === undefined || left === undefined || rule.count !== whole.recurrenceRule?.count)
    return patch;
  return { ...patch, recurrenceRule: { ...rule, count: left } as unknown as JsonValue };
}

/** Converts a patch of an occurrence to a patch of its series, with the properties that move along. */
function patchOfSeries(series: JSEvent, occurrence: ShownOccurrence, patch: PatchObject): PatchObject {
  const to = readLocalText(typeof patch["start"] === "string" ? patch["start"] : occurrence.ownStart);
  const from = readLocalText(occurrence.ownStart);
  if (to === undefined || from === undefined) return patch;
  if (occurrence.recurrenceId === null) return fittedToSeries(series, patch, to);
  const moved = movedPatch(series, { from, to }, patch);
  const whole = changeAll(series, moved);
  // A rule that only moves along with its start needs no adapting.
  return "recurrenceRule" in moved ? fittedToSeries(series, whole, to) : whole;
}

/** Moves the start of the series by the same distance, not to the same day, and a counted weekday to another one. */
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

/** Returns the changes that delete an occurrence, or more of its series. */
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
