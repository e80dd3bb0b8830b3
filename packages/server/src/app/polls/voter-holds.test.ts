import { beforeEach, describe, expect, it } from "vitest";
import { sharedBackends } from "../../storage/contract/backends.ts";
import { guestVotes, HOUR, makePoll } from "../../testing/booking/make-poll.ts";
import { MONDAY_NINE } from "../../testing/booking/open-page.ts";
import { ownCalendar, firstCalendarOf, openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import type { Poll, PollVoterId } from "../types.ts";
import { deleteObject } from "../write/delete-object.ts";
import { finalisePoll } from "./finalise-poll.ts";
import { listPolls, removePoll, updatePoll } from "./polls.ts";
import { reopenPoll } from "./reopen-poll.ts";
import { restorePollVoter } from "./restore-voter.ts";
import { voteAsPerson } from "./vote.ts";
import { holdTimesAsVoter } from "./voter-holds.ts";
import { removePollVoter } from "./voters.ts";

let test: TestApp;
let elin: Actor;
let nils: Actor;
let poll: Poll;
async function open(app: TestApp): Promise<void> {
  test = app;
  elin = await test.person("elin");
  nils = await test.person("nils");
  const voters = [{ principalId: nils.principalId, isRequired: false }];
  ({ poll } = await makePoll(test.app, elin, {}, voters));
}

/** What stands in somebody's calendar: hours after nine of each tentative event, with its title. */
async function held(of = nils): Promise<readonly string[]> {
  const calendarId = await firstCalendarOf(test.app, of);
  const found = await test.app.storage.read((tx) => tx.objects.find({ calendarIds: [calendarId] }));
  return found
    .filter(({ icalendar }) => icalendar.includes("STATUS:TENTATIVE"))
    .map(({ start, summary }) => `${(start - MONDAY_NINE) / HOUR} ${summary}`)
    .toSorted();
}
async function vote(said: string): Promise<void> {
  const { answers } = guestVotes(poll, said);
  expect((await voteAsPerson(test.app, nils, poll.id, { answers, note: "" })).ok).toBe(true);
}
const wish = (isHeld: boolean, actor = nils) => holdTimesAsVoter(test.app, actor, poll.id, isHeld);
const ALL = ["0 Luciafika?", "2 Luciafika?", "4 Luciafika?"];

describe("the times of a poll in the calendar of a voter", () => {
  beforeEach(async () => {
    await open(await openTestApp());
    return () => test.close();
  });

  it("are those that they can come to, from when they wish it, and follow each vote", async () => {
    await vote("yin");
    expect(await held()).toEqual([]);
    expect((await wish(true)).ok).toBe(true);
    expect(await held()).toEqual(ALL.slice(0, 2));
    await vote("nyy");
    expect(await held()).toEqual(ALL.slice(1));
    const taken = { [poll.options[1]?.id ?? ""]: null };
    expect((await voteAsPerson(test.app, nils, poll.id, { answers: taken, note: "" })).ok).toBe(true);
    expect(await held()).toEqual(ALL.slice(2));
    expect((await wish(false)).ok).toBe(true);
    expect(await held()).toEqual([]);
    expect(await held(elin)).toEqual([]);
  });

  it("are twenty at most, and the voter is told of the others", async () => {
    const options = Array.from({ length: 23 }, (_, at) => ({ start: MONDAY_NINE + at * HOUR }));
    const voters = [{ principalId: nils.principalId, isRequired: false }];
    ({ poll } = await makePoll(test.app, elin, { options }, voters));
    const missed = async (): Promise<number | undefined> => {
      const listed = await listPolls(test.app, nils, nils.principalId);
      return listed.ok ? listed.value.at(-1)?.missedHolds : undefined;
    };
    await vote("y".repeat(23));
    await wish(true);
    expect(await held()).toHaveLength(20);
    expect(await missed()).toBe(3);
    await vote(`nnn${"y".repeat(20)}`);
    expect(await held()).toHaveLength(20);
    expect(await missed()).toBe(0);
  });

  it("stay away where the voter has deleted one, until the poll changes", async () => {
    await vote("yyn");
    await wish(true);
    const calendarId = await firstCalendarOf(test.app, nils);
    const [one] = await test.app.storage.read((tx) => tx.objects.find({ calendarIds: [calendarId] }));
    const place = ownCalendar(nils, calendarId);
    expect((await deleteObject(test.app, nils, place, one?.uri ?? "", {})).ok).toBe(true);
    await vote("yyn");
    expect(await held()).toHaveLength(1);
    expect((await updatePoll(test.app, elin, poll.id, { title: "Lucia" })).ok).toBe(true);
    expect(await held()).toEqual(["0 Lucia", "2 Lucia"]);
  });

  it("are gone when it is decided, called off or deleted, and back when a decision is taken back", async () => {
    await vote("yyy");
    await wish(true);
    expect((await finalisePoll(test.app, elin, poll.id, poll.options[0]?.id ?? "")).ok).toBe(true);
    expect(await held()).toEqual([]);
    expect((await reopenPoll(test.app, elin, poll.id)).ok).toBe(true);
    expect(await held()).toEqual(ALL);
    expect((await updatePoll(test.app, elin, poll.id, { state: "closed" })).ok).toBe(true);
    expect(await held()).toEqual(ALL);
    expect((await updatePoll(test.app, elin, poll.id, { state: "cancelled" })).ok).toBe(true);
    expect(await held()).toEqual([]);
    ({ poll } = await makePoll(test.app, elin, {}, [{ principalId: nils.principalId, isRequired: false }]));
    await vote("yyy");
    await wish(true);
    expect(await held()).toEqual(ALL);
    expect((await removePoll(test.app, elin, poll.id)).ok).toBe(true);
    expect(await held()).toEqual([]);
  });

  it("are gone with a voter who is taken off, and back with them", async () => {
    await vote("yyy");
    await wish(true);
    const voters = await test.app.storage.read((tx) => tx.pollVoters.ofPoll(poll.id));
    const id = voters.find(({ principalId }) => principalId === nils.principalId)?.id as PollVoterId;
    const sealed = await removePollVoter(test.app, elin, poll.id, id);
    expect(await held()).toEqual([]);
    expect((await restorePollVoter(test.app, elin, poll.id, sealed.ok ? sealed.value : "")).ok).toBe(true);
    expect(await held()).toEqual(ALL);
  });

  it("are not for who is not asked, nor for whose poll it is", async () => {
    const stranger = await test.person("stranger");
    for (const actor of [stranger, elin])
      expect(await wish(true, actor)).toMatchObject({ ok: false, problem: { code: "not-found" } });
    expect(await held(elin)).toEqual([]);
  });
});

describe("a calendar that can take only some of the times", () => {
  it("has those, and its voter is told how many are missing, until there is room again", async () => {
    await open(await openTestApp({ limits: { objectsPerCalendar: 2 } }));
    try {
      await vote("yyy");
      expect((await wish(true)).ok).toBe(true);
      expect(await held()).toEqual(ALL.slice(0, 2));
      const missed = async (): Promise<readonly number[]> => {
        const listed = await listPolls(test.app, nils, nils.principalId);
        return listed.ok ? listed.value.map(({ missedHolds }) => missedHolds) : [];
      };
      expect(await missed()).toEqual([1]);
      const theirs = await listPolls(test.app, elin, elin.principalId);
      expect(theirs).toMatchObject({ value: [{ missedHolds: 0 }] });
      await vote("nyy");
      expect(await held()).toEqual(ALL.slice(1));
      expect(await missed()).toEqual([0]);
      await vote("yyy");
      expect(await missed()).toEqual([1]);
      expect((await wish(false)).ok).toBe(true);
      expect(await missed()).toEqual([0]);
      expect(await held()).toEqual([]);
    } finally {
      await test.close();
    }
  });
});

describe.each(sharedBackends)("votes, a wish and a decision at once on $name", (backend) => {
  it("leave no time behind", { timeout: 60_000 }, async () => {
    const place = await backend.make();
    await open(await openTestApp({ storage: await place.open() }));
    try {
      await vote("yyy");
      const done = await Promise.all([
        wish(true),
        voteAsPerson(test.app, nils, poll.id, { answers: {}, note: "a" }),
        updatePoll(test.app, elin, poll.id, { title: "Lucia" }),
        wish(true),
        finalisePoll(test.app, elin, poll.id, poll.options[1]?.id ?? ""),
      ]);
      expect(done[4].ok).toBe(true);
      expect(await held()).toEqual([]);
      await reopenPoll(test.app, elin, poll.id);
      expect((await held()).map((one) => one.split(" ")[0])).toEqual(["0", "2", "4"]);
    } finally {
      await test.close();
      await place.drop();
    }
  });
});
