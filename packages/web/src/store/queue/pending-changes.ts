import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { applyChange, type Change } from "./change.ts";
import { accountOfKey, calendarKeyOf, idOfKey, isTask, type EventEntry } from "../items/entries.ts";
import type { PendingChange } from "./queue-entry.ts";

interface Layers {
  /** the server's events, as far as we know */
  readonly base: ReadonlyMap<string, JSEvent>;
  readonly pending: readonly PendingChange[];
  /** by the key of their event */
  readonly failed: ReadonlyMap<string, PendingChange>;
}

export interface MergedLayers {
  readonly events: ReadonlyMap<string, EventEntry>;
  readonly tasks: ReadonlyMap<string, EventEntry>;
}

const kept = new WeakMap<JSEvent, EventEntry>();

/** The entry of a saved event: the same object as long as the event is the same. */
function savedEntry(key: string, event: JSEvent): EventEntry {
  const known = kept.get(event);
  if (known?.key === key) return known;
  const entry = makeEntry(key, event, null, null);
  kept.set(event, entry);
  return entry;
}

const makeEntry = (
  key: string,
  event: JSEvent,
  savingSince: number | null,
  problem: ApiProblem | null,
): EventEntry => ({
  key,
  accountId: accountOfKey(key),
  id: idOfKey(key),
  event,
  calendarKey: calendarKeyOf(accountOfKey(key), event),
  savingSince,
  problem,
});

const isMaking = (change: Change): change is Extract<Change, { readonly event: JSEvent }> =>
  change.kind === "create" || change.kind === "restore";

/**
 * Merges the server's events with the pending changes on top, in order. Refused changes are taken back, but their
 * events say so; an event that could not be made stays visible, so that nothing written is lost.
 */
export function mergeLayers({ base, pending, failed }: Layers): MergedLayers {
  const shown = new Map<string, EventEntry>();
  for (const [key, event] of base) shown.set(key, savedEntry(key, event));
  for (const [key, { change, problem }] of failed) {
    const event = base.get(key) ?? (isMaking(change) ? change.event : undefined);
    if (event) shown.set(key, makeEntry(key, event, null, problem));
  }
  for (const { change, since, conflict, before: was } of pending) {
    if (change.kind === "calendar" || change.kind === "profile") continue;
    const before = shown.get(change.key);
    // The event is gone on the server while a change of it waits for an answer: it is shown with the content it had
    // when it was changed.
    const event = applyChange(
      before?.event ?? (conflict?.kind === "gone" ? was : undefined) ?? undefined,
      change,
    );
    if (event) shown.set(change.key, makeEntry(change.key, event, before?.savingSince ?? since, null));
    else shown.delete(change.key);
  }
  const tasks = new Map<string, EventEntry>();
  for (const [key, entry] of shown) {
    if (!isTask(entry.event)) continue;
    tasks.set(key, entry);
    shown.delete(key);
  }
  return { events: shown, tasks };
}
