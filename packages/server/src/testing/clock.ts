import type { Instant } from "@snart/calendar/time/instant.ts";

/** A clock that stands still until a test moves it. */
export interface TestClock {
  readonly now: () => Instant;
  advance(ms: number): void;
}

/** @param start its initial time: text with an offset, such as 2026-11-20T12:00:00Z */
export function testClock(start = "2026-11-20T12:00:00Z"): TestClock {
  let current: Instant = Date.parse(start);
  return {
    now: () => current,
    advance(ms) {
      current += ms;
    },
  };
}
