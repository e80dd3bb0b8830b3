import { DAY, MINUTE } from "@snart/calendar/time/instant.ts";
import { LONGEST_QUICK_ADD } from "./longest-line.ts";
import { takeTimes } from "./time-phrases.ts";
import { TypedText } from "./typed-text.ts";

/**
 * Reads the one time of day that somebody types in words, as quick add does: "halv tre", "kvart i nio", "half past two",
 * "kl 14". Minutes since midnight; undefined if the text says anything else, or more.
 */
export function readClock(text: string): number | undefined {
  const typed = new TypedText(text.trim().slice(0, LONGEST_QUICK_ADD));
  const times = takeTimes(typed, false);
  if (!times || times.end !== null || typed.rest.trim() !== "") return undefined;
  return times.start < DAY ? Math.round(times.start / MINUTE) : undefined;
}
