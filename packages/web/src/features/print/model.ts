import { useEffect, useSyncExternalStore } from "react";
import { Observable } from "../../store/sync/observable.ts";

const asked = new Observable(false);

/** Opens what is printed from, above the calendar. */
export const askToPrint = (): void => asked.set(true);

/** Whether it is open, and how to close it. */
export const usePrintAsked = (): readonly [boolean, () => void] => [
  useSyncExternalStore(asked.subscribe, asked.get),
  close,
];

const close = (): void => asked.set(false);

/**
 * Ctrl P, or ⌘ P, sets the calendar out on paper instead of printing the page as it is on the screen. It is heard from the
 * start: what has been asked for opens when it is here. Whoever leaves the calendar asks no longer.
 */
export function usePrintKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "p" || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      // With the dialog open it prints: what is printed then are its sheets.
      if (document.querySelector("[data-sheets]")) return;
      event.preventDefault();
      askToPrint();
    };
    document.addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("keydown", onKey, true);
      close();
    };
  }, []);
}
