import { instantAt } from "../booking/clock.ts";
import type { Instant } from "../time/instant.ts";
import { dayOf } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import type { PageFacts } from "./facts.ts";
import { isRuledOut, verdictOnStart } from "./judge-start.ts";
import { PAGE_LIMITS } from "./page-limits.ts";
import { arrivalOn, staysFrom } from "./stays.ts";
import type { PreparedEventType } from "./prepare.ts";
import { readyFacts, type ReadyFacts } from "./ready-facts.ts";

/** A moment at which guests can begin, with the lengths that are free from there, milliseconds, the shortest first; at least one. */
export interface OfferedStart {
  readonly start: Instant;
  readonly lengths: readonly number[];
}

/**
 * The starts on the days from `first` to `last` of a guest's zone, both inclusive and given as day numbers, in order; of more than six
 * weeks the first six. Each is a moment in time: a reading that the clocks repeat stands there twice. `judgeStart` grants exactly these.
 */
export function offeredStarts(
  prepared: PreparedEventType,
  facts: PageFacts,
  days: { readonly first: number; readonly last: number },
  zone: Zone,
  now: Instant,
): readonly OfferedStart[] {
  const last = Math.min(days.last, days.first + PAGE_LIMITS.daysAtOnce - 1);
  if (last < days.first) return [];
  const from = instantAt(zone, days.first, 0);
  const to = instantAt(zone, last + 1, 0);
  const ready = readyFacts(prepared, facts, { from, to: to + prepared.longest }, now, true);
  const starts = prepared.nights ? arrivalsIn(prepared, from, to) : startsIn(prepared, ready, from, to);
  return starts.flatMap((start) => {
    const day = dayOf(zone.toLocal(start));
    if (day < days.first || day > last || isRuledOut(prepared, ready, start)) return [];
    const lengths = lengthsAt(prepared, start).filter(
      (length) => verdictOnStart(prepared, ready, { start, end: start + length }).ok,
    );
    return lengths.length > 0 ? [{ start, lengths }] : [];
  });
}

const lengthsAt = (prepared: PreparedEventType, start: Instant): readonly number[] =>
  prepared.nights ? staysFrom(prepared, dayOf(prepared.zone.toLocal(start))) : prepared.lengths;

/** When stays can begin; `to` is exclusive. */
function arrivalsIn(prepared: PreparedEventType, from: Instant, to: Instant): readonly Instant[] {
  const { zone } = prepared;
  const found: Instant[] = [];
  for (let day = dayOf(zone.toLocal(from)); day <= dayOf(zone.toLocal(to)); day++) {
    const start = arrivalOn(prepared, day);
    if (from <= start && start < to) found.push(start);
  }
  return found;
}

/** Where times can begin, of whomever; `to` is exclusive. */
function startsIn(
  { every }: PreparedEventType,
  { hours, pool = [], earliest, latest = Infinity }: ReadyFacts,
  from: Instant,
  to: Instant,
): readonly Instant[] {
  const found = new Set<Instant>();
  const first = Math.max(from, earliest);
  for (const each of [hours, ...pool.map((one) => one.hours)])
    for (const opening of (each?.raster ?? each?.openings)?.each ?? []) {
      const skipped = Math.max(0, Math.ceil((first - opening.from) / every));
      const end = Math.min(opening.to, to, latest + 1);
      for (let start = opening.from + skipped * every; start < end; start += every) found.add(start);
    }
  return [...found].toSorted((a, b) => a - b);
}
