import {
  changeAll,
  changeOne,
  removeFollowing,
  removeOne,
  splitAt,
} from "@snart/calendar/jscalendar/edit-series.ts";
import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import type { Change } from "../../store/change.ts";
import { entryKey } from "../../store/entries.ts";
import { localDateTimeText, readLocalText } from "../../store/local-text.ts";
import type { ShownOccurrence } from "../../store/occurrences.ts";

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
  if (scope === "all" || recurrenceId === event.start) return all(occurrence, patch);
  const split = splitAt(event, recurrenceId, newId);
  if (!split.ok) return failed("impossible");
  const changed = applyPatch(split.value.after, patchOfSeries(split.value.after, occurrence, patch));
  if (!changed.ok) return failed("impossible");
  return ok([
    { kind: "update", key, patch: split.value.before },
    {
      kind: "create",
      key: entryKey(entry.accountId, newId),
      event: { ...changed.value, calendarIds: event.calendarIds ?? {} },
    },
  ]);
}

function all(occurrence: ShownOccurrence, patch: PatchObject): Made {
  const { event, key } = occurrence.entry;
  return ok([{ kind: "update", key, patch: changeAll(event, patchOfSeries(event, occurrence, patch)) }]);
}

/** A patch of an occurrence as a patch of its series: the start moves by as much, instead of to the same day. */
function patchOfSeries(series: JSEvent, occurrence: ShownOccurrence, patch: PatchObject): PatchObject {
  const { start } = patch;
  if (typeof start !== "string") return patch;
  const [to, from, first] = [
    readLocalText(start),
    readLocalText(occurrence.event.start),
    readLocalText(series.start),
  ];
  if (to === undefined || from === undefined || first === undefined) return patch;
  return { ...patch, start: localDateTimeText(asLocal(first + (to - from))) };
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
