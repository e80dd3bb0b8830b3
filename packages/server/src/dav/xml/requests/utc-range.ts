import { dayNumber, daysInMonth } from "@snart/calendar/time/civil.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { attributeOf, type XmlElement } from "../element.ts";

/** Reads a date with UTC time (RFC 5545 §3.3.5, form 2); undefined if it is anything else. */
function readUtc(text: string): Instant | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  return dayNumber(year, month, day) * DAY + ((hour * 60 + minute) * 60 + second) * 1_000;
}

/**
 * Reads the `start` (inclusive) and `end` (exclusive) attributes of a time range (RFC 4791 §9.9); a missing one is null.
 * @returns undefined if neither is there, one is unreadable, or the end is not after the start
 */
export function readUtcRange(
  element: XmlElement,
): { readonly from: Instant | null; readonly to: Instant | null } | undefined {
  const [from, to] = ["start", "end"].map((name) => {
    const text = attributeOf(element, name);
    return text === undefined ? null : readUtc(text);
  });
  if (from === undefined || to === undefined || (from === null && to === null)) return undefined;
  return from !== null && to !== null && from >= to ? undefined : { from, to };
}
