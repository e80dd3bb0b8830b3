import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import type { Groups, Row } from "./rows.ts";
import { numberOf, phrase } from "./words.ts";

/**
 * What hours people mean, decided once for every place that reads a time:
 *
 * | written | meant |
 * |---|---|
 * | am, pm, fm, em | as written |
 * | 13–24, or a leading zero (07:30, 0930) | the 24-hour clock |
 * | 1–6 ("at 1", "5.30", "halv tre", "five") | the afternoon: 13:00–18:59 |
 * | 7–12 | as written; in an evening, or with dinner, a party, a concert, 7–11 is 19:00–23:00 |
 * | 1–6 in a morning, at breakfast, or of a train, bus or flight | as written |
 * | spoken with a fraction before 7:00 ("halv sju", "half six") | the afternoon, as above |
 * | an end before its start ("9-5", "11-1") | twelve hours later, if it then fits the same day; else the next day |
 * | "22-06", "10pm-6am" | until the next day |
 * | midnight | the end of the day |
 *
 * Parts of the day without an hour: morning, förmiddag 9–12 (Swedish morgon 7–9), lunchtime 12–13, afternoon 13–17,
 * evening 18–21, night 22–06.
 */
export type DayPart = "earlyMorning" | "morning" | "forenoon" | "lunch" | "afternoon" | "evening" | "night";

/** Milliseconds since midnight; the end is exclusive and may be past midnight. */
export const PARTS: Readonly<Record<DayPart, readonly [start: number, end: number]>> = {
  earlyMorning: [7 * HOUR, 9 * HOUR],
  morning: [9 * HOUR, 12 * HOUR],
  forenoon: [9 * HOUR, 12 * HOUR],
  lunch: [12 * HOUR, 13 * HOUR],
  afternoon: [13 * HOUR, 17 * HOUR],
  evening: [18 * HOUR, 21 * HOUR],
  night: [22 * HOUR, 30 * HOUR],
};

/** One time as it is written: of the 24-hour clock, or of twelve hours of which the half is to be found out. */
interface Written {
  readonly time: number;
  readonly isSure: boolean;
}

/** A time of day, or from one to another. */
export interface NamedClock {
  readonly start: Written;
  readonly end: Written | null;
}

/** Which half of the day the rest of the line speaks of. */
export interface HalfOfDay {
  readonly isMorning: boolean;
  readonly isEvening: boolean;
}

/** Times of day in milliseconds since midnight; `end` is exclusive and may be past midnight. */
export interface NamedTimes {
  readonly start: number;
  readonly end: number | null;
}

const HALF_DAY = 12 * HOUR;
const WHOLE_DAY = 24 * HOUR;
/** Hours before this mean the afternoon: nobody meets at "halv tre" at night. */
const EARLIEST = 7 * HOUR;

const DIGITS = "(?<hour>\\d{1,2})(?:[.:](?<minute>\\d\\d))? ?(?<half>{half})?";
const TO_DIGITS = "(?<toHour>\\d{1,2})(?:[.:](?<toMinute>\\d\\d))? ?(?:(?<toHalf>{half})|(?<noon>noon))?";
const LEAD =
  "(?:kl\\.?|klockan|at|@|vid|från kl\\.?|from|från|mellan|between|around|about|ca\\.?|cirka|runt|omkring|by|circa)";
const TO = "(?:{dash}|\\s*(?:kl\\.?)?\\s*till | to | until | till kl\\.? )";

function written(hour = "", minute = "0", half?: string): Written | undefined {
  const [h, m] = [Number(hour), Number(minute)];
  if (m > 59 || h > 24 || (h === 24 && m > 0)) return undefined;
  if (half === undefined)
    return {
      time: h * HOUR + m * MINUTE,
      isSure: h > 12 || h === 0 || (hour.length > 1 && hour.startsWith("0")),
    };
  if (h < 1 || h > 12) return undefined;
  return { time: ((h % 12) + (/^[pe]/i.test(half) ? 12 : 0)) * HOUR + m * MINUTE, isSure: true };
}

