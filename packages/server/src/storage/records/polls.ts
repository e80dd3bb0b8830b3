import type {
  PollAnswers,
  PollNames,
  PollOption,
  PollState,
  PollVisibility,
} from "@snart/calendar/poll/poll.ts";
import type { BookingId, Millis, ObjectId, PollId, PollVoterId, PrincipalId } from "./ids.ts";

// Date polls: the times that somebody asks others about, and what they answer.

/** A time of a poll that is kept free until it is decided: a tentative event in a calendar. */
export interface PollHold {
  readonly optionId: string;
  /** Whose calendar it is in. */
  readonly accountId: PrincipalId;
  readonly objectId: ObjectId;
}

/** A time that a voter wishes to have kept in their calendar, and that could not be written there. */
export interface PollMissedHold {
  readonly optionId: string;
  /** Whose calendar it would be in. */
  readonly accountId: PrincipalId;
  readonly isMissed: true;
}

/** A time of a poll for which its room is kept until it closes: a hold among the bookings of the room. */
export interface PollRoomHold {
  readonly optionId: string;
  readonly roomId: PrincipalId;
  readonly bookingId: BookingId;
  readonly start: Millis;
  /** Exclusive. */
  readonly end: Millis;
  /** When it ends by itself. */
  readonly until: Millis;
}

/** A question about some times, with a public link. */
export interface Poll {
  readonly id: PollId;
  /** Whose it is, and in whose calendar its event will be: a person or a group. */
  readonly accountId: PrincipalId;
  readonly title: string;
  readonly description: string;
  /** Where, in words; empty: nothing is said. */
  readonly place: string;
  /** Whole days: options are dates, in no zone. */
  readonly isAllDay: boolean;
  /** Milliseconds; of whole days: days of 24 hours. */
  readonly length: number;
  /** IANA name of the zone that the poll is made in, and its event. */
  readonly timeZone: string;
  /** By their time. */
  readonly options: readonly PollOption[];
  /** Nobody votes from then on; null: until it is decided. */
  readonly closesAt: Millis | null;
  readonly visibility: PollVisibility;
  readonly names: PollNames;
  /** Whether *if need be* can be answered. */
  readonly allowsIfNeeded: boolean;
  /** Whether voters may suggest times. */
  readonly allowsSuggestions: boolean;
  /** Whether the times are kept in the calendar of whose poll it is until it is decided. */
  readonly holdsOptions: boolean;
  readonly holds: readonly (PollHold | PollMissedHold | PollRoomHold)[];
  /** A room that it is to be in; null: none. */
  readonly roomId: PrincipalId | null;
  /** By what cells of the room are kept until it is decided. */
  readonly claimId: BookingId;
  readonly state: PollState;
  /** The option that was decided on; null: none. */
  readonly chosenId: string | null;
  /** The event that it became; null: none. */
  readonly objectId: ObjectId | null;
  /** Of the secret in its public link. */
  readonly tokenHash: string;
  readonly createdAt: Millis;
  readonly changedAt: Millis;
  /** When it is deleted with all its votes. */
  readonly deleteAfter: Millis;
}

/** Somebody who was asked, or has voted. */
export interface PollVoter {
  readonly id: PollVoterId;
  readonly pollId: PollId;
  /** Somebody with an account here; null: a guest. */
  readonly principalId: PrincipalId | null;
  readonly name: string;
  /** Lower case; empty: none is known. */
  readonly mail: string;
  readonly language: string;
  /** IANA name of the zone in which they read times. */
  readonly timeZone: string;
  /** It can hardly take place without them. */
  readonly isRequired: boolean;
  /** Whether they were asked by name, and did not come by the public link. */
  readonly isInvited: boolean;
  readonly answers: PollAnswers;
  readonly note: string;
  /** Whether they want to be reminded. */
  readonly wantsReminders: boolean;
  /** Whether the times that they can come to are kept in their own calendar; of guests without an account never. */
  readonly holdsTimes: boolean;
  /** Of the secret in their own link. */
  readonly tokenHash: string;
  /** Made with the form: a form that is sent again makes no second voter. */
  readonly once: string;
  /** When they answered last; null: never. */
  readonly answeredAt: Millis | null;
  readonly createdAt: Millis;
  readonly changedAt: Millis;
}
