import type { AnswerMode } from "@snart/calendar/booking/answer-mode.ts";
import type { BookingState, HandoverState } from "@snart/calendar/booking/facts.ts";
import type { WaitState } from "@snart/calendar/booking/waiting.ts";
import type { BookingId, CalendarId, HandoverId, Millis, ObjectId, PrincipalId, WaitId } from "./ids.ts";

// Bookings: who has what when, and the cells of time that guarantee that nobody else has it then.

/**
 * A cell of time of an account that is taken (docs/architecture.md, decision 18). There is at most one claim for each cell of a
 * unit, whoever writes it: that is the primary key.
 */
export interface Claim {
  /** A bookable, or a person who can be booked. */
  readonly accountId: PrincipalId;
  /** Which of several equal things; 0 for the first. */
  readonly unit: number;
  /** The number of the cell since 1970, in UTC; its width is the account's, and never changes. */
  readonly cell: number;
  /** Whose the cell is; of a hold too. */
  readonly bookingId: BookingId;
  /** A hold counts for nothing from here on; null: it lasts as long as its booking. */
  readonly expiresAt: Millis | null;
}

/** One booking of one bookable; of a series, one date. It outlives its event, as limits may count what was given up. */
export interface Booking {
  readonly id: BookingId;
  /** The bookable. */
  readonly accountId: PrincipalId;
  /** Which of several equal things it keeps for its whole length; 0 for the first. */
  readonly unit: number;
  /** `app/transitions.ts` says what may follow what. */
  readonly state: BookingState;
  /** As it was booked; the claims reach outwards to whole cells. */
  readonly startsAt: Millis;
  /** Exclusive. */
  readonly endsAt: Millis;
  /** The household or the person whose limits count it; null: nobody's, as what the managers enter. */
  readonly partyId: PrincipalId | null;
  /** Who made it. */
  readonly bookedBy: PrincipalId;
  /** The version of the rules by which it was judged; 0: by none. */
  readonly rulesVersion: number;
  /** The client's key: a request that is repeated makes no second booking. Null: without. */
  readonly key: string | null;
  /** Its event in the bookable's calendar; null: a hold, or it is gone. */
  readonly objectId: ObjectId | null;
  /** Which date of a series, as `RECURRENCE-ID` in UTC; null: the event is single. */
  readonly recurrenceId: Millis | null;
  /** A hold or an unanswered request counts for nothing from here on; null: it lasts. */
  readonly expiresAt: Millis | null;
  readonly createdAt: Millis;
  /** When its state or time changed last. */
  readonly changedAt: Millis;
}

/** What a bookable is, beside its principal. */
export interface Bookable {
  readonly accountId: PrincipalId;
  /** RFC 5545 §3.2.3, `CUTYPE`: somewhere to be, or something to use. */
  readonly type: "ROOM" | "RESOURCE";
  /** The group that manages it. */
  readonly managersId: PrincipalId;
  /** Limits count over all bookables of a label. */
  readonly labels: readonly string[];
  readonly description: string;
  /** Where it is, in the words of its house. */
  readonly place: string;
  /** How many people it has room for; null: it doesn't say. */
  readonly capacity: number | null;
  /** What it has (a screen, a hearing loop), in the words of its house: no two that differ in case alone. */
  readonly equipment: readonly string[];
  /** What it answers to invitations, by itself. */
  readonly answerMode: AnswerMode;
}

/** One version of a bookable's rules. */
export interface BookingRulesVersion {
  readonly accountId: PrincipalId;
  /** From 1, without gaps. */
  readonly version: number;
  /** As `calendar/booking` reads them. */
  readonly rules: unknown;
  readonly createdAt: Millis;
  readonly createdBy: PrincipalId;
}

