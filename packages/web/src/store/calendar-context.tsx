import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { jmap } from "../api/jmap-client.ts";
import type { StateChange } from "../api/push.ts";
import { jmapRemote } from "./remote/calendar-remote.ts";
import { CalendarStore } from "./calendar-store.ts";
import { openCopy } from "./copy/idb-copy.ts";
import { changeAccount, loadSession, sessionEnded, showWaitingSettings } from "./session.ts";
import type { CalendarSnapshot } from "./sync/snapshot.ts";
import { NOTICES_CHANGED } from "./notices-changed.ts";
import { canShareTabs, joinTabs } from "./tabs/tab-group.ts";
import { newId } from "../api/new-id.ts";

const StoreContext = createContext<CalendarStore | undefined>(undefined);

interface CalendarProviderProps {
  /** the account of the person who is signed in */
  readonly accountId: string;
  /** the viewer's zone, IANA */
  readonly timeZone: string;
  readonly children: ReactNode;
}

/**
 * The tabs share the copy on disk, so there is one only where they can agree who writes it (pages from https and
 * localhost). Elsewhere everything stays in memory.
 */
function newStore(accountId: string, timeZone: string): CalendarStore {
  const options = {
    remote: jmapRemote,
    timeZone,
    now: Date.now,
    onSignedOut: () => void sessionEnded("server"),
    onSettings: showWaitingSettings,
    onSettingsSaved: changeAccount,
    onNotices: (changed?: StateChange) =>
      void dispatchEvent(new CustomEvent(NOTICES_CHANGED, { detail: changed })),
    // The choice of the default calendar is among the person's settings.
    onOwnCalendars: () => void loadSession(),
  };
  if (!canShareTabs()) return new CalendarStore(options);
  return new CalendarStore({
    ...options,
    openCopy: () => openCopy(accountId),
    joinTabs: joinTabs(`snart:${accountId}`),
    tab: newId(),
  });
}

/**
 * Provides one calendar store for as long as someone is signed in. Its `key` must consist of the account and the
 * zone.
 */
export function CalendarProvider({ accountId, timeZone, children }: CalendarProviderProps) {
  const [store] = useState(() => newStore(accountId, timeZone));
  useEffect(() => {
    jmap.forget();
    void store.start();
    return () => store.stop();
  }, [store]);
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** The store of the person who is signed in. Throws outside CalendarProvider. */
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
