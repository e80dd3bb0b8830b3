import { DAY, HOUR, type Instant } from "../time/instant.ts";
import { addDays, dayOf, startOfDay, type Local } from "../time/local.ts";
import type { Zone } from "../time/zone.ts";
import { distance } from "./distance.ts";
import { OWN_WORDS, type DistanceLocale } from "./wording.ts";

/** A span as the viewer sees it: end exclusive; an all-day span runs between midnights in the viewer's zone. */
interface SpanInTime {
  readonly start: Instant;
  readonly end: Instant;
  readonly allDay: boolean;
}

/** How near it is (docs/design.md §2.3): 1 lit, 2 warm, 3 mild, 4 cool. */
type Warmth = 1 | 2 | 3 | 4 | "past";

interface OccurrenceDistance {
  readonly text: string;
  /** without the word that it has begun, for where the text does not fit: "ends in 2 days" */
  readonly short?: string;
  readonly warmth: Warmth;
  /** it has begun and has not ended */
  readonly running: boolean;
}

const warmthAhead = (gap: number): Warmth => (gap <= HOUR ? 1 : gap < DAY ? 2 : gap <= 7 * DAY ? 3 : 4);

/**
 * How soon a span is (docs/design.md §2.2): to the start when it is ahead, to the end ("ends in …") while it runs, from
 * the end when it is past. All-day spans are measured midnight to midnight, to their last day.
 */
export function distanceOfOccurrence(
  span: SpanInTime,
  now: Instant,
  zone: Zone,
  locale: DistanceLocale,
): OccurrenceDistance {
  if (span.allDay) return distanceOfDays(daysOf(span, zone), now, zone, locale);
  const word = (at: Instant) => distance({ kind: "instant", at }, now, zone, locale);
  if (now < span.start) {
    return { text: word(span.start), warmth: warmthAhead(span.start - now), running: false };
  }
  if (now >= span.end) return { text: word(span.end), warmth: "past", running: false };
  return { text: OWN_WORDS[locale].ends(word(span.end)), warmth: 1, running: true };
}

/** First and last day, both inclusive. */
interface Days {
  readonly first: Local;
  readonly last: Local;
}

function daysOf(span: SpanInTime, zone: Zone): Days {
  const first = startOfDay(zone.toLocal(span.start));
  // The last moment before the end belongs to the last day, even where the end is not midnight in this zone.
  const last = startOfDay(zone.toLocal(Math.max(span.start, span.end - 1)));
  return { first, last };
}

function distanceOfDays(
  { first, last }: Days,
  now: Instant,
  zone: Zone,
  locale: DistanceLocale,
): OccurrenceDistance {
  const today = startOfDay(zone.toLocal(now));
  const word = (date: Local) => distance({ kind: "date", date }, now, zone, locale);
  if (today < first) return { text: word(first), warmth: warmthAhead(first - today), running: false };
  if (today > last) return { text: word(last), warmth: "past", running: false };
  if (dayOf(first) === dayOf(last)) return { text: word(first), warmth: 1, running: true };
  const { now: running, ends } = OWN_WORDS[locale];
  const short = ends(word(last));
  return { text: running(short), short, warmth: 1, running: true };
}

/**
 * How far away a week or month on screen is: "this week" / "this month" if it contains today, else the distance to
 * its first day (ahead) or from the day after its last one (past). `first` and `last` are its days, both inclusive.
 */
export function distanceOfPeriod(
  period: Days & { readonly unit: "week" | "month" },
  now: Instant,
  zone: Zone,
  locale: DistanceLocale,
): string {
  const today = startOfDay(zone.toLocal(now));
  if (today < period.first) return distance({ kind: "date", date: period.first }, now, zone, locale);
  const after = addDays(startOfDay(period.last), 1);
  if (today < after) return period.unit === "week" ? OWN_WORDS[locale].thisWeek : OWN_WORDS[locale].thisMonth;
  // It ended with yesterday: counted in hours since midnight, because "today" would say that it is not over.
  if (today === after) return distance({ kind: "instant", at: zone.toInstant(after) }, now, zone, locale);
  return distance({ kind: "date", date: after }, now, zone, locale);
}
