import { spanOf } from "../booking/prepare.ts";
import { before } from "../booking/span.ts";
import { HOUR, type Instant } from "../time/instant.ts";
import { PAGE_TIMES } from "./page-limits.ts";
import type { PreparedEventType } from "./prepare.ts";

/** The moments from which on a guest can no longer move, and no longer cancel, what begins at `start`. */
export function changeDeadlines(
  { type, zone }: PreparedEventType,
  start: Instant,
): { readonly move: Instant; readonly cancel: Instant } {
  const until = (text: string | undefined): Instant => {
    const span = spanOf(text);
    return span ? before(start, span, zone) : start;
  };
  return { move: until(type.change?.moveUntil), cancel: until(type.change?.cancelUntil) };
}

/** When a request that was made at `now` lapses: after 48 hours, or when the notice of what begins at `start` does, if that is earlier. */
export function requestLapses({ minNotice, zone }: PreparedEventType, start: Instant, now: Instant): Instant {
  return Math.min(now + PAGE_TIMES.requestHours * HOUR, Math.max(now, before(start, minNotice, zone)));
}
