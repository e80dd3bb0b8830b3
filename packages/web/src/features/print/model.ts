import { useEffect, useSyncExternalStore } from "react";
import { Observable } from "../../store/sync/observable.ts";

const asked = new Observable(false);

/** Opens the print dialog above the calendar. */
export const askToPrint = (): void => asked.set(true);

/** Whether it is open, and how to close it. */
export const usePrintAsked = (): readonly [boolean, () => void] => [
  useSyncExternalStore(asked.subscribe, asked.get),
  close,
];

const close = (): void => asked.set(false);

/**
 * Handles Ctrl P, or ⌘ P, which sets the calendar out on paper instead of printing the page on the screen. It is
 * heard from the start: the dialog opens once its code is here. Leaving the calendar cancels the request.
 */
export function usePrintKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "p" || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      // With the dialog open, the key prints its sheets.
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
