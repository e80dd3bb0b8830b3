import { DAY } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { removeExpired } from "../../jobs/remove-expired.ts";
import { guestVotes, makePoll } from "../../testing/booking/make-poll.ts";
import { openSearchedWorld, type SearchedWorld } from "../../testing/booking/searched-world.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import type { Actor } from "../actor.ts";
import type { Poll } from "../types.ts";
import { removePoll } from "./polls.ts";
import { voteByLink } from "./vote.ts";
import { invitePollVoters, removePollVoter } from "./voters.ts";

let world: SearchedWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openSearchedWorld();
  elin = await world.person("elin");
  return () => world.close();
});

const BOS = /Bo Ek|bo@example|ryggskott/;

/** A poll in which Bo, who has no account, was asked and has answered. */
async function asked(): Promise<Poll> {
  const bo = { mail: "bo@example.org", name: "Bo Ek", isRequired: false };
  const { poll, token } = await makePoll(world.app, elin);
  expect(await invitePollVoters(world.app, elin, poll.id, [bo])).toMatchObject({ ok: true });
  const form = guestVotes(poll, "y.n", { name: "Bo Ek", mail: "bo@example.org", note: "ryggskott" });
  expect(await voteByLink(world.app, token, form, "192.0.2.1")).toMatchObject({ ok: true });
  expect(await world.send()).toEqual([]);
  expect(await world.tablesNaming(BOS)).toEqual(expect.arrayContaining(["mail_delivery", "poll_voter"]));
  return poll;
}

describe("nothing of a voter without an account is in any table", () => {
  it("once the poll was deleted", async () => {
    const poll = await asked();
    expect((await removePoll(world.app, elin, poll.id)).ok).toBe(true);
    expect(await world.tablesNaming(BOS)).toEqual([]);
  });

  it("once the poll's date has come", async () => {
    const poll = await asked();
    world.clock.advance(poll.deleteAfter - world.app.now() - 1);
    await removeExpired(world.app);
    expect(await world.tablesNaming(BOS)).toContain("poll_voter");
    world.clock.advance(1);
    await removeExpired(world.app);
    expect(await world.tablesNaming(BOS)).toEqual([]);
  });

  it("once they were taken off it", async () => {
    const poll = await asked();
    const voters = await world.app.storage.read((tx) => tx.pollVoters.ofPoll(poll.id));
    for (const { id, principalId } of voters)
      if (principalId === null) expect((await removePollVoter(world.app, elin, poll.id, id)).ok).toBe(true);
    expect(await world.tablesNaming(BOS)).toEqual([]);
  });

  it("once the account of its owner was deleted for good", async () => {
    await asked();
    const admin = { ...(await world.person("admin")), isAdmin: true };
    await world.app.storage.write((tx) => tx.principals.update(admin.principalId, { isAdmin: true }));
    expect((await deleteAccount(world.app, admin, elin.principalId, undefined)).ok).toBe(true);
    world.clock.advance(world.app.limits.accountGraceDays * DAY);
    await removeExpired(world.app);
    expect(await world.tablesNaming(BOS)).toEqual([]);
  });

  it("unless they were asked in another as well, until that goes", async () => {
    const [first, second] = [await asked(), await asked()];
    expect((await removePoll(world.app, elin, first.id)).ok).toBe(true);
    expect(await world.tablesNaming(BOS)).toEqual(expect.arrayContaining(["mail_delivery", "poll_voter"]));
    expect((await removePoll(world.app, elin, second.id)).ok).toBe(true);
    expect(await world.tablesNaming(BOS)).toEqual([]);
  });
});
