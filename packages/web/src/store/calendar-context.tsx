import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { jmap } from "../api/jmap-client.ts";
import { jmapRemote } from "./calendar-remote.ts";
import { CalendarStore } from "./calendar-store.ts";
import { sessionEnded } from "./session.ts";
import type { CalendarSnapshot } from "./snapshot.ts";

const StoreContext = createContext<CalendarStore | undefined>(undefined);

interface CalendarProviderProps {
  /** the viewer's zone, IANA */
  readonly timeZone: string;
  readonly children: ReactNode;
}

/** Keeps one calendar store for as long as someone is signed in. Give it account and zone as `key`. */
export function CalendarProvider({ timeZone, children }: CalendarProviderProps) {
  const [store] = useState(
    () => new CalendarStore({ remote: jmapRemote, timeZone, now: Date.now, onSignedOut: sessionEnded }),
  );
  useEffect(() => {
    jmap.forget();
    void store.start();
    return () => store.stop();
  }, [store]);
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** The store of whoever is signed in. Throws outside CalendarProvider. */
export function useCalendarStore(): CalendarStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("no CalendarProvider above this component");
  return store;
}

/** All that is known of the calendars; drawn again on every change. */
export function useCalendarSnapshot(): CalendarSnapshot {
  const { snapshot } = useCalendarStore();
  return useSyncExternalStore(snapshot.subscribe, snapshot.get);
}
