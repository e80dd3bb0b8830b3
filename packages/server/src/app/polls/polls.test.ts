import { eventFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { roomMaker } from "../../testing/booking/make-rooms.ts";
import { guestVotes, HOUR, makePoll, pollFields } from "../../testing/booking/make-poll.ts";
import { MONDAY_NINE } from "../../testing/booking/open-page.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import { firstCalendarOf, openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { createGroup } from "../groups/change-group.ts";
import { readStored } from "../objects/read-stored.ts";
import type { Poll, PollId } from "../types.ts";
import { finalisePoll } from "./finalise-poll.ts";
import { createPoll, listPolls, removePoll, updatePoll, type PollChanges } from "./polls.ts";
import { invitePollVoters, removePollVoter } from "./voters.ts";
import { joinPoll, pollByLink, voteAsPerson, voteByLink } from "./vote.ts";

let test: TestApp;
let elin: Actor;
let nils: Actor;
beforeEach(async () => {
  test = await openTestApp({ limits: { guestAnswers: 1_000 } });
  elin = await test.person("elin");
  nils = await test.person("nils");
  return () => test.close();
});

const votes = async (token: string, poll: Poll, said: string, fields = {}): Promise<string> => {
  const done = await voteByLink(test.app, token, guestVotes(poll, said, fields), "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
  return done.value;
};
const seen = async (actor: Actor, id: PollId) => {
  const all = await listPolls(test.app, actor, actor.principalId);
  return all.ok ? all.value.find(({ poll }) => poll.id === id) : undefined;
};
const change = async (poll: Poll, changes: PollChanges, actor = elin): Promise<Poll> => {
  const done = await updatePoll(test.app, actor, poll.id, changes);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return done.value;
};
const events = async (actor: Actor) => {
  const calendarIds = [await firstCalendarOf(test.app, actor)];
  const found = await test.app.storage.read((tx) =>
    tx.objects.find({ calendarIds, component: "VEVENT", limit: 99 }),
  );
  return found.flatMap((stored) => {
    const event = eventFromObject(readStored(stored));
    return event.ok ? [event.value] : [];
  });
};

describe("votes by links", () => {
  it("are changed by their own link alone, from whichever device", async () => {
    const { poll, token } = await makePoll(test.app, elin);
    const [bo, siv] = [
      await votes(token, poll, "yn.", { name: "Bo" }),
      await votes(token, poll, "nnn", { name: "Siv" }),
    ];
    expect(bo).not.toBe(siv);
    await votes(bo, poll, "..i", { name: "Somebody else", note: "Helst sent" });
    const own = await pollByLink(test.app, bo);
    const [a = "", b = "", c = ""] = poll.options.map(({ id }) => id);
    expect(own?.votes.voters[0]).toMatchObject({
      name: "Bo",
      isOwn: true,
      note: "Helst sent",
      answers: { [a]: "yes", [b]: "no", [c]: "ifNeeded" },
    });
    const others = (await pollByLink(test.app, siv))?.votes.voters ?? [];
    expect(others.find(({ isOwn }) => isOwn)?.answers).toEqual({ [a]: "no", [b]: "no", [c]: "no" });
  });

  it("are one voter's however often a form is sent, and none's for a forged link", async () => {
    const { poll, token } = await makePoll(test.app, elin);
    const form = guestVotes(poll, "y..");
    for (let n = 0; n < 3; n++) await voteByLink(test.app, token, form, "192.0.2.1");
    expect((await seen(elin, poll.id))?.votes.voters).toHaveLength(2);
    for (const forged of ["", "x", `${token}a`, token.replace(/.$/, (last) => (last === "A" ? "B" : "A"))]) {
      expect(await pollByLink(test.app, forged)).toBeUndefined();
      expect((await voteByLink(test.app, forged, form, "192.0.2.1")).ok).toBe(false);
    }
  });

  it("are not taken from a form with something wrong in it", async () => {
    const { poll, token } = await makePoll(test.app, elin);
    const tries = async (fields: object) => {
      const done = await voteByLink(test.app, token, guestVotes(poll, "y..", fields), "192.0.2.1");
      return done.ok ? undefined : done.problem;
    };
    expect(await tries({ name: " ", mail: "bo" })).toEqual({ kind: "wrong", fields: ["name", "mail"] });
    expect(await tries({ name: "\u202Eevil" })).toEqual({ kind: "wrong", fields: ["name"] });
    expect(await tries({ note: "x".repeat(501) })).toEqual({ kind: "wrong", fields: ["note"] });
    expect(await tries({ suggestion: MONDAY_NINE })).toEqual({ kind: "wrong", fields: ["suggestion"] });
    expect((await seen(elin, poll.id))?.votes.voters).toHaveLength(1);
    expect(await tries({ answers: { __proto__: { answer: "yes", start: 1 }, none: null }, mail: "" })).toBe(
      undefined,
    );
  });

  it("end with the poll, and go on when it is opened again", async () => {
    const closesAt = test.app.now() + HOUR;
    const { poll, token } = await makePoll(test.app, elin, { closesAt });
    const own = await votes(token, poll, "y..");
    test.clock.advance(HOUR);
    const late = async () => {
      const done = await voteByLink(test.app, own, guestVotes(poll, "nnn"), "192.0.2.1");
      return done.ok ? "ok" : done.problem.kind;
    };
    expect(await late()).toBe("closed");
    expect((await pollByLink(test.app, own))?.state).toBe("closed");
    expect((await change(poll, { state: "open" })).closesAt).toBeNull();
    expect(await late()).toBe("ok");
    await change(poll, { state: "closed" });
    expect(await late()).toBe("closed");
  });

  it("may bring times of their own, if the poll takes them", async () => {
    const { poll, token } = await makePoll(test.app, elin, { allowsSuggestions: true });
    const suggestion = MONDAY_NINE + DAY;
    await votes(token, poll, "nnn", { suggestion });
    await votes(token, poll, "nnn", { suggestion });
    const after = await seen(elin, poll.id);
    expect(after?.poll.options.map(({ start }) => start)).toContain(suggestion);
    expect(after?.poll.options).toHaveLength(4);
    const id = after?.poll.options.at(-1)?.id ?? "";
    expect(after?.votes.counts?.[id]).toEqual({ yes: 1, ifNeeded: 0, no: 0 });
    // Who suggested it is not told with it.
    expect(JSON.stringify(after?.poll)).not.toContain("suggestedBy");
  });
});

describe("a change of a poll", () => {
  it("of zone, length and times loses no vote and moves none, under two hundred voters", async () => {
    const { poll, token } = await makePoll(test.app, elin);
    for (let n = 0; n < 200; n++) await votes(token, poll, ["yin", "nyi", "iny"][n % 3] ?? "");
    const before = (await seen(elin, poll.id))?.votes.counts ?? {};
    const [a, b, c] = poll.options;
    if (!a || !b || !c) throw new Error("three options");
    await change(poll, { timeZone: "America/New_York", length: 2 * HOUR });
    expect((await seen(elin, poll.id))?.votes.counts).toEqual(before);
    const moved = { id: b.id, start: b.start + HOUR };
    await change(poll, { options: [{ start: a.start }, moved, { start: c.start + DAY }] });
    const after = await seen(elin, poll.id);
    expect(after?.votes.counts?.[a.id]).toEqual(before[a.id]);
    expect(after?.votes.counts?.[b.id]).toEqual({ yes: 0, ifNeeded: 0, no: 0 });
    // It comes back, and with it every vote.
    await change(poll, { options: [a, b, c] });
    const back = await seen(elin, poll.id);
    expect(back?.votes.counts?.[b.id]).toEqual(before[b.id]);
    expect(back?.votes.voters).toHaveLength(201);
  });

  it("is refused where it makes no sense, and leaves nothing", async () => {
    const { poll } = await makePoll(test.app, elin);
    const tries: PollChanges[] = [
      { title: "" },
      { options: [] },
      { options: [{ start: NaN }] },
      { options: [{ start: MONDAY_NINE }, { start: MONDAY_NINE }] },
      { length: 0 },
      { length: 1e12 },
      { timeZone: "Mars/Olympus" },
      { isAllDay: true },
      { roomId: elin.principalId },
    ];
    for (const each of tries) {
      const done = await updatePoll(test.app, elin, poll.id, each);
      expect(done.ok ? each : done.problem.code).toBe("invalid-value");
    }
    expect(await test.app.storage.read((tx) => tx.polls.byId(poll.id))).toStrictEqual(poll);
  });

  it("is nobody else's", async () => {
    const { poll } = await makePoll(test.app, elin);
    const refused = [
      await updatePoll(test.app, nils, poll.id, { title: "Mine" }),
      await removePoll(test.app, nils, poll.id),
      await finalisePoll(test.app, nils, poll.id, poll.options[0]?.id ?? ""),
      await invitePollVoters(test.app, nils, poll.id, []),
      await createPoll(test.app, nils, elin.principalId, pollFields(), []),
    ];
    for (const done of refused) expect(done.ok).toBe(false);
    expect(await seen(nils, poll.id)).toBeUndefined();
    expect((await seen(elin, poll.id))?.poll.title).toBe("Luciafika?");
  });
});

describe("people with an account", () => {
  it("vote as themselves where they are asked, and nowhere else", async () => {
    const { poll } = await makePoll(test.app, elin, {}, [
      { principalId: nils.principalId, isRequired: true },
    ]);
    const other = await test.person("siv");
    const given = guestVotes(poll, "y..");
    expect((await voteAsPerson(test.app, nils, poll.id, given)).ok).toBe(true);
    expect((await voteAsPerson(test.app, other, poll.id, given)).ok).toBe(false);
    expect((await seen(nils, poll.id))?.own?.answers).toMatchObject(given.answers);
    const voters = (await seen(elin, poll.id))?.votes.voters ?? [];
    expect(voters.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ["elin", false],
      ["nils", true],
    ]);
    const nilsId = voters.find(({ name }) => name === "nils")?.id ?? "";
    await removePollVoter(test.app, elin, poll.id, nilsId as never);
    expect(await seen(nils, poll.id)).toBeUndefined();
  });

  it("join by a link once, and take what they voted as a guest along", async () => {
    const { poll, token } = await makePoll(test.app, elin);
    const guest = await votes(token, poll, "yyn", { name: "Nisse" });
    for (let n = 0; n < 2; n++)
      expect(await joinPoll(test.app, nils, guest)).toEqual({ ok: true, value: poll.id });
    expect((await seen(nils, poll.id))?.own).toMatchObject({ name: "nils", principalId: nils.principalId });
    expect((await seen(elin, poll.id))?.votes.voters).toHaveLength(2);
    const siv = await test.person("siv");
    for (let n = 0; n < 2; n++) await joinPoll(test.app, siv, token);
    expect((await seen(elin, poll.id))?.votes.voters).toHaveLength(3);
    expect((await joinPoll(test.app, siv, "forged")).ok).toBe(false);
  });
});

describe("deciding", () => {
  const decide = (poll: Poll, at: number, actor = elin) =>
    finalisePoll(test.app, actor, poll.id, poll.options[at]?.id ?? "");

  it("makes one event with everybody invited, and no tentative one is left", async () => {
    const { poll, token } = await makePoll(test.app, elin, { holdsOptions: true }, [
      { principalId: nils.principalId, isRequired: false },
    ]);
    await votes(token, poll, "yyy", { name: "Bo", mail: "bo@example.org" });
    await votes(token, poll, "yyy", { name: "Without", mail: "" });
    expect((await events(elin)).map(({ status }) => status)).toEqual(["tentative", "tentative", "tentative"]);
    const done = await decide(poll, 1);
    expect(done.ok && done.value).toMatchObject({
      state: "scheduled",
      chosenId: poll.options[1]?.id,
      holds: [],
    });
    const [event, ...others] = await events(elin);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      title: "Luciafika?",
      start: "2026-11-23T11:00:00",
      timeZone: "Europe/Stockholm",
    });
    const invited = Object.values(event?.participants ?? {}).map((each) => [
      each.calendarAddress,
      each.participationStatus,
    ]);
    expect(invited).toEqual([
      ["mailto:elin@example.com", "accepted"],
      ["mailto:nils@example.com", "needs-action"],
      ["mailto:bo@example.org", "needs-action"],
    ]);
    expect(event?.hideAttendees).toBeUndefined();
    // Deciding again, or otherwise, changes nothing.
    const again = await decide(poll, 0);
    expect(again.ok && again.value.chosenId).toBe(poll.options[1]?.id);
    expect(await events(elin)).toHaveLength(1);
  });

  it("does not tell by the invitation who else votes, where the poll does not", async () => {
    const { poll } = await makePoll(test.app, elin, { names: "organiserOnly" }, [
      { principalId: nils.principalId, isRequired: false },
    ]);
    await decide(poll, 0);
    expect((await events(elin))[0]?.hideAttendees).toBe(true);
  });

  it("keeps the times in the calendar as they are changed, and gives them up when it is called off", async () => {
    const { poll } = await makePoll(test.app, elin, { holdsOptions: true });
    await change(poll, { options: [{ start: MONDAY_NINE + DAY }], length: 2 * HOUR });
    expect(await events(elin)).toMatchObject([{ start: "2026-11-24T09:00:00", duration: "PT2H" }]);
    await change(poll, { state: "cancelled" });
    expect(await events(elin)).toEqual([]);
    expect((await decide(poll, 0)).ok).toBe(false);
  });

  it("books the room with it, or decides nothing", async () => {
    const room = await (await roomMaker(test.app, elin))("Common room", ANY_TIME);
    const fits = { options: [{ start: MONDAY_NINE }, { start: MONDAY_NINE + 3 * HOUR }], length: 3 * HOUR };
    const { poll } = await makePoll(test.app, elin, { ...fits, roomId: room });
    const { poll: other } = await makePoll(test.app, elin, { ...fits, roomId: room });
    const done = await decide(poll, 0);
    expect(done.ok ? done.value.state : done.problem).toBe("scheduled");
    const taken = await decide(other, 0);
    expect(taken.ok ? taken.value : taken.problem).toMatchObject({
      code: "booking-taken",
      start: MONDAY_NINE,
    });
    expect(await events(elin)).toHaveLength(1);
    expect((await seen(elin, other.id))?.state).toBe("open");
  });

  it("is for a group's managers, and makes the group's event", async () => {
    await test.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
    const members = new Map([
      [elin.principalId, { isManager: true }],
      [nils.principalId, { isManager: false }],
    ]);
    const group = await createGroup(test.app, elin, "Kören", members);
    if (!group.ok) throw new Error(group.problem.code);
    const { poll } = await makePoll(
      test.app,
      elin,
      {},
      [{ principalId: nils.principalId, isRequired: false }],
      group.value,
    );
    expect((await decide(poll, 0, nils)).ok).toBe(false);
    expect((await decide(poll, 0)).ok).toBe(true);
  });
});

