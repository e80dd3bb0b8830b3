import type { App } from "../app.ts";
import type { PrincipalId } from "../types.ts";

/** Of whom exports run, of each app. */
const underWay = new WeakMap<App, Map<PrincipalId, number>>();

/**
 * Takes a place for one more export of everything: each reads all that somebody has, for as long as whoever fetches it takes.
 * @returns what gives the place back, once however often it is called; undefined when there is none
 */
export function takeExport(app: App, principalId: PrincipalId): (() => void) | undefined {
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
