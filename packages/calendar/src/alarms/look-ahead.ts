import { expand, type Occurrence } from "../recurrence/expand.ts";
import type { Series } from "../recurrence/series.ts";
import { DAY, MINUTE, type Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";

/** First stretch of time looked at; each next one is twice as long, so that what is far away is soon reached. */
const FIRST_STRETCH = DAY;
/** A stretch this short with too much in it is given up. */
const SHORTEST_STRETCH = MINUTE;
/** What is to be found is found in a dozen; a rule of many minutes needs more, shorter ones, and one of seconds is given up. */
const MAX_STRETCHES = 80;

/** Some of a series' occurrences, and until when nothing that starts earlier is missing. */
export interface Seen<T> {
  readonly occurrences: readonly Occurrence<T>[];
  readonly until: Instant;
}

/**
 * The occurrences of a series from an instant to an end (exclusive), stretch by stretch; what reaches over the border of two
 * is seen twice. Ends early where there is too much to look at.
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
