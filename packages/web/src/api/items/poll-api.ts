import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import type { PollAnswer } from "@snart/calendar/poll/poll.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import type { JsonRecord } from "../read-json.ts";

/** The polls of an account, and those of others in which its person is asked, newest first. */
export async function fetchPolls(accountId: string): Asked<readonly PollRecord[]> {
  const given = await jmap.get("Poll", accountId);
  return given.ok ? ok(given.value.toReversed()) : given;
}

/** What a new poll asks. */
export interface NewPoll {
  readonly title: string;
  readonly place: string;
  readonly isAllDay: boolean;
  readonly minutes: number;
  readonly timeZone: string;
  /** ms UTC */
  readonly options: readonly number[];
  /** ms UTC; null: until it is decided */
  readonly closesAt: number | null;
  readonly visibility: PollRecord["visibility"];
  readonly names: PollRecord["names"];
  readonly allowsSuggestions: boolean;
  readonly holdsOptions: boolean;
  readonly roomId: string | null;
  readonly voters: readonly PollGuest[];
}

/** Somebody who is asked: a person here, or by mail. */
export interface PollGuest {
  readonly principalId?: string;
  readonly mail?: string;
  readonly isRequired: boolean;
}

/** @returns the id of the poll */
export async function createPoll(accountId: string, poll: NewPoll): Asked<string> {
  const given = await jmap.setOne("Poll/set", { accountId, create: { new: sent(poll) } });
  return given.ok ? ok(String(given.value["id"])) : given;
}

/** What is changed of a poll. An answer about a time that stays is kept. */
export interface PollChanges extends Partial<Omit<NewPoll, "timeZone" | "voters">> {
  readonly state?: "open" | "closed" | "cancelled";
}

export const changePoll = (accountId: string, id: string, changes: PollChanges): Asked<JsonRecord> =>
  jmap.setOne("Poll/set", { accountId, update: { [id]: sent(changes) } });

const sent = ({ options, closesAt, ...others }: PollChanges) => ({
  ...others,
  ...(options && { options: options.map((start) => ({ start: formatUtcDateTime(start) })) }),
  ...(closesAt !== undefined && { closesAt: closesAt === null ? null : formatUtcDateTime(closesAt) }),
});

/** Asks more people. */
export const inviteToPoll = (
  accountId: string,
  id: string,
  voters: readonly PollGuest[],
): Asked<JsonRecord> => jmap.callOne<JsonRecord>("Poll/invite", { accountId, id, voters });

/** Takes somebody off a poll, with their answers. @returns by what they can be put back for an hour */
export async function removePollVoter(accountId: string, id: string, voterId: string): Asked<string> {
  const given = await jmap.callOne<{ readonly undo: string }>("Poll/removeVoter", { accountId, id, voterId });
  return given.ok ? ok(given.value.undo) : given;
}

/** Puts somebody back who was taken off. */
export const restorePollVoter = (accountId: string, id: string, undo: string): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("Poll/restoreVoter", { accountId, id, undo });

export const removePoll = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.setOne("Poll/set", { accountId, destroy: [id] });

/** The address of a poll's public link, without the origin. */
export async function fetchPollPath(accountId: string, id: string): Asked<string> {
  const given = await jmap.callOne<{ readonly path: string }>("Poll/link", { accountId, id });
  return given.ok ? ok(given.value.path) : given;
}

/** Votes as the person who is signed in, about one option; null takes the answer back. */
export const votePoll = (
  accountId: string,
  { id }: PollRecord,
  option: PollRecord["options"][number],
  answer: PollAnswer | null,
  note: string,
): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("Poll/vote", {
    accountId,
    id,
    answers: { [option.id]: answer && { answer, start: option.start } },
    note,
  });

/** Has the times that the person who is signed in can come to kept in their own calendar, or no more. */
export const holdPollTimes = (accountId: string, id: string, holdsTimes: boolean): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("Poll/holdTimes", { accountId, id, holdsTimes });

export const finalizePoll = (accountId: string, id: string, optionId: string): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("Poll/finalize", { accountId, id, optionId });

/** Takes a decision back. */
export const reopenPoll = (accountId: string, id: string): Asked<JsonRecord> =>
  jmap.callOne<JsonRecord>("Poll/reopen", { accountId, id });

/** @returns how many will be reminded */
export async function remindPoll(accountId: string, id: string): Asked<number> {
  const given = await jmap.callOne<{ readonly reminded: number }>("Poll/remind", { accountId, id });
  return given.ok ? ok(given.value.reminded) : given;
}

/** Takes part in the poll of a link, as the person who is signed in. @returns its id */
export async function joinPoll(accountId: string, token: string): Asked<string> {
  const given = await jmap.callOne<{ readonly id: string }>("Poll/join", { accountId, token });
  return given.ok ? ok(given.value.id) : given;
}
