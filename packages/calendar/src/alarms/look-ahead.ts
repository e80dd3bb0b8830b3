import { expand, type Occurrence } from "../recurrence/expand.ts";
import type { Series } from "../recurrence/series.ts";
import { DAY, MINUTE, type Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";

/**
 * The first stretch of time searched; each following one is twice as long, so that distant occurrences are reached in
 * few steps.
 */
const FIRST_STRETCH = DAY;
/** The search gives up if a stretch this short holds too many occurrences. */
const SHORTEST_STRETCH = MINUTE;
/**
 * Ordinary rules need about a dozen stretches, a rule of many minutes needs more; the search gives up on rules of
 * seconds.
 */
const MAX_STRETCHES = 80;

/** Some occurrences of a series, and the instant before which none is missing. */
interface Seen<T> {
  readonly occurrences: readonly Occurrence<T>[];
  readonly until: Instant;
}

/**
 * The occurrences of a series from an instant to an end (exclusive), stretch by stretch; an occurrence across the
 * border of two stretches comes twice. Ends early if there are too many occurrences.
 */
export function* lookAhead<T>(
  series: Series<T>,
  start: Instant,
  end: Instant,
  zone: Zone,
): Generator<Seen<T>> {
  let from = start;
  let stretch = FIRST_STRETCH;
  for (let looked = 0; from < end && looked < MAX_STRETCHES; looked++) {
    const until = Math.min(end, from + stretch);
    const found = expand(series, { from, to: until }, zone);
    if (found.ok) {
      yield { occurrences: found.value, until };
      from = until;
      stretch *= 2;
    } else if (stretch <= SHORTEST_STRETCH) return;
    else stretch = Math.max(SHORTEST_STRETCH, stretch / 8);
  }
}
