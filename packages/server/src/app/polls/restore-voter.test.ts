import { HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, expect, it } from "vitest";
import { guestVotes, makePoll } from "../../testing/booking/make-poll.ts";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import type { PollId } from "../types.ts";
import { restorePollVoter } from "./restore-voter.ts";
import { removePollVoter } from "./voters.ts";
import { pollByLink, voteByLink } from "./vote.ts";

let test: TestApp;
let elin: Actor;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  return () => test.close();
});

const voters = (id: PollId) => test.app.storage.read((tx) => tx.pollVoters.ofPoll(id));
const bo = async (id: PollId) => (await voters(id)).find(({ name }) => name === "Bo");

it("puts a voter back as they were, with their answers and their link, and tells nobody's address", async () => {
  const { poll, token } = await makePoll(test.app, elin);
  const own = await voteByLink(
    test.app,
    token,
    guestVotes(poll, "yn.", { name: "Bo", mail: "bo@example.org", note: "Secret note" }),
    "192.0.2.1",
  );
  if (!own.ok) throw new Error(own.problem.kind);
  const before = await bo(poll.id);
  const undo = await removePollVoter(test.app, elin, poll.id, before?.id as never);
  if (!undo.ok) throw new Error(undo.problem.code);
  expect(await bo(poll.id)).toBeUndefined();
  expect(await pollByLink(test.app, own.value)).toBeUndefined();
  expect(Buffer.from(undo.value, "base64url").toString("latin1")).not.toMatch(/example|Secret|Bo/);
  expect((await restorePollVoter(test.app, elin, poll.id, undo.value)).ok).toBe(true);
  expect(await bo(poll.id)).toStrictEqual(before);
  expect((await pollByLink(test.app, own.value))?.own?.name).toBe("Bo");
  // Once more changes nothing.
  expect((await restorePollVoter(test.app, elin, poll.id, undo.value)).ok).toBe(true);
  expect(await voters(poll.id)).toHaveLength(2);
});

it("takes nothing that was not sealed here, is of another poll, too old, or brought by somebody else", async () => {
  const { poll, token } = await makePoll(test.app, elin);
  const { poll: other } = await makePoll(test.app, elin);
  await voteByLink(test.app, token, guestVotes(poll, "yn.", { name: "Bo" }), "192.0.2.1");
  const undo = await removePollVoter(test.app, elin, poll.id, (await bo(poll.id))?.id as never);
  if (!undo.ok) throw new Error(undo.problem.code);
  const nils = await test.person("nils");
  const changed = `${undo.value.slice(0, -4)}AAAA`;
  for (const [actor, id, given] of [
    [elin, other.id, undo.value],
    [nils, poll.id, undo.value],
    [elin, poll.id, changed],
    [elin, poll.id, ""],
    [elin, poll.id, "x".repeat(99)],
  ] as const)
    expect(await restorePollVoter(test.app, actor, id, given)).toMatchObject({
      problem: { code: "not-found" },
    });
  test.clock.advance(HOUR);
  expect((await restorePollVoter(test.app, elin, poll.id, undo.value)).ok).toBe(false);
  expect(await voters(poll.id)).toHaveLength(1);
});
