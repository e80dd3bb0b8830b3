import type { JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { applyChange, type Change } from "../../../store/queue/change.ts";
import { chosenEvents } from "../../../grid/chosen-events.ts";
import { arrangerOf } from "../../../store/items/event-facts.ts";
import { findOccurrence } from "../../../store/tasks/find-occurrence.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import type { Span } from "../../../store/items/span.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { changesFor } from "../series/item-changes.ts";
import type { Decision, ActionsContext } from "./actions-state.ts";
import { telling, toTellOfChange, toTellOfRemoval } from "./telling.ts";
import { itemsText } from "../../item-actions/screen.tsx";
import { newId } from "../../../api/new-id.ts";

/** Returns all chosen occurrences if this is one of several; else none. */
export function chosenWith({ store, zone }: ActionsContext, key: string): readonly ShownOccurrence[] {
  const keys = chosenEvents.get();
  if (keys.size < 2 || !keys.has(key)) return [];
  const known = store.snapshot.get();
  return [...keys].map((it) => findOccurrence(known, it, zone)).filter((it) => it !== undefined);
}

/** Returns a time span moved on the viewer's clock by `by` ms; whole days move by whole days. */
export function shiftedSpan({ start, end, allDay }: Span, by: number, zone: Zone): Span {
  const step = allDay ? Math.round(by / DAY) * DAY : by;
  const at = zone.toInstant(asLocal(zone.toLocal(start) + step));
  const after = allDay ? zone.toInstant(asLocal(zone.toLocal(end) + step)) : at + (end - start);
  return { start: at, end: after, allDay };
}

type Made = ReturnType<ReturnType<typeof changesFor>["patched"]>;

/** The changes of several items together, and of which items they are. */
interface ManyChanges {
  readonly changes: readonly Change[];
  readonly items: readonly ShownOccurrence[];
}

/**
 * Returns the changes of several occurrences, of events and tasks, as one action. If several are of one series, each
 * change starts from the result of the former one. Occurrences that can't be changed in that way are left out.
 */
export function changesOfMany(
  occurrences: readonly ShownOccurrence[],
  changesOf: (occurrence: ShownOccurrence) => Made,
): ManyChanges {
  const latest = new Map<string, JSEvent>();
  const changes: Change[] = [];
  const items: ShownOccurrence[] = [];
  for (const given of occurrences) {
    const { entry } = given;
    const event = latest.get(entry.key) ?? entry.event;
    const made = changesOf({ ...given, entry: { ...entry, event } });
    if (!made.ok) continue;
    items.push(given);
    for (const change of made.value) {
      changes.push(change);
      const after = applyChange(change.key === entry.key ? event : undefined, change);
      if (after && change.key === entry.key) latest.set(entry.key, after);
    }
  }
  return { changes, items };
}

/** Returns the occurrences that the person may change: their own, in writable calendars. Shows a toast if there are none. */
function changeable(
  { t }: ActionsContext,
  given: readonly ShownOccurrence[],
  isOwn: boolean,
): readonly ShownOccurrence[] {
  const open = given.filter((it) => it.calendar.mayWrite && (!isOwn || arrangerOf(it.entry.event) === null));
  if (open.length === 0) addToast({ message: t("toast.impossible") });
  return open;
}

type Told = "toast.movedMany" | "toast.changedMany" | "toast.deletedMany" | "toast.copiedMany";

function perform(context: ActionsContext, key: Told, { changes, items }: ManyChanges, span?: Span): void {
  if (items.length === 0) return;
  const title = itemsText(items, context.t);
  context.tell(context.store.perform(title, changes, { count: items.length }), key, title, span);
}

/** Asks once whether to notify others, if any of the changes concerns them. */
function asked(
  context: ActionsContext,
  kind: "change" | "delete",
  about: { readonly occurrence: ShownOccurrence; readonly patch: PatchObject } | undefined,
  toTell: ReturnType<typeof toTellOfChange>,
  answer: (decision: Decision) => void,
): void {
  if (!about || !toTell) return answer({ scope: "one", tells: false });
  context.setFloating(null);
  context.setAsking({ kind, ...about, scopes: ["one"], toTell, answer });
}

/** Changes several occurrences together, without the rest of their series. */
export function changeMany(
  context: ActionsContext,
  given: readonly ShownOccurrence[],
  patchOf: (occurrence: ShownOccurrence) => PatchObject,
  { key, span }: { readonly key: Told; readonly span?: Span },
): void {
  const moves = key === "toast.movedMany";
  const occurrences = changeable(context, given, moves).filter((it) => Object.keys(patchOf(it)).length > 0);
  const about = occurrences
    .map((occurrence) => ({ occurrence, patch: patchOf(occurrence) }))
    .find(({ occurrence, patch }) => toTellOfChange(occurrence, patch));
  asked(
    context,
    "change",
    about,
    about ? toTellOfChange(about.occurrence, about.patch) : null,
    ({ tells }) => {
      const made = changesOfMany(occurrences, (it) =>
        changesFor(it).patched(it, patchOf(it), "one", newId()),
      );
      perform(context, key, { ...made, changes: telling(made.changes, tells) }, span);
    },
  );
}

/** Moves all chosen occurrences by the distance that one of them was moved. */
export function moveMany(
  context: ActionsContext,
  given: readonly ShownOccurrence[],
  moved: ShownOccurrence,
  span: Span,
): void {
  const { zone } = context;
  const by = zone.toLocal(span.start) - zone.toLocal(moved.start);
  const patchOf = (it: ShownOccurrence): PatchObject => {
    const patch = changesFor(it).times(it, it.key === moved.key ? span : shiftedSpan(it, by, zone), zone);
    return patch.ok ? patch.value : {};
  };
  changeMany(context, given, patchOf, { key: "toast.movedMany", span });
}

/** Deletes several occurrences together, without the rest of their series. */
export function removeMany(context: ActionsContext, given: readonly ShownOccurrence[]): void {
  const occurrences = changeable(context, given, false);
  const about = occurrences.find((it) => toTellOfRemoval(it, context.address));
  const toTell = about ? toTellOfRemoval(about, context.address) : null;
  asked(context, "delete", about && { occurrence: about, patch: {} }, toTell, ({ tells }) => {
    const made = changesOfMany(occurrences, (it) => changesFor(it).removed(it, "one"));
    chosenEvents.set(new Set());
    perform(context, "toast.deletedMany", { ...made, changes: telling(made.changes, tells) });
  });
}

/** Returns the calendar for a copy: that of the item, else a writable one that holds such items. */
export function copyTarget(
  { store, forNew }: ActionsContext,
  item: ShownOccurrence,
): CalendarEntry | undefined {
  if (item.calendar.mayWrite) return item.calendar;
  const { fits } = changesFor(item);
  return forNew && fits(forNew) ? forNew : store.snapshot.get().calendars.find(fits);
}

/** Copies occurrences so that the first copy begins at `start`; the others keep their distance to it. */
export function paste(context: ActionsContext, given: readonly ShownOccurrence[], start: number): void {
  const { store, zone, tell } = context;
  const first = given.toSorted((a, b) => a.start - b.start)[0];
  if (!first) return;
  const by = zone.toLocal(start) - zone.toLocal(first.start);
  const copies = given.flatMap((it) => {
    const target = copyTarget(context, it);
    if (!target) return [];
    return [
      { item: it, change: changesFor(it).copied(it, shiftedSpan(it, by, zone), newId(), target, zone) },
    ];
  });
  const span = shiftedSpan(first, by, zone);
  const changes = copies.map(({ change }) => change);
  if (copies.length === 1) {
    const title = first.event.title ?? "";
    tell(store.perform(title, changes), "toast.copied", title, span);
  } else perform(context, "toast.copiedMany", { changes, items: copies.map(({ item }) => item) }, span);
}
