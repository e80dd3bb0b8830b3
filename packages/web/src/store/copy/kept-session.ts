import { base } from "../../api/place.ts";
import { readSessionInfo, type SessionInfo } from "../../api/auth-client.ts";

const KEY = `snart.session${base}`;

/**
 * The session of the person who was signed in last on this machine; undefined if there was nobody, or nothing can be
 * stored.
 */
export function recallSession(): SessionInfo | undefined {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? undefined : readSessionInfo(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Stores the session, so that the next start need not wait for the server. Nothing is stored while nobody is signed
 * in.
 */
export function keepSession(session: SessionInfo): void {
  try {
    if (session.account) localStorage.setItem(KEY, JSON.stringify(session));
    else if (localStorage.getItem(KEY) !== null) localStorage.removeItem(KEY);
  } catch {
    // A private window, or no room: the next start asks the server.
  }
}

/** Notifies the listener when another tab has signed out. */
export function onSessionDropped(listener: () => void): void {
  if (typeof addEventListener !== "function") return;
  addEventListener("storage", ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue === null) listener();
  });
}
