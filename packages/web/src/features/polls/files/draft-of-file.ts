import { readVpoll, type ReadPoll } from "@snart/calendar/poll/read-vpoll.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { NO_POLL, type PollDraft } from "../poll-draft.ts";

/** A poll that is begun with what a file asks, and what of the file is not in it. */
export interface FileDraft {
  readonly draft: PollDraft;
  /** options that could not be taken, and people whose answers were not */
  readonly left: Pick<ReadPoll, "leftOut" | "answered">;
}

/** Begins a poll with what a calendar file asks (VPOLL); undefined where it asks nothing. */
export function draftOfFile(text: string, zone: Zone): FileDraft | undefined {
  const read = readVpoll(text, zone);
  if (!read) return undefined;
  const { title, place, isAllDay, length, starts, mails, leftOut, answered } = read;
  return {
    draft: {
      ...NO_POLL,
      title,
      place,
      isAllDay,
      minutes: length / MINUTE,
      options: starts,
      guests: mails.map((mail) => ({ mail, name: mail, isRequired: false })),
    },
    left: { leftOut, answered },
  };
}
