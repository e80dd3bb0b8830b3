import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { ApiProblem } from "../../api/problem.ts";
import type { Change } from "./change.ts";
import type { Conflict } from "./conflict.ts";
import type { UndoRecord } from "./undo-stack.ts";

/**
 * A change that the server has not confirmed. It is plain data, because it is stored on disk and sent to other tabs.
 */
export interface PendingChange {
  /** unique among all tabs, and growing in the order of the actions; see `EntryIds` */
  readonly id: string;
  readonly change: Change;
  /** how the event was when it was changed, earlier waiting changes included; null if there was none */
  readonly before: JSEvent | null;
  readonly since: number;
  /** changes of one action of the user stand or fall together */
  readonly action: string;
  /** someone else changed the same meanwhile: waits for an answer */
  readonly conflict: Conflict | null;
  /** why the server did not take it; it is not sent again by itself */
  readonly problem: ApiProblem | null;
}

/** Makes ids that sort in the order of time, whatever tab made them: its own never precede those it has seen. */
export class EntryIds {
  #last = 0;
  readonly #tab: string;

  /** @param tab distinguishes actions that two tabs do at the same moment */
  constructor(tab: string) {
    this.#tab = tab;
  }

  next(now: number): string {
    this.#last = Math.max(this.#last + 1, now * 1000);
    return `${String(this.#last).padStart(17, "0")}-${this.#tab}`;
  }

  seen(id: string): void {
    const time = Number(id.slice(0, 17));
    if (time > this.#last) this.#last = time;
  }
}

/** What is new, by id, and what is gone. */
interface Exchange<T> {
  readonly changed: readonly T[];
  readonly gone: readonly string[];
}

/** The changes that wait, and the records to undo or redo them. */
export interface ChangesWrite {
  readonly queue: Exchange<PendingChange>;
  readonly undo: Exchange<UndoRecord>;
}

/** The messages that the queue sends to the other tabs; each of them then does the same. */
export type QueueMessage =
  | { readonly kind: "added"; readonly entries: readonly PendingChange[] }
  /**
   * `added` holds the properties of the server's answer beyond the change, at least the id of a new event; `oldState`
   * is the one state of the account's events on which the change is based, null if it may be any
   */
  | {
      readonly kind: "confirmed";
      readonly id: string;
      readonly added: Readonly<Record<string, unknown>> | null;
      readonly oldState: string | null;
    }
  | { readonly kind: "refused"; readonly id: string; readonly problem: ApiProblem }
  | { readonly kind: "revised"; readonly entry: PendingChange }
  | { readonly kind: "dropped"; readonly ids: readonly string[] }
  /** the undo records have changed; `gone` by id */
  | { readonly kind: "undo"; readonly changed: readonly UndoRecord[]; readonly gone: readonly string[] };

/**
 * Settles the conflict of an entry: says what becomes of it and of those that wait with it. `nextId` names one more entry
 * where that takes two.
 */
export type Resolution = (
  entry: PendingChange,
  pending: readonly PendingChange[],
  nextId: () => string,
) => readonly QueueMessage[];
