import { useSyncExternalStore, type ReactNode } from "react";

export interface ToastAction {
  readonly label: string;
  readonly shortcut?: string;
  /**
   * it undoes an action that is in no undo list (the calendar's list works by itself): Ctrl+Z does it as well, also
   * after the toast has gone, until the page is left
   */
  readonly takesBack?: boolean;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  /** one sentence; may contain a distance */
  readonly message: ReactNode;
  readonly action?: ToastAction;
  /** a second action, before the first */
  readonly also?: Omit<ToastAction, "takesBack" | "shortcut">;
  /** stays until it is closed, because it reports a problem */
  readonly sticky?: boolean;
  /** called when the toast is closed without its action */
  readonly onClose?: () => void;
}

let nextId = 1;
let shown: readonly Toast[] = [];
/** the toast whose action Ctrl+Z undoes; it may have gone */
let last: Toast | undefined;
const listeners = new Set<() => void>();

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

/**
 * Shows the result of one's own action for 7 seconds; a new toast replaces the last, and a problem replaces all.
 * Returns its id.
 */
export function addToast(toast: Omit<Toast, "id">): number {
  const id = nextId++;
  const added = { ...toast, id };
  if (toast.action) last = toast.action.takesBack ? added : undefined;
  const kept = toast.sticky ? [] : shown.filter((other) => other.sticky);
  show([...kept, added].slice(-3));
  return id;
}

/** Runs a toast's action, and removes it. */
export function runToast({ id, action }: Toast): void {
  closeToast(id);
  if (last?.id === id) last = undefined;
  action?.run();
}

/** Undoes what a toast offered last; false if there is none. */
export function takeBackLast(): boolean {
  if (!last) return false;
  runToast(last);
  return true;
}

/** An action on another page is not undone unseen. */
export function forgetLast(): void {
  last = undefined;
}

/** Removes a toast; one that is gone already is ignored. */
export const closeToast = (id: number): void => show(shown.filter((toast) => toast.id !== id));

/** Removes what a question now replaces: messages on results, but not on problems. */
export const closePassingToasts = (): void => show(shown.filter((toast) => toast.sticky));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The toasts on screen, oldest first. */
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => shown);
