import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser has a network; the server can be away all the same. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
