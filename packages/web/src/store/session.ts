import { wipeCopies } from "./copy/idb-copy.ts";
import { useSyncExternalStore } from "react";
import { fetchSession, type Account, type Preferences, type SessionInfo } from "../api/auth-client.ts";
import type { ApiProblem } from "../api/problem.ts";
import { rememberFormer } from "./items/former-addresses.ts";
import { keepSession, onSessionDropped, recallSession } from "./copy/kept-session.ts";

type SessionState =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly problem: ApiProblem }
  | { readonly status: "ready"; readonly session: SessionInfo };

/** A change of a person's own settings. */
interface AccountChange {
  readonly displayName?: string;
  readonly preferences?: Preferences;
}

/** as the server said */
let known: SessionState = { status: "loading" };
/** the changes made since then that wait for the server */
let waiting: readonly AccountChange[] = [];
/** the shown state: the server's state with the waiting changes on top */
let state: SessionState = known;
const listeners = new Set<() => void>();

function become(next: SessionState): void {
  known = next;
  state = withWaiting(next);
  if (state.status === "ready") {
    rememberFormer(state.session.account?.email, state.session.account?.formerEmails);
    keepSession(state.session);
  }
  for (const listener of listeners) listener();
}

function withWaiting(next: SessionState): SessionState {
  if (next.status !== "ready" || !next.session.account || waiting.length === 0) return next;
  return {
    status: "ready",
    session: { ...next.session, account: waiting.reduce(changed, next.session.account) },
  };
}

const changed = (account: Account, { displayName, preferences }: AccountChange): Account => ({
  ...account,
  ...(displayName === undefined ? {} : { displayName }),
  preferences: { ...account.preferences, ...preferences },
});

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
    if (kept) become({ status: "ready", session: kept });
    // Another try leaves on screen why the last one failed.
    else if (state.status !== "failed") become({ status: "loading" });
  }
  const answer = await fetchSession();
  if (answer.ok) enterSession(answer.value);
  else if (state.status !== "ready") become({ status: "failed", problem: answer.problem });
}

/** Takes over who the server says is signed in. Nobody's calendars stay here but theirs. */
export function enterSession(session: SessionInfo): void {
  const before = known.status === "ready" ? known.session : undefined;
  if (JSON.stringify(session) === JSON.stringify(before)) return;
  if (session.account?.id !== before?.account?.id) waiting = [];
  become({ status: "ready", session });
  if (session.account?.id !== before?.account?.id || !session.account)
    void forgetCopies(session.account?.id ?? null, true);
}

/**
 * Ends the session, by choice or because the server says so; the sign-in page follows. If the person did not choose
 * it, unsent changes wait on this machine until the same person comes back.
 * @returns when what was stored here is gone
 */
export function sessionEnded(by: "choice" | "server" = "server"): Promise<void> {
  waiting = [];
  if (known.status === "ready") become({ status: "ready", session: { ...known.session, account: null } });
  return forgetCopies(null, by === "server");
}

/** Loaded when it is needed, which is rarely. */
async function forgetCopies(except: string | null, keepUnsent: boolean): Promise<void> {
  await wipeCopies(except, keepUnsent);
}

onSessionDropped(() => void sessionEnded("server"));

/** Applies a change that the server has accepted. */
export function changeAccount(change: AccountChange): void {
  if (known.status !== "ready" || !known.session.account) return;
  become({ status: "ready", session: { ...known.session, account: changed(known.session.account, change) } });
}

/** Shows the settings that wait for the server, in order, on top of the server's own. */
export function showWaitingSettings(next: readonly AccountChange[]): void {
  if (JSON.stringify(next) === JSON.stringify(waiting)) return;
  waiting = next;
  become(known);
}
