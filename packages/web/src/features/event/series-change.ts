import {
  changeAll,
  changeOne,
  removeFollowing,
  removeOne,
  splitAt,
} from "@snart/calendar/jscalendar/edit-series.ts";
import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import type { Change } from "../../store/change.ts";
import { entryKey } from "../../store/entries.ts";
import { localDateTimeText, readLocalText } from "../../store/local-text.ts";
import type { ShownOccurrence } from "../../store/occurrences.ts";
import { movedRule } from "./moved-rule.ts";

/** Which events of a series a change is meant for. */
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
  if (recurrenceId === null) return ok([{ kind: "update", key, patch }]);
  if (scope === "one") return ok([{ kind: "update", key, patch: changeOne(event, recurrenceId, patch) }]);
  if (scope === "all" || recurrenceId === event.start)
    return ok([{ kind: "update", key, patch: patchForAll(occurrence, patch) }]);
  const split = splitAt(event, recurrenceId, newId);
  if (!split.ok) return failed("impossible");
  const changed = applyPatch(split.value.after, patchOfSeries(split.value.after, occurrence, patch));
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

/** A patch of one occurrence as a patch of the whole entry that it is of. */
export function patchForAll(occurrence: ShownOccurrence, patch: PatchObject): PatchObject {
  const { event } = occurrence.entry;
  return occurrence.recurrenceId === null ? patch : changeAll(event, patchOfSeries(event, occurrence, patch));
}

/**
 * A patch of an occurrence as a patch of its series: the start moves by as much, instead of to the same day, and a
 * rule that names weekdays moves to those that its events are moved to.
 */
function patchOfSeries(series: JSEvent, occurrence: ShownOccurrence, patch: PatchObject): PatchObject {
  const { start } = patch;
  if (typeof start !== "string") return patch;
  const to = readLocalText(start);
  const from = readLocalText(occurrence.ownStart);
  const first = readLocalText(series.start);
  if (to === undefined || from === undefined || first === undefined) return patch;
  const moved = movedRule(series.recurrenceRule, { first, from, to });
  const days = "recurrenceRule" in patch ? undefined : moved;
  return {
    ...patch,
    start: localDateTimeText(days?.first ?? asLocal(first + (to - from))),
    ...(days ? { recurrenceRule: days.rule as unknown as JsonValue } : {}),
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
