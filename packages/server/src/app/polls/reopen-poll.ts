import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { PollId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Poll } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { lockForBooking } from "../bookings/lock-for-booking.ts";
import type { Problem } from "../problems.ts";
import { SENDS } from "../scope.ts";
import { auditPoll } from "./audit-poll.ts";
import { asManager } from "./as-manager.ts";
import { keepHolds } from "./hold-options.ts";
import { notifyVoter, type Noticing } from "./notice.ts";
import { ownerScope, removePollEvent } from "./poll-event.ts";

/**
 * Takes a decision back, until the time that was decided on begins: the event is called off with everybody who was invited, its room is
 * free, the poll is open with all its votes and keeps its times as before, in one transaction. Its voters are told once. One whose end is
 * past has no end until it is given another.
 * @returns `poll-closed` for one that is not decided, or whose time has begun; `not-found` for others
 */
export const reopenPoll = (app: App, actor: Actor, id: PollId): Promise<Result<Poll, Problem>> =>
  asManager(app, actor, id, async (write, poll, owner) => {
    if (poll.state === "open") return ok(poll);
    if (!mayReopen(poll, write.now)) return failed({ code: "poll-closed" });
    const { tx, now } = write;
    if (poll.roomId !== null) await lockForBooking(tx, [owner.id], [poll.roomId]);
    const cancelled = await cancelEvent(write, poll, owner);
    if (!cancelled.ok) return cancelled;
    const changes = {
      state: "open",
      chosenId: null,
      objectId: null,
      closesAt: poll.closesAt !== null && poll.closesAt <= now ? null : poll.closesAt,
      changedAt: now,
    } as const;
    const after = { ...poll, ...changes };
    await tx.polls.update(id, changes);
    for (const voter of await tx.pollVoters.ofPoll(id))
      if (voter.principalId !== poll.accountId) await notifyVoter(write, after, voter, "reopened");
    await auditPoll(write, actor, "poll-reopened", after);
    return keepHolds(write, owner, after);
  });

/** Whether a decision can be taken back: the time that was decided on has not begun. */
function mayReopen({ state, options, chosenId, isAllDay, timeZone }: Poll, now: number): boolean {
  const chosen = options.find(({ id }) => id === chosenId);
  if (state !== "scheduled" || !chosen) return false;
  const zone = ianaZone(timeZone) ?? UTC;
  return (isAllDay ? zone.toInstant(asLocal(chosen.start)) : chosen.start) > now;
}

/** Removes the event of a decision, and tells all who were invited; one that its owner has deleted is gone already. */
async function cancelEvent(write: Noticing, poll: Poll, owner: Principal): Promise<Result<void, Problem>> {
  if (poll.objectId === null) return ok(undefined);
  const scope = { ...(await ownerScope(write, owner)), scheduling: SENDS };
  return removePollEvent(scope, owner, poll.objectId);
}
