import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { CLOCK_ROWS, timesOf } from "./clock-phrases.ts";
import { LONGEST_QUICK_ADD } from "./longest-line.ts";
import { findAll, longest } from "./rows.ts";

/**
 * Reads the one time of day that somebody types in words, as quick add does: "halv tre", "kvart i nio", "half past two",
 * "kl 14". Minutes since midnight; undefined if the text says anything else, or more.
 */
export function readClock(typed: string): number | undefined {
  const text = typed.trim().slice(0, LONGEST_QUICK_ADD);
  const whole = longest(findAll(CLOCK_ROWS, text, 0, undefined).filter(({ to }) => to === text.length));
  if (!whole || whole.value.end !== null) return undefined;
  const { start } = timesOf(whole.value, { isMorning: false, isEvening: false });
  return Math.round(start / MINUTE) % (DAY / MINUTE);
}
