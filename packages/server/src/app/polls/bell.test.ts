import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { beforeEach, expect, it } from "vitest";
import { guestVotes, makePoll } from "../../testing/booking/make-poll.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import type { Actor } from "../actor.ts";
import { createGroup } from "../groups/change-group.ts";
import { updateProfile } from "../accounts/profile.ts";
import { listNotifications } from "../notices/notifications.ts";
import { removePoll } from "./polls.ts";
import { voteAsPerson, voteByLink } from "./vote.ts";

let world: MailWorld;
let elin: Actor;
let nils: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  nils = await world.person("nils");
  return () => world.close();
});

/** What is at somebody's bell about polls, newest first. */
const bell = async (actor: Actor) => {
  const listed = await listNotifications(world.app, actor, actor.principalId, "PollNotification");
  return listed.ok
    ? listed.value.list.map(({ payload }) => {
        const { news, answered, of } = payload as Record<string, unknown>;
        return `${String(news)} ${String(answered)}/${String(of)}`;
      })
    : [listed.problem.code];
};
const send = async (): Promise<void> => expect(await world.send()).toEqual([]);
const NILS = () => ({ principalId: nils.principalId, isRequired: false });

it("gathers votes into one, then says that everybody has answered, and is nobody's who only votes", async () => {
  const { poll, token } = await makePoll(world.app, elin, {}, [NILS()]);
  const vote = (said: string) =>
    voteByLink(world.app, token, guestVotes(poll, said, { mail: "" }), "192.0.2.1");
  await vote("y..");
  await vote("n..");
  await send();
  expect(await bell(elin)).toEqual([]);
  world.clock.advance(15 * MINUTE);
  await send();
  expect(await bell(elin)).toEqual(["votes 2/4"]);
  await vote("yyy");
  world.clock.advance(15 * MINUTE);
  await send();
  // The newest stands for the poll.
  expect(await bell(elin)).toEqual(["votes 3/5"]);
  await voteAsPerson(world.app, nils, poll.id, guestVotes(poll, "y.."));
  await voteAsPerson(world.app, elin, poll.id, guestVotes(poll, "y.."));
  await send();
  expect(await bell(elin)).toEqual(["answered 5/5"]);
  world.clock.advance(HOUR);
  await send();
  expect(await bell(elin)).toEqual(["answered 5/5"]);
  expect(await bell(nils)).toEqual([]);
});

it("says when the end has come, once, and nothing more of a poll that is deleted", async () => {
  const closesAt = world.app.now() + DAY;
  const { poll } = await makePoll(world.app, elin, { closesAt }, [NILS()]);
  await send();
  expect(await bell(elin)).toEqual([]);
  world.clock.advance(DAY);
  await send();
  await send();
  expect(await bell(elin)).toEqual(["closed 0/2"]);
  expect((await removePoll(world.app, elin, poll.id)).ok).toBe(true);
  expect(await bell(elin)).toEqual([]);
});

it("rings for the managers of a group, and not for who does not want answers in the app", async () => {
  const siv = await world.person("siv");
  await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  const members = new Map([
    [elin.principalId, { isManager: true }],
    [nils.principalId, { isManager: true }],
    [siv.principalId, { isManager: false }],
  ]);
  const group = await createGroup(world.app, elin, "Kören", members);
  if (!group.ok) throw new Error(group.problem.code);
  const quiet = await updateProfile(world.app, nils, {
    preferences: { notices: { answers: { app: false } } },
  });
  expect(quiet.ok).toBe(true);
  const { poll, token } = await makePoll(world.app, elin, {}, [], group.value);
  await voteByLink(world.app, token, guestVotes(poll, "y..", { mail: "" }), "192.0.2.1");
  await send();
  expect(await bell(elin)).toEqual(["answered 1/1"]);
  expect(await bell(nils)).toEqual([]);
  // How many have answered is not for a member who does not decide, by no way.
  expect(await bell(siv)).toEqual([]);
  expect(world.sink.mails.flatMap(({ to }) => to)).not.toContain("siv@example.com");
});
