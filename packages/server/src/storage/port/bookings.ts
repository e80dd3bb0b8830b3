import type { BookingState } from "@snart/calendar/booking/facts.ts";
import type {
  Bookable,
  Booking,
  BookingHandover,
  BookingRefusal,
  BookingRulesVersion,
  BookingWait,
  Claim,
  Display,
  RulesAcceptance,
} from "../records/bookings.ts";
import type { BookingId, HandoverId, Millis, ObjectId, PrincipalId, WaitId } from "../records/ids.ts";

/** A piece of time; the end is exclusive. */
export interface BookingRange {
  readonly start: Millis;
  readonly end: Millis;
}

/** The cells of an account that are asked about; the last one is exclusive. */
export interface CellRange {
  readonly from: number;
  readonly until: number;
}

export interface ClaimReads {
  /** The claims of an account that count at `now`, by unit and cell. */
  inRange(accountId: PrincipalId, cells: CellRange, now: Millis): Promise<readonly Claim[]>;
  ofBooking(id: BookingId): Promise<readonly Claim[]>;
}

export interface ClaimWrites {
  /**
   * Takes cells of one account, all or none. A hold that has expired gives way, and so do claims of the same booking. The
   * account is locked, so that others wait instead of meeting; without the lock the primary key refuses them all the same.
   * @returns the bookings that have some of the cells; none: they are taken
   */
  take(claims: readonly Claim[], now: Millis): Promise<readonly BookingId[]>;
  /** Frees the cells of a booking; with `cells`, only those. @returns how many */
  release(id: BookingId, cells?: CellRange): Promise<number>;
  /** Removes holds that have expired: they count for nothing, and take room. @returns how many */
  removeExpired(now: Millis, limit: number): Promise<number>;
}

export interface BookingReads {
  byId(id: BookingId): Promise<Booking | undefined>;
  /** The booking that a client made with this key. */
  byKey(bookedBy: PrincipalId, key: string): Promise<Booking | undefined>;
  /** The bookings that an event makes, by start. */
  ofObject(id: ObjectId): Promise<readonly Booking[]>;
  /** Those of a bookable that overlap a piece of time, by start; in these states, if given. */
  inRange(
    accountId: PrincipalId,
    range: BookingRange,
    states?: readonly BookingState[],
  ): Promise<readonly Booking[]>;
  /** The same of several bookables, by start. */
  inRangeOf(
    accountIds: readonly PrincipalId[],
    range: BookingRange,
    states: readonly BookingState[],
  ): Promise<readonly Booking[]>;
  /** Those of a household or person over all bookables that end after `since`, by start; in these states, if given. */
  ofParty(partyId: PrincipalId, since: Millis, states?: readonly BookingState[]): Promise<readonly Booking[]>;
  /** Those of all bookables that are in a state and begin from `start` on, before `end`; by start. */
  beginning(state: BookingState, range: BookingRange): Promise<readonly Booking[]>;
}

export interface BookingWrites {
  /** @returns whether it was written; not: its maker has a booking with this key */
  insert(booking: Booking): Promise<"inserted" | "duplicate">;
  update(id: BookingId, fields: Partial<Booking>): Promise<void>;
}

export interface BookableReads {
  byId(accountId: PrincipalId): Promise<Bookable | undefined>;
  /** All, by id. */
  list(): Promise<readonly Bookable[]>;
}

export interface BookableWrites {
  insert(bookable: Bookable): Promise<void>;
  update(accountId: PrincipalId, fields: Partial<Bookable>): Promise<void>;
}

export interface BookingRulesReads {
  /** The newest version; undefined: the bookable has none. */
  current(accountId: PrincipalId): Promise<BookingRulesVersion | undefined>;
  /** The newest version of every bookable that has one, by bookable. */
  allCurrent(): Promise<readonly BookingRulesVersion[]>;
  version(accountId: PrincipalId, version: number): Promise<BookingRulesVersion | undefined>;
}

export interface BookingRulesWrites {
  /** @returns whether it was written; not: somebody has written this version */
  append(version: BookingRulesVersion): Promise<"inserted" | "duplicate">;
}

export interface RulesAcceptanceReads {
  /** By party, bookable and version. */
  ofParties(partyIds: readonly PrincipalId[]): Promise<readonly RulesAcceptance[]>;
  /** By party and version. */
  ofBookable(accountId: PrincipalId): Promise<readonly RulesAcceptance[]>;
}
export interface RulesAcceptanceWrites {
  /** Keeps the first of a party and version. */
  insert(acceptance: RulesAcceptance): Promise<void>;
  /** Removes what a party has accepted, or what was accepted of a bookable. */
  remove(id: PrincipalId): Promise<void>;
}

export interface BookingRefusalReads {
  /** By party and reason. */
  ofMonth(accountId: PrincipalId, month: string): Promise<readonly BookingRefusal[]>;
  /** Those of everything together, by reason. */
  sumOfMonth(month: string): Promise<readonly Pick<BookingRefusal, "reason" | "times">[]>;
}

export interface BookingRefusalWrites {
  /** So many more of these, none of them twice. Others count too, so let all count in one order. */
  count(refusals: readonly BookingRefusal[]): Promise<void>;
  /** Forgets about `limit` counts of the months before `month`. @returns how many */
  forget(month: string, limit: number): Promise<number>;
}

export interface BookingWaitReads {
  byId(id: WaitId): Promise<BookingWait | undefined>;
  /** Those in line for times of a bookable that overlap a piece of time, by their place: who asked first stands first. */
  inLine(accountId: PrincipalId, range: BookingRange): Promise<readonly BookingWait[]>;
  /** Those of a household or person that are in line for times that end after `since`, by start. */
  ofParty(partyId: PrincipalId, since: Millis): Promise<readonly BookingWait[]>;
}

export interface BookingWaitWrites {
  insert(wait: BookingWait): Promise<void>;
  update(id: WaitId, fields: Partial<BookingWait>): Promise<void>;
  /** Forgets about `limit` that were for times that ended before. @returns how many */
  forget(before: Millis, limit: number): Promise<number>;
}

export interface BookingHandoverReads {
  byId(id: HandoverId): Promise<BookingHandover | undefined>;
  /** Those that a household or person has asked or is asked, and that are not answered nor over at `now`; by age. */
  ofParty(partyId: PrincipalId, now: Millis): Promise<readonly BookingHandover[]>;
}

export interface BookingHandoverWrites {
  insert(handover: BookingHandover): Promise<void>;
  update(id: HandoverId, fields: Partial<Pick<BookingHandover, "state" | "changedAt">>): Promise<void>;
  /** Forgets about `limit` that were over before. @returns how many */
  forget(before: Millis, limit: number): Promise<number>;
}

export interface DisplayReads {
  byId(id: string): Promise<Display | undefined>;
  byTokenHash(tokenHash: string): Promise<Display | undefined>;
  /** Oldest first. */
  list(): Promise<readonly Display[]>;
}

export interface DisplayWrites {
  insert(display: Display): Promise<void>;
  update(id: string, fields: Partial<Pick<Display, "name" | "bookableIds" | "seenAt">>): Promise<void>;
  /** @returns whether there was one */
  remove(id: string): Promise<boolean>;
}
