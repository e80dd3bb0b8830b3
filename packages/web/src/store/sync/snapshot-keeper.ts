import { knownCalendars, type AccountState, type KnownCalendars } from "./account-state.ts";
import type { ChangeQueue } from "../queue/change-queue.ts";
import type { EventEntry } from "../items/entries.ts";
import type { EventBase } from "./event-base.ts";
import type { EventSync } from "./event-sync.ts";
import { Observable } from "./observable.ts";
import { mergeLayers, type MergedLayers } from "../queue/pending-changes.ts";
import type { PendingChange } from "../queue/queue-entry.ts";
import {
  emptySnapshot,
  type CalendarSnapshot,
  type OpenConflict,
  type RefusedCalendar,
  type WaitingChange,
} from "./snapshot.ts";

interface SnapshotSources {
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly base: EventBase;
  readonly queue: ChangeQueue;
  readonly sync: EventSync;
}

/** Makes what the screens see from what the store knows; parts that did not change stay the same objects. */
export class SnapshotKeeper {
  readonly snapshot = new Observable<CalendarSnapshot>(emptySnapshot);
  #merged: MergedLayers = { events: new Map(), tasks: new Map() };
  #mergedFrom: readonly unknown[] = [];
  #shown: MergedLayers = this.#merged;
  #shownFrom: readonly unknown[] = [];
  #calendars: KnownCalendars = { entries: [], left: new Set() };
  #calendarsFrom: readonly unknown[] = [];
  #conflicts: readonly OpenConflict[] = [];
  #waiting: readonly WaitingChange[] = [];
  #waitingFrom: readonly PendingChange[] = [];
  #conflictsFrom: readonly PendingChange[] = [];
  #refusedCalendars: readonly RefusedCalendar[] = [];
  #refusedFrom: ReadonlyMap<string, PendingChange> = new Map();

  show(sources: SnapshotSources, change: Partial<CalendarSnapshot>): void {
    const { queue, sync } = sources;
    const { entries, left } = this.#known(sources);
    this.snapshot.set({
      ...this.snapshot.get(),
      ...change,
      calendars: entries,
      ...this.#items(sources, left),
      hasTasks: [...sources.accounts.values()].every((it) => it.hasTasks),
      chunks: new Set(sync.chunks),
      isFetching: sync.fetching > 0,
      waiting: queue.pending.length,
      waitingChanges: this.#listed(queue.pending),
      conflicts: this.#openConflicts(queue.pending),
      settingsProblem:
        [...queue.failed.values()].find(({ change }) => change.kind === "profile")?.problem ?? null,
      refusedCalendars: this.#refused(queue.failed),
      undoable: queue.undoable,
      redoable: queue.redoable,
    });
  }

  /** Returns an event or task with its pending changes, also from a calendar that the person has left. */
  item(key: string): EventEntry | undefined {
    return this.#merged.events.get(key) ?? this.#merged.tasks.get(key);
  }

  #items({ base, queue }: SnapshotSources, left: ReadonlySet<string>): MergedLayers {
    const { pending, failed } = queue;
    const from = [base.version, pending, failed];
    if (!sameParts(from, this.#mergedFrom)) {
      this.#merged = mergeLayers({ base, pending, failed });
      this.#mergedFrom = from;
    }
    const shownFrom = [this.#merged, left];
    if (!sameParts(shownFrom, this.#shownFrom)) {
      this.#shown = without(left, this.#merged);
      this.#shownFrom = shownFrom;
    }
    return this.#shown;
  }

  #known({ accounts, queue }: SnapshotSources): KnownCalendars {
    const waiting = queue.pending.flatMap(({ change }) => (change.kind === "calendar" ? [change] : []));
    const from = [...[...accounts.values()].map((account) => account.calendars), ...waiting];
    if (!sameParts(from, this.#calendarsFrom)) {
      this.#calendars = knownCalendars(accounts.values(), waiting);
      this.#calendarsFrom = from;
    }
    return this.#calendars;
  }

  #listed(pending: readonly PendingChange[]): readonly WaitingChange[] {
    if (pending !== this.#waitingFrom) {
      this.#waitingFrom = pending;
      this.#waiting = pending.map(listed);
    }
    return this.#waiting;
  }

  #refused(failed: ReadonlyMap<string, PendingChange>): readonly RefusedCalendar[] {
    if (failed !== this.#refusedFrom) {
      this.#refusedFrom = failed;
      this.#refusedCalendars = [...failed.values()].flatMap(({ change, problem }) =>
        change.kind === "calendar" && problem ? [{ key: change.key, name: change.name, problem }] : [],
      );
    }
    return this.#refusedCalendars;
  }

  #openConflicts(pending: readonly PendingChange[]): readonly OpenConflict[] {
    const from = pending.filter((entry) => entry.conflict !== null);
    if (!sameParts(from, this.#conflictsFrom)) {
      this.#conflicts = from.flatMap(({ id, change, since, conflict }) =>
        conflict ? [{ id, key: change.key, since, conflict }] : [],
      );
      this.#conflictsFrom = from;
    }
    return this.#conflicts;
  }
}

function listed({ id, change, before, since }: PendingChange): WaitingChange {
  if (change.kind === "calendar") return { id, kind: change.kind, title: change.name, since };
  if (change.kind === "profile") return { id, kind: change.kind, title: "", since };
  const event = change.kind === "create" || change.kind === "restore" ? change.event : before;
  return { id, kind: change.kind, title: event?.title ?? "", since };
}

/**
 * Calendars that the person has left stay here but are not shown, so that undo brings them back at once, even
 * offline.
 */
function without(left: ReadonlySet<string>, { events, tasks }: MergedLayers): MergedLayers {
  if (left.size === 0) return { events, tasks };
  const kept = (items: ReadonlyMap<string, EventEntry>): ReadonlyMap<string, EventEntry> =>
    new Map([...items].filter(([, { calendarKey }]) => !left.has(calendarKey)));
  return { events: kept(events), tasks: kept(tasks) };
}

const sameParts = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index]);
