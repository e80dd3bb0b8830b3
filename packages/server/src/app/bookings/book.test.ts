import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { makeHousehold } from "../../testing/booking/make-household.ts";
import { LAUNDRY } from "../../testing/booking/rules.ts";
import type { DavClient } from "../../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../../testing/test-dav.ts";
import { vevent } from "../../testing/test-jmap.ts";
import { createGroup } from "../groups/change-group.ts";
import { book, bookInTurn, cancelBooking, foreseeRefusals, type Outcome } from "./book.ts";
import { createBookable, listBookables, type NewBookable } from "./bookables.ts";
import { judgeWish } from "./verdict.ts";

/** 07:00 on Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const MONDAY = Date.parse("2026-11-23T06:00:00Z");

let test: TestDav;
let [elin, nils, bengt]: DavClient[] = [];
let managersId: PrincipalId;
beforeEach(async () => {
  test = await openTestDav();
  elin = await test.client("elin");
  nils = await test.client("nils");
  bengt = await test.client("bengt");
  await test.app.storage.write((tx) => tx.principals.update(actor(elin).principalId, { isAdmin: true }));
  const members = new Map([[actor(elin).principalId, { isManager: true }]]);
  const made = await createGroup(test.app, actor(elin), "Board", members);
  if (!made.ok) throw new Error(made.problem.code);
  managersId = made.value;
  return () => test.close();
});

const actor = (client: DavClient | undefined) => {
  if (!client) throw new Error("nobody yet");
  return client.actor;
};

async function groupOf(client: DavClient | undefined): Promise<PrincipalId> {
  const members = new Map([[actor(client).principalId, { isManager: true }]]);
  const made = await createGroup(test.app, actor(elin), "Others", members);
  if (!made.ok) throw new Error(made.problem.code);
  return made.value;
}

const fields = (given: Partial<NewBookable> = {}): NewBookable => ({
  name: "Tvättstuga",
  type: "ROOM",
  managersId,
  labels: ["wash"],
  description: "",
  place: "House 3",
  capacity: null,
  rules: LAUNDRY,
  ...given,
});

async function make(given: Partial<NewBookable> = {}): Promise<PrincipalId> {
  const made = await createBookable(test.app, actor(elin), fields(given));
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value;
}

async function eventsIn(client: DavClient | undefined): Promise<{ path: string; text: string }[]> {
  const listed = await client?.propfind(
    `/dav/calendars/${actor(client).login}/calendar/`,
    "1",
    "<d:getetag/>",
  );
  const texts = (listed?.hrefs.slice(1) ?? []).map(async (path) => {
    const got = await client?.get(path);
    return { path, text: (got?.body ?? "").replaceAll("\r\n ", "") };
  });
  return Promise.all(texts);
}

let keys = 0;
const wish = (bookableId: PrincipalId, start = MONDAY, given: object = {}) => ({
  bookableId,
  start,
  end: start + 3 * HOUR,
  key: `key-${String((keys += 1))}`,
  ...given,
});
async function tries(client: DavClient | undefined, wanted: ReturnType<typeof wish>): Promise<Outcome> {
  const done = await book(test.app, actor(client), wanted);
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return done.value;
}
async function booked(client: DavClient | undefined, wanted: ReturnType<typeof wish>): Promise<Booking> {
  const outcome = await tries(client, wanted);
  if (outcome.kind !== "booked") throw new Error(JSON.stringify(outcome.refusal.reasons));
  return outcome.booking;
}
const kinds = (outcome: Outcome): readonly string[] =>
  outcome.kind === "refused" ? outcome.refusal.reasons.map(({ kind }) => kind) : [outcome.kind];
const claimed = (id: PrincipalId) =>
  test.app.storage.read(async (tx) => {
    const claims = await tx.claims.inRange(id, { from: 0, until: Number.MAX_SAFE_INTEGER }, test.app.now());
    return claims.length;
  });
const stateOf = (id: Booking["id"]) =>
  test.app.storage.read(async (tx) => (await tx.bookings.byId(id))?.state);

describe("a bookable", () => {
  it("is made by an administrator, and seen by whoever may book it", async () => {
    const id = await make();
    expect((await createBookable(test.app, actor(nils), fields())).ok).toBe(false);
    const [seen] = await listBookables(test.app, actor(nils));
    expect(seen).toMatchObject({ bookable: { accountId: id, place: "House 3" }, mayManage: false });
    await make({ name: "Only for the board", rules: { ...LAUNDRY, mayBook: [managersId] } });
    expect(await listBookables(test.app, actor(nils))).toHaveLength(1);
    expect(await listBookables(test.app, actor(elin))).toHaveLength(2);
  });

  it.each([
    ["rules that are none", { rules: "seven to ten" }, "booking-rules-wrong"],
    ["an empty plan", { rules: { ...LAUNDRY, slotPlans: [] } }, "booking-rules-wrong"],
    ["a million units", { rules: { ...LAUNDRY, units: 1_000_000 } }, "booking-rules-wrong"],
    ["no name", { name: "  " }, "invalid-name"],
    ["a person as its managers", { managersId: "nobody" as PrincipalId }, "invalid-value"],
    ["eleven labels", { labels: Array.from({ length: 11 }, String) }, "invalid-value"],
    ["half a person", { capacity: 0.5 }, "invalid-value"],
  ])("is refused with %s, and nothing of it is stored", async (_, given, code) => {
    const made = await createBookable(test.app, actor(elin), fields(given));
    expect(made).toMatchObject({ ok: false, problem: { code } });
    expect(await test.app.storage.read((tx) => tx.principals.list("bookable"))).toEqual([]);
  });
});

describe("a booking", () => {
  it("is refused without a lock, as all are who come too late", async () => {
    const id = await make();
    await booked(nils, wish(id));
    const { storage } = test.app;
    const onlyRead = new Proxy(storage, {
      get: (real, name) =>
        name === "write"
          ? () => Promise.reject(new Error("it wrote"))
          : ((real as never)[name] as (...given: never[]) => unknown).bind(real),
    });
    const app = { ...test.app, storage: onlyRead };
    const done = await foreseeRefusals(app, actor(bengt), [wish(id), wish(id, MONDAY + 3 * HOUR)]);
    expect(done).toMatchObject([{ kind: "refused" }, undefined]);
  });

  it("is written by one at a time of all who want that time, and the others hear that it is taken", async () => {
    const id = await make();
    let writing = 0;
    let written = 0;
    const tries = Array.from({ length: 20 }, (_, at) => {
      const who = at % 2 === 0 ? nils : bengt;
      return bookInTurn(test.app, actor(who), wish(id), async () => {
        writing++;
        written++;
        expect(writing).toBe(1);
        const done = await book(test.app, actor(who), { ...wish(id), key: `${at}` });
        writing--;
        return done;
      });
    });
    const done = await Promise.all(tries);
    expect(written).toBe(1);
    expect(done.filter((one) => "refused" in one)).toHaveLength(19);
  });

  it("takes the time from everybody else, who are told why and what else is free", async () => {
    const id = await make();
    const booking = await booked(nils, wish(id));
    expect(booking).toMatchObject({ state: "confirmed", partyId: actor(nils).principalId, rulesVersion: 1 });
    expect(await claimed(id)).toBe(12);
    const refused = await tries(bengt, wish(id));
    expect(kinds(refused)).toEqual(["taken"]);
    const ways = refused.kind === "refused" ? refused.refusal.alternatives : [];
    expect(ways.map(({ start }) => start)).toEqual([
      MONDAY + 3 * HOUR,
      MONDAY + 6 * HOUR,
      MONDAY - 18 * HOUR,
    ]);
    // What was named can be booked.
    await booked(bengt, wish(id, MONDAY + 3 * HOUR));
  });

  it("is an event in the bookable's calendar, which its managers read by CalDAV", async () => {
    const id = await make();
    await booked(nils, wish(id));
    expect(await calendarText(id)).toMatch(/CUTYPE=ROOM[\s\S]*SUMMARY:nils/i);
  });

  it("stands in the booker's own calendar, and is given up where that is deleted or moved to no pass", async () => {
    const id = await make();
    const booking = await booked(nils, wish(id));
    const [mine] = await eventsIn(nils);
    expect(mine?.text).toMatch(/SUMMARY:Tvättstuga[\s\S]*CUTYPE=ROOM[^:]*PARTSTAT=ACCEPTED/);
    const moved = (mine?.text ?? "").replaceAll("T070000", "T080000").replace("SEQUENCE:0", "SEQUENCE:1");
    await nils?.put(mine?.path ?? "", moved);
    expect((await eventsIn(nils))[0]?.text).toContain("PARTSTAT=DECLINED");
    expect(await stateOf(booking.id)).toBe("cancelled");
    // The former time stays the mover's for a while.
    expect(await claimed(id)).toBe(12);
    expect(kinds(await tries(bengt, wish(id)))).not.toEqual([]);
    await nils?.put(mine?.path ?? "", (mine?.text ?? "").replace("SEQUENCE:0", "SEQUENCE:2"));
    expect(await claimed(id)).toBe(12);
    await nils?.delete(mine?.path ?? "");
    expect(await stateOf(booking.id)).toBe("cancelled");
    expect(await claimed(id)).toBe(0);
  });

  it("is gone from the booker's calendar when it is cancelled", async () => {
    const id = await make();
    const booking = await booked(nils, wish(id));
    const done = await cancelBooking(test.app, actor(nils), booking.id);
    expect(done).toMatchObject({ ok: true, value: { state: "cancelled" } });
    expect(await eventsIn(nils)).toEqual([]);
  });

  it("stays the household's when its booker moves it in a calendar app", async () => {
    const house = await makeHousehold(test.app, actor(elin), "lgh 1203", ["nils", "bengt"]);
    const id = await make();
    const booking = await booked(nils, wish(id, MONDAY, { partyId: house }));
    const [mine] = await eventsIn(nils);
    await nils?.put(
      mine?.path ?? "",
      (mine?.text ?? "").replaceAll("T100000", "T130000").replaceAll("T070000", "T100000"),
    );
    const now = await test.app.storage.read((tx) => tx.bookings.byId(booking.id));
    expect(now).toMatchObject({ partyId: house, state: "confirmed", startsAt: MONDAY + 3 * HOUR });
  });

  it("may be moved in a calendar app by who accepted the house rules with it", async () => {
    const houseRules = {
      version: 1,
      mustAccept: true,
      text: { en: "Clean the filter.", sv: "Rensa filtret." },
    };
    const id = await make({ rules: { ...LAUNDRY, houseRules } });
    await booked(nils, wish(id, MONDAY, { acceptedRules: 1 }));
    const [mine] = await eventsIn(nils);
    const later = (mine?.text ?? "").replaceAll("T100000", "T130000").replaceAll("T070000", "T100000");
    await nils?.put(mine?.path ?? "", later);
    expect((await eventsIn(nils))[0]?.text).toMatch(/CUTYPE=ROOM[^:]*PARTSTAT=ACCEPTED/);
  });

  it("stands in the calendar of the person for whom a manager makes it, and they hear of it", async () => {
    const id = await make();
    await booked(elin, wish(id, MONDAY, { partyId: actor(bengt).principalId }));
    expect(await eventsIn(bengt)).toHaveLength(1);
    expect(await eventsIn(elin)).toEqual([]);
  });

  it("is made once, however often it is asked for with one key", async () => {
    const id = await make();
    const wanted = wish(id);
    const [first, second] = [await booked(nils, wanted), await booked(nils, wanted)];
    expect(second.id).toBe(first.id);
    expect(await claimed(id)).toBe(12);
  });

  it("counts in the limits of all things with one label", async () => {
    const [one, two] = [await make(), await make({ name: "Tvättstuga 2" })];
    await booked(nils, wish(one));
    await booked(nils, wish(two, MONDAY + DAY));
    expect(kinds(await tries(nils, wish(one, MONDAY + 2 * DAY)))).toEqual(["quota"]);
    await booked(bengt, wish(one, MONDAY + 2 * DAY));
  });

  it("counts for a household, whichever of its members books", async () => {
    const house = await makeHousehold(test.app, actor(elin), "lgh 1203", ["nils", "bengt"]);
    const [one, two] = [await make(), await make({ name: "Tvättstuga 2" })];
    const forHouse = { partyId: house };
    await booked(nils, wish(one, MONDAY, forHouse));
    await booked(bengt, wish(two, MONDAY, forHouse));
    // Two members, two rooms, one second: one limit.
    const both = await Promise.all([
      tries(nils, wish(one, MONDAY + DAY, forHouse)),
      tries(bengt, wish(two, MONDAY + DAY, forHouse)),
    ]);
    expect(both.map(kinds)).toEqual([["quota"], ["quota"]]);
    const stranger = await book(test.app, actor(elin), wish(one, MONDAY + DAY, forHouse));
    expect(stranger.ok && kinds(stranger.value)).toEqual(["quota"]);
  });

  it("is for oneself or one's household, unless one manages the thing", async () => {
    const id = await make();
    const forBengt = { partyId: actor(bengt).principalId };
    const done = await book(test.app, actor(nils), wish(id, MONDAY, forBengt));
    expect(done).toMatchObject({ ok: false, problem: { code: "forbidden" } });
    const booking = await booked(elin, wish(id, MONDAY, forBengt));
    expect(booking).toMatchObject({ partyId: actor(bengt).principalId, bookedBy: actor(elin).principalId });
  });

  it("is only tried where somebody asks whether it could be made", async () => {
    const id = await make();
    const { key: _, ...trial } = wish(id);
    const judged = await judgeWish(test.app, actor(nils), trial);
    expect(judged).toMatchObject({ ok: true, value: { verdict: { ok: true, unit: 0 } } });
    expect(await claimed(id)).toBe(0);
  });

  it("goes to exactly one of many who ask at the same moment", async () => {
    const id = await make();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, at) => tries(at % 2 === 0 ? nils : bengt, wish(id))),
    );
    expect(outcomes.filter(({ kind }) => kind === "booked")).toHaveLength(1);
    expect(new Set(outcomes.flatMap(kinds))).toEqual(new Set(["booked", "taken"]));
  });
});

describe("a cancelled booking", () => {
  it("frees its time, for whoever made it and for nobody else", async () => {
    const id = await make();
    const { id: bookingId } = await booked(nils, wish(id));
    expect(await cancelBooking(test.app, actor(bengt), bookingId)).toMatchObject({ ok: false });
    expect(await claimed(id)).toBe(12);
    expect(await cancelBooking(test.app, actor(nils), bookingId)).toMatchObject({
      ok: true,
      value: { state: "cancelled" },
    });
    expect(await claimed(id)).toBe(0);
    await booked(bengt, wish(id));
  });

  it("is late after the time to do so, and free all the same", async () => {
    const id = await make();
    const { id: bookingId } = await booked(nils, wish(id));
    test.clock.advance(MONDAY - test.app.now() - 2 * HOUR);
    const done = await cancelBooking(test.app, actor(nils), bookingId);
    expect(done).toMatchObject({ ok: true, value: { state: "cancelledLate" } });
    expect(await claimed(id)).toBe(0);
  });
});

it("a booking that is over is nobody's to cancel", async () => {
  const id = await make();
  const { id: bookingId } = await booked(nils, wish(id));
  test.clock.advance(MONDAY - test.app.now() + 4 * HOUR);
  expect(await cancelBooking(test.app, actor(nils), bookingId)).toMatchObject({ ok: false });
  expect(await calendarText(id)).toContain("SUMMARY:nils");
});

it("an administrator's app password manages nothing", async () => {
  await make({ managersId: await groupOf(nils) });
  const administrator = { ...actor(elin), isAdmin: true };
  const seenBy = async (via: "session" | "app-password") =>
    (await listBookables(test.app, { ...administrator, via })).map(({ mayManage }) => mayManage);
  expect([await seenBy("session"), await seenBy("app-password")]).toEqual([[true], [false]]);
});

describe("what managers write into a bookable's calendar by CalDAV", () => {
  const path = async (id: PrincipalId): Promise<string> => {
    const principal = await test.app.storage.read((tx) => tx.principals.byId(id));
    return `/dav/calendars/${principal?.login ?? ""}/calendar/`;
  };
  const put = async (id: PrincipalId, name: string, lines: readonly string[]) =>
    (await client()).put(`${await path(id)}${name}.ics`, vevent(name, ...lines).join("\r\n"));
  const client = async () => {
    if (!elin) throw new Error("nobody yet");
    return elin;
  };
  const times = (start: string, end: string) => [`DTSTART:${start}`, `DTEND:${end}`];

  it("takes the time, as any booking does", async () => {
    const id = await make();
    expect((await put(id, "cleaning", times("20261123T060000Z", "20261123T073000Z"))).status).toBe(201);
    expect(kinds(await tries(nils, wish(id)))).toEqual(["taken"]);
  });

  it("is refused whole where it meets a booking, new or moved, and tells when", async () => {
    const id = await make();
    const booking = await booked(nils, wish(id));
    const met = await put(id, "cleaning", times("20261123T084500Z", "20261123T100000Z"));
    expect([met.status, met.body]).toEqual([409, expect.stringContaining("2026-11-23T08:45:00")]);
    expect((await put(id, "cleaning", times("20261123T090000Z", "20261123T100000Z"))).status).toBe(201);
    expect((await put(id, "cleaning", times("20261123T080000Z", "20261123T090000Z"))).status).toBe(409);
    expect(await claimed(id)).toBe(16);
    expect(await stateOf(booking.id)).toBe("confirmed");
  });

  it("claims each date of a series, and frees those that are taken out", async () => {
    const id = await make();
    const series = ["RRULE:FREQ=WEEKLY;COUNT=4", ...times("20261123T060000Z", "20261123T070000Z")];
    await put(id, "cleaning", series);
    expect(await claimed(id)).toBe(16);
    await put(id, "cleaning", [...series, "EXDATE:20261130T060000Z"]);
    expect(await claimed(id)).toBe(12);
    await booked(nils, wish(id, MONDAY + 7 * DAY));
    expect((await put(id, "cleaning", series)).status).toBe(409);
  });

  it("takes no time when it is cancelled, but all of it when it only leaves the manager free", async () => {
    const id = await make();
    await put(id, "cancelled", ["STATUS:CANCELLED", ...times("20261123T060000Z", "20261123T070000Z")]);
    expect(await claimed(id)).toBe(0);
    // TRANSP is each reader's own (JMAP Calendars, "Per-user properties"): it says nothing of the thing.
    await put(id, "note", ["TRANSP:TRANSPARENT", ...times("20261123T060000Z", "20261123T070000Z")]);
    expect(await claimed(id)).toBe(4);
  });

  it("frees its time when it is deleted, and can only come back while that is free", async () => {
    const id = await make();
    await put(id, "cleaning", times("20261123T060000Z", "20261123T070000Z"));
    const { status } = await (await client()).delete(`${await path(id)}cleaning.ics`);
    expect([status, await claimed(id)]).toEqual([204, 0]);
    await booked(nils, wish(id));
    expect((await put(id, "cleaning", times("20261123T060000Z", "20261123T070000Z"))).status).toBe(409);
  });

  it("is for managers alone", async () => {
    const id = await make();
    const answer = await nils?.put(
      `${await path(id)}mine.ics`,
      vevent("mine", ...times("20261123T060000Z", "20261123T070000Z")).join("\r\n"),
    );
    expect(answer?.status).toBe(404);
    expect(await claimed(id)).toBe(0);
  });
});

async function calendarText(id: PrincipalId): Promise<string> {
  return test.app.storage.read(async (tx) => {
    const [calendar] = await tx.calendars.ofAccount(id);
    const heads = calendar ? await tx.objects.heads({ calendarIds: [calendar.id] }) : [];
    const found = await tx.objects.byIds(heads.map((head) => head.id));
    return found.map(({ icalendar }) => icalendar).join("");
  });
}

describe("a booking by somebody in several households", () => {
  it("locks people, then groups, then bookables", async () => {
    const { app } = test;
    const households = [
      await makeHousehold(app, actor(elin), "1201", ["nils"]),
      await makeHousehold(app, actor(elin), "1203", ["nils"]),
    ];
    const bookableId = await make();
    for (const partyId of households) {
      const locked: PrincipalId[] = [];
      const write = app.storage.write.bind(app.storage);
      const spied = vi.spyOn(app.storage, "write").mockImplementation((work) =>
        write((tx) => {
          const lockAccount = tx.lockAccount.bind(tx);
          vi.spyOn(tx, "lockAccount").mockImplementation((id) => {
            if (!locked.includes(id)) locked.push(id);
            return lockAccount(id);
          });
          return work(tx);
        }),
      );
      const start = MONDAY + DAY * households.indexOf(partyId);
      const wish = { bookableId, start, end: start + 3 * HOUR, partyId, key: partyId };
      const booked = await book(app, actor(nils), wish);
      spied.mockRestore();
      expect(booked).toMatchObject({ ok: true, value: { kind: "booked" } });
      expect(locked).toEqual([actor(nils).principalId, partyId, bookableId]);
    }
  });
});
