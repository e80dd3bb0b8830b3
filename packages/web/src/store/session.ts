import { useSyncExternalStore } from "react";
import { fetchSession, signOut } from "../api/auth-client.ts";
import type { Account, Preferences, SessionInfo } from "../api/auth-client.ts";
import type { ApiProblem } from "../api/problem.ts";
import { keepSession, onSessionDropped, recallSession } from "./kept-session.ts";

export type SessionState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly problem: ApiProblem }
  | { readonly status: "ready"; readonly session: SessionInfo };

let state: SessionState = { status: "loading" };
const listeners = new Set<() => void>();

function become(next: SessionState): void {
  if (next.status === "ready") keepSession(next.session);
  state = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Who is signed in, as far as this page knows. */
export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, () => state);

/** The account that is signed in; null on pages for the signed-out. */
export function useAccount(): Account | null {
  const current = useSessionState();
  return current.status === "ready" ? current.session.account : null;
}

/** Goes by who was signed in last, if that is known here, and asks the server meanwhile. */
export async function loadSession(): Promise<void> {
  if (state.status !== "ready") {
    const kept = recallSession();
    become(kept ? { status: "ready", session: kept } : { status: "loading" });
  }
  const answer = await fetchSession();
  if (answer.ok) enterSession(answer.value);
  else if (state.status !== "ready") become({ status: "failed", problem: answer.problem });
}

/** Takes over who the server says is signed in. Nobody's calendars stay here but theirs. */
export function enterSession(session: SessionInfo): void {
  const before = state.status === "ready" ? state.session : undefined;
  if (JSON.stringify(session) === JSON.stringify(before)) return;
  become({ status: "ready", session });
  if (session.account?.id !== before?.account?.id || !session.account)
    void forgetCopies(session.account?.id ?? null, true);
}

/**
 * The session is over, by choice or because the server says so; sign-in takes over. Over without choice, what has not
 * been sent waits on this machine until the same person comes back.
 */
export function sessionEnded(by: "choice" | "server" = "server"): void {
  if (state.status === "ready") become({ status: "ready", session: { ...state.session, account: null } });
  void forgetCopies(null, by === "server");
}

/** Loaded when it is needed, which is rarely. */
async function forgetCopies(except: string | null, keepUnsent: boolean): Promise<void> {
  const { wipeCopies } = await import("./idb-copy.ts");
  await wipeCopies(except, keepUnsent);
}

onSessionDropped(() => sessionEnded("server"));

/** Signs out here and on the server; without a network the session stays. */
export async function leaveSession(): Promise<void> {
  const answer = await signOut();
  if (answer.ok || answer.problem.kind === "signedOut") sessionEnded("choice");
}

/** Shows changed preferences or names at once; the caller saves them. */
export function changeAccount(change: {
  readonly displayName?: string;
  readonly preferences?: Preferences;
}): void {
  if (state.status !== "ready" || !state.session.account) return;
  const { account } = state.session;
  const preferences = { ...account.preferences, ...change.preferences };
  become({ status: "ready", session: { ...state.session, account: { ...account, ...change, preferences } } });
}
