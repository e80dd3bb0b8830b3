import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { applyChange, inverseOf, rekeyed, type Change } from "./change.ts";

/**
 * One action of the user, and how to undo or redo it. It is plain data, because it is stored on disk and sent to
 * other tabs.
 */
export interface UndoRecord {
  readonly id: string;
  /** the title of the event, for the toast */
  readonly title: string;
  /** of how many events it is, where that is more than one: they have no title in common */
  readonly count?: number;
  readonly inverse: readonly Change[];
  readonly side: "undo" | "redo";
  /** the state of the account before the server did it, by the keys of the events that it changed */
  readonly states?: Readonly<Record<string, string>>;
  /** grows with every action, undo and redo, whatever tab it was in; see `EntryIds` */
  readonly order: string;
}

/** The effects of undoing or redoing an action. */
export interface ActionFacts {
  /** others are notified */
  readonly tells: boolean;
  /** of how many events it is */
  readonly count: number;
  /** it takes away what the action made */
  readonly removes: boolean;
}

/** Changes to make, which undo or do something again. */
interface TakenAction {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly Change[];
}

/** More than the hundred that are promised (docs/specification.md §9). */
export const MAX_UNDO = 200;

type EventOf = (key: string) => JSEvent | undefined;

/**
 * The actions that can be undone and redone, in the order in which this person did them in this browser, whatever the
 * tab. Undoing is an ordinary change, computed against the present events: it touches only the properties that the
 * action touched.
 */
export class UndoStack {
  /** by their order */
  records: readonly UndoRecord[] = [];
  readonly #eventOf: EventOf;
  readonly #nextOrder: () => string;

  /**
   * @param eventOf how an event is shown at present
   * @param nextOrder greater than all before it
   */
  constructor(eventOf: EventOf, nextOrder: () => string) {
    this.#eventOf = eventOf;
    this.#nextOrder = nextOrder;
  }

  get undoable(): number {
    return this.#of("undo").length;
  }

  get redoable(): number {
    return this.#of("redo").length;
  }

  #of(side: UndoRecord["side"]): readonly UndoRecord[] {
    return this.records.filter((it) => it.side === side);
  }

  /** Records an action that is about to be done, and returns its id. Undone actions can't be redone afterwards. */
  record(title: string, changes: readonly Change[], count = 1): string {
    const order = this.#nextOrder();
    this.records = this.#of("undo");
    const many = count > 1 ? { count } : {};
    this.#push({ id: order, title, ...many, inverse: this.#inverse(changes), side: "undo", order });
    return order;
  }

  /** Describes the undoing of an action, the given or the last one, or the redoing of the last undone action. */
  about(side: UndoRecord["side"], id?: string): ActionFacts {
    const record = side === "undo" ? this.#undoable(id) : this.#of("redo").at(-1);
    const { inverse = [], count = 1 } = record ?? {};
    const removes = inverse.length > 0 && inverse.every(({ kind }) => kind === "destroy");
    return { tells: inverse.some((change) => change.tells), count, removes };
  }

  #undoable(id?: string): UndoRecord | undefined {
    const undoable = this.#of("undo");
    return id === undefined ? undoable.at(-1) : undoable.find((it) => it.id === id);
  }

  /** Removes one action: the given one, or the last. It can be redone. */
  takeUndo(id?: string): TakenAction | undefined {
    const taken = this.#turn(this.#undoable(id), "redo");
    return taken && { ...taken, changes: taken.changes.map((it) => undoing(it, taken.id)) };
  }

  /** The server has changed an event as an action meant it, when the account was in this state. */
  confirmed(id: string, key: string, state: string): void {
    this.records = this.records.map((record) =>
      record.id === id ? { ...record, states: { [key]: state, ...record.states } } : record,
    );
  }

  /** The state of the account before the server changed an event for an action; undefined if it is unknown. */
  stateBefore(id: string, key: string): string | undefined {
    return this.records.find((record) => record.id === id)?.states?.[key];
  }

  /** Takes out the action that was undone last. It can be undone again. */
  takeRedo(): TakenAction | undefined {
    return this.#turn(this.#of("redo").at(-1), "undo");
  }

  #turn(record: UndoRecord | undefined, side: UndoRecord["side"]): TakenAction | undefined {
    if (!record) return undefined;
    this.records = this.records.filter((it) => it !== record);
    const inverse = this.#inverse(record.inverse);
    // The state of an event that is not here is unknown.
    if (inverse.length > 0) this.#push({ ...record, inverse, side, order: this.#nextOrder() });
    return { id: record.id, title: record.title, changes: record.inverse };
  }

  /** An event that was made has its real key now. */
  rekey(key: string, real: string): void {
    this.records = this.records.map((record) =>
      record.inverse.some((change) => change.key === key)
        ? {
            ...record,
            inverse: record.inverse.map((it) => (it.key === key ? rekeyed(it, real) : it)),
          }
        : record,
    );
  }

  /** Forgets actions on what is not here any more. */
  forget(isLost: (change: Change) => boolean): void {
    if (this.records.some(({ inverse }) => inverse.some(isLost)))
      this.records = this.records.filter(({ inverse }) => !inverse.some(isLost));
  }

  /** Repeats what another tab has done, or adopts the records on disk. */
  follow(changed: readonly UndoRecord[], gone: readonly string[]): void {
    const out = new Set([...gone, ...changed.map((it) => it.id)]);
    this.records = [...this.records.filter((it) => !out.has(it.id)), ...changed].toSorted(byOrder);
  }

  #push(record: UndoRecord): void {
    const records = [...this.records, record];
    const tooMany = records.filter((it) => it.side === record.side).slice(0, -MAX_UNDO);
    this.records = records.filter((it) => !tooMany.includes(it));
  }

  #inverse(changes: readonly Change[]): readonly Change[] {
    const inverse: Change[] = [];
    const seen = new Map<string, JSEvent | undefined>();
    for (const change of changes) {
      const before = seen.has(change.key) ? seen.get(change.key) : this.#eventOf(change.key);
      seen.set(change.key, applyChange(before, change));
      const back = inverseOf(change, before);
      if (back) inverse.unshift(back);
    }
    return inverse;
  }
}

const undoing = (change: Change, id: string): Change =>
  change.kind === "update" ? { ...change, undoes: id } : change;

const byOrder = (a: UndoRecord, b: UndoRecord): number => (a.order < b.order ? -1 : 1);
