import { createHash } from "node:crypto";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { writeAside } from "./write-aside.ts";

/** The most places of one person; the ones used longest ago make room. */
const MOST_PLACES = 100;
/** A place where nobody was seen for so long is forgotten. */
export const PLACES_LAST = 365 * DAY;
/** The most that a process remembers. */
const MOST_REMEMBERED = 50_000;

/** Where people have been, as this process has seen it written: each with when that was. */
const remembered = new WeakMap<App["storage"], Map<string, Instant>>();

/** Somewhere that a person may be: an address, or a program at an address. */
export interface Place {
  readonly principalId: PrincipalId;
  readonly place: string;
}

const hashOf = ({ place }: Place): string => createHash("sha256").update(place).digest("base64url");
const keyOf = (place: Place): string => `${place.principalId} ${hashOf(place)}`;

/** Whether a person has proved from this place who they are, in this process or another, also before a restart. */
export async function isKnownPlace({ storage }: App, place: Place): Promise<boolean> {
  if (remembered.get(storage)?.has(keyOf(place))) return true;
  const seenAt = await storage.read((tx) => tx.knownPlaces.seenAt(place.principalId, hashOf(place)));
  return seenAt !== undefined;
}

/**
 * Remembers that a person was at this place. It is written once a day, aside: nobody waits for it.
 * @param ifNew what is to be written with it if they never were
 */
export function rememberPlace(
  app: App,
  place: Place,
  ifNew: (tx: WriteTransaction) => Promise<void> = async () => undefined,
): void {
  const now = app.now();
  const known = remembered.get(app.storage) ?? new Map<string, Instant>();
  remembered.set(app.storage, known);
  const key = keyOf(place);
  if (now - (known.get(key) ?? -Infinity) < DAY) return;
  known.delete(key);
  known.set(key, now);
  const [oldest] = known.keys();
  if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
  writeAside(app, `place ${key}`, async (tx) => {
    const seenAt = await tx.knownPlaces.seenAt(place.principalId, hashOf(place));
    if (seenAt !== undefined && now - seenAt < DAY) return;
    await tx.knownPlaces.remember(place.principalId, hashOf(place), now, MOST_PLACES);
    if (seenAt === undefined) await ifNew(tx);
  });
}
