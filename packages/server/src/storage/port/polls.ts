import type { Millis, PollId, PollVoterId, PrincipalId } from "../records/ids.ts";
import type { Poll, PollVoter } from "../records/polls.ts";

export interface PollReads {
  byId(id: PollId): Promise<Poll | undefined>;
  byTokenHash(tokenHash: string): Promise<Poll | undefined>;
  /** Oldest first. */
  ofAccount(accountId: PrincipalId): Promise<readonly Poll[]>;
  /** Those in which a person is asked or has voted, oldest first. */
  ofVoter(principalId: PrincipalId): Promise<readonly Poll[]>;
  /** At most `limit` that are to be deleted by now, the earliest first. */
  due(now: Millis, limit: number): Promise<readonly Poll[]>;
}

export interface PollWrites {
  insert(poll: Poll): Promise<void>;
  update(id: PollId, fields: Partial<Poll>): Promise<void>;
  /** Removes one with everybody's votes. @returns whether there was one */
  remove(id: PollId): Promise<boolean>;
  /** Every poll of an account is to be deleted by now; in others its person stays as a guest without a name. */
  endOfAccount(accountId: PrincipalId, now: Millis): Promise<void>;
}

export interface PollVoterReads {
  byId(id: PollVoterId): Promise<PollVoter | undefined>;
  byTokenHash(tokenHash: string): Promise<PollVoter | undefined>;
  /** Everybody of a poll, by when they came to it. */
  ofPoll(pollId: PollId): Promise<readonly PollVoter[]>;
  /** Who came with one form of a poll. */
  byOnce(pollId: PollId, once: string): Promise<PollVoter | undefined>;
  /** Whether an address is in any poll of an account. */
  isAsked(accountId: PrincipalId, mail: string): Promise<boolean>;
  ofPrincipal(pollId: PollId, principalId: PrincipalId): Promise<PollVoter | undefined>;
}

export interface PollVoterWrites {
  /** @returns whether it was written; not: the form was sent before, or the person is there already */
  insert(voter: PollVoter): Promise<"inserted" | "duplicate">;
  update(id: PollVoterId, fields: Partial<PollVoter>): Promise<void>;
  /** @returns whether there was one */
  remove(id: PollVoterId): Promise<boolean>;
}
