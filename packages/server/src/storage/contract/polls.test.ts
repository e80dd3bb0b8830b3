import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { BookingId, ObjectId, PollId, PollVoterId, PrincipalId } from "../records/ids.ts";
import type { Poll, PollVoter } from "../records/polls.ts";
import { backends, type TestPlace } from "./backends.ts";
import { newId, principal } from "./fixtures.ts";

const HOUR = 3_600_000;

const poll = (accountId: PrincipalId, fields: Partial<Poll> = {}): Poll => ({
  id: newId("poll") as PollId,
  accountId,
  title: "När ses vi? 🎄",
  description: "",
  place: "Föreningslokalen",
  isAllDay: false,
  length: 2 * HOUR,
  timeZone: "Europe/Stockholm",
  options: [{ id: "a", start: HOUR }],
  closesAt: null,
  visibility: "all",
  names: "organiserOnly",
  allowsIfNeeded: true,
  allowsSuggestions: false,
  holdsOptions: true,
  holds: [{ optionId: "a", accountId, objectId: newId("object") as ObjectId }],
  roomId: null,
  claimId: newId("claim") as BookingId,
  state: "open",
  chosenId: null,
  objectId: null,
  tokenHash: newId("hash"),
  createdAt: 1,
  changedAt: 1,
  deleteAfter: 100 * HOUR,
  ...fields,
});

const voter = (pollId: PollId, fields: Partial<PollVoter> = {}): PollVoter => ({
  id: newId("voter") as PollVoterId,
  pollId,
  principalId: null,
  name: "Bo",
  mail: "bo@example.com",
  language: "sv",
  timeZone: "Europe/Stockholm",
  isRequired: true,
  isInvited: false,
  answers: { a: { answer: "ifNeeded", start: HOUR } },
  note: "Gärna sent",
  wantsReminders: true,
  holdsTimes: true,
  tokenHash: newId("hash"),
  once: newId("once"),
  answeredAt: 5,
  createdAt: 1,
  changedAt: 5,
  ...fields,
});

describe.each(backends)("polls on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  let asa: PrincipalId;
  let bo: PrincipalId;
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
    const people = [principal(), principal()] as const;
    [asa, bo] = [people[0].id, people[1].id];
    await storage.write(async (tx) => {
      for (const one of people) await tx.principals.insert(one);
    });
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });
  const written = async (one: Poll): Promise<Poll> => {
    await storage.write((tx) => tx.polls.insert(one));
    return one;
  };

  it("are read as they were written and changed", async () => {
    const one = await written(poll(asa));
    const other = await written(poll(bo));
    const fields = { state: "scheduled", chosenId: "a", holds: [], isAllDay: true } as const;
    await storage.write((tx) => tx.polls.update(one.id, fields));
    const read = await storage.read(async (tx) => [
      await tx.polls.byId(one.id),
      await tx.polls.byTokenHash(one.tokenHash),
      ...(await tx.polls.ofAccount(asa)),
    ]);
    expect(read).toStrictEqual(Array.from({ length: 3 }, () => ({ ...one, ...fields })));
    expect(await storage.read((tx) => tx.polls.byId(other.id))).toStrictEqual(other);
  });

  it("have each person and each form once", async () => {
    const one = await written(poll(asa));
    const first = voter(one.id, { principalId: bo });
    const insert = (each: PollVoter) => storage.write((tx) => tx.pollVoters.insert(each));
    expect(await insert(first)).toBe("inserted");
    expect(await insert(voter(one.id, { once: first.once }))).toBe("duplicate");
    expect(await insert(voter(one.id, { principalId: bo }))).toBe("duplicate");
    const other = voter(one.id, { createdAt: 2 });
    expect(await insert(other)).toBe("inserted");
    const read = await storage.read(async (tx) => [
      await tx.pollVoters.byId(first.id),
      await tx.pollVoters.byTokenHash(first.tokenHash),
      await tx.pollVoters.byOnce(one.id, first.once),
      await tx.pollVoters.ofPrincipal(one.id, bo),
    ]);
    expect(read).toStrictEqual(Array.from({ length: 4 }, () => first));
    expect(await storage.read((tx) => tx.pollVoters.ofPoll(one.id))).toStrictEqual([first, other]);
    const isAsked = (id: PrincipalId, mail: string) => storage.read((tx) => tx.pollVoters.isAsked(id, mail));
    expect(await isAsked(asa, first.mail)).toBe(true);
    expect(await isAsked(bo, first.mail)).toBe(false);
    expect(await isAsked(asa, "nobody@example.org")).toBe(false);
    expect((await storage.read((tx) => tx.polls.ofVoter(bo))).map(({ id }) => id)).toContain(one.id);
    await storage.write((tx) => tx.pollVoters.update(first.id, { answers: {}, answeredAt: null }));
    expect(await storage.read((tx) => tx.pollVoters.byId(first.id))).toStrictEqual({
      ...first,
      answers: {},
      answeredAt: null,
    });
    expect(await storage.write((tx) => tx.pollVoters.remove(other.id))).toBe(true);
    expect(await storage.read((tx) => tx.pollVoters.ofPoll(one.id))).toHaveLength(1);
  });

  it("are forgotten on their date with every vote, and no sooner", async () => {
    const [soon, later] = [await written(poll(asa, { deleteAfter: 50 })), await written(poll(asa))];
    const [gone, stays] = [voter(soon.id), voter(later.id)];
    await storage.write(async (tx) => {
      for (const each of [gone, stays]) await tx.pollVoters.insert(each);
    });
    const due = (now: number) => storage.read((tx) => tx.polls.due(now, 10));
    expect(await due(49)).toEqual([]);
    expect(await due(50)).toStrictEqual([soon]);
    expect(await storage.write((tx) => tx.polls.remove(soon.id))).toBe(true);
    const left = await storage.read(async (tx) => [
      await tx.polls.byId(soon.id),
      await tx.pollVoters.byId(gone.id),
      await tx.polls.byId(later.id),
      await tx.pollVoters.byId(stays.id),
    ]);
    expect(left).toStrictEqual([undefined, undefined, later, stays]);
    expect(await storage.write((tx) => tx.polls.remove(later.id))).toBe(true);
    expect(await storage.read((tx) => tx.pollVoters.byId(stays.id))).toBeUndefined();
  });

  it("go with their account; what its person has voted elsewhere stays, without who they were", async () => {
    const [own, others] = [await written(poll(bo)), await written(poll(asa))];
    const vote = voter(others.id, { principalId: bo });
    await storage.write(async (tx) => {
      await tx.pollVoters.insert(voter(own.id));
      await tx.pollVoters.insert(vote);
      await tx.polls.endOfAccount(bo, 30);
    });
    const due = await storage.read((tx) => tx.polls.due(30, 99));
    expect(due.map(({ id }) => id)).toContain(own.id);
    expect(due.map(({ id }) => id)).not.toContain(others.id);
    expect(await storage.read((tx) => tx.pollVoters.byId(vote.id))).toStrictEqual({
      ...vote,
      principalId: null,
      name: "",
      mail: "",
      note: "",
    });
  });
});
