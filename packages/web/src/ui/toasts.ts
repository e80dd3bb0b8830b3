import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";

export interface Toast {
  readonly id: number;
  /** one sentence; may hold a distance */
  readonly message: ReactNode;
  readonly action?: { readonly label: string; readonly shortcut?: string; readonly run: () => void };
  /** lasts until it is closed, because it reports trouble */
  readonly sticky?: boolean;
  /** somebody closes it without doing what it offers */
  readonly onClose?: () => void;
}

let nextId = 1;
let shown: readonly Toast[] = [];
const listeners = new Set<() => void>();

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

/** Says the result of one's own action for 7 seconds; a new one replaces the last, and trouble replaces all. Gives its id. */
export function addToast(toast: Omit<Toast, "id">): number {
  const id = nextId++;
  const kept = toast.sticky ? [] : shown.filter((other) => other.sticky);
  show([...kept, { ...toast, id }].slice(-3));
  return id;
}

/** Takes a toast away; one that is gone already is ignored. */
export const closeToast = (id: number): void => show(shown.filter((toast) => toast.id !== id));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The toasts on screen, oldest first. */
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => shown);
