import type { Storage } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** A booking that a server has acknowledged to a person, and what became of it since as far as that person was told. */
export interface Given {
  readonly person: number;
  /** `cancelling`: the answer was lost, so it may be either */
  state: "booked" | "cancelling" | "cancelled";
}

const LIVING: ReadonlySet<Booking["state"]> = new Set(["requested", "confirmed", "inUse"]);
/**
 * @param mostComing how many coming bookings a party may have
 * @returns a line for each double booking, each limit that was passed, and each promise that is not kept */
export async function auditBookings(
  storage: Storage,
  rooms: readonly string[],
  given: ReadonlyMap<string, Given>,
  mostComing: number,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const all = await storage.read(async (tx) => {
    const range = { start: 0, end: Number.MAX_SAFE_INTEGER };
    const found: Booking[] = [];
    for (const room of rooms) found.push(...(await tx.bookings.inRange(room as PrincipalId, range)));
    return found;
  });
  const living = all.filter(({ state }) => LIVING.has(state));
  for (const [room, bookings] of Map.groupBy(living, ({ accountId }) => accountId)) {
    const sorted = bookings.toSorted((a, b) => a.startsAt - b.startsAt);
    for (const [at, one] of sorted.entries()) {
      const next = sorted[at + 1];
      if (next && next.startsAt < one.endsAt) wrong.push(`${room}: ${one.id} and ${next.id} overlap`);
    }
  }
  for (const [party, bookings] of Map.groupBy(living, ({ partyId }) => partyId))
    if (bookings.length > mostComing)
      wrong.push(`${party ?? "nobody"} has ${bookings.length} coming bookings`);
  const stored = new Set<string>(all.map(({ id }) => id));
  const standing = new Set<string>(living.map(({ id }) => id));
  for (const [id, { state }] of given) {
    const isLiving = standing.has(id);
    if (!stored.has(id)) wrong.push(`${id} was confirmed and is lost`);
    else if (state === "booked" && !isLiving) wrong.push(`${id} was confirmed and is given up`);
    else if (state === "cancelled" && isLiving) wrong.push(`${id} was cancelled and stands`);
  }
  return wrong;
}
