import { changedOptions } from "@snart/calendar/poll/change-options.ts";
import { isAskedAnew, type PollState } from "@snart/calendar/poll/poll.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingId, PollId, PrincipalId } from "../../storage/records/ids.ts";
import type { Poll } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantManagement } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { asOne } from "../scope.ts";
import { auditPoll } from "./audit-poll.ts";
import { asManager, ownerOf } from "./as-manager.ts";
import { forgetPoll } from "./forget-poll.ts";
import { inviteVoters } from "./invite-voters.ts";
import { keepHolds } from "./hold-options.ts";
import { notifyVoter, scheduleEnd, scheduleReminders, type Noticing } from "./notice.ts";
import { pollProblem, roomProblem, wrong, type GivenVoter, type PollFields } from "./poll-fields.ts";
import { deleteAfterOf, seenPoll, stateOf, type SeenPoll } from "./poll-state.ts";
import { pollLink } from "./tokens.ts";

/**
 * The polls of an account, for its owner or a group's managers, and for a person also those of others in which they are asked or have voted;
 * oldest first.
 */
export function listPolls(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly SeenPoll[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantManagement(tx, actor, accountId);
    const isOwn = accountId === actor.principalId;
    if (!granted.ok && !isOwn) return granted;
    const found: SeenPoll[] = [];
    for (const poll of granted.ok ? await tx.polls.ofAccount(accountId) : [])
      found.push(...(await seenBy(tx, actor, poll, true, app.now())));
    for (const poll of isOwn ? await tx.polls.ofVoter(accountId) : [])
      if (poll.accountId !== accountId) found.push(...(await seenBy(tx, actor, poll, false, app.now())));
    return ok(found);
  });
}

async function seenBy(
  tx: ReadTransaction,
  actor: Actor,
  poll: Poll,
  isOrganiser: boolean,
  now: number,
): Promise<readonly SeenPoll[]> {
  const own = await tx.pollVoters.ofPrincipal(poll.id, actor.principalId);
  const viewer = isOrganiser ? ({ kind: "organiser" } as const) : ({ kind: "voter", id: own?.id } as const);
  const seen = await seenPoll(tx, poll, viewer, own, now);
  // Whoever decides has their own votes among the others'.
  return seen ? [{ ...seen, votes: isOrganiser ? ownFirst(seen) : seen.votes }] : [];
}

const ownFirst = ({ votes, own }: SeenPoll): SeenPoll["votes"] => ({
  ...votes,
  voters: votes.voters
    .map((voter) => (voter.id === own?.id ? { ...voter, isOwn: true } : voter))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn)),
});

/** The public link of a poll, for whoever decides in it. */
export async function publicPollToken(app: App, id: PollId): Promise<string> {
  return (await pollLink(app, id)).token;
}

/**
 * Makes a poll of an account, for its owner or a group's manager, and asks those who are named. A person who makes one for themselves is asked
 * in it too.
 * @returns `invalid-value`, `too-many-links`
 */
export async function createPoll(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  fields: PollFields,
  voters: readonly GivenVoter[],
): Promise<Result<Poll, Problem>> {
  const id = app.newId() as PollId;
  const { hash: tokenHash } = await pollLink(app, id);
  return asOne(app, [], (inside) =>
    inside.storage.write(async (tx): Promise<Result<Poll, Problem>> => {
      const owner = await ownerOf(tx, actor, accountId);
      if (!owner.ok) return owner;
      const problem = pollProblem(app, fields) ?? (await roomProblem(tx, fields));
      if (problem) return failed(problem);
      await tx.lockAccount(accountId);
      const limit = app.limits.pollsPerAccount;
      if ((await tx.polls.ofAccount(accountId)).length >= limit)
        return failed({ code: "too-many-links", limit });
      const now = app.now();
      const { options } = changedOptions([], fields.options, () => app.newId());
      const poll: Poll = {
        ...fields,
        title: fields.title.trim(),
        place: fields.place.trim(),
        id,
        accountId,
        options,
        holds: [],
        claimId: app.newId() as BookingId,
        state: "open",
        chosenId: null,
        objectId: null,
        tokenHash,
        createdAt: now,
        changedAt: now,
        deleteAfter: deleteAfterOf({ ...fields, options }, now),
      };
      await tx.polls.insert(poll);
      const write = { app: inside, tx, now };
      const self = owner.value.kind === "person" ? [{ principalId: accountId, isRequired: false }] : [];
      const asked = await inviteVoters(write, actor, poll, [...self, ...voters]);
      if (!asked.ok) return asked;
      await scheduleEnd(write, poll);
      await auditPoll(write, actor, "poll-created", poll);
      return keepHolds(write, owner.value, poll);
    }),
  );
}

