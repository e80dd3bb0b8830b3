import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { answerTo, MOST_TIMES_HELD } from "@snart/calendar/poll/poll.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PollId, PrincipalId } from "../../storage/records/ids.ts";
import type { Poll, PollHold, PollMissedHold, PollVoter } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import { ownerScope, pollEvent, removePollEvent, storePollEvent } from "./poll-event.ts";
import type { Noticing } from "./notice.ts";

type VoterHold = PollHold | PollMissedHold;

/** The times of a poll that are kept in calendars of its voters, and those that could not be. */
export const voterHoldsOf = ({ holds, accountId }: Pick<Poll, "holds" | "accountId">): readonly VoterHold[] =>
  holds.filter((hold): hold is VoterHold => "accountId" in hold && hold.accountId !== accountId);

/** How many times somebody wishes to have kept and are not in their calendar, as it could not take them. */
export const missedHoldsOf = ({ holds }: Pick<Poll, "holds">, id: PrincipalId): number =>
  holds.filter((hold) => "isMissed" in hold && hold.accountId === id).length;

/** Locks whose a poll is and in whose calendars it keeps times, in the order in which everybody locks accounts. */
export async function lockPoll(
  tx: WriteTransaction,
  { id, accountId }: Pick<Poll, "id" | "accountId">,
  also: readonly PrincipalId[] = [],
): Promise<void> {
  const voters = await tx.pollVoters.ofPoll(id);
  const holding = voters.flatMap(({ holdsTimes, principalId }) => (holdsTimes ? (principalId ?? []) : []));
  for (const one of [...new Set([accountId, ...also, ...holding])].toSorted()) await tx.lockAccount(one);
}

/**
 * Has a tentative event in the calendar of each voter who wishes it for each time that they can come to, as long as the poll is not decided; and
 * for no other. What can't be written there, and what is one too many, is left out and noted, for its voter to see: a poll is not to fail by somebody's full calendar.
 * @param voters whose times are looked at; those of others stay as they are
 * @param isAnew whether the poll has changed, and so have all its events; else one that its voter has deleted stays away
 * @returns the times that are kept in calendars of voters now
 */
export async function keepVoterHolds(
  write: Noticing,
  poll: Poll,
  voters: readonly PollVoter[],
  isAnew: boolean,
): Promise<Result<readonly VoterHold[], Problem>> {
  let holds = voterHoldsOf(poll);
  const isOpen = poll.state === "open" || poll.state === "closed";
  for (const voter of voters) {
    const { principalId } = voter;
    const before = holds.filter(({ accountId }) => accountId === principalId);
    if (principalId === null || principalId === poll.accountId) continue;
    if (before.length === 0 && !voter.holdsTimes) continue;
    const person = await write.tx.principals.byId(principalId);
    if (!person) continue;
    const canCome = poll.options.filter((option) => {
      const answer = answerTo(voter, option);
      return option.start > write.now && (answer === "yes" || answer === "ifNeeded");
    });
    const isWanted = isOpen && voter.holdsTimes && person.status === "active";
    const wished = isWanted ? canCome : [];
    const wanted = wished.slice(0, MOST_TIMES_HELD);
    const written = before.filter((hold) => "objectId" in hold);
    const isKept = ({ optionId }: PollHold): boolean => !isAnew && wanted.some(({ id }) => id === optionId);
    const kept = written.filter(isKept);
    const scope = await ownerScope(write, person);
    for (const hold of written.filter((one) => !isKept(one))) {
      const gone = await removePollEvent(scope, person, hold.objectId);
      if (!gone.ok) return gone;
    }
    const beyond = wished.slice(MOST_TIMES_HELD);
    const made: VoterHold[] = beyond.map(({ id }) => ({
      optionId: id,
      accountId: principalId,
      isMissed: true,
    }));
    for (const option of wanted) {
      if (kept.some(({ optionId }) => optionId === option.id)) continue;
      const event = { ...pollEvent(poll, option), status: "tentative" } as JSEvent;
      const stored = await storePollEvent(scope, person, event);
      const hold = { optionId: option.id, accountId: principalId };
      made.push(stored.ok ? { ...hold, objectId: stored.value.id } : { ...hold, isMissed: true });
    }
    holds = [...holds.filter(({ accountId }) => accountId !== principalId), ...kept, ...made];
  }
  return ok(holds);
}

/** The same for one voter whose answers or wish have changed, kept with the poll. */
export async function followVoter(
  write: Noticing,
  poll: Poll,
  voter: PollVoter,
): Promise<Result<void, Problem>> {
  const theirs = await keepVoterHolds(write, poll, [voter], false);
  if (!theirs.ok) return theirs;
  const others = poll.holds.filter((hold) => !("accountId" in hold) || hold.accountId === poll.accountId);
  const holds = [...others, ...theirs.value];
  if (holds.length > 0 || poll.holds.length > 0) await write.tx.polls.update(poll.id, { holds });
  return ok(undefined);
}

/**
 * Has the times that somebody can come to kept in their own calendar until a poll is decided, or no more.
 * @returns `not-found` for who is not asked, and for whose poll it is: that says it itself
 */
export const holdTimesAsVoter = (
  app: App,
  actor: Actor,
  id: PollId,
  holdsTimes: boolean,
): Promise<Result<void, Problem>> =>
  asOne(app, [], (inside) =>
    inside.storage.write(async (tx): Promise<Result<void, Problem>> => {
      const known = await tx.polls.byId(id);
      if (!known || known.accountId === actor.principalId) return failed({ code: "not-found" });
      await lockPoll(tx, known, [actor.principalId]);
      const poll = await tx.polls.byId(id);
      const voter = await tx.pollVoters.ofPrincipal(id, actor.principalId);
      if (!poll || !voter) return failed({ code: "not-found" });
      await tx.pollVoters.update(voter.id, { holdsTimes });
      return followVoter({ app: inside, tx, now: inside.now() }, poll, { ...voter, holdsTimes });
    }),
  );