/** A screen at a door or on a wall, which shows some bookables to whoever stands before it, by a secret link. */
export interface Display {
  readonly id: string;
  /** What its managers call it, such as the door that it hangs by. */
  readonly name: string;
  /** Of the secret in its link, which is stored nowhere. */
  readonly tokenHash: string;
  /** What it shows, in this order; it can do nothing with any other. */
  readonly bookableIds: readonly PrincipalId[];
  /** The calendars that a wall shows, in this order, as far as who made its link may read them; null: it shows bookables. */
  readonly calendarIds: readonly CalendarId[] | null;
  /** Whether a wall tells what is private in calendars of who made its link. */
  readonly showsPrivate: boolean;
  /** Who made its link. */
  readonly createdBy: PrincipalId;
  readonly createdAt: Millis;
  /** When it asked last, within some minutes; null: never. */
  readonly seenAt: Millis | null;
}

/** How often somebody was refused a booking in one month for one reason: the number alone, not the times that were wished for. */
export interface BookingRefusal {
  /** The bookable. */
  readonly accountId: PrincipalId;
  /** The household or the person for whom it was tried. */
  readonly partyId: PrincipalId;
  /** `2026-10`, by the clocks of the bookable. */
  readonly month: string;
  /** The first reason of the verdict: its kind, of a limit with its period. */
  readonly reason: string;
  /** How often. */
  readonly times: number;
}

/** That a party has accepted a version of the house rules of a bookable: it is asked once for each. */
export interface RulesAcceptance {
  /** The bookable. */
  readonly accountId: PrincipalId;
  /** The household or the person for whom it was accepted. */
  readonly partyId: PrincipalId;
  /** The version of the house rules, as its managers count them. */
  readonly version: number;
  /** Whoever accepted it; the household itself at a door, where nobody is signed in. */
  readonly acceptedBy: PrincipalId;
  /** The first time. */
  readonly acceptedAt: Millis;
}

/** A party's place in the line for a time that somebody else has. */
export interface BookingWait {
  readonly id: WaitId;
  /** The bookable. */
  readonly accountId: PrincipalId;
  /** `app/transitions.ts` says what may follow what. */
  readonly state: WaitState;
  /** The time that is waited for. */
  readonly startsAt: Millis;
  /** Exclusive. */
  readonly endsAt: Millis;
  /** The household or the person. */
  readonly partyId: PrincipalId;
  /** Who asked for it. */
  readonly askedBy: PrincipalId;
  /** The version of the house rules that was accepted. */
  readonly acceptedRules: number | null;
  /** The hold that an offer keeps the time by; null: no offer, or one to everybody who waits, of whom the first to book has it. */
  readonly holdId: BookingId | null;
  /** Until when an offer can be taken; null: there is none. Exclusive. */
  readonly expiresAt: Millis | null;
  /** Its place: who asked first stands first. */
  readonly createdAt: Millis;
  /** When its state changed last. */
  readonly changedAt: Millis;
}

/** The question whether a party takes a booking over, or gives one of its own for it. Until it is answered nothing changes. */
export interface BookingHandover {
  readonly id: HandoverId;
  /** `app/transitions.ts` says what may follow what. */
  readonly state: HandoverState;
  /** What is to be handed over. */
  readonly bookingId: BookingId;
  /** The booking's `changedAt` when it was asked: of one that has changed since, nothing is handed over. */
  readonly bookingChangedAt: Millis;
  /** The booking that is given for it; null: none, it is no swap. */
  readonly returnId: BookingId | null;
  /** The `changedAt` of that one; null: there is none. */
  readonly returnChangedAt: Millis | null;
  /** The household or person whose the booking is. */
  readonly fromId: PrincipalId;
  /** Who is asked. */
  readonly toId: PrincipalId;
  /** Whoever asked for `fromId`. */
  readonly askedBy: PrincipalId;
  /** The version of the house rules that they have accepted, for what they get in a swap. */
  readonly acceptedRules: number | null;
  /** It is the time that was asked for, whoever has it: who that is, is not told before they accept. */
  readonly isByTime: boolean;
  /** Not past the start of what is handed over. Exclusive. */
  readonly expiresAt: Millis;
  readonly createdAt: Millis;
  /** When its state changed last. */
  readonly changedAt: Millis;
}