/** What may be changed of a poll; its state can be closed, opened again, or called off. */
export interface PollChanges extends Partial<PollFields> {
  readonly state?: Exclude<PollState, "scheduled">;
}

/**
 * Changes a poll that is not decided yet. No vote is lost: what was answered about a time counts while the poll asks about that time, and who
 * answered about one that has moved is asked anew.
 * @returns as for a new one; `poll-closed` for one that was decided; `not-found` for others
 */
export function updatePoll(
  app: App,
  actor: Actor,
  id: PollId,
  changes: PollChanges,
): Promise<Result<Poll, Problem>> {
  return asManager(app, actor, id, async (write, poll, owner) => {
    const { tx, now } = write;
    if (poll.state === "scheduled" || poll.state === "cancelled") return failed({ code: "poll-closed" });
    const { options: given, ...others } = changes;
    const wanted = { ...poll, ...others, options: given ?? poll.options };
    const problem = pollProblem(app, wanted) ?? (await roomProblem(tx, wanted));
    if (problem) return failed(problem);
    if (poll.isAllDay !== wanted.isAllDay && !given)
      return failed(wrong("options", "times as the poll asks for them"));
    const changed = changedOptions(poll.options, wanted.options, () => app.newId());
    const isReopened = changes.state === "open" && stateOf(poll, now) === "closed";
    const after: Poll = {
      ...poll,
      ...others,
      options: changed.options,
      // One that is opened again after its end has no end until it is given another.
      closesAt: isReopened && (wanted.closesAt ?? Infinity) <= now ? null : wanted.closesAt,
      changedAt: now,
      deleteAfter: deleteAfterOf({ ...wanted, options: changed.options }, now),
    };
    await tx.polls.update(id, after);
    await notifyOfChange(write, poll, after);
    await auditPoll(write, actor, "poll-changed", after);
    return keepHolds(write, owner, after);
  });
}

async function notifyOfChange(write: Noticing, before: Poll, after: Poll): Promise<void> {
  const voters = await write.tx.pollVoters.ofPoll(after.id);
  if (after.state === "cancelled") {
    for (const voter of voters) await notifyVoter(write, after, voter, "cancelled");
    return;
  }
  const isNew = (id: string): boolean => !before.options.some((option) => option.id === id);
  const hasNew = after.options.some(({ id }) => isNew(id));
  for (const voter of voters)
    if (
      voter.principalId !== after.accountId &&
      voter.answeredAt !== null &&
      (isAskedAnew(voter, after.options) || hasNew || before.length !== after.length)
    )
      await notifyVoter(write, after, voter, "changed");
  if (before.closesAt === after.closesAt) return;
  await scheduleEnd(write, after);
  for (const voter of voters)
    if (voter.isInvited && voter.principalId !== after.accountId)
      await scheduleReminders(write, after, voter);
}

/** Deletes a poll with all its votes; the event that it became stays. */
export function removePoll(app: App, actor: Actor, id: PollId): Promise<Result<void, Problem>> {
  return asManager(app, actor, id, async (write, poll, owner) => {
    const done = await keepHolds(write, owner, { ...poll, holdsOptions: false, state: "cancelled" });
    if (!done.ok) return done;
    await forgetPoll(write.tx, poll);
    await auditPoll(write, actor, "poll-removed", poll);
    return ok(undefined);
  });
}
