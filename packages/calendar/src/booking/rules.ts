import type { AlmanacRegion } from "../almanac/almanac-day.ts";

/** A day of the week as iCalendar abbreviates it, in small letters. */
export type DayName = "mo" | "tu" | "we" | "th" | "fr" | "sa" | "su";

/**
 * The kinds of day that rules name. `redDay`: a public holiday. `eve`: a day that the law treats as a Sunday (Christmas
 * Eve). `squeezeDay`: a single working day between days off. A day has one name and any of these kinds.
 */
export type DayKind = DayName | "redDay" | "eve" | "squeezeDay";

/** A length of time, ISO 8601: `P3M`, `P2W`, `P1D`, `PT90M`. Months and days go by the calendar, the rest is exact. */
export type SpanText = string;
/** A time of day, `07:00`; as an end also `24:00`. */
export type TimeText = string;
/** A date, `2026-12-24`. */
export type DateText = string;
/** A reading of the clocks, `2026-12-01T18:00`. */
export type DateTimeText = string;

/** A pass begins on its day; with `to` not later than `from` it ends on the next. */
export interface Pass {
  readonly from: TimeText;
  /** exclusive */
  readonly to: TimeText;
  readonly name?: string;
}

/** The passes of some kinds of day. A kind stands in one plan alone; a day without a plan has no passes. */
export interface SlotPlan {
  readonly days: readonly DayKind[];
  readonly passes: readonly Pass[];
}

/** Hours in which things are booked freely; `to` is exclusive, and not on the next day. */
export interface OpenHours {
  readonly days: readonly DayKind[];
  readonly from: TimeText;
  readonly to: TimeText;
}

/** When nobody can book: every week, or once. The reason is told to everybody. */
export type Maintenance =
  | {
      readonly days: readonly DayName[];
      readonly from: TimeText;
      /** exclusive; not later than `from` means the next day */
      readonly to: TimeText;
      readonly reason: string;
    }
  | { readonly start: DateTimeText; /** exclusive */ readonly end: DateTimeText; readonly reason: string };

/** How long one booking is. Each mode uses its own unit. */
export interface Lengths {
  /** `free`: the shortest and longest time */
  readonly min?: SpanText;
  readonly max?: SpanText;
  /** `slots`: passes in a row from any start, 1 if absent */
  readonly maxPasses?: number;
  /** `nights` */
  readonly minNights?: number;
  readonly maxNights?: number;
  /** the longest length does not hold for what is booked this short a time ahead */
  readonly exemptWithin?: SpanText;
}

/** Nights run from a check-in to a check-out and are counted by date. */
export interface Nights {
  readonly checkIn: TimeText;
  /** not later than `checkIn` */
  readonly checkOut: TimeText;
  /** days on which a stay may begin and end; absent: any */
  readonly arrivals?: readonly DayName[];
  readonly departures?: readonly DayName[];
  /** other such days for arrivals and departures on dates from `from` to `to`, both inclusive */
  readonly exceptions?: readonly {
    readonly from: DateText;
    readonly to: DateText;
    readonly arrivals?: readonly DayName[];
    readonly departures?: readonly DayName[];
  }[];
}

/** When times open: so long before, at that time of day if it is said; or all of the next month on one day. */
export type Opens =
  | { readonly before: SpanText; readonly at?: TimeText }
  | { readonly release: "monthly"; readonly day: number; readonly at: TimeText; readonly for: "nextMonth" };

/** The period in which a limit counts; `week` is ISO 8601's, `rolling:P30D` any thirty days in a row. */
export type LimitPeriod = "upcoming" | "day" | "week" | "month" | "year" | `rolling:${string}`;

/** The most that a household, or a person without one, may have. */
export interface Limit {
  readonly max: number;
  readonly of: "bookings" | "minutes" | "nights";
  readonly per: LimitPeriod;
  /** `this` bookable, or all that carry a label */
  readonly over: string;
  /** counts only what begins in this part of these days */
  readonly dayPart?: { readonly days: readonly DayKind[]; readonly from: TimeText; readonly to: TimeText };
  /** neither holds for nor counts what is booked this short a time ahead */
  readonly exemptWithin?: SpanText;
  /** whether a booking cancelled too late counts; not if absent. `upcoming` never counts one */
  readonly countsLateCancelled?: boolean;
  /** whether a booking released because nobody came counts; it does if absent. `upcoming` never counts one */
  readonly countsNoShow?: boolean;
}

