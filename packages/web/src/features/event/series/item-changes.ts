import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { isTask, type CalendarEntry } from "../../../store/items/entries.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { timePatch, type Span } from "../../../store/items/span.ts";
import type { Change } from "../../../store/queue/change.ts";
import { changeOfTask, movePatch, removalOfTask, taskCopy } from "../../../store/tasks/task-changes.ts";
import { takesEvents } from "../../../store/items/calendar-for-new.ts";
import { copyOf, newEventKey, scopesOf } from "./changes-of-event.ts";
import { changesOfPatch, changesOfRemoval, patchForAll, type Scope } from "./series-change.ts";

type Impossible<T> = Result<T, "impossible">;

/** What an action on one kind of item changes. The actions themselves are the same for all kinds. */
interface ItemChanges {
  /** the patch that lays it into a piece of time; empty where it lies there already */
  readonly times: (item: ShownOccurrence, span: Span, viewer: Zone) => Impossible<PatchObject>;
  /** which of a series a patch can be meant for; with more than one, this is asked */
  readonly scopes: (item: ShownOccurrence, patch: PatchObject) => readonly Scope[];
  /** `newId` names a split-off series */
  readonly patched: (
    item: ShownOccurrence,
    patch: PatchObject,
    scope: Scope,
    newId: string,
  ) => Impossible<readonly Change[]>;
  /** the patch as one of its whole series */
  readonly forAll: (item: ShownOccurrence, patch: PatchObject) => Impossible<PatchObject>;
  readonly removed: (item: ShownOccurrence, scope: Scope) => Impossible<readonly Change[]>;
  readonly copied: (
    item: ShownOccurrence,
    span: Span,
    uid: string,
    target: CalendarEntry,
    viewer: Zone,
  ) => Change;
  /** whether it may be put into a calendar */
  readonly fits: (calendar: CalendarEntry) => boolean;
}

/** What an action on an item changes, by the kind of the item. */
export const changesFor = ({ entry }: Pick<ShownOccurrence, "entry">): ItemChanges =>
  isTask(entry.event) ? ofTasks : ofEvents;

const spanOf = ({ start, end, allDay }: ShownOccurrence): Span => ({ start, end, allDay });

const ofEvents: ItemChanges = {
  times: (item, span, viewer) => ok(timePatch(item.event, spanOf(item), span, viewer)),
  scopes: scopesOf,
  patched: changesOfPatch,
  forAll: (item, patch) => ok(patchForAll(item, patch)),
  removed: changesOfRemoval,
  copied: copyOf,
  fits: takesEvents,
};

const isAt = (item: ShownOccurrence, { start, end, allDay }: Span): boolean =>
  item.start === start && item.end === end && item.allDay === allDay;

/** Of a repeating task each turn is done, moved and deleted by itself. */
const ofTasks: ItemChanges = {
  times: (item, span, viewer) => {
    const patch = isAt(item, span) ? {} : movePatch(item, span, viewer);
    return patch ? ok(patch) : failed("impossible");
  },
  scopes: ({ recurrenceId }) => [recurrenceId === null ? "all" : "one"],
  patched: (item, patch) => ok([changeOfTask(item, patch)]),
  forAll: ({ recurrenceId }, patch) =>
    recurrenceId === null || Object.keys(patch).length === 0 ? ok(patch) : failed("impossible"),
  removed: (item) => ok([removalOfTask(item)]),
  copied: (item, span, uid, target, viewer) => {
    const copy = taskCopy(item, uid, target.id);
    const alone = { ...item, event: copy, entry: { ...item.entry, event: copy }, recurrenceId: null };
    const patched = applyPatch(copy, isAt(item, span) ? {} : (movePatch(alone, span, viewer) ?? {}));
    return { kind: "create", key: newEventKey(target.key, uid), event: patched.ok ? patched.value : copy };
  },
  fits: ({ mayWrite, holdsTasks = false }) => mayWrite && holdsTasks,
};
