import { instantAt } from "../booking/clock.ts";
import type { Minutes } from "../booking/times.ts";
import type { Stretch } from "../free-busy/merge-busy-periods.ts";
import { weekdayOfDay } from "../time/civil.ts";
import type { Instant } from "../time/instant.ts";
import { dayOf } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import type { HostFacts } from "./facts.ts";
import type { PreparedEventType } from "./prepare.ts";

/**
 * When times can begin and end. Each opening begins its own row of starts; a time may run on from one opening into the next that begins
 * where it ends. In instants: from 00 to 06 there are five or seven hours in the nights in which the clocks change.
 */
export class Openings {
  readonly each: readonly Stretch[];
  readonly #joined: readonly Stretch[];

  /** `each` in order and without overlaps */
  constructor(each: readonly Stretch[]) {
    this.each = each;
    this.#joined = joined(each);
  }

  /** The opening that a moment lies in. */
  at(instant: Instant): Stretch | undefined {
    return holding(this.each, instant);
  }

  /** Whether a time is open from its beginning to its end. */
  cover(start: Instant, end: Instant): boolean {
    return (holding(this.#joined, start)?.to ?? -Infinity) >= end;
  }
}

/** Stretches in order, those that touch or overlap as one, empty ones left out. */
export function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const found: { from: Instant; to: Instant }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) found.push({ from, to });
  }
  return found;
}

/** How many of some ordered stretches begin at a moment or before it. */
export function countBegun(stretches: readonly Stretch[], instant: Instant): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.from ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

function holding(stretches: readonly Stretch[], instant: Instant): Stretch | undefined {
  const found = stretches[countBegun(stretches, instant) - 1];
  return found && instant < found.to ? found : undefined;
}

/** The openings of an event type's own hours, of every day that has a part in a window and of those beside it. */
export function pageOpenings(prepared: PreparedEventType, window: Stretch): readonly Stretch[] | undefined {
  const { hours, zone } = prepared;
  if (!hours) return undefined;
  return openingsOn(zone, (day) => hours.dates.get(day) ?? hours.week[weekdayOfDay(day) - 1] ?? [], window);
}

/** The same of a host's own hours; undefined if these are not known. */
export function hostOpenings(host: HostFacts | undefined, window: Stretch): readonly Stretch[] | undefined {
  if (!host?.hours) return undefined;
  const { week, zone, more = [] } = host.hours;
  const weekly = openingsOn(
    zone,
    (day) => {
      const hours = week[weekdayOfDay(day) - 1];
      return hours ? [hours] : [];
    },
    window,
  );
  if (more.length === 0) return weekly;
  return [...weekly, ...beside(joined(more), weekly)].toSorted((a, b) => a.from - b.from);
}

/** What is left of some stretches outside of others, both in order and without overlaps. */
function beside(stretches: readonly Stretch[], others: readonly Stretch[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const { from, to } of stretches) {
    let at = from;
    for (const other of others) {
      if (other.to <= at || other.from >= to) continue;
      if (at < other.from) found.push({ from: at, to: other.from });
      at = other.to;
    }
    if (at < to) found.push({ from: at, to });
  }
  return found;
}

function openingsOn(
  zone: Zone,
  hoursOn: (day: number) => readonly Minutes[],
  { from, to }: Stretch,
): readonly Stretch[] {
  const found: Stretch[] = [];
  const last = dayOf(zone.toLocal(to)) + 1;
  for (let day = dayOf(zone.toLocal(from)) - 1; day <= last; day++)
    for (const hours of hoursOn(day)) {
      const opening = { from: instantAt(zone, day, hours.from), to: instantAt(zone, day, hours.to) };
      // Hours that the clocks skip whole are none.
      if (opening.from < opening.to) found.push(opening);
    }
  return found;
}

/** What two ordered lists of stretches have in common, stretch by stretch. */
export function inBoth(some: readonly Stretch[], others: readonly Stretch[]): readonly Stretch[] {
  const found: Stretch[] = [];
  let [a, b] = [0, 0];
  for (;;) {
    const [one, other] = [some[a], others[b]];
    if (!one || !other) return found;
    const common = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
    if (common.from < common.to) found.push(common);
    if (one.to <= other.to) a++;
    else b++;
  }
}
