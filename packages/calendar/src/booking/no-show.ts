import { DAY, MINUTE, SECOND, type Instant } from "../time/instant.ts";
import { instantAt } from "./clock.ts";
import { dayAt } from "./passes.ts";
import { spanOf, type PreparedRules } from "./prepare.ts";
import { after, before } from "./span.ts";

/** When one can say that one is here, and when the rest of the time goes back to the pool. */
export interface CheckInTimes {
  readonly from: Instant;
  /** exclusive; not past the end of the booking */
  readonly until: Instant;
}

/** A booking that somebody may come to; `end` is exclusive. */
interface Awaited {
  readonly start: Instant;
  readonly end: Instant;
  /** what is booked when it has begun is awaited from then on */
  readonly booked?: Instant;
}

/** The times of checking in to a booking; undefined where nobody has to. */
export function checkInTimes(
  { rules: { checkIn }, zone }: PreparedRules,
  { start, end, booked = start }: Awaited,
): CheckInTimes | undefined {
  const [from, within] = [spanOf(checkIn?.from), spanOf(checkIn?.within)];
  if (!from || !within) return undefined;
  const awaited = Math.max(start, booked);
  return { from: before(start, from, zone), until: Math.min(after(awaited, within, zone), end) };
}

/** When one can say that one is here; where nobody has to, from a quarter of an hour before the start to the end. */
export const presenceTimes = (prepared: PreparedRules, booking: Awaited): CheckInTimes =>
  checkInTimes(prepared, booking) ?? { from: booking.start - 15 * MINUTE, until: booking.end };

/** How long before the rest of a time is released its booker is reminded. */
export const RELEASE_NOTICE = 10 * MINUTE;

/** How many starts are offered: by the half hour those of a morning. */
const MOST_STARTS = 12;

/** When somebody who comes later can begin: at the half hours that are left, or the quarters of a short time. */
export function laterStarts(
  { start, end }: Pick<Awaited, "start" | "end">,
  now: Instant,
): readonly Instant[] {
  const after = Math.max(start, now);
  const step = end - start > 60 * MINUTE ? 30 * MINUTE : 15 * MINUTE;
  const first = Math.floor(after / step) * step + step;
  const starts: Instant[] = [];
  for (let at = first; at < end && starts.length < MOST_STARTS; at += step) starts.push(at);
  return starts;
}

/** When a booking that somebody is done with now ends: with the last whole minute; undefined: it has not begun, or is over. */
export function endOfDone({ start, end }: Awaited, now: Instant): Instant | undefined {
  const minute = Math.floor(now / MINUTE) * MINUTE;
  const at = minute > start ? minute : Math.floor(now / SECOND) * SECOND;
  return start < at && at < end ? at : undefined;
}

/**
 * The pause that a party has for not coming: from the no-show that was one too many, for as long as the rules say.
 * `noShows` are the ends of their check-in times, in any order; days count by date. Undefined if it may book.
 */
export function pauseFor(
  prepared: PreparedRules,
  noShows: readonly Instant[],
  now: Instant,
): { readonly from: Instant; readonly to: Instant } | undefined {
  const { rules, zone } = prepared;
  const rule = rules.checkIn?.noShows;
  const pause = spanOf(rule?.pause);
  if (!rule || !pause) return undefined;
  const sorted = noShows.filter((at) => at <= now).toSorted((a, b) => a - b);
  for (let last = sorted.length - 1; last >= rule.max - 1; last--) {
    const [from, first] = [sorted[last] ?? now, sorted[last - rule.max + 1] ?? -Infinity];
    const earliest = instantAt(zone, dayAt(prepared, from) - rule.days + 1, 0);
    const to = after(from, pause, zone);
    if (first >= earliest && now < to) return { from, to };
    if (from < now - 2 * 366 * DAY) return undefined;
  }
  return undefined;
}
