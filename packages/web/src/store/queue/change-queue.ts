import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { applyChange, rekeyed, type Change, type ChangeOfCalendar, type ChangeOfProfile } from "./change.ts";
import { accountOfKey, entryKey } from "../items/entries.ts";
import {
  EntryIds,
  type ChangesWrite,
  type PendingChange,
  type QueueMessage,
  type Resolution,
} from "./queue-entry.ts";
import { rebased, withAnswer } from "./rebase.ts";
import { UndoStack, type ActionFacts, type UndoRecord } from "./undo-stack.ts";

interface ChangeQueueOptions {
  readonly now: () => number;
  /** names this tab among the others */
  readonly tab: string;
  /** the server's events; confirmed changes are folded into it */
  readonly base: Map<string, JSEvent>;
  /** the state that an account's events here have; empty if there is none */
  readonly stateOf: (accountId: string) => string;
  /** how an event is shown at present */
  readonly eventOf: (key: string) => JSEvent | undefined;
  readonly onChange: () => void;
  /** stores entries, and undo and redo records, on disk; resolves when they are stored, or can't be */
  readonly keep: (write: ChangesWrite) => Promise<void>;
  /** the server has stored a calendar as the change asked */
  readonly onCalendar: (change: ChangeOfCalendar) => void;
  /** the server has somebody's settings as they were to be */
  readonly onProfile: (change: ChangeOfProfile) => void;
  /** sends a message to the other tabs */
  readonly tell: (message: QueueMessage) => void;
  /** something may be ready to be sent */
  readonly wake: () => void;
}

export interface PerformOptions {
  /** how many events the action changes, if several */
  readonly count?: number;
  /**
   * by key, how the person last saw an event that they change, if others may have changed it since: to what it was
   * then, and not now, their change is compared
   */
  readonly seen?: Readonly<Record<string, JSEvent>> | undefined;
}

/**
 * The changes that the server has not confirmed: shown at once, stored on disk, the same in every tab. The queue does
 * not know who sends them.
 */
export class ChangeQueue {
  /** in the order in which the changes were made */
  pending: readonly PendingChange[] = [];
  /** refused changes, by the key of their event */
  failed: ReadonlyMap<string, PendingChange> = new Map();
  readonly #options: ChangeQueueOptions;
  readonly #ids: EntryIds;
  readonly #undo: UndoStack;
  #keptUndo: readonly UndoRecord[] = [];
  readonly #realKeys = new Map<string, string>();

  constructor(options: ChangeQueueOptions) {
    this.#options = options;
    this.#ids = new EntryIds(options.tab);
    this.#undo = new UndoStack(options.eventOf, () => this.#ids.next(options.now()));
  }

  get undoable(): number {
    return this.#undo.undoable;
  }

  get redoable(): number {
    return this.#undo.redoable;
  }

