import { HOUR } from "@snart/calendar/time/instant.ts";

let length = HOUR;

/** How long an event is, in milliseconds, of which nothing says it: an hour, unless the person has chosen another length. */
export const usualLength = (): number => length;

/** Takes over what the person has chosen. @param minutes absent: an hour */
export function rememberLength(minutes: number | null | undefined): void {
  length = minutes ? minutes * 60_000 : HOUR;
}