describe("what is done with a poll", () => {
  it("is written down, without what it asks or who voted what", async () => {
    const { poll, token } = await makePoll(test.app, elin);
    await votes(token, poll, "yyy", { name: "Bo" });
    await change(poll, { title: "A secret" });
    const bo = (await seen(elin, poll.id))?.votes.voters.find(({ name }) => name === "Bo");
    expect((await removePollVoter(test.app, elin, poll.id, bo?.id as never)).ok).toBe(true);
    const [option] = poll.options;
    expect((await finalisePoll(test.app, elin, poll.id, option?.id ?? "")).ok).toBe(true);
    // Who decides once more is told of the first choice, and has done nothing.
    expect((await finalisePoll(test.app, elin, poll.id, option?.id ?? "")).ok).toBe(true);
    expect((await removePoll(test.app, elin, poll.id)).ok).toBe(true);
    const all = (await test.app.storage.read((tx) => tx.audit.latest(99))).filter(
      ({ subject }) => subject === poll.id,
    );
    expect(all.map(({ action }) => action).toSorted()).toEqual([
      "poll-changed",
      "poll-created",
      "poll-decided",
      "poll-removed",
      "poll-voter-removed",
    ]);
    expect(all.every(({ actorId }) => actorId === elin.principalId)).toBe(true);
    expect(JSON.stringify(all)).not.toMatch(/secret|Bo/);
  });
});
