import { useSyncExternalStore } from "react";
import { Observable } from "../store/sync/observable.ts";

/** The occurrences that are chosen to be changed together, by their keys; none unless somebody chooses. */
export const chosenEvents = new Observable<ReadonlySet<string>>(new Set());

/** Whether an occurrence is chosen. */
export const useIsChosen = (key: string): boolean =>
  useSyncExternalStore(chosenEvents.subscribe, () => chosenEvents.get().has(key));