function range({ hour, minute, half, toHour, toMinute, toHalf, noon }: Groups): NamedClock | undefined {
  const end = written(toHour, toMinute, noon === undefined ? toHalf : "pm");
  const start = written(hour, minute, half ?? (Number(hour) <= 12 && Number(hour) > 0 ? toHalf : undefined));
  if (start === undefined || end === undefined || start.time >= WHOLE_DAY) return undefined;
  // "11-1pm" begins in the morning.
  const isEarlier = half === undefined && toHalf !== undefined && start.time > end.time;
  return { start: isEarlier ? { ...start, time: start.time - HALF_DAY } : start, end };
}

function single({ hour, minute, half }: Groups): NamedClock | undefined {
  const start = written(hour, minute, half);
  return start === undefined || start.time >= WHOLE_DAY ? undefined : { start, end: null };
}

/** A spoken time, as minutes before or after an hour of twelve. */
function spoken(hour: string, minutes: number): NamedClock {
  const time = (numberOf(hour) % 12) * HOUR + minutes * MINUTE;
  return { start: { time: time < 0 ? time + HALF_DAY : time, isSure: false }, end: null };
}

const sure = (start: number) => (): NamedClock => ({ start: { time: start, isSure: true }, end: null });

/** "tretiden", "femtiden" */
const hourOfTiden = (word: string): string => word.replace(/-?tiden$/i, "");

type ClockRow = Row<NamedClock>;

const row = (source: string, read: ClockRow["read"], needs?: ClockRow["needs"]): ClockRow => ({
  pattern: phrase(source),
  read,
  ...(needs && { needs }),
});
const MINUTES = "(?:(?:a )?(?<quarter>kvart|quarter)|(?<count>fem|tio|tjugo|five|ten|twenty))";
const minutesOf = ({ quarter, count = "" }: Groups): number => (quarter === undefined ? numberOf(count) : 15);
const HOUR_WORD = "(?:(?<spoken>{hour})|(?<digits>1[0-2]|[1-9])(?![.:]\\d))(?: o['’]?clock)?";
const hourOf = ({ spoken: word, digits }: Groups): string => word ?? digits ?? "";

