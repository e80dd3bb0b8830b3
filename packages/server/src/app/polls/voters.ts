import { hasAnswered } from "@snart/calendar/poll/poll.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PollId, PollVoterId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { auditPoll } from "./audit-poll.ts";
import { asManager } from "./as-manager.ts";
import { forgetVoterMails } from "./forget-poll.ts";
import { inviteVoters } from "./invite-voters.ts";
import { enqueueReminder, wakefulAt } from "./notice.ts";
import type { GivenVoter } from "./poll-fields.ts";
import { stateOf } from "./poll-state.ts";
import { sealVoter } from "./restore-voter.ts";
import { followVoter } from "./voter-holds.ts";

/** Asks more people in a poll, or says anew of those who are asked whether they are needed. */
export const invitePollVoters = (
  app: App,
  actor: Actor,
  id: PollId,
  given: readonly GivenVoter[],
): Promise<Result<void, Problem>> =>
  asManager(app, actor, id, (write, poll) => inviteVoters(write, actor, poll, given));

/** Takes somebody off a poll, with what they have answered. @returns by what they can be put back (`restorePollVoter`) */
export async function removePollVoter(
  app: App,
  actor: Actor,
  id: PollId,
  voterId: PollVoterId,
): Promise<Result<string, Problem>> {
  const done = await asManager(app, actor, id, async (write, poll) => {
    const { tx } = write;
    const voter = await tx.pollVoters.byId(voterId);
    if (voter?.pollId !== id) return failed({ code: "not-found" });
    const freed = await followVoter(write, poll, { ...voter, holdsTimes: false });
    if (!freed.ok) return freed;
    await tx.pollVoters.remove(voterId);
    await forgetVoterMails(tx, poll, voter);
    await auditPoll(write, actor, "poll-voter-removed", poll);
    return ok(voter);
  });
  return done.ok ? ok(await sealVoter(app, done.value)) : done;
}

/** Reminds those who are asked by name and silent, not more than once an hour and never at night. @returns how many will be */
export const remindSilent = (app: App, actor: Actor, id: PollId): Promise<Result<number, Problem>> =>
  asManager(app, actor, id, async (write, poll) => {
    if (stateOf(poll, write.now) !== "open") return failed({ code: "poll-closed" });
    let count = 0;
    for (const voter of await write.tx.pollVoters.ofPoll(id)) {
      const isSilent = voter.isInvited && voter.wantsReminders && !hasAnswered(voter, poll.options);
      if (!isSilent || voter.principalId === poll.accountId) continue;
      const at = (await wakefulAt(write, voter, write.now)) ?? write.now;
      await enqueueReminder(write, poll, voter, at);
      count++;
    }
    return ok(count);
  });
