import { useSyncExternalStore } from "react";
import { Observable } from "../../store/sync/observable.ts";

/** The part of the changes under way that is shown above the page. */
type ShownChanges = "waiting" | "conflicts" | null;

const shown = new Observable<ShownChanges>(null);

/** Opens the list of changes that wait, or the question about those that stand against another's. */
export const showChanges = (what: ShownChanges): void => shown.set(what);

export const useShownChanges = (): ShownChanges => useSyncExternalStore(shown.subscribe, shown.get);