/** What one party's bookings may be to each other. */
export interface Chain {
  /** passes, nights or bookings (in mode `free`) without a break */
  readonly maxInRow?: number;
  readonly minGapBetweenOwn?: SpanText;
  /** not at the same time as an own booking of a thing with this label */
  readonly notWhile?: string;
}

/** Until when cancelling is in time; `at` is a time of that day. `regret` runs from the booking. */
export interface CancelRule {
  readonly until: SpanText;
  readonly at?: TimeText;
  readonly regret?: SpanText;
}

/**
 * Times by lot: on dates from `from` (inclusive) to `to` (exclusive) nothing can be booked before they are drawn, which is when wishes
 * close.
 */
export interface DrawPeriod {
  /** what the house calls it: "Christmas" */
  readonly name?: string;
  readonly from: DateText;
  readonly to: DateText;
  readonly opens: DateTimeText;
  readonly closes: DateTimeText;
}

/**
 * How one thing is booked. Stored and sent as it is. `readRules` alone makes one of what comes from outside, `prepare`
 * makes of it what a verdict needs.
 */
export interface BookingRules {
  /** `slots`: passes of a plan; `free`: any times; `nights`: stays */
  readonly mode: "slots" | "free" | "nights";
  /** IANA name: the zone of every time of day and date here */
  readonly timeZone: string;
  /** the width of a claim; fixed for a bookable's life */
  readonly cellMinutes: 5 | 15 | 60;
  /** how many equal things there are (canoe 1–4) */
  readonly units: number;
  /** whose red days, eves and squeeze days count; absent: none */
  readonly almanac?: AlmanacRegion;
  /** `free`: absent means always */
  readonly open?: readonly OpenHours[];
  readonly maintenance?: readonly Maintenance[];
  readonly slotPlans?: readonly SlotPlan[];
  /** red days that no plan names: like Sundays, like their own weekday (if absent), or closed */
  readonly redDays?: "asSunday" | "asOwnDay" | "closed";
  readonly lengths?: Lengths;
  readonly nights?: Nights;
  /** time kept between two bookings, whosever they are */
  readonly gap?: SpanText;
  /** time that a booking's end may run over into the next; only shown */
  readonly tail?: SpanText;
  /** absent: everything up to the horizon of BOOKING_LIMITS is open */
  readonly opens?: Opens;
  /** whether `opens` looks at the start of a booking (if absent) or at its end */
  readonly measuredTo?: "start" | "end";
  /** so long before the start it is too late to book; nothing if absent */
  readonly closesBefore?: SpanText;
  readonly limits?: readonly Limit[];
  readonly chain?: Chain;
  /** who may book series: nobody if absent; `skipTaken` and `allOrNothing` let everybody */
  readonly recurring?: "no" | "managers" | "skipTaken" | "allOrNothing";
  readonly cancel?: CancelRule;
  /** a booking that is not confirmed so long before goes back to the pool */
  readonly confirmBy?: SpanText;
  readonly checkIn?: CheckIn;
  readonly approval?: "none" | "always" | "whenRuleBroken";
  readonly waitlist?: Waitlist;
  readonly draw?: Draw;
  /** ids of groups; absent: everybody who sees the bookable */
  readonly mayBook?: readonly string[];
  /** what others see of a booking; `busy` if absent */
  readonly sees?: "names" | "household" | "busy";
  readonly houseRules?: HouseRules;
}

/** Who does not come loses the rest of the time. */
export interface CheckIn {
  /** from how long before the start on */
  readonly from: SpanText;
  /** until how long after the start */
  readonly within: SpanText;
  readonly by: readonly ("door" | "display" | "phoneAtDoor" | "app")[];
  /** so many in so many days pause the party for so long */
  readonly noShows?: { readonly max: number; readonly days: number; readonly pause: SpanText };
}

export interface Waitlist {
  readonly offerFor: SpanText;
  /** so short a time ahead everybody who waits is asked at once */
  readonly allAtOnceWithin?: SpanText;
  /** no offers between these times */
  readonly quiet?: { readonly from: TimeText; readonly to: TimeText };
}

export interface Draw {
  readonly periods: readonly DrawPeriod[];
  readonly weight: "yearsSinceLast" | "equal";
  /** times that one party may wish for in one period, in order */
  readonly wishes: number;
}

export interface HouseRules {
  readonly text: { readonly en: string; readonly sv: string };
  /** 1 for the first; grows with each change that must be accepted anew */
  readonly version: number;
  readonly mustAccept: boolean;
}
