import { beforeEach, describe, expect, it } from "vitest";
import type { PrincipalId } from "../../../storage/records/ids.ts";
import { openBoard } from "../../../testing/booking/open-board.ts";
import { ANY_TIME } from "../../../testing/booking/rules.ts";
import type { DavClient } from "../../../testing/dav-client.ts";
import { event, home, meeting } from "../../../testing/dav-meetings.ts";
import { createBookable } from "../bookables.ts";
import { changeBookable } from "../change-bookable.ts";

// A room's own mail address: who may give it one, whose it can't be, and what answers at it.

let world: Awaited<ReturnType<typeof openBoard>>;
let room: PrincipalId;
beforeEach(async () => {
  world = await openBoard();
  room = await world.make({ name: "Lilla salen" });
  return () => world.test.close();
});

const give = (email: string | null, id = room, client = world.elin) =>
  changeBookable(world.test.app, client.actor, id, { email });
const holderOf = (email: string) =>
  world.test.app.storage.read(async (tx) => (await tx.principals.byEmail(email))?.id);

/** Invites an address for an hour of Monday. @returns the answer in the organizer's own event */
async function answerOf(address: string, hour: number, client: DavClient = world.elin): Promise<string> {
  const { login } = client.actor;
  const path = `${home(login)}at-${String(hour)}.ics`;
  const at = (of: number): string => `20261123T${String(of).padStart(2, "0")}0000Z`;
  const text = meeting(
    event(
      `DTSTART:${at(hour)}`,
      `DTEND:${at(hour + 1)}`,
      `ORGANIZER:mailto:${login}@example.com`,
      `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${login}@example.com`,
      `ATTENDEE;CUTYPE=ROOM;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:${address}`,
    ),
  ).replaceAll("UID:meeting", `UID:at-${login}-${String(hour)}`);
  expect((await client.put(path, text)).status).toBe(201);
  const { body } = await client.get(path);
  const [, answer = "-"] =
    /ATTENDEE[^:]*CUTYPE=ROOM[^:]*PARTSTAT=([A-Z-]+)/.exec(body.replace(/\r\n /g, "")) ?? [];
  return answer;
}

describe("an address that is typed for a room", () => {
  it("is answered by the room when a calendar app invites it, in the write itself", async () => {
    expect(await give("Lilla.Sal@our.example")).toMatchObject({ ok: true });
    expect(await answerOf("lilla.sal@our.example", 11)).toBe("ACCEPTED");
    expect(await answerOf("LILLA.SAL@our.example", 11, world.bengt)).toBe("DECLINED");
    const booked = await world.test.app.storage.read((tx) =>
      tx.bookings.inRange(room, { start: 0, end: 8e15 }),
    );
    expect(booked.map(({ state, partyId }) => [state, partyId])).toEqual([
      ["confirmed", world.elin.actor.principalId],
    ]);
  });

  it("stays the room's after another one, and without any", async () => {
    await give("one@our.example");
    await give("two@our.example");
    expect(await answerOf("one@our.example", 11)).toBe("ACCEPTED");
    expect(await answerOf("two@our.example", 12)).toBe("ACCEPTED");
    expect(await give("")).toMatchObject({ ok: true });
    expect(await answerOf("one@our.example", 13)).toBe("ACCEPTED");
    expect(await answerOf("two@our.example", 14)).toBe("ACCEPTED");
    // And can be its present one again.
    expect(await give("one@our.example")).toMatchObject({ ok: true });
    const kept = await world.test.app.storage.read((tx) => tx.principals.byId(room));
    expect(kept).toMatchObject({ email: "one@our.example", formerEmails: ["two@our.example"] });
  });

  it("is nobody else's, present or former", async () => {
    const other = await world.make({ name: "Stora salen" });
    await give("sal@our.example", other);
    await give("stora@our.example", other);
    for (const taken of ["bengt@example.com", "BENGT@example.com", "sal@our.example", "stora@our.example"])
      expect(await give(taken)).toMatchObject({ ok: false, problem: { code: "duplicate-email" } });
    expect(await holderOf("bengt@example.com")).toBe(world.bengt.actor.principalId);
    expect(await holderOf("sal@our.example")).toBe(other);
  });

  it("is an address", async () => {
    for (const wrong of [
      "sal",
      "sal@",
      "a b@our.example",
      "<sal@our.example>",
      `${"a".repeat(250)}@our.example`,
    ])
      expect(await give(wrong)).toMatchObject({ ok: false, problem: { code: "invalid-email" } });
  });

  it("is given by administrators alone: by it, what others send is taken from whoever has no account", async () => {
    const bengt = world.bengt.actor.principalId;
    await world.test.app.storage.write(async (tx) => {
      const managers = (await tx.bookables.byId(room))?.managersId;
      if (!managers) throw new Error("the room has managers");
      await tx.principals.addMember(managers, bengt, true);
    });
    const name = await changeBookable(world.test.app, world.bengt.actor, room, { name: "Salen" });
    expect(name).toMatchObject({ ok: true });
    expect(await give("boss@our.example", room, world.bengt)).toMatchObject({
      ok: false,
      problem: { code: "forbidden" },
    });
    expect(await holderOf("boss@our.example")).toBeUndefined();
    // What it is already is no change.
    await give("sal@our.example");
    expect(await give("sal@our.example", room, world.bengt)).toMatchObject({ ok: true });
  });

  it("stands in the audit log", async () => {
    await give("sal@our.example");
    const entries = await world.test.app.storage.read((tx) => tx.audit.latest(50));
    expect(JSON.stringify(entries)).toContain("sal@our.example");
  });
});

it("goes to one room, of two that are given it at once", async () => {
  const made = await createBookable(world.test.app, world.elin.actor, {
    name: "Stora salen",
    type: "ROOM",
    managersId:
      (await world.test.app.storage.read((tx) => tx.bookables.byId(room)))?.managersId ?? ("" as never),
    labels: [],
    description: "",
    place: "",
    capacity: null,
    rules: ANY_TIME,
  });
  if (!made.ok) throw new Error(made.problem.code);
  const both = await Promise.all([give("sal@our.example"), give("sal@our.example", made.value)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});
