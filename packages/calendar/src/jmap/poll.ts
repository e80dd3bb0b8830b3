import type { PollAnswer, PollNames, PollState, PollVisibility } from "../poll/poll.ts";
import type { UTCDateTime } from "../jscalendar/types.ts";

/** A time that a poll asks about. */
export interface PollOptionRecord {
  /** stays when its time changes */
  readonly id: string;
  /** of whole days: 00:00 UTC of the first one */
  readonly start: UTCDateTime;
  /** how many said what; null: not for the reader */
  readonly counts: { readonly yes: number; readonly ifNeeded: number; readonly no: number } | null;
  /** until when the room is kept for it; null: it is not, or that is not for the reader */
  readonly roomHeldUntil: UTCDateTime | null;
}

/** Somebody who is asked, as far as the reader may see them. */
export interface PollVoterRecord {
  readonly id: string;
  /** null: who they are is not for the reader */
  readonly name: string | null;
  /** of somebody with an account here, whose name is for the reader */
  readonly principalId: string | null;
  readonly isOwn: boolean;
  readonly isRequired: boolean;
  readonly note: string;
  /** by the id of the option; one that is missing was not answered */
  readonly answers: Readonly<Record<string, PollAnswer>>;
}

/** A Poll (urn:snart:jmap): a question about some times, and its votes as far as the reader may see them. */
export interface PollRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly place: string;
  readonly isAllDay: boolean;
  /** minutes; of whole days: 1440 a day */
  readonly minutes: number;
  readonly timeZone: string;
  /** by their time */
  readonly options: readonly PollOptionRecord[];
  /** null: until it is decided */
  readonly closesAt: UTCDateTime | null;
  readonly visibility: PollVisibility;
  readonly names: PollNames;
  readonly allowsIfNeeded: boolean;
  readonly allowsSuggestions: boolean;
  readonly holdsOptions: boolean;
  /** whether the times that the reader can come to are kept in their own calendar */
  readonly holdsTimes: boolean;
  /** how many of them could not be written there; their calendar is full, say */
  readonly timesNotHeld: number;
  readonly roomId: string | null;
  readonly state: PollState;
  /** the option that was decided on */
  readonly chosenId: string | null;
  /** the event that it became, for whoever decided */
  readonly eventId: string | null;
  /** whose it is */
  readonly ownerName: string;
  /** whether the reader may change it and decide */
  readonly isOrganizer: boolean;
  /** the reader's own first */
  readonly voters: readonly PollVoterRecord[];
  /** how many have answered of how many; null: not for the reader */
  readonly answered: { readonly some: number; readonly of: number } | null;
  readonly createdAt: UTCDateTime;
  /** when it is deleted with all votes */
  readonly deleteAfter: UTCDateTime;
}

/** A PollNotification (urn:snart:jmap): what has become of a poll in which one decides. */
export interface PollNotificationRecord {
  readonly id: string;
  readonly created: UTCDateTime;
  readonly pollId: string;
  readonly title: string;
  /** somebody has answered, everybody has, or its end has come */
  readonly news: "votes" | "answered" | "closed";
  /** how many had answered then, and of how many */
  readonly answered: number;
  readonly of: number;
}
