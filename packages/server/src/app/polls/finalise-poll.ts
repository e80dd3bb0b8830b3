import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { Participant } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PollId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Poll } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { lockForBooking } from "../bookings/lock-for-booking.ts";
import { addressOf, lastingAddressOf } from "../principal-address.ts";
import type { Problem } from "../problems.ts";
import { SENDS } from "../scope.ts";
import { auditPoll } from "./audit-poll.ts";
import { asManager } from "./as-manager.ts";
import { keepHolds } from "./hold-options.ts";
import type { Noticing } from "./notice.ts";
import { ownerScope, pollEvent, storePollEvent } from "./poll-event.ts";

/**
 * Decides on an option: one event with everybody invited who can be reached, the times that were kept are free, and the room is booked, in one
 * transaction. Should two decide at once, the first one's choice holds, and the second is told of that.
 * @returns `poll-closed` for a poll that was called off, `not-found`, `booking-taken` where the room can't be had then
 */
export const finalisePoll = (
  app: App,
  actor: Actor,
  id: PollId,
  optionId: string,
): Promise<Result<Poll, Problem>> =>
  asManager(app, actor, id, async (write, poll, owner) => {
    if (poll.state === "scheduled") return ok(poll);
    if (poll.state === "cancelled") return failed({ code: "poll-closed" });
    const option = poll.options.find((each) => each.id === optionId);
    if (!option) return failed({ code: "not-found" });
    const { tx, now } = write;
    if (poll.roomId !== null) await lockForBooking(tx, [owner.id], [poll.roomId]);
    const decided = { ...poll, state: "scheduled", chosenId: option.id, changedAt: now } as const;
    const freed = await keepHolds(write, owner, decided);
    if (!freed.ok) return freed;
    const guests = await guestsOf(write, poll, owner);
    const room = poll.roomId === null ? undefined : await tx.principals.byId(poll.roomId);
    const scope = { ...(await ownerScope(write, owner)), scheduling: SENDS };
    const written = await storePollEvent(scope, owner, {
      ...pollEvent(poll, option),
      organizerCalendarAddress: addressOf(owner),
      // Whoever was not to learn who else votes does not learn it from the invitation either.
      ...(poll.names === "organiserOnly" && { hideAttendees: true }),
      participants: { owner: ownerPart(owner), ...guests, ...(room && { room: roomPart(room) }) },
    });
    if (!written.ok) return written;
    const { id: objectId, outcome } = written.value;
    if (room && !isBooked(outcome.now.object, room))
      return failed({ code: "booking-taken", start: option.start, end: option.start + poll.length });
    await auditPoll(write, actor, "poll-decided", decided);
    const after = { ...freed.value, ...decided, holds: [], objectId };
    await tx.polls.update(id, { state: "scheduled", chosenId: option.id, changedAt: now, objectId });
    return ok(after);
  });

const ownerPart = (owner: Principal): Participant => ({
  "@type": "Participant",
  name: owner.displayName,
  calendarAddress: addressOf(owner),
  kind: owner.kind === "group" ? "group" : "individual",
  roles: { owner: true, attendee: true },
  participationStatus: "accepted",
});

const roomPart = (room: Principal): Participant => ({
  "@type": "Participant",
  name: room.displayName,
  calendarAddress: lastingAddressOf(room),
  kind: "location",
  roles: { attendee: true },
});

/** Everybody who was asked or has voted, once each; who gave no address can't be invited. A yes is no acceptance: they answer themselves. */
async function guestsOf(
  { tx }: Noticing,
  poll: Poll,
  owner: Principal,
): Promise<Readonly<Record<string, Participant>>> {
  const voters = await tx.pollVoters.ofPoll(poll.id);
  const ids = voters.flatMap(({ principalId }) => principalId ?? ([] as PrincipalId[]));
  const people = new Map((await tx.principals.byIds(ids)).map((person) => [person.id, person]));
  const guests: Record<string, Participant> = {};
  const seen = new Set([addressOf(owner).toLowerCase()]);
  for (const { id, principalId, name, mail } of voters) {
    const person = principalId === null ? undefined : people.get(principalId);
    const address =
      person?.status === "active" ? addressOf(person) : mail === "" ? undefined : `mailto:${mail}`;
    if (address === undefined || seen.has(address.toLowerCase())) continue;
    seen.add(address.toLowerCase());
    guests[`voter-${id}`] = {
      "@type": "Participant",
      name: person?.displayName ?? name,
      calendarAddress: address,
      kind: "individual",
      roles: { attendee: true },
      participationStatus: "needs-action",
    };
  }
  return guests;
}

/** Whether a room has accepted, or asks its managers first. */
function isBooked(object: Parameters<typeof eventFromObject>[0], room: Principal): boolean {
  const event = eventFromObject(object);
  const address = lastingAddressOf(room).toLowerCase();
  const all = event.ok ? Object.values(event.value.participants ?? {}) : [];
  const own = all.find((each) => each.calendarAddress?.toLowerCase() === address);
  return own?.participationStatus === "accepted" || own?.participationStatus === "tentative";
}
