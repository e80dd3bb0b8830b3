import { DAY, type Instant } from "../time/instant.ts";
import type { PageBooking } from "./facts.ts";
import { PAGE_TIMES } from "./page-limits.ts";
import type { PreparedEventType } from "./prepare.ts";

interface Turn {
  readonly id: string;
  readonly weight: number;
  readonly count: number;
  readonly last: Instant;
}

/**
 * Whose turn it is among hosts who can receive a guest: whoever has the fewest bookings of the last thirty days for their weight, then
 * whoever was booked longest ago (never is longest), then the first by id. `history` has the bookings of the event type that were made in
 * these days at least; older ones count for nothing but how long ago they are. Undefined if nobody can.
 */
export function hostInTurn(
  { type }: PreparedEventType,
  able: readonly string[],
  history: readonly Pick<PageBooking, "hosts" | "booked">[],
  now: Instant,
): string | undefined {
  const since = now - PAGE_TIMES.turnDays * DAY;
  const turns = able.map((id): Turn => {
    const times = history.filter(({ hosts }) => hosts.includes(id)).map(({ booked }) => booked);
    return {
      id,
      weight: type.hosts.find((host) => host.id === id)?.weight ?? 1,
      count: times.filter((booked) => booked > since && booked <= now).length,
      last: Math.max(-Infinity, ...times),
    };
  });
  return turns.toSorted(inTurn)[0]?.id;
}

/** Products instead of quotients: these are exact. */
function inTurn(a: Turn, b: Turn): number {
  const share = a.count * b.weight - b.count * a.weight;
  if (share !== 0) return share;
  if (a.last !== b.last) return a.last < b.last ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
