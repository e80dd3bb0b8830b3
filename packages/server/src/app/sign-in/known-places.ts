import type { App } from "../app.ts";

/** The most pairs remembered; the ones used longest ago make room. */
const MOST_PLACES = 50_000;

const places = new WeakMap<App, Set<string>>();

/**
 * Whether the owner of an account has proved from this address who they are, since this process started. Guesses that
 * others make elsewhere, or at other accounts, do not concern such a place.
 * @param pair account and address, as one key
 */
export const isKnownPlace = (app: App, pair: string): boolean => places.get(app)?.has(pair) === true;

/** Remembers that the owner of an account was at this address. */
export function rememberPlace(app: App, pair: string): void {
  const known = places.get(app) ?? new Set<string>();
  places.set(app, known);
  known.delete(pair);
  known.add(pair);
  const [oldest] = known;
  if (known.size > MOST_PLACES && oldest !== undefined) known.delete(oldest);
}
