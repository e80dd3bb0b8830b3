import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Poll, PollHold } from "../../storage/records/polls.ts";
import type { Problem } from "../problems.ts";
import type { Noticing } from "./notice.ts";
import { ownerScope, pollEvent, removePollEvent, storePollEvent } from "./poll-event.ts";
import { keepRoom } from "./room-holds.ts";
import { keepVoterHolds, voterHoldsOf } from "./voter-holds.ts";

/**
 * Has a tentative event in the owner's calendar for each time that is to come, if the poll keeps its times and is not decided; and for no
 * other. Its voters have theirs as they wish. One that its owner has deleted is made again with the next change. Its room is kept as well, as far as that can be had.
 */
export async function keepHolds(
  write: Noticing,
  owner: Principal,
  poll: Poll,
): Promise<Result<Poll, Problem>> {
  const own = await keepOwnHolds(write, owner, poll);
  if (!own.ok) return own;
  const theirs = await keepVoterHolds(write, poll, await write.tx.pollVoters.ofPoll(poll.id), true);
  if (!theirs.ok) return theirs;
  const holds = [...own.value, ...theirs.value];
  if (holds.length > 0 || poll.holds.length > 0) await write.tx.polls.update(poll.id, { holds });
  return ok({ ...poll, holds });
}

async function keepOwnHolds(
  write: Noticing,
  owner: Principal,
  poll: Poll,
): Promise<Result<Poll["holds"], Problem>> {
  const isHeld = poll.holdsOptions && (poll.state === "open" || poll.state === "closed");
  const wanted = isHeld ? poll.options.filter(({ start }) => start > write.now) : [];
  const theirs = new Set<unknown>(voterHoldsOf(poll));
  const before = poll.holds.filter((hold) => !theirs.has(hold));
  if (before.length === 0 && wanted.length === 0) return ok([]);
  const rooms = await keepRoom(write, owner, poll);
  const scope = await ownerScope(write, owner);
  for (const hold of before) {
    const gone = "objectId" in hold ? await removePollEvent(scope, owner, hold.objectId) : ok(undefined);
    if (!gone.ok) return gone;
  }
  const events: PollHold[] = [];
  for (const option of wanted) {
    const event = { ...pollEvent(poll, option), status: "tentative" } as JSEvent;
    const stored = await storePollEvent(scope, owner, event);
    if (!stored.ok) return stored;
    events.push({ optionId: option.id, accountId: owner.id, objectId: stored.value.id });
  }
  return ok([...events, ...rooms]);
}
