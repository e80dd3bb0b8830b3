import { MINUTE, type Instant } from "../time/instant.ts";
import { dayOf, timeOfDay } from "../time/local.ts";
import { instantAt } from "./clock.ts";
import { spanOf, timeOf, type PreparedRules } from "./prepare.ts";
import { after, before } from "./span.ts";

/** An offer of a time that has become free. It is a claim that expires, so that nobody else gets the time meanwhile. */
export interface Offer {
  /** when it is made: now, or when the quiet hours end */
  readonly at: Instant;
  /** until when it can be taken; not past the start, or of a time that has begun, the end. Exclusive */
  readonly expires: Instant;
  /** everybody who waits is told, and the first to book has it: then nothing is claimed */
  readonly isForAll: boolean;
}

/**
 * The offer for a time that becomes free at `now`, of one that has begun for its rest, which is everybody's who waits. Undefined where
 * there is no waiting list, or where the time begins, or its rest ends, before anybody may be woken.
 */
export function offerOf(
  prepared: PreparedRules,
  { start, end }: { readonly start: Instant; readonly end: Instant },
  now: Instant,
): Offer | undefined {
  const { rules, zone } = prepared;
  const offerFor = spanOf(rules.waitlist?.offerFor);
  if (!offerFor || now >= end) return undefined;
  const at = loudFrom(prepared, now);
  if (now >= start) return at < end ? { at, expires: end, isForAll: true } : undefined;
  if (at >= start) return undefined;
  const within = spanOf(rules.waitlist?.allAtOnceWithin);
  const isForAll = within !== undefined && at >= before(start, within, zone);
  return { at, expires: isForAll ? start : Math.min(after(at, offerFor, zone), start), isForAll };
}

/** The first moment from `now` on that is not in the quiet hours. */
function loudFrom({ rules, zone }: PreparedRules, now: Instant): Instant {
  const quiet = rules.waitlist?.quiet;
  if (!quiet) return now;
  const [from, to] = [timeOf(quiet.from), timeOf(quiet.to)];
  const local = zone.toLocal(now);
  const [day, minutes] = [dayOf(local), timeOfDay(local) / MINUTE];
  const isOverNight = to <= from;
  const isQuiet = isOverNight ? minutes >= from || minutes < to : minutes >= from && minutes < to;
  if (!isQuiet) return now;
  return instantAt(zone, isOverNight && minutes >= from ? day + 1 : day, to);
}
