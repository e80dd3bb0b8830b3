import type { Zone } from "@snart/calendar/time/zone.ts";
import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
export type { PollDraft } from "../../store/kept-poll.ts";
import type { NewPoll, PollChanges, PollGuest } from "../../api/items/poll-api.ts";
import type { PollDraft } from "../../store/kept-poll.ts";

export const NO_POLL: PollDraft = {
  groupId: null,
  title: "",
  place: "",
  isAllDay: false,
  minutes: 60,
  roomId: null,
  guests: [],
  options: [],
  closesAt: null,
  names: true,
  votes: true,
  suggestions: false,
  holds: false,
};

/** What a poll asks and allows, as it is sent. */
function asked(poll: PollDraft) {
  const { groupId: _, guests: __, names, votes, suggestions, holds, ...asIs } = poll;
  return {
    ...asIs,
    visibility: votes ? "all" : "counts",
    names: names ? "shown" : "organiserOnly",
    allowsSuggestions: suggestions,
    holdsOptions: holds,
  } as const;
}

/** What is sent of a new poll. */
export const pollOf = (draft: PollDraft, zone: Zone): NewPoll => ({
  ...asked(draft),
  timeZone: zone.id,
  voters: guestsOf(draft),
});

/** Who is asked by a draft, as it is sent. */
export const guestsOf = ({ guests }: Pick<PollDraft, "guests">): readonly PollGuest[] =>
  guests.map(({ principalId, mail = "", isRequired }) =>
    principalId === undefined ? { mail, isRequired } : { principalId, isRequired },
  );

/** A poll as it is, to be changed; those who are asked already are not in it. */
export const draftOf = (poll: PollRecord): PollDraft => ({
  groupId: null,
  title: poll.title,
  place: poll.place,
  isAllDay: poll.isAllDay,
  minutes: poll.minutes,
  roomId: poll.roomId,
  guests: [],
  options: poll.options.map(({ start }) => Date.parse(start)),
  closesAt: poll.closesAt === null ? null : Date.parse(poll.closesAt),
  names: poll.names === "shown",
  votes: poll.visibility === "all",
  suggestions: poll.allowsSuggestions,
  holds: poll.holdsOptions,
});

/** What is different in a draft: what was left alone may have been changed by others meanwhile, and stays. */
export function changesOf(draft: PollDraft, before: PollDraft): PollChanges {
  const former: Readonly<Record<string, unknown>> = asked(before);
  const isDifferent = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(former[name]);
  return Object.fromEntries(Object.entries(asked(draft)).filter(isDifferent));
}
