import type { App } from "../../app.ts";
import type { PrincipalId } from "../../types.ts";

/** The people with running exports, for each app. */
const underWay = new WeakMap<App, Map<PrincipalId, number>>();

/**
 * Takes a slot for one more export of everything: each reads a person's whole data, for as long as the client takes
 * to fetch it.
 * @returns a function that frees the slot, once however often it is called; undefined if there is none
 */
export function claimExport(app: App, principalId: PrincipalId): (() => void) | undefined {
  const { exportsPerAccount, exportsAtOnce } = app.limits;
  const running = underWay.get(app) ?? new Map<PrincipalId, number>();
  underWay.set(app, running);
  const own = running.get(principalId) ?? 0;
  const all = [...running.values()].reduce((sum, count) => sum + count, 0);
  if (own >= exportsPerAccount || all >= exportsAtOnce) return undefined;
  running.set(principalId, own + 1);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const left = (running.get(principalId) ?? 1) - 1;
    if (left > 0) running.set(principalId, left);
    else running.delete(principalId);
  };
}
