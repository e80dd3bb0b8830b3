import { readSessionInfo, type SessionInfo } from "../../api/auth-client.ts";

const KEY = "snart.session";

/** Who was signed in last on this machine; undefined if nobody is, or nothing can be kept. */
export function recallSession(): SessionInfo | undefined {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? undefined : readSessionInfo(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps who is signed in, so that the next start need not wait for the server; of nobody nothing is kept. */
export function keepSession(session: SessionInfo): void {
  try {
    if (session.account) localStorage.setItem(KEY, JSON.stringify(session));
    else if (localStorage.getItem(KEY) !== null) localStorage.removeItem(KEY);
  } catch {
    // A private window, or no room: the next start asks the server.
  }
}

/** Tells when another tab has signed out. */
export function onSessionDropped(listener: () => void): void {
  if (typeof addEventListener !== "function") return;
  addEventListener("storage", ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue === null) listener();
  });
}
