import type { Stretch } from "../free-busy/merge-busy-periods.ts";
import { isAlive } from "../booking/units.ts";
import type { Instant } from "../time/instant.ts";
import type { PageFacts } from "./facts.ts";
import { hostRoles } from "./host-roles.ts";
import { inBoth, joined } from "./openings.ts";
import type { PreparedEventType } from "./prepare.ts";

/**
 * When nobody could receive a guest within a window: a host who is needed has something else, or where hosts take turns each of them has.
 * In order, without overlaps, and without the buffers around them.
 */
export function takenTimes(
  { type }: PreparedEventType,
  { hosts, bookings }: PageFacts,
  { from, to }: Stretch,
  now: Instant,
): readonly Stretch[] {
  const ofHost = (id: string): readonly Stretch[] => {
    const busy = hosts.find(({ host }) => host === id)?.busy ?? [];
    const booked = bookings.filter((each) => each.hosts.includes(id) && isAlive(each, now));
    const all = [...busy, ...booked.map(({ start, end }) => ({ from: start, to: end }))];
    return joined(all.map((each) => ({ from: Math.max(each.from, from), to: Math.min(each.to, to) })));
  };
  const roles = hostRoles(type);
  const [first = [], ...others] = roles.pool.map(({ id }) => ofHost(id));
  return joined([...roles.required.flatMap(({ id }) => ofHost(id)), ...others.reduce(inBoth, first)]);
}
