import { hasAnswered, type PollState } from "@snart/calendar/poll/poll.ts";
import { pollDeletedAt } from "@snart/calendar/poll/poll-times.ts";
import { seenVotes, type PollViewer, type SeenVotes } from "@snart/calendar/poll/see-poll.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Poll, PollVoter } from "../../storage/records/polls.ts";
import { roomHoldsOf } from "./room-holds.ts";
import { missedHoldsOf } from "./voter-holds.ts";

/** A poll as somebody sees it; everything that leaves the server is made from this. */
export interface SeenPoll {
  /** without what is nobody's to see: hashes, holds and who suggested what */
  readonly poll: Omit<Poll, "tokenHash" | "holds" | "claimId">;
  /** as it is now: one whose time is over is closed */
  readonly state: PollState;
  /** whose it is */
  readonly owner: Pick<Principal, "id" | "displayName">;
  readonly isOrganiser: boolean;
  /** the viewer's own votes, if they are one of the voters */
  readonly own: PollVoter | undefined;
  /** how many times the viewer wishes to have kept in their calendar and could not be written there */
  readonly missedHolds: number;
  readonly votes: SeenVotes;
  /** until when its room is kept for a time, by the id of the option; for whoever decides alone */
  readonly roomHeldUntil: Readonly<Record<string, Instant>>;
}

/** What a poll is at a moment. */
export const stateOf = ({ state, closesAt }: Pick<Poll, "state" | "closesAt">, now: Instant): PollState =>
  state === "open" && closesAt !== null && closesAt <= now ? "closed" : state;

/** When a poll as it is to be is deleted. */
export const deleteAfterOf = ({ options, length }: Pick<Poll, "options" | "length">, now: Instant): Instant =>
  pollDeletedAt(options, length, now);

/** Whether everybody who is asked has answered. */
export const isAnsweredByAll = ({ options }: Pick<Poll, "options">, voters: readonly PollVoter[]): boolean =>
  voters.length > 0 && voters.every((voter) => hasAnswered(voter, options));

/** A poll as a viewer may see it. @returns undefined for one whose owner is gone */
export async function seenPoll(
  tx: ReadTransaction,
  poll: Poll,
  viewer: PollViewer,
  own: PollVoter | undefined,
  now: Instant,
): Promise<SeenPoll | undefined> {
  const owner = await tx.principals.byId(poll.accountId);
  if (owner?.status !== "active") return undefined;
  const voters = await tx.pollVoters.ofPoll(poll.id);
  const { tokenHash: _, holds: __, claimId: ___, ...rest } = poll;
  return {
    poll: { ...rest, options: poll.options.map(({ id, start }) => ({ id, start })) },
    state: stateOf(poll, now),
    owner: { id: owner.id, displayName: owner.displayName },
    isOrganiser: viewer.kind === "organiser",
    own,
    missedHolds: own?.principalId ? missedHoldsOf(poll, own.principalId) : 0,
    votes: seenVotes(poll, voters, viewer, now),
    roomHeldUntil: viewer.kind === "organiser" ? heldUntil(poll, now) : {},
  };
}

const heldUntil = (poll: Poll, now: Instant): Readonly<Record<string, Instant>> =>
  Object.fromEntries(
    roomHoldsOf(poll)
      .filter(({ until }) => until > now)
      .map(({ optionId, until }) => [optionId, until]),
  );
