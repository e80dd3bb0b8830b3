import type { WriteTransaction } from "../../storage/port.ts";
import type { Poll, PollVoter } from "../../storage/records/polls.ts";
import type { App } from "../app.ts";
import { removeAbout } from "../notices/remove-about.ts";
import { POLL_MAIL } from "./notice.ts";
import { lockPoll } from "./voter-holds.ts";

/** Deletes a poll with all its votes, its news at people's bells, and from the log of mails those who have no account. */
export async function forgetPoll(tx: WriteTransaction, poll: Poll): Promise<void> {
  const voters = await tx.pollVoters.ofPoll(poll.id);
  await tx.polls.remove(poll.id);
  for (const voter of voters) await forgetVoterMails(tx, poll, voter);
  await removeAbout(tx, [poll.id]);
}

/** Deletes from the log the mails to somebody who is not in a poll any more, unless they are in another of its account. */
export async function forgetVoterMails(
  tx: WriteTransaction,
  { id, accountId }: Poll,
  { mail }: PollVoter,
): Promise<void> {
  if (mail === "" || (await tx.pollVoters.isAsked(accountId, mail))) return;
  await tx.mail.forgetOf(mail, { accountId, purpose: POLL_MAIL, uid: id });
}

/** Deletes polls whose date has come. @returns how many */
export async function forgetPolls(app: App, tx: WriteTransaction, limit: number): Promise<number> {
  const due = await tx.polls.due(app.now(), limit);
  for (const poll of due) {
    await lockPoll(tx, poll);
    await forgetPoll(tx, poll);
  }
  return due.length;
}
