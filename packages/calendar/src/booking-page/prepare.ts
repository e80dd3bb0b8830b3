import { readDate } from "../booking/clock.ts";
import { DAY_NAMES } from "../booking/day-kinds.ts";
import { spanOf, timeOf } from "../booking/prepare.ts";
import { mostOf, type Span } from "../booking/span.ts";
import type { Minutes } from "../booking/times.ts";
import { DAY, MINUTE } from "../time/instant.ts";
import { ianaZone, type Zone } from "../time/zone.ts";
import type { DayHours, EventType, PageLimit, PageNights } from "./event-type.ts";
import { PAGE_LIMITS } from "./page-limits.ts";

const NONE: Span = { months: 0, days: 0, milliseconds: 0 };

/** An event type in the form in which verdicts need it: texts read, days looked up. Made once and used for many verdicts. */
export interface PreparedEventType {
  readonly type: EventType;
  readonly zone: Zone;
  /** milliseconds, the shortest first */
  readonly lengths: readonly number[];
  /** in minutes of the day, where nights are booked */
  readonly nights?: Pick<PageNights, "least" | "most"> & {
    readonly checkIn: number;
    readonly checkOut: number;
  };
  /** how long a time is at most, milliseconds */
  readonly longest: number;
  /** milliseconds */
  readonly every: number;
  readonly before: number;
  readonly after: number;
  readonly minNotice: Span;
  /** day numbers, both inclusive */
  readonly horizon: { readonly within: Span } | { readonly from: number; readonly until: number };
  readonly limits: readonly PageLimit[];
  readonly seats: number;
  /** hours of each weekday, Monday first, and of dates by their day number, in order; undefined: those of each host */
  readonly hours:
    | {
        readonly week: readonly (readonly Minutes[])[];
        readonly dates: ReadonlyMap<number, readonly Minutes[]>;
      }
    | undefined;
}

/** Prepares an event type that `readEventType` let through; an exception for others is a bug. */
export function prepareEventType(type: EventType): PreparedEventType {
  const zone = ianaZone(type.timeZone);
  if (!zone) throw new Error(`no zone ${type.timeZone}`);
  const { horizon, limits = [], nights, seats = 1 } = type;
  return {
    type,
    zone,
    lengths: lengthsOf(type),
    ...(nights && {
      nights: { ...nights, checkIn: timeOf(nights.checkIn), checkOut: timeOf(nights.checkOut) },
    }),
    longest: nights ? (nights.most + 1) * DAY : PAGE_LIMITS.mostLengthMinutes * MINUTE,
    every: exact(type.start.every),
    before: exact(type.before),
    after: exact(type.after),
    minNotice: spanOf(type.minNotice) ?? NONE,
    horizon:
      "within" in horizon
        ? { within: spanOf(horizon.within) ?? NONE }
        : { from: readDate(horizon.from) ?? 0, until: readDate(horizon.until) ?? 0 },
    limits,
    seats,
    hours: hoursOf(type),
  };
}

const exact = (text: string | undefined): number => mostOf(spanOf(text) ?? NONE);

/** How long a time of an event type can be, milliseconds, the shortest first: of times in a row, of each number of them. */
export const lengthsOf = ({ lengths, inRow = 1 }: EventType): readonly number[] =>
  lengths
    .map(exact)
    .flatMap((length) => Array.from({ length: inRow }, (_, at) => (at + 1) * length))
    .toSorted((a, b) => a - b);

function hoursOf({ schedule }: EventType): PreparedEventType["hours"] {
  if (schedule.of === "host") return undefined;
  const { hours, dates = [] } = schedule;
  return {
    week: DAY_NAMES.map((day) => inOrder(hours.filter(({ days }) => days.includes(day)))),
    dates: new Map(dates.map((each) => [readDate(each.date) ?? 0, inOrder(each.hours)])),
  };
}

const inOrder = (hours: readonly DayHours[]): readonly Minutes[] =>
  hours.map(({ from, to }) => ({ from: timeOf(from), to: timeOf(to) })).toSorted((a, b) => a.from - b.from);
