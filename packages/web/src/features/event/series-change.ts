import {
  changeAll,
  changeOne,
  removeFollowing,
  removeOne,
  splitAt,
} from "@snart/calendar/jscalendar/edit-series.ts";
import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type {
  DayOfWeek,
  JSEvent,
  JsonValue,
  PatchObject,
  RecurrenceRule,
} from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { asLocal, dayOf } from "@snart/calendar/time/local.ts";
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
    {
      kind: "create",
      key: entryKey(entry.accountId, newId),
      event: { ...changed.value, calendarIds: event.calendarIds ?? {} },
    },
    // Only when the new series is there does the old one end.
    { kind: "update", key, patch: split.value.before },
  ]);
}

function all(occurrence: ShownOccurrence, patch: PatchObject): Made {
  const { event, key } = occurrence.entry;
  return ok([{ kind: "update", key, patch: changeAll(event, patchOfSeries(event, occurrence, patch)) }]);
}

/**
 * A patch of an occurrence as a patch of its series: the start moves by as much, instead of to the same day, and a
 * weekly rule moves to the days that its events are moved to.
 */
function patchOfSeries(series: JSEvent, occurrence: ShownOccurrence, patch: PatchObject): PatchObject {
  const { start } = patch;
  if (typeof start !== "string") return patch;
  const to = readLocalText(start);
  const from = readLocalText(occurrence.ownStart);
  const first = readLocalText(series.start);
  if (to === undefined || from === undefined || first === undefined) return patch;
  const moved = { ...patch, start: localDateTimeText(asLocal(first + (to - from))) };
  const rule =
    "recurrenceRule" in patch ? undefined : movedRule(series.recurrenceRule, dayOf(to) - dayOf(from));
  return rule ? { ...moved, recurrenceRule: rule as unknown as JsonValue } : moved;
}

const week: readonly DayOfWeek[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/** A weekly rule whose days are moved; undefined if it stays as it is. */
function movedRule(rule: RecurrenceRule | null | undefined, days: number): RecurrenceRule | undefined {
  if (!rule?.byDay || rule.frequency !== "weekly" || days % 7 === 0) return undefined;
  const moved = (day: DayOfWeek): DayOfWeek => week[(week.indexOf(day) + days + 7 * 52) % 7] ?? day;
  return { ...rule, byDay: rule.byDay.map((it) => ({ ...it, day: moved(it.day) })) };
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
