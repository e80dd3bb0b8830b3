import type { AnswerMode } from "../booking/answer-mode.ts";
import type { BookingState } from "../booking/facts.ts";
import type { Alternative } from "../booking/judge.ts";
import type { Reason } from "../booking/reason.ts";
import type { BookingRules } from "../booking/rules.ts";
import type { SlotState } from "../booking/slots.ts";
import type { UTCDateTime } from "../jscalendar/types.ts";

/** A Bookable (urn:snart:jmap): a thing that is booked by rules. */
export interface BookableRecord {
  readonly id: string;
  readonly name: string;
  readonly type: "ROOM" | "RESOURCE";
  /** by which it can be invited, besides `urn:uuid:` with its id; null: it has no mail address */
  readonly email: string | null;
  readonly description: string;
  readonly place: string;
  /** people that it has room for; null: it doesn't say */
  readonly capacity: number | null;
  /** what it has, in the words of its house */
  readonly equipment: readonly string[];
  /** limits count over all bookables of a label */
  readonly labels: readonly string[];
  /** the group that manages it */
  readonly managersId: string;
  readonly mayManage: boolean;
  /** what it answers to invitations by itself */
  readonly answerMode: AnswerMode;
  /** null: only its managers can book it */
  readonly rules: BookingRules | null;
  /** rises by one with each change of the rules */
  readonly rulesVersion: number;
  /** what the reader and their households have accepted of its house rules, by party: the newest version */
  readonly acceptances: Readonly<Record<string, { readonly version: number; readonly at: UTCDateTime }>>;
}

/** A Booking (urn:snart:jmap): one time of one bookable. */
export interface BookingRecord {
  readonly id: string;
  readonly bookableId: string;
  readonly start: UTCDateTime;
  /** exclusive */
  readonly end: UTCDateTime;
  readonly state: BookingState;
  /** the household or person for whom it is */
  readonly partyId: string | null;
  readonly bookedById: string;
  readonly unit: number;
  readonly rulesVersion: number;
  readonly createdAt: UTCDateTime;
  /** the last moment to cancel in time */
  readonly cancelUntil: UTCDateTime | null;
  /** until when its party has to confirm it, or it is given back (`Booking/confirm`); null: it has not */
  readonly confirmUntil: UTCDateTime | null;
  /** when one can say that one is here; null: without rules, or it is not confirmed */
  readonly checkIn: CheckInRecord | null;
}

/** The time of saying that one has come (`Booking/checkIn`). */
export interface CheckInRecord {
  readonly from: UTCDateTime;
  /** exclusive */
  readonly until: UTCDateTime;
  /** whoever does not come loses the rest of the time at `until` */
  readonly isNeeded: boolean;
  /** not only at the door */
  readonly isByApp: boolean;
  /** the code is asked for that the screen at the door shows */
  readonly isByCode: boolean;
}

/** A booking that waits for a manager of its bookable. */
export interface BookingRequestRecord {
  readonly bookingId: string;
  readonly bookableId: string;
  readonly bookableName: string;
  readonly start: UTCDateTime;
  /** exclusive */
  readonly end: UTCDateTime;
  /** the household or person for whom it is; null: they are gone */
  readonly partyName: string | null;
  readonly createdAt: UTCDateTime;
}

/** Why something cannot be booked; instants in it are milliseconds since 1970 in UTC. */
export interface RefusalRecord {
  readonly reasons: readonly Reason[];
  /** when this very wish can be booked, as far as is known now; absent: waiting does not help */
  readonly opensAt?: number;
  /** times near it that can be booked, the nearest first */
  readonly alternatives: readonly Alternative[];
  /** the place that one would have in the line for it, 1 for the first; absent: there is no line to join */
  readonly waitPlace?: number;
}

/** One of the bookings that a BookingHandover is about. */
export interface HandedBooking {
  readonly bookableId: string;
  readonly bookableName: string;
  readonly start: UTCDateTime;
  /** exclusive */
  readonly end: UTCDateTime;
}

