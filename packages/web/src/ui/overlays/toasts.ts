import { useSyncExternalStore, type ReactNode } from "react";

export interface ToastAction {
  readonly label: string;
  readonly shortcut?: string;
  /**
   * it takes back what no list of done things remembers (that of the calendar does so by itself): Ctrl+Z does it as well, also
   * after the toast has gone, until one leaves the page
   */
  readonly takesBack?: boolean;
  readonly run: () => void;
}

export interface Toast {
  readonly id: number;
  /** one sentence; may hold a distance */
  readonly message: ReactNode;
  readonly action?: ToastAction;
  /** lasts until it is closed, because it reports trouble */
  readonly sticky?: boolean;
  /** somebody closes it without doing what it offers */
  readonly onClose?: () => void;
}

let nextId = 1;
let shown: readonly Toast[] = [];
/** the toast of what Ctrl+Z takes back; it may have gone */
let last: Toast | undefined;
const listeners = new Set<() => void>();

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

/** Says the result of one's own action for 7 seconds; a new one replaces the last, and trouble replaces all. Gives its id. */
export function addToast(toast: Omit<Toast, "id">): number {
  const id = nextId++;
  const added = { ...toast, id };
  if (toast.action) last = toast.action.takesBack ? added : undefined;
  const kept = toast.sticky ? [] : shown.filter((other) => other.sticky);
  show([...kept, added].slice(-3));
  return id;
}

/** Does what a toast offers, and takes it away. */
export function runToast({ id, action }: Toast): void {
  closeToast(id);
  if (last?.id === id) last = undefined;
  action?.run();
}

/** Takes back what a toast has offered to take back last; false if there is no such thing. */
export function takeBackLast(): boolean {
  if (!last) return false;
  runToast(last);
  return true;
}

/** What was done on another page is not taken back unseen. */
export function forgetLast(): void {
  last = undefined;
}

/** Takes a toast away; one that is gone already is ignored. */
export const closeToast = (id: number): void => show(shown.filter((toast) => toast.id !== id));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The toasts on screen, oldest first. */
export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => shown);
