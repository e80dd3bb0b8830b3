import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import type { Groups, TypedText } from "./typed-text.ts";
import { numberOf, phrase } from "./words.ts";

/** Times of day in milliseconds since midnight; `end` is exclusive and may be past midnight. */
export interface NamedTimes {
  readonly start: number;
  readonly end: number | null;
}

const DAY_MS = 24 * HOUR;
/** Spoken hours before this mean the afternoon: nobody meets at "halv tre" at night. */
const EARLIEST_SPOKEN = 7 * HOUR;

const DIGITS = "(?<hour>\\d{1,2})(?:[.:](?<minute>\\d\\d))? ?(?<half>{half})?";
const TO_DIGITS = "(?<toHour>\\d{1,2})(?:[.:](?<toMinute>\\d\\d))? ?(?<toHalf>{half})?";
const CLOCK = "(?:kl\\.?|klockan|at|från kl\\.?|from|från|mellan|between)";

/** Milliseconds since midnight; undefined if the time does not exist. 24:00 is the day's end. */
function clock(
  hour: string | undefined,
  minute: string | undefined,
  half: string | undefined,
): number | undefined {
  const [h, m] = [Number(hour), Number(minute ?? "0")];
  if (m > 59 || h > 24 || (h === 24 && m > 0)) return undefined;
  if (half === undefined) return h * HOUR + m * MINUTE;
  if (h < 1 || h > 12) return undefined;
  return ((h % 12) + (/^[pe]/i.test(half) ? 12 : 0)) * HOUR + m * MINUTE;
}

/** A range; "2-3pm" says its half of the day once, "22-02" ends the day after. */
function range({ hour, minute, half, toHour, toMinute, toHalf }: Groups): NamedTimes | undefined {
  const end = clock(toHour, toMinute, toHalf);
  const sameHalf = half ?? (Number(hour) <= 12 && Number(hour) > 0 ? toHalf : undefined);
  const start = clock(hour, minute, sameHalf);
  if (start === undefined || end === undefined || start >= DAY_MS) return undefined;
  // "11-1pm" begins in the morning.
  const begun = start > end && half === undefined && toHalf !== undefined ? start - 12 * HOUR : start;
  return { start: begun, end: end > begun ? end : end + DAY_MS };
}

function single({ hour, minute, half }: Groups): NamedTimes | undefined {
  const start = clock(hour, minute, half);
  return start === undefined || start >= DAY_MS ? undefined : { start, end: null };
}

/** A spoken time, as minutes after an hour of twelve. */
function spoken(hour: string, minutes: number): NamedTimes {
  const time = (numberOf(hour) % 12) * HOUR + minutes * MINUTE;
  const positive = time < 0 ? time + 12 * HOUR : time;
  return { start: positive < EARLIEST_SPOKEN ? positive + 12 * HOUR : positive, end: null };
}

const always = (start: number) => (): NamedTimes => ({ start, end: null });

interface TimePhrase {
  readonly pattern: RegExp;
  readonly needsAnchor?: boolean;
  readonly read: (groups: Groups) => NamedTimes | undefined;
}

const TIME_PHRASES: readonly TimePhrase[] = [
  {
    pattern: phrase(`${CLOCK} ${DIGITS}(?:{dash}| till | to | until | och | and )(?:kl\\.? )?${TO_DIGITS}`),
    read: range,
  },
  {
    pattern: phrase(
      "(?<hour>\\d{1,2})[.:](?<minute>\\d\\d) ?(?<half>{half})?(?:{dash}| till | to | until )(?:kl\\.? )?(?<toHour>\\d{1,2})(?:[.:](?<toMinute>\\d\\d))? ?(?<toHalf>{half})?",
    ),
    read: range,
  },
  {
    pattern: phrase(
      "(?<hour>\\d{1,2})(?:[.:](?<minute>\\d\\d))? ?(?<half>{half})?(?:{dash}| to | until )(?<toHour>\\d{1,2})(?:[.:](?<toMinute>\\d\\d))? ?(?<toHalf>{half})",
    ),
    read: range,
  },
  { pattern: phrase(`${DIGITS}(?:{dash}| till )${TO_DIGITS}`), needsAnchor: true, read: range },
  { pattern: phrase("(?:at |vid |kl )?(?:noon|midday)|mitt på dagen"), read: always(12 * HOUR) },
  { pattern: phrase("(?:at |vid )?(?:midnight|midnatt)"), read: always(0) },
  {
    pattern: phrase("(?:kl\\.? |klockan )?halv (?<spoken>{hour})"),
    read: ({ spoken: hour = "" }) => spoken(hour, -30),
  },
  {
    pattern: phrase("(?:at )?half (?:past )?(?<spoken>{hour})"),
    read: ({ spoken: hour = "" }) => spoken(hour, 30),
  },
  {
    pattern: phrase(
      "(?:kl\\.? |at )?(?:(?:a )?(?<quarter>kvart|quarter)|(?<count>fem|tio|tjugo|five|ten|twenty)) (?<way>i|över|to|past) (?<spoken>{hour})",
    ),
    read: ({ quarter, count = "", way = "", spoken: hour = "" }) => {
      const minutes = quarter === undefined ? numberOf(count) : 15;
      return spoken(hour, /^(?:i|to)$/i.test(way) ? -minutes : minutes);
    },
  },
  {
    pattern: phrase(`(?:kl\\.?|klockan|at|@) ?(?<hour>\\d{1,2})(?:[.:](?<minute>\\d\\d))? ?(?<half>{half})?`),
    read: single,
  },
  { pattern: phrase("(?<hour>\\d{1,2})(?:[.:](?<minute>\\d\\d))? ?(?<half>{half})"), read: single },
  { pattern: phrase("(?<hour>\\d{1,2}):(?<minute>\\d\\d)"), read: single },
  { pattern: phrase("(?<hour>\\d{1,2})\\.(?<minute>\\d\\d)"), needsAnchor: true, read: single },
  {
    pattern: phrase("(?:at|klockan|kl\\.?) (?<spoken>{hour})"),
    read: ({ spoken: hour = "" }) => spoken(hour, 0),
  },
];

const EVENING = phrase("(?:på |i )?(?:kvällen|eftermiddagen)|(?:in |on )?the (?:evening|afternoon)|at night");
const MORNING = phrase("(?:på |i )?(?:morgonen|förmiddagen)|(?:in )?the morning");

const later = ({ start, end }: NamedTimes): NamedTimes => {
  if (start >= 12 * HOUR) return { start, end };
  return { start: start + 12 * HOUR, end: end === null ? null : end + 12 * HOUR };
};

/**
 * The time of day that the text names; undefined if none.
 * @param isEvening whether the day was named as an evening, so that "8" is 20:00
 */
export function takeTimes(text: TypedText, isEvening: boolean): NamedTimes | undefined {
  const evening = text.take(EVENING, "when", () => true) === true || isEvening;
  text.take(MORNING, "when", () => true);
  for (const { pattern, needsAnchor = false, read } of TIME_PHRASES) {
    const times = text.take(pattern, "when", read, needsAnchor);
    if (times !== undefined) return evening ? later(times) : times;
  }
  return undefined;
}

const BARE_HOUR = phrase("(?<hour>\\d{1,2})");

/** A lone number next to the named day: "på torsdag 12". */
export function takeBareHour(text: TypedText, isEvening: boolean): NamedTimes | undefined {
  const times = text.take(BARE_HOUR, "when", single, true);
  return times !== undefined && isEvening ? later(times) : times;
}
