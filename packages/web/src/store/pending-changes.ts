import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { ApiProblem } from "../api/problem.ts";
import { applyChange } from "./change.ts";
import type { Change } from "./change.ts";
import { accountOfKey, calendarKeyOf, idOfKey } from "./entries.ts";
import type { EventEntry } from "./entries.ts";

/** A change that the server has not confirmed. */
export interface PendingChange {
  readonly change: Change;
  readonly since: number;
  /** changes of one action of the user stand or fall together */
  readonly action: number;
}

/** A change that the server refused. */
export interface FailedChange {
  readonly change: Change;
  readonly problem: ApiProblem;
}

export interface Layers {
  /** what the server has, as far as we know */
  readonly base: ReadonlyMap<string, JSEvent>;
  readonly pending: readonly PendingChange[];
  /** by the key of their event */
  readonly failed: ReadonlyMap<string, FailedChange>;
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

/**
 * What is shown: the server's events with the pending changes on top, in order. Refused changes are taken back, but
 * their events say so; an event that could not be made stays visible, so that nothing written is lost.
 */
export function mergeLayers({ base, pending, failed }: Layers): ReadonlyMap<string, EventEntry> {
  const shown = new Map<string, EventEntry>();
  for (const [key, event] of base) shown.set(key, savedEntry(key, event));
  for (const [key, { change, problem }] of failed) {
    const event = base.get(key) ?? (change.kind === "create" ? change.event : undefined);
    if (event) shown.set(key, makeEntry(key, event, null, problem));
  }
  for (const { change, since } of pending) {
    const before = shown.get(change.key);
    const event = applyChange(before?.event, change);
    if (event) shown.set(change.key, makeEntry(change.key, event, before?.savingSince ?? since, null));
    else shown.delete(change.key);
  }
  return shown;
}
