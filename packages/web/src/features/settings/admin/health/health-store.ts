import type { ServerHealth } from "@snart/calendar/jmap/account.ts";
import { needsAttention } from "@snart/calendar/jmap/health.ts";
import { useEffect, useSyncExternalStore } from "react";
import { fetchHealth } from "../../../../api/account/admin-api.ts";
import type { ApiProblem } from "../../../../api/problem.ts";

/** How the server was when it was asked last: one answer for the page and for the count beside its name in the list. */
interface HealthState {
  readonly accountId: string;
  readonly health: ServerHealth | undefined;
  /** ms UTC, of the answer that is shown */
  readonly at: number;
  /** why the last question had no answer */
  readonly problem: ApiProblem | undefined;
}

/** So often the server is asked while somebody looks. */
const EVERY_MS = 60_000;

let state: HealthState | undefined;
let isAsking = false;
const listeners = new Set<() => void>();

function become(next: HealthState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Asks the server anew. */
export async function askHealth(accountId: string): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  try {
    const given = await fetchHealth(accountId);
    const known = state?.accountId === accountId ? state : undefined;
    if (given.ok) become({ accountId, health: given.value, at: Date.now(), problem: undefined });
    else become({ accountId, health: known?.health, at: known?.at ?? 0, problem: given.problem });
  } finally {
    isAsking = false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the server is, for an administrator; asked again each minute while it is on screen, and when it comes back there. */
export function useHealth(accountId: string): HealthState | undefined {
  const known = useSyncExternalStore(subscribe, () => state);
  useEffect(() => {
    const look = (): void => {
      const isFresh = state?.accountId === accountId && Date.now() - state.at < EVERY_MS - 1_000;
      if (document.visibilityState === "visible" && !isFresh) void askHealth(accountId);
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    };
  }, [accountId]);
  return known?.accountId === accountId ? known : undefined;
}

/** How many things somebody has to do something about. */
export const attentionOf = (health: ServerHealth | undefined): number =>
  health?.checks.filter(needsAttention).length ?? 0;
