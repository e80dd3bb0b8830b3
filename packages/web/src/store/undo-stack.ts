import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { applyChange, inverseOf, rekeyed } from "./change.ts";
import type { Change } from "./change.ts";

/** What one action of the user came to, and how to take it back. */
interface UndoableAction {
  readonly id: number;
  /** what is undone, for the toast: the title of the event */
  readonly title: string;
  readonly inverse: readonly Change[];
}

/** Changes to make, which undo or do something again. */
export interface TakenAction {
  readonly id: number;
  readonly title: string;
  readonly changes: readonly Change[];
}

/** More than the hundred that are promised (PRODUCT.md section 9). */
export const MAX_UNDO = 200;

type EventOf = (key: string) => JSEvent | undefined;

/**
 * What can be undone and done again in this tab. Either is an ordinary change, worked out against the events as they are
 * then: it touches only the properties that the action touched.
 */
export class UndoStack {
  #undo: readonly UndoableAction[] = [];
  #redo: readonly UndoableAction[] = [];
  #nextId = 1;
  readonly #eventOf: EventOf;

  /** @param eventOf how an event is shown at present */
  constructor(eventOf: EventOf) {
    this.#eventOf = eventOf;
  }

  get undoable(): number {
    return this.#undo.length;
  }

  get redoable(): number {
    return this.#redo.length;
  }

  /** Notes an action that is about to be done, and gives its id. What had been undone can't be done again then. */
  record(title: string, changes: readonly Change[]): number {
    this.#redo = [];
    return this.#push(title, changes);
  }

  /** Whether others will be told when an action is taken back: the given one, or the last. */
  tells(id?: number): boolean {
    return this.#undoableAction(id)?.inverse.some((change) => change.tells) ?? false;
  }

  #undoableAction(id?: number): UndoableAction | undefined {
    return id === undefined ? this.#undo.at(-1) : this.#undo.find((it) => it.id === id);
  }

  /** Takes one action out: the given one, or the last. */
  takeUndo(id?: number): TakenAction | undefined {
    const action = this.#undoableAction(id);
    if (!action) return undefined;
    this.#undo = this.#undo.filter((it) => it !== action);
    const inverse = this.#inverse(action.inverse);
    this.#redo = [...this.#redo, { id: action.id, title: action.title, inverse }].slice(-MAX_UNDO);
    return { id: action.id, title: action.title, changes: action.inverse };
  }

  /** Takes out the action that was undone last; it can be undone again. */
  takeRedo(): TakenAction | undefined {
    const action = this.#redo.at(-1);
    if (!action) return undefined;
    this.#redo = this.#redo.slice(0, -1);
    const id = this.#push(action.title, action.inverse);
    return { id, title: action.title, changes: action.inverse };
  }

  /** An event that was made has its real key now. */
  rekey(key: string, real: string): void {
    const rekeyedAction = (action: UndoableAction): UndoableAction => ({
      ...action,
      inverse: action.inverse.map((change) => (change.key === key ? rekeyed(change, real) : change)),
    });
    this.#undo = this.#undo.map(rekeyedAction);
    this.#redo = this.#redo.map(rekeyedAction);
  }

  #push(title: string, changes: readonly Change[]): number {
    const action = { id: this.#nextId++, title, inverse: this.#inverse(changes) };
    this.#undo = [...this.#undo, action].slice(-MAX_UNDO);
    return action.id;
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
