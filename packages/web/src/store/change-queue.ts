import { JMAP_METADATA } from "@snart/calendar/jscalendar/types.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { EventSet, EventSetResult } from "../api/calendar-api.ts";
import type { ApiProblem } from "../api/problem.ts";
import type { CalendarRemote } from "./calendar-remote.ts";
import { applyChange, inverseOf, rekeyed } from "./change.ts";
import type { Change } from "./change.ts";
import { accountOfKey, entryKey, idOfKey } from "./entries.ts";
import type { FailedChange, PendingChange } from "./pending-changes.ts";
import { pushAction, takeAction } from "./undo-stack.ts";
import type { UndoableAction } from "./undo-stack.ts";

export interface ChangeQueueOptions {
  readonly remote: CalendarRemote;
  readonly now: () => number;
  /** the server's events; confirmed changes are folded into it */
  readonly base: Map<string, JSEvent>;
  /** how an event is shown at present */
  readonly eventOf: (key: string) => JSEvent | undefined;
  readonly onChange: () => void;
  readonly onAnswer: (answer: Result<unknown, ApiProblem>) => void;
  readonly onState: (accountId: string, oldState: string | null, newState: string) => void;
}

/** What the user changed: shown at once, sent one after the other, taken back when refused, kept while offline. */
export class ChangeQueue {
  pending: readonly PendingChange[] = [];
  failed: ReadonlyMap<string, FailedChange> = new Map();
  readonly #options: ChangeQueueOptions;
  readonly #realKeys = new Map<string, string>();
  #undo: readonly UndoableAction[] = [];
  #nextAction = 1;
  #sending = false;

  constructor(options: ChangeQueueOptions) {
    this.#options = options;
  }

  get undoable(): number {
    return this.#undo.length;
  }

  currentKey(key: string): string {
    return this.#realKeys.get(key) ?? key;
  }

  perform(title: string, changes: readonly Change[]): number {
    const inverse: Change[] = [];
    const seen = new Map<string, JSEvent | undefined>();
    for (const given of changes) {
      const change = rekeyed(given, this.currentKey(given.key));
      const before = seen.has(change.key) ? seen.get(change.key) : this.#options.eventOf(change.key);
      seen.set(change.key, applyChange(before, change));
      const back = inverseOf(change, before);
      if (back) inverse.unshift(back);
    }
    const action = { id: this.#nextAction++, title, inverse };
    this.#undo = pushAction(this.#undo, action);
    this.#enqueue(changes, action.id);
    return action.id;
  }

  undo(id?: number): string | undefined {
    const { action, rest } = takeAction(this.#undo, id);
    if (!action) return undefined;
    this.#undo = rest;
    this.#enqueue(action.inverse, action.id);
    return action.title;
  }

  retry(key: string): void {
    const failure = this.failed.get(key);
    if (!failure) return;
    this.dismiss(key);
    this.#enqueue([failure.change], this.#nextAction++);
  }

  dismiss(key: string): void {
    const left = new Map(this.failed);
    left.delete(key);
    this.failed = left;
    this.#options.onChange();
  }

  #enqueue(changes: readonly Change[], action: number): void {
    const since = this.#options.now();
    this.pending = [
      ...this.pending,
      ...changes.map((change) => ({ change: rekeyed(change, this.currentKey(change.key)), since, action })),
    ];
    this.#options.onChange();
    void this.send();
  }

  /** Sends what waits, in order, until nothing is left or the server is away. */
  async send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let next = this.pending[0]; next; next = this.pending[0]) {
        if (!(await this.#sendOne(next))) return;
      }
    } finally {
      this.#sending = false;
    }
  }

  /** False: the server is away, the change waits. */
  async #sendOne(next: PendingChange): Promise<boolean> {
    const { change } = next;
    const accountId = accountOfKey(change.key);
    const answer =
      change.kind === "restore"
        ? await this.#restore(accountId, change)
        : await this.#options.remote.set(accountId, setOf(change));
    this.#options.onAnswer(answer);
    if (!answer.ok) {
      if (answer.problem.kind !== "refused") return false;
      this.#fail(next, answer.problem);
      return true;
    }
    const refused = answer.value.refused[idOfKey(change.key)];
    // Gone already is what a destroy wanted.
    const isGone = change.kind === "destroy" && refused?.kind === "refused" && refused.code === "notFound";
    if (refused && !isGone) this.#fail(next, refused);
    else this.#confirm(next, answer.value);
    if (answer.value.newState !== "")
      this.#options.onState(accountId, answer.value.oldState, answer.value.newState);
    return true;
  }

  async #restore(accountId: string, change: Change): Promise<Result<EventSetResult, ApiProblem>> {
    const id = idOfKey(change.key);
    const answer = await this.#options.remote.restore(accountId, [id]);
    if (!answer.ok) return answer;
    // The state is left to the push that follows: restoring is rare.
    return { ok: true, value: { oldState: null, newState: "", created: {}, updated: {}, refused: {} } };
  }

  #confirm(done: PendingChange, answer: EventSetResult): void {
    const { change } = done;
    const { base } = this.#options;
    this.#drop(done);
    const id = idOfKey(change.key);
    const event = applyChange(base.get(change.key), change);
    const added = answer.created[id] ?? answer.updated[id];
    const complete = event && added ? ({ ...event, ...added } as JSEvent) : event;
    if (!complete) base.delete(change.key);
    else if (change.kind === "create" && complete.id) this.#created(change.key, complete);
    else base.set(change.key, complete);
    this.#options.onChange();
  }

  /** The event has an id of the server's now; changes of it that wait are told. */
  #created(key: string, event: JSEvent): void {
    const real = entryKey(accountOfKey(key), event.id ?? "");
    this.#realKeys.set(key, real);
    this.#options.base.set(real, event);
    this.pending = this.pending.map((it) =>
      it.change.key === key ? { ...it, change: rekeyed(it.change, real) } : it,
    );
    this.#undo = this.#undo.map((action) => ({
      ...action,
      inverse: action.inverse.map((change) => (change.key === key ? rekeyed(change, real) : change)),
    }));
  }

  #fail(refused: PendingChange, problem: ApiProblem): void {
    this.#drop(refused);
    const { change } = refused;
    // What belongs together is not done by halves, and an event that could not be made can't be changed.
    this.pending = this.pending.filter(
      (it) => it.action !== refused.action && (change.kind !== "create" || it.change.key !== change.key),
    );
    this.failed = new Map(this.failed).set(change.key, { change, problem });
    this.#options.onChange();
  }

  #drop(one: PendingChange): void {
    this.pending = this.pending.filter((it) => it !== one);
  }
}

/** What the server says of an event and nobody else may; copies and split series have it from where they came. */
const serverSet: ReadonlySet<string> = new Set([
  ...JMAP_METADATA.filter((name) => name !== "calendarIds" && name !== "useDefaultAlerts"),
  "created",
  "updated",
]);

function setOf(change: Change): EventSet {
  const id = idOfKey(change.key);
  if (change.kind === "update") return { update: { [id]: change.patch } };
  if (change.kind === "destroy") return { destroy: [id] };
  if (change.kind !== "create") return {};
  const event = Object.fromEntries(Object.entries(change.event).filter(([name]) => !serverSet.has(name)));
  return { create: { [id]: event as unknown as JSEvent } };
}