  /** The keys of events with a waiting change or with an action that can be undone. */
  get keysInUse(): ReadonlySet<string> {
    const undone = this.#undo.records.flatMap(({ inverse }) => inverse);
    return new Set([...this.#all().map(({ change }) => change), ...undone].map(({ key }) => key));
  }

  currentKey(key: string): string {
    return this.#realKeys.get(key) ?? key;
  }

  perform(title: string, given: readonly Change[], { count, seen }: PerformOptions = {}): string {
    const changes = given.map((change) => rekeyed(change, this.currentKey(change.key)));
    const id = this.#undo.record(title, changes, count);
    // The next choice replaces a refused one.
    for (const { kind, key } of changes) if (kind === "calendar") this.dismiss(key);
    this.#enqueue(changes, id, seen);
    return id;
  }

  undoAbout(id?: string): ActionFacts {
    return this.#undo.about("undo", id);
  }

  redoAbout(): ActionFacts {
    return this.#undo.about("redo");
  }

  undo(id?: string): string | undefined {
    const taken = this.#undo.takeUndo(id);
    if (taken) this.#enqueue(taken.changes);
    return taken?.title;
  }

  redo(): string | undefined {
    const taken = this.#undo.takeRedo();
    if (taken) this.#enqueue(taken.changes);
    return taken?.title;
  }

  /** The state to which a change returns its event; undefined if it undoes nothing that the server has done. */
  stateBefore(change: Change): string | undefined {
    return change.kind === "update" && change.undoes !== undefined
      ? this.#undo.stateBefore(change.undoes, change.key)
      : undefined;
  }

  retry(key: string): void {
    const failure = this.failed.get(key);
    if (!failure) return;
    this.commit({ kind: "dropped", ids: [failure.id] });
    this.#enqueue([failure.change]);
  }

  dismiss(key: string): void {
    const failure = this.failed.get(key);
    if (failure) this.commit({ kind: "dropped", ids: [failure.id] });
  }

  /** Settles the conflict of an entry. */
  resolve(id: string, how: Resolution): void {
    const entry = this.pending.find((it) => it.id === id);
    if (!entry?.conflict) return;
    const nextId = () => this.#ids.next(this.#options.now());
    for (const message of how(entry, this.pending, nextId)) this.commit(message);
  }

  #enqueue(changes: readonly Change[], actionId?: string, asSeen?: PerformOptions["seen"]): void {
    const { now, eventOf } = this.#options;
    const since = now();
    const seen = new Map<string, JSEvent | undefined>(
      Object.entries(asSeen ?? {}).map(([key, event]) => [this.currentKey(key), event]),
    );
    const entries: PendingChange[] = [];
    let action = actionId;
    for (const given of changes) {
      const change = rekeyed(given, this.currentKey(given.key));
      const before = seen.has(change.key) ? seen.get(change.key) : eventOf(change.key);
      seen.set(change.key, applyChange(before, change));
      const id = this.#ids.next(since);
      action ??= id;
      entries.push({ id, change, before: before ?? null, since, action, conflict: null, problem: null });
    }
    this.commit({ kind: "added", entries });
  }

  /** The undo records that have changed since the last time. */
  #changedUndo(): ChangesWrite["undo"] {
    const [before, after] = [this.#keptUndo, this.#undo.records];
    if (before === after) return { changed: [], gone: [] };
    this.#keptUndo = after;
    const known = new Set(before);
    const ids = new Set(after.map((it) => it.id));
    return {
      changed: after.filter((it) => !known.has(it)),
      gone: before.map((it) => it.id).filter((id) => !ids.has(id)),
    };
  }

  /** Stores on disk, and then tells the other tabs: a tab that learns of an entry may send it and remove it from there. */
  #keep(queue: ChangesWrite["queue"], messages: readonly QueueMessage[]): void {
    const undo = this.#changedUndo();
    const isUndoSame = undo.changed.length === 0 && undo.gone.length === 0;
    const told = isUndoSame ? messages : [...messages, { kind: "undo" as const, ...undo }];
    if (told.length === 0) return;
    void this.#options.keep({ queue, undo }).then(() => {
      for (const message of told) this.#options.tell(message);
    });
  }

  /** Does something to the queue here, on disk and in the other tabs. */
  commit(message: QueueMessage): void {
    const before = new Map(this.#all().map((entry) => [entry.id, entry]));
    this.#apply(message);
    const after = new Map(this.#all().map((entry) => [entry.id, entry]));
    const changed = [...after.values()].filter((entry) => before.get(entry.id) !== entry);
    const gone = [...before.keys()].filter((id) => !after.has(id));
    this.#keep({ changed, gone }, [message]);
    this.#options.onChange();
    this.#options.wake();
  }

  /** Repeats what another tab has done. */
  follow(message: QueueMessage): void {
    this.#apply(message);
    // The tab that made the change stores what follows from it and sends it to the others.
    this.#keptUndo = this.#undo.records;
    this.#options.onChange();
    this.#options.wake();
  }

  /** Forgets the actions on what is not shared any more: they hold its contents, and can't be undone. */
  forget(isLost: (change: Change) => boolean): void {
    this.#undo.forget(isLost);
    this.#keep({ changed: [], gone: [] }, []);
  }

  /** Adopts the undo and redo records on disk. */
  adoptUndo(records: readonly UndoRecord[]): void {
    for (const { order } of records) this.#ids.seen(order);
    this.#undo.follow(records, []);
    this.#keptUndo = this.#undo.records;
  }

  /** Adopts the changes on disk in place of all that are here. */
  adopt(entries: readonly PendingChange[]): void {
    for (const { id } of entries) this.#ids.seen(id);
    this.pending = entries.filter((entry) => entry.problem === null);
    this.failed = new Map(entries.flatMap((it) => (it.problem ? [[it.change.key, it] as const] : [])));
  }

  #all(): readonly PendingChange[] {
    return [...this.pending, ...this.failed.values()];
  }

  #apply(message: QueueMessage): void {
    switch (message.kind) {
      case "added":
        return this.#add(message.entries);
      case "confirmed":
        return this.#confirm(message);
      case "refused":
        return this.#refuse(message.id, message.problem);
      case "revised":
        this.pending = this.pending.map((it) => (it.id === message.entry.id ? message.entry : it));
        return undefined;
      case "undo":
        for (const { order } of message.changed) this.#ids.seen(order);
        return this.#undo.follow(message.changed, message.gone);
      case "dropped":
        this.pending = this.pending.filter((it) => !message.ids.includes(it.id));
        this.failed = new Map([...this.failed].filter(([, it]) => !message.ids.includes(it.id)));
    }
  }

  #add(entries: readonly PendingChange[]): void {
    const known = new Set(this.pending.map((it) => it.id));
    const added = entries.filter((it) => !known.has(it.id));
    for (const { id } of added) this.#ids.seen(id);
    this.pending = [...this.pending, ...added].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  #confirm({ id, added, oldState }: Extract<QueueMessage, { kind: "confirmed" }>): void {
    const done = this.pending.find((it) => it.id === id);
    if (!done) return;
    const { base } = this.#options;
    const { change } = done;
    this.pending = this.pending.filter((it) => it !== done);
    if (change.kind === "calendar") return this.#options.onCalendar(change);
    if (change.kind === "profile") return this.#options.onProfile(change);
    if (change.kind === "update" && oldState !== null)
      this.#undo.confirmed(done.action, change.key, oldState);
    const event = applyChange(base.get(change.key), change);
    const complete = event && added ? withAnswer(event, added) : event;
    if (added) this.pending = this.pending.map((it) => rebased(it, done, added));
    // If the event was read again since then, it has this change and perhaps a later one too.
    if (oldState !== null && this.#options.stateOf(accountOfKey(change.key)) !== oldState) return;
    if (!complete) base.delete(change.key);
    else if (change.kind === "create" && complete.id) this.#created(change.key, complete);
    else base.set(change.key, complete);
  }

  /** The event now has an id of the server: waiting changes of it are sent to the other tabs. */
  #created(key: string, event: JSEvent): void {
    const real = entryKey(accountOfKey(key), event.id ?? "");
    this.#realKeys.set(key, real);
    if (!this.#options.base.has(real)) this.#options.base.set(real, event);
    this.pending = this.pending.map((it) =>
      it.change.key === key ? { ...it, change: rekeyed(it.change, real) } : it,
    );
    this.#undo.rekey(key, real);
  }

  #refuse(id: string, problem: ApiProblem): void {
    const refused = this.pending.find((it) => it.id === id);
    if (!refused) return;
    const { change, action } = refused;
    const isOfLost = (it: PendingChange) => change.kind === "create" && it.change.key === change.key;
    // Changes that belong together are not done by halves, and an event that could not be made can't be changed: it
    // keeps the text written for it.
    const event = this.pending
      .filter(isOfLost)
      .reduce<JSEvent | undefined>((made, it) => applyChange(made, it.change) ?? made, undefined);
    this.pending = this.pending.filter((it) => it !== refused && it.action !== action && !isOfLost(it));
    const kept = change.kind === "create" && event ? { ...change, event } : change;
    this.failed = new Map(this.failed).set(change.key, { ...refused, change: kept, problem });
  }
}