export const CLOCK_ROWS: readonly ClockRow[] = [
  row(`(?:mellan|between) (?:kl\\.? )?${DIGITS} (?:och|and) ${TO_DIGITS}`, range),
  row(`(?:at )?(?:noon|midday)${TO}${TO_DIGITS}`, (groups) => range({ ...groups, hour: "12", half: "pm" })),
  row(`${LEAD} ${DIGITS}${TO}(?:kl\\.? )?${TO_DIGITS}`, range),
  row(`(?<hour>\\d{1,2})(?:[.:](?<minute>\\d\\d)) ?(?<half>{half})?${TO}(?:kl\\.? )?${TO_DIGITS}`, range),
  row(`(?<hour>\\d{1,2}) ?(?<half>{half})${TO}${TO_DIGITS}`, range),
  row(
    `(?<hour>\\d{1,2}) ?(?:{dash}| to | until | till )(?:(?<toHour>\\d{1,2})[.:](?<toMinute>\\d\\d) ?(?<toHalf>{half})?|(?<toHourOnly>\\d{1,2}) ?(?<toHalfOnly>{half}))`,
    (groups) =>
      range({
        ...groups,
        toHour: groups["toHour"] ?? groups["toHourOnly"],
        toHalf: groups["toHalf"] ?? groups["toHalfOnly"],
      }),
  ),
  row(`(?<hour>\\d{1,2})(?:{dash}| till | to )(?<toHour>\\d{1,2})`, range, "end"),
  row(`(?<hour>\\d{2})(?<minute>\\d\\d){dash}(?<toHour>\\d{2})(?<toMinute>\\d\\d)`, range, "beside"),
  row(`(?:${LEAD} )?(?:from )?${DIGITS}(?:{dash}| till | to )?(?:-| )?(?:sent|late|framåt kvällen)`, single),
  row(`${DIGITS}(?:{dash}| till | to | until )noon`, (groups) => range({ ...groups, toHour: "12" })),
  row("(?<hour>1[3-9]|2[0-3]|0\\d) ?h(?: ?(?<minute>[0-5]\\d))?", single),
  row("(?:at |vid |kl )?(?:12 )?(?:noon|midday)|mitt på dagen", sure(HALF_DAY)),
  row("(?:at |vid )?(?:midnight|midnatt)", sure(WHOLE_DAY)),
  row(
    "(?:kl\\.? |klockan |vid |at )?(?<count>fem|tio) (?<way>i|över) halv (?<spoken>{hour})",
    ({ count = "", way, spoken: hour = "" }) =>
      spoken(hour, -30 + (way?.toLowerCase() === "i" ? -1 : 1) * numberOf(count)),
  ),
  row(`(?:kl\\.? |klockan |vid )?halv ${HOUR_WORD}`, (groups) => spoken(hourOf(groups), -30)),
  row(`(?:at )?half (?:past )?${HOUR_WORD}`, (groups) => spoken(hourOf(groups), 30)),
  row(`(?:kl\\.? |klockan |vid |at )?${MINUTES} (?<way>i|över|to|past) ${HOUR_WORD}`, (groups) =>
    spoken(hourOf(groups), (/^(?:i|to)$/i.test(groups["way"] ?? "") ? -1 : 1) * minutesOf(groups)),
  ),
  row(`${LEAD} ?${DIGITS}(?:-?ish| o['’]?clock| prick| sharp| tiden|-tiden)?`, single),
  row("(?<hour>\\d{1,2})(?:[.:](?<minute>\\d\\d))? ?(?<half>{half})(?: sharp)?", single),
  row("(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?: sharp| prick)?", single),
  row("(?<hour>\\d{1,2}) ?(?:h|ish| o['’]?clock|-tiden)(?: ?(?<minute>[0-5]\\d))?", single, "beside"),
  row("(?<hour>\\d{1,2})\\.(?<minute>\\d\\d)(?: sharp| prick)?", single, "end"),
  row("(?:kl\\.? |klockan |at )(?<hour>\\d{2})(?<minute>\\d\\d)", single),
  row("(?!19|20)(?<hour>\\d{2})(?<minute>\\d\\d)", single, "beside"),
  // "Budget 2027 on Thursday" is a year.
  row("(?<hour>19|20)(?<minute>\\d\\d)", single, "afterDay"),
  row(
    "(?:vid |ca |runt )?(?<tiden>(?:ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio|elva|tolv|\\d{1,2})-?tiden)",
    ({ tiden = "" }) => {
      const hour = numberOf(hourOfTiden(tiden));
      return hour <= 24 ? single({ hour: String(hour) }) : undefined;
    },
  ),
  row(`(?:at|klockan|kl\\.?|around|about|vid) (?<spoken>{hour})(?: o['’]?clock)?`, ({ spoken: hour = "" }) =>
    spoken(hour, 0),
  ),
  row("(?<spoken>{hour}) o['’]?clock", ({ spoken: hour = "" }) => spoken(hour, 0)),
];

/** A lone number next to a named day: "på torsdag 12". */
export const BARE_HOUR: ClockRow = row(
  "(?<![\\d][:/.,–-])(?<hour>\\d{1,2})(?![:/.,–-]\\d)",
  single,
  "beside",
);

/** The times that are meant, by the table above. */
export function timesOf({ start, end }: NamedClock, half: HalfOfDay): NamedTimes {
  // "6-14" is the 24-hour clock.
  const is24 = end?.isSure === true && end.time > HALF_DAY && end.time < WHOLE_DAY && !start.isSure;
  const from = start.isSure || is24 ? start.time : meant(start.time, half);
  if (end === null) return { start: from, end: null };
  if (end.time > from) return { start: from, end: end.time };
  const later = end.time + HALF_DAY;
  const isLater = !end.isSure && end.time <= HALF_DAY && later > from;
  return { start: from, end: isLater ? later : end.time + WHOLE_DAY };
}

function meant(time: number, { isMorning, isEvening }: HalfOfDay): number {
  if (time >= HALF_DAY) return time;
  if (isEvening) return time + HALF_DAY;
  return time < EARLIEST && !isMorning ? time + HALF_DAY : time;
}
