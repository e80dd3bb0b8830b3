import { useSyncExternalStore } from "react";
import { fetchSession, signOut } from "../api/auth-client.ts";
import type { Account, Preferences, SessionInfo } from "../api/auth-client.ts";
import type { ApiProblem } from "../api/problem.ts";

export type SessionState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly problem: ApiProblem }
  | { readonly status: "ready"; readonly session: SessionInfo };

let state: SessionState = { status: "loading" };
const listeners = new Set<() => void>();

function become(next: SessionState): void {
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

/** Asks the server who is signed in. */
export async function loadSession(): Promise<void> {
  if (state.status !== "ready") become({ status: "loading" });
  const answer = await fetchSession();
  become(
    answer.ok ? { status: "ready", session: answer.value } : { status: "failed", problem: answer.problem },
  );
}

/** Takes over what signing in or setting up answered. */
export const enterSession = (session: SessionInfo): void => become({ status: "ready", session });

/** The session is over, by choice or because the server says so; sign-in takes over. */
export function sessionEnded(): void {
  if (state.status === "ready") become({ status: "ready", session: { ...state.session, account: null } });
}

/** Signs out here and on the server; without a network the session stays. */
export async function leaveSession(): Promise<void> {
  const answer = await signOut();
  if (answer.ok || answer.problem.kind === "signedOut") sessionEnded();
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