/** A BookingHandover (urn:snart:jmap): the question whether somebody takes a booking over, or swaps one of their own for it. */
export interface BookingHandoverRecord {
  readonly id: string;
  /** one's own party has asked; else it is to answer */
  readonly isAsker: boolean;
  /** whose the booking is: what a household is called at its door, or a person's name */
  readonly fromName: string;
  /** who is asked; null: whoever has the time that is wished for in return */
  readonly toName: string | null;
  /** which of the asker's bookings; null for who is asked */
  readonly bookingId: string | null;
  /** what is handed over */
  readonly booking: HandedBooking;
  /** what is given for it; null: nothing */
  readonly inReturn: HandedBooking | null;
  /** until when it can be answered */
  readonly expiresAt: UTCDateTime;
  readonly createdAt: UTCDateTime;
}

/** Somebody who may take a booking over. */
export interface HandoverReceiver {
  readonly id: string;
  /** what a household is called at its door, or a person's name */
  readonly name: string;
}

/** A household that whoever manages a bookable may book it for (`Bookable/households`). */
export interface BookedForRecord {
  readonly id: string;
  readonly name: string;
}

/** A BookingWait (urn:snart:jmap): a place in the line for a time that others have. */
export interface BookingWaitRecord {
  readonly id: string;
  readonly bookableId: string;
  /** of an offer whose time has begun, where the rest of it does */
  readonly start: UTCDateTime;
  /** exclusive */
  readonly end: UTCDateTime;
  /** the household or person who waits */
  readonly partyId: string;
  readonly state: "waiting" | "offered";
  /** 1 for the first */
  readonly place: number;
  /** until when an offer can be taken; null: there is none */
  readonly offeredUntil: UTCDateTime | null;
  /** the offer keeps the time; else everybody who waits is asked, and the first to book has it */
  readonly isKept: boolean;
  readonly createdAt: UTCDateTime;
}

/** A Draw (urn:snart:jmap): a period of a bookable that is given out by lot (docs/draw.md). */
export interface DrawRecord {
  readonly id: string;
  readonly bookableId: string;
  /** what the house calls the period */
  readonly name: string | null;
  /** its first date */
  readonly from: string;
  /** the date after its last */
  readonly to: string;
  readonly opensAt: UTCDateTime;
  /** when wishes close, and it is drawn */
  readonly closesAt: UTCDateTime;
  /** `closed`: it is about to be drawn */
  readonly stage: "ahead" | "open" | "closed" | "drawn";
  readonly weight: "yearsSinceLast" | "equal";
  /** times that one party may wish for */
  readonly mostWishes: number;
  /** the hash of the seed, which is in the file when it is drawn */
  readonly commitment: string;
  /** how many parties have made wishes */
  readonly applicants: number;
  /** what oneself and one's households wish for, the dearest first */
  readonly own: readonly {
    readonly partyId: string;
    readonly wishes: readonly { readonly start: UTCDateTime; readonly end: UTCDateTime }[];
    /** its number among the applicants; null: it is not drawn */
    readonly number: number | null;
    /** which of the wishes it got, 1 for the first; null: none, or it is not drawn */
    readonly got: number | null;
  }[];
  readonly drawnAt: UTCDateTime | null;
  /** what seals the file of the result */
  readonly digest: string | null;
  /** who got what, in the order of the draw; none before it */
  readonly results: readonly DrawShareRecord[];
}

/** What an applicant got in a draw. */
export interface DrawShareRecord {
  readonly number: number;
  /** null: others are not told who it is */
  readonly label: string | null;
  /** which of its wishes, 1 for the first; null: none */
  readonly wish: number | null;
  readonly start: UTCDateTime | null;
  /** exclusive */
  readonly end: UTCDateTime | null;
  readonly isOwn: boolean;
}

