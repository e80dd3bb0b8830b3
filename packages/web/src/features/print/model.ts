import { useSyncExternalStore } from "react";
import { Observable } from "../../store/observable.ts";

const asked = new Observable(false);

/** Opens what is printed from, above the calendar. */
export const askToPrint = (): void => asked.set(true);

/** Whether it is open, and how to close it. */
export const usePrintAsked = (): readonly [boolean, () => void] => [
  useSyncExternalStore(asked.subscribe, asked.get),
  close,
];

const close = (): void => asked.set(false);
