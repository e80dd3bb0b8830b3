import type { Change } from "./change.ts";

/** What one action of the user comes to, and how to take it back. */
export interface UndoableAction {
  readonly id: number;
  /** what is undone, for the toast: the title of the event */
  readonly title: string;
  readonly inverse: readonly Change[];
}

/** More than the hundred that are promised (PRODUCT.md section 9). */
export const MAX_UNDO = 200;

/** Adds an action; beyond the limit the oldest is forgotten. */
export const pushAction = (
  stack: readonly UndoableAction[],
  action: UndoableAction,
): readonly UndoableAction[] => [...stack, action].slice(-MAX_UNDO);

/** Takes one action out: the given one, or the last. */
export function takeAction(
  stack: readonly UndoableAction[],
  id?: number,
): { readonly action: UndoableAction | undefined; readonly rest: readonly UndoableAction[] } {
  const action = id === undefined ? stack.at(-1) : stack.find((candidate) => candidate.id === id);
  return { action, rest: action ? stack.filter((candidate) => candidate !== action) : stack };
}
