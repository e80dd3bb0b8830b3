import type { UTCDateTime } from "../jscalendar/types.ts";
import type { Place } from "../scheduling/sign-up/place.ts";

export type SignUpState = "open" | "full" | "closed" | "over" | "cancelled";

/** How it stands with an event that people put themselves down for (urn:snart:jmap). */
export interface SignUpRecord {
  readonly id: string;
  readonly title: string;
  readonly capacity: number | null;
  /** null: when it begins */
  readonly closesAt: UTCDateTime | null;
  readonly utcStart: UTCDateTime;
  readonly state: SignUpState;
  /** people who have a place */
  readonly taken: number;
  /** answers that wait for one */
  readonly waiting: number;
  readonly hideAttendees: boolean;
  /** the reader's own answer; null: none */
  readonly mine: SignUpAnswer | null;
  /** names of those who have a place; null: these are for who organises */
  readonly coming: readonly string[] | null;
  readonly mayManage: boolean;
  /** everybody, for who organises; null for others */
  readonly list: readonly SignUpEntryRecord[] | null;
  /** by which people without an account put themselves down; null: there is none, or it is not the reader's business */
  readonly linkUrl: string | null;
  /** when those who have not answered were last reminded */
  readonly remindedAt: UTCDateTime | null;
}

export interface SignUpAnswer {
  readonly place: Place;
  /** in the queue, from 1; null: not in it */
  readonly position: number | null;
  readonly people: number;
  readonly note: string;
}

export interface SignUpEntryRecord extends SignUpAnswer {
  /** as the event has it; names the answer */
  readonly calendarAddress: string;
  readonly name: string;
  readonly email: string | null;
  /** null: they answered before people could put themselves down, or not at all */
  readonly answeredAt: UTCDateTime | null;
  readonly hasAnswered: boolean;
  readonly hasAttended: boolean;
}
