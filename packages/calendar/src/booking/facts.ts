import type { Instant } from "../time/instant.ts";

/** What keeps a unit from others; `end` is exclusive. Stored as cells, read back as times of whole cells. */
export interface Claim {
  /** 0 … units − 1 */
  readonly unit: number;
  readonly start: Instant;
  readonly end: Instant;
  /** of whose booking or hold it is */
  readonly booking: string;
  /** a hold, an offer or an unconfirmed booking: it is nothing any more from this moment on */
  readonly expires?: Instant;
}

/**
 * Where a booking stands (docs/glossary.md). `refused`: by a manager. `lapsed`: nobody answered or confirmed in time.
 * `released`: nobody came. `cancelledLate`: past the deadline. `handedOver`: somebody else has it now, as a booking of their own.
 */
export type BookingState =
  | "hold"
  | "requested"
  | "confirmed"
  | "inUse"
  | "done"
  | "refused"
  | "lapsed"
  | "released"
  | "cancelled"
  | "cancelledLate"
  | "handedOver";

/**
 * Where the question stands whether somebody takes a booking over. `withdrawn`: by who asked. `lapsed`: nobody answered in time. `void`: a
 * booking that it is about is not any more what it was when it was asked.
 */
export type HandoverState = "asked" | "accepted" | "declined" | "withdrawn" | "lapsed" | "void";

/** Whether a booking is to take place or does: its time is claimed, and nobody else gets it. */
export const isStanding = (state: BookingState): boolean =>
  state === "requested" || state === "confirmed" || state === "inUse";

/** One booking of the party, of this or another bookable; `end` is exclusive and as it was booked. */
export interface OwnBooking {
  readonly id: string;
  readonly bookable: string;
  /** the labels of its bookable */
  readonly labels: readonly string[];
  readonly start: Instant;
  readonly end: Instant;
  /** when it was booked */
  readonly booked: Instant;
  readonly state: BookingState;
  readonly expires?: Instant;
}

/** A source of the facts, and how far it can be believed. Anything but `fresh` refuses. */
export interface SourceHealth {
  /** as its owner knows it */
  readonly name: string;
  readonly health: "fresh" | "stale" | "unreadable" | "truncated";
  /** since when it could not be read */
  readonly since?: Instant;
}

/** Who books: `party` is the household, or the person where there is none. */
export interface Asker {
  readonly party: string;
  readonly groups: readonly string[];
  /** a manager of the bookable */
  readonly manages: boolean;
  /** the version of the house rules that was accepted last */
  readonly acceptedRules?: number;
}

/**
 * Everything that a verdict is about besides rules, wish and time. In no order. Whoever gathers them says how far they
 * reach: what a verdict would need beyond that counts as unknown, and refuses.
 */
export interface Facts {
  readonly bookable: string;
  /** of the bookable */
  readonly labels: readonly string[];
  readonly asker: Asker;
  /** every claim on the bookable that touches the time from `claimsFrom` to `claimsTo` (exclusive) */
  readonly claims: readonly Claim[];
  readonly claimsFrom: Instant;
  readonly claimsTo: Instant;
  /** the party's bookings that end after `bookingsFrom`, of every bookable that a limit or a chain counts */
  readonly bookings: readonly OwnBooking[];
  readonly bookingsFrom: Instant;
  /** times in which the party may not book; `to` is exclusive */
  readonly pauses: readonly { readonly from: Instant; readonly to: Instant }[];
  readonly sources: readonly SourceHealth[];
  /** periods by lot (day numbers, `to` exclusive) for which wishes have closed, and that are not drawn yet; none if absent */
  readonly undrawn?: readonly { readonly from: number; readonly to: number }[];
}

/** A time that somebody would like; `end` is exclusive. */
export interface Wish {
  readonly start: Instant;
  readonly end: Instant;
  /** the booking that this one moves, lengthens or is exchanged for: it neither stands in the way nor counts */
  readonly instead?: string;
  /** the party's own hold on this time */
  readonly hold?: string;
  /** a certain one of equal things */
  readonly unit?: number;
  readonly isSeries?: boolean;
  /** somebody else has this very time, which their coming later may have shortened: the plan and the least length were asked of it then */
  readonly isTakenOver?: boolean;
  /** it is wished for in a draw: that its time is drawn, or opens later for others, is no reason */
  readonly isDrawn?: boolean;
  /** a manager's wish to pass the rules by; what is taken stays taken */
  readonly isOutsideRules?: boolean;
}

/** Whether a booking is one that never took place, and left no trace in any limit. */
export const isUndone = (state: BookingState): boolean =>
  state === "cancelled" || state === "refused" || state === "lapsed" || state === "handedOver";

/** In these a booking keeps time of its thing from others, or did. */
export const CLAIMING: readonly BookingState[] = ["hold", "requested", "confirmed", "inUse", "done"];

/** In these it can count in a limit. */
export const COUNTING: readonly BookingState[] = [...CLAIMING, "released", "cancelledLate"];

/** The bookings that a wish does not have to respect. */
export const isOwnOf = ({ instead, hold }: Wish, booking: string): boolean =>
  (instead !== undefined && booking === instead) || (hold !== undefined && booking === hold);
