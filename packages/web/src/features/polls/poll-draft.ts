import type { Zone } from "@snart/calendar/time/zone.ts";
import type { NewPoll } from "../../api/items/poll-api.ts";
import type { Guest } from "./ask-people.tsx";
import { fieldTime } from "./poll-times.ts";

/** A poll as it is being made. */
export interface PollDraft {
  readonly title: string;
  readonly place: string;
  readonly minutes: number;
  readonly guests: readonly Guest[];
  /** ms UTC */
  readonly options: readonly number[];
  /** as a browser's own field writes it; empty: until it is decided */
  readonly closes: string;
  readonly names: boolean;
  readonly votes: boolean;
  readonly suggestions: boolean;
  readonly holds: boolean;
}

export const NO_POLL: PollDraft = {
  title: "",
  place: "",
  minutes: 60,
  guests: [],
  options: [],
  closes: "",
  names: true,
  votes: true,
  suggestions: false,
  holds: false,
};

/** What is sent of a draft. */
export const pollOf = (
  { closes, names, votes, suggestions, holds, guests, ...draft }: PollDraft,
  zone: Zone,
): NewPoll => ({
  ...draft,
  timeZone: zone.id,
  closesAt: fieldTime(closes, zone) ?? null,
  visibility: votes ? "all" : "counts",
  names: names ? "shown" : "organiserOnly",
  allowsSuggestions: suggestions,
  holdsOptions: holds,
  roomId: null,
  voters: guests.map(({ principalId, mail = "", isRequired }) =>
    principalId === undefined ? { mail, isRequired } : { principalId, isRequired },
  ),
});