/** Whether a bookable could be had for an event that is being written. */
export interface TriedBookableRecord {
  readonly bookableId: string;
  /** of the event; of a series those that can be booked by now */
  readonly dates: number;
  /** dates of a series that are booked when they open */
  readonly later: number;
  /** the dates on which it cannot be had */
  readonly clashes: readonly {
    /** which date of a series; null: the event is single */
    readonly recurrenceId: string | null;
    readonly start: UTCDateTime;
    /** exclusive */
    readonly end: UTCDateTime;
    readonly reasons: readonly Reason[];
    /** times near it that could be had, the nearest first; for a date of a series none at which another of its dates is */
    readonly others: readonly { readonly start: UTCDateTime; readonly end: UTCDateTime }[];
  }[];
}

/** What can be booked of one thing on some days. */
export interface BoardRecord {
  readonly bookableId: string;
  readonly timeZone: string;
  readonly slots: readonly BoardSlotRecord[];
}

/** A piece of time. */
export interface TimeIntervalRecord {
  readonly start: UTCDateTime;
  /** exclusive */
  readonly end: UTCDateTime;
}

/** A bookable's time, for somebody who looks for a time that suits people too (`Bookable/freeTimes`). */
export interface FreeTimesRecord {
  readonly bookableId: string;
  /** others have it, with all its units */
  readonly taken: readonly TimeIntervalRecord[];
  /** nobody can book it, by its rules */
  readonly closed: readonly TimeIntervalRecord[];
  /** the quarters of an hour in which times of the length asked for may begin */
  readonly starts: readonly TimeIntervalRecord[];
}

/** A slot of a board. */
export interface BoardSlotRecord {
  readonly start: UTCDateTime;
  /** exclusive */
  readonly end: UTCDateTime;
  /** of the pass, where it has one */
  readonly name: string | null;
  readonly state: SlotState;
  /** whose it is, as far as the rules tell */
  readonly who: string | null;
  /** the own booking that fills it */
  readonly bookingId: string | null;
  /** milliseconds that run over into the next slot */
  readonly tail: number;
  /** why it cannot be booked; empty: it can */
  readonly reasons: readonly Reason[];
}

/** A coming booking whose time other rules no longer have. */
export interface MisfitRecord {
  readonly bookingId: string;
  readonly start: UTCDateTime;
  /** exclusive */
  readonly end: UTCDateTime;
  readonly partyId: string | null;
  readonly partyName: string | null;
}

/** What rules would mean that are not in force (`Bookable/tryRules`). */
export interface RulesTrialRecord {
  readonly misfits: readonly MisfitRecord[];
  /** null: not asked for */
  readonly slots: readonly BoardSlotRecord[] | null;
  /** on the time that was asked about; null: none was */
  readonly verdict: (RefusalRecord & { readonly isGranted: boolean }) | null;
}

/** What a household or a person did with a bookable in one month. */
export interface ReportRowRecord {
  readonly partyId: string;
  /** null: nobody knows any more who it was */
  readonly name: string | null;
  /** what took or was to take place, and what was given up too late or never come to */
  readonly booked: number;
  /** what has taken place, as far as anybody knows */
  readonly used: number;
  readonly released: number;
  readonly cancelledLate: number;
  readonly refused: number;
}

/** One month of a bookable (`Bookable/report`). */
export interface BookableReportRecord {
  readonly rows: readonly ReportRowRecord[];
  /** a kind of reason, of a limit with its period: `taken`, `quota-upcoming` */
  readonly reasons: readonly { readonly reason: string; readonly times: number }[];
  /** this and the five months before it, the oldest first */
  readonly months: readonly { readonly month: string; readonly booked: number }[];
  /** of house rules that must be accepted: the version in force, and the newest that each party has accepted, by name */
  readonly houseRules: {
    readonly version: number;
    readonly acceptances: readonly {
      readonly partyId: string;
      /** null: nobody knows any more who it was */
      readonly name: string | null;
      readonly version: number;
      readonly at: UTCDateTime;
    }[];
  } | null;
}
