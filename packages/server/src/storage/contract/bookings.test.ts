import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage, WriteTransaction } from "../port.ts";
import type { Bookable, Booking, BookingHandover, BookingWait, Claim } from "../records/bookings.ts";
import type { Draw, DrawEntry } from "../records/draws.ts";
import type { BookingId, DrawId, HandoverId, ObjectId, PrincipalId, WaitId } from "../records/ids.ts";
import { backends, sharedBackends, type TestPlace } from "./backends.ts";
import { newId, principal } from "./fixtures.ts";

const QUARTER = 900_000;
const bookingId = () => newId("booking") as BookingId;

function booking(accountId: PrincipalId, fields: Partial<Booking> = {}): Booking {
  return {
    id: bookingId(),
    accountId,
    unit: 0,
    state: "confirmed",
    startsAt: 0,
    endsAt: 4 * QUARTER,
    partyId: null,
    bookedBy: "anna" as PrincipalId,
    rulesVersion: 1,
    key: null,
    objectId: null,
    recurrenceId: null,
    expiresAt: null,
    createdAt: 1,
    changedAt: 1,
    ...fields,
  };
}

/** Claims on the cells from `from` to `until`, exclusive. */
const cells = (
  accountId: PrincipalId,
  [from, until]: readonly [number, number],
  fields: Partial<Claim> = {},
): Claim[] =>
  Array.from({ length: until - from }, (_, at) => ({
    accountId,
    unit: 0,
    cell: from + at,
    bookingId: bookingId(),
    expiresAt: null,
    ...fields,
  }));

async function openWithBookable(place: TestPlace): Promise<{ storage: Storage; sauna: PrincipalId }> {
  const storage = await place.open();
  const one = principal({ kind: "bookable", email: null });
  await storage.write((tx) => tx.principals.insert(one));
  return { storage, sauna: one.id };
}

describe.each(backends)("bookings on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  let sauna: PrincipalId;
  beforeAll(async () => {
    place = await backend.make();
    ({ storage, sauna } = await openWithBookable(place));
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });
  const take = (claims: readonly Claim[], now = 0) =>
    storage.write(async (tx) => {
      await tx.lockAccount(sauna);
      return tx.claims.take(claims, now);
    });
  const taken = (from: number, until: number, now = 0) =>
    storage.read(async (tx) =>
      (await tx.claims.inRange(sauna, { from, until }, now)).map(({ cell }) => cell),
    );

  it("give a cell to one booking, and name who has it", async () => {
    const [first, second] = [bookingId(), bookingId()];
    expect(await take(cells(sauna, [100, 104], { bookingId: first }))).toEqual([]);
    expect(await take(cells(sauna, [102, 106], { bookingId: second }))).toEqual([first]);
    expect(await taken(100, 110)).toEqual([100, 101, 102, 103]);
    expect(await take(cells(sauna, [104, 106], { bookingId: second }))).toEqual([]);
    expect(await take(cells(sauna, [103, 105], { bookingId: bookingId() }))).toEqual(
      [first, second].toSorted(),
    );
  });

  it("give the same cell of another unit, and of another thing", async () => {
    const other = principal({ kind: "bookable", email: null });
    await storage.write((tx) => tx.principals.insert(other));
    expect(await take(cells(sauna, [200, 202]))).toEqual([]);
    expect(await take(cells(sauna, [200, 202], { unit: 1 }))).toEqual([]);
    expect(await take(cells(other.id, [200, 202]))).toEqual([]);
    expect(await take(cells(sauna, [200, 202], { unit: 1, bookingId: bookingId() }))).toHaveLength(2);
  });

  it("let a booking keep its own cells while it moves, and free the rest", async () => {
    const id = bookingId();
    await take(cells(sauna, [300, 304], { bookingId: id }));
    expect(await take(cells(sauna, [302, 306], { bookingId: id }))).toEqual([]);
    const freed = await storage.write((tx) => tx.claims.release(id, { from: 300, until: 302 }));
    expect(freed).toBe(2);
    expect(await taken(300, 310)).toEqual([302, 303, 304, 305]);
    expect(await storage.write((tx) => tx.claims.release(id))).toBe(4);
    expect(await taken(300, 310)).toEqual([]);
  });

  it("let a hold count until it expires, without anybody's help", async () => {
    const [hold, next] = [bookingId(), bookingId()];
    await take(cells(sauna, [400, 402], { bookingId: hold, expiresAt: 1_000 }), 0);
    expect(await take(cells(sauna, [401, 403], { bookingId: next }), 999)).toEqual([hold]);
    expect(await taken(400, 410, 1_000)).toEqual([]);
    expect(await take(cells(sauna, [401, 403], { bookingId: next }), 1_000)).toEqual([]);
    expect(await taken(400, 410, 1_000)).toEqual([401, 402]);
    // The one cell that nobody took over goes when it is cleaned.
    expect(await storage.write((tx) => tx.claims.removeExpired(1_000, 10))).toBe(1);
    expect((await storage.read((tx) => tx.claims.ofBooking(next))).map(({ cell }) => cell)).toEqual([
      401, 402,
    ]);
  });

  it("count refusals by month, party and reason, and forget old months", async () => {
    const [anna, bo] = ["anna", "bo"] as PrincipalId[] as [PrincipalId, PrincipalId];
    const refused = (partyId: PrincipalId, month: string, reason: string, times = 1): Promise<void> =>
      storage.write((tx) => tx.bookingRefusals.count([{ accountId: sauna, partyId, month, reason, times }]));
    await refused(anna, "2026-10", "taken");
    await refused(anna, "2026-10", "taken", 2);
    await refused(anna, "2026-10", "quota-upcoming");
    await refused(bo, "2026-10", "taken");
    await refused(bo, "2026-09", "taken");
    const of = (month: string) => storage.read((tx) => tx.bookingRefusals.ofMonth(sauna, month));
    const counted = { accountId: sauna, month: "2026-10" };
    expect(await of("2026-10")).toEqual([
      { ...counted, partyId: anna, reason: "quota-upcoming", times: 1 },
      { ...counted, partyId: anna, reason: "taken", times: 3 },
      { ...counted, partyId: bo, reason: "taken", times: 1 },
    ]);
    expect(await storage.write((tx) => tx.bookingRefusals.forget("2026-10", 10))).toBe(1);
    expect(await of("2026-09")).toEqual([]);
    expect(await of("2026-10")).toHaveLength(3);
  });

  it("remember the first acceptance of each version of house rules, and forget them with party or thing", async () => {
    const [anna, bo] = [newId("anna"), newId("bo")] as [PrincipalId, PrincipalId];
    const boat = newId("boat") as PrincipalId;
    const accept = (partyId: PrincipalId, version: number, acceptedAt: number, accountId = sauna) => {
      const one = { accountId, partyId, version, acceptedBy: partyId, acceptedAt };
      return storage.write((tx) => tx.rulesAcceptances.insert(one)).then(() => one);
    };
    const second = await accept(anna, 2, 20);
    const first = await accept(anna, 1, 10);
    await accept(anna, 1, 30);
    const his = await accept(bo, 1, 40);
    const afloat = await accept(anna, 1, 50, boat);
    const read = () =>
      storage.read(async (tx) => ({
        annas: (await tx.rulesAcceptances.ofParties([anna])).toSorted((a, b) => a.acceptedAt - b.acceptedAt),
        both: (await tx.rulesAcceptances.ofParties([anna, bo])).length,
        boat: await tx.rulesAcceptances.ofBookable(boat),
      }));
    expect(await read()).toEqual({ annas: [first, second, afloat], both: 4, boat: [afloat] });
    await storage.write((tx) => tx.rulesAcceptances.remove(boat));
    expect(await read()).toEqual({ annas: [first, second], both: 3, boat: [] });
    await storage.write((tx) => tx.rulesAcceptances.remove(anna));
    expect(await storage.read((tx) => tx.rulesAcceptances.ofParties([anna, bo]))).toEqual([his]);
  });

  it("claim thousands of cells at once, or none", async () => {
    const long = bookingId();
    expect(await take(cells(sauna, [10_000, 12_999], { bookingId: long }))).toEqual([]);
    expect(await take(cells(sauna, [12_998, 15_000], { bookingId: bookingId() }))).toEqual([long]);
    expect(await taken(10_000, 20_000)).toHaveLength(2_999);
  });

  it("are found by thing, party, event and key", async () => {
    const house = newId("house") as PrincipalId;
    const early = booking(sauna, { partyId: house, startsAt: 10, endsAt: 20, objectId: "o" as ObjectId });
    const late = booking(sauna, { partyId: house, startsAt: 20, endsAt: 30, key: "k" });
    await storage.write(async (tx) => {
      for (const one of [late, early]) expect(await tx.bookings.insert(one)).toBe("inserted");
      expect(await tx.bookings.insert(booking(sauna, { key: "k" }))).toBe("duplicate");
    });
    await storage.read(async (tx) => {
      expect(await tx.bookings.byId(early.id)).toEqual(early);
      expect(await tx.bookings.inRange(sauna, { start: 0, end: 100 })).toEqual([early, late]);
      // Ends are exclusive on both sides.
      expect(await tx.bookings.inRange(sauna, { start: 20, end: 100 })).toEqual([late]);
      expect(await tx.bookings.inRange(sauna, { start: 0, end: 20 })).toEqual([early]);
      expect(await tx.bookings.ofParty(house, 0)).toEqual([early, late]);
      expect(await tx.bookings.ofParty(house, 20)).toEqual([late]);
      // Some of them by their states.
      expect(await tx.bookings.ofParty(house, 0, ["hold", late.state])).toEqual([early, late]);
      expect(await tx.bookings.ofParty(house, 0, ["cancelled"])).toEqual([]);
      expect(await tx.bookings.inRange(sauna, { start: 0, end: 100 }, ["cancelled"])).toEqual([]);
      const ofBoth = (...things: PrincipalId[]) =>
        tx.bookings.inRangeOf(things, { start: 0, end: 100 }, [early.state]);
      expect(await ofBoth("house" as PrincipalId, sauna)).toEqual([early, late]);
      expect(await ofBoth()).toEqual([]);
      expect(await tx.bookings.inRangeOf([sauna], { start: 20, end: 100 }, [early.state])).toEqual([late]);
      const { startsAt, state } = late;
      expect(await tx.bookings.beginning(state, { start: startsAt, end: startsAt + 1 })).toEqual([late]);
      expect(await tx.bookings.beginning(state, { start: 0, end: startsAt })).toEqual([early]);
      expect(await tx.bookings.beginning("done", { start: 0, end: 100 })).toEqual([]);
      expect(await tx.bookings.ofObject("o" as ObjectId)).toEqual([early]);
      expect(await tx.bookings.byKey("anna" as PrincipalId, "k")).toEqual(late);
      expect(await tx.bookings.byKey("nils" as PrincipalId, "k")).toBeUndefined();
    });
    await storage.write((tx) => tx.bookings.update(early.id, { state: "cancelledLate" }));
    const now = await storage.read((tx) => tx.bookings.byId(early.id));
    expect(now).toEqual({ ...early, state: "cancelledLate" });
  });

  it("are asked about until that is answered or over, of both parties, and forget it long after", async () => {
    const [house, about] = [newId("house") as PrincipalId, bookingId()];
    const bo = newId("bo") as PrincipalId;
    const handover = (fields: Partial<BookingHandover>): BookingHandover => ({
      id: newId("handover") as HandoverId,
      state: "asked",
      bookingId: about,
      bookingChangedAt: 1,
      returnId: null,
      returnChangedAt: null,
      fromId: house,
      toId: bo,
      askedBy: "anna" as PrincipalId,
      acceptedRules: null,
      isByTime: false,
      expiresAt: 1_000,
      createdAt: 1,
      changedAt: 1,
      ...fields,
    });
    const late = handover({ createdAt: 5, fromId: bo, toId: house, isByTime: true });
    const early = handover({ returnId: about, returnChangedAt: 4, acceptedRules: 2 });
    const over = handover({ expiresAt: 500 });
    await storage.write(async (tx) => {
      for (const one of [late, early, over]) await tx.bookingHandovers.insert(one);
    });
    const open = (party: PrincipalId) => storage.read((tx) => tx.bookingHandovers.ofParty(party, 500));
    expect(await open(house)).toEqual([early, late]);
    expect(await open(bo)).toEqual([early, late]);
    expect(await open("anna" as PrincipalId)).toEqual([]);
    const fields = { state: "declined", changedAt: 9 } as const;
    await storage.write((tx) => tx.bookingHandovers.update(early.id, fields));
    expect(await storage.read((tx) => tx.bookingHandovers.byId(early.id))).toEqual({ ...early, ...fields });
    expect(await open(house)).toEqual([late]);
    expect(await storage.write((tx) => tx.bookingHandovers.forget(500, 9))).toBe(1);
    expect(await storage.read((tx) => tx.bookingHandovers.byId(over.id))).toBeUndefined();
  });

  it("have lines of those who wait, who asked first first, and forget those of times long gone", async () => {
    const house = newId("house") as PrincipalId;
    const wait = (fields: Partial<BookingWait>): BookingWait => ({
      id: newId("wait") as WaitId,
      accountId: sauna,
      state: "waiting",
      startsAt: 1_000,
      endsAt: 2_000,
      partyId: house,
      askedBy: "anna" as PrincipalId,
      acceptedRules: null,
      holdId: null,
      expiresAt: null,
      createdAt: 1,
      changedAt: 1,
      ...fields,
    });
    const second = wait({ createdAt: 5, startsAt: 500 });
    const first = wait({ createdAt: 3, partyId: "bo" as PrincipalId });
    const later = wait({ createdAt: 1, startsAt: 2_000, endsAt: 3_000 });
    const over = wait({ state: "left" });
    await storage.write(async (tx) => {
      for (const one of [second, first, later, over]) await tx.bookingWaits.insert(one);
    });
    const line = (start: number, end: number) =>
      storage.read((tx) => tx.bookingWaits.inLine(sauna, { start, end }));
    expect(await line(0, 2_000)).toEqual([first, second]);
    expect(await line(2_000, 9_000)).toEqual([later]);
    expect(await storage.read((tx) => tx.bookingWaits.ofParty(house, 0))).toEqual([second, later]);
    expect(await storage.read((tx) => tx.bookingWaits.ofParty(house, 2_000))).toEqual([later]);
    const fields = { state: "offered", expiresAt: 900, holdId: "h" as BookingId, changedAt: 7 } as const;
    await storage.write((tx) => tx.bookingWaits.update(first.id, fields));
    expect(await storage.read((tx) => tx.bookingWaits.byId(first.id))).toEqual({ ...first, ...fields });
    expect(await storage.write((tx) => tx.bookingWaits.forget(2_000, 2))).toBe(2);
    expect(await storage.write((tx) => tx.bookingWaits.forget(2_000, 2))).toBe(1);
    expect(await storage.read((tx) => tx.bookingWaits.ofParty(house, 0))).toEqual([later]);
  });

  it("say of a bookable what it is, and what has changed of it", async () => {
    const bookable: Bookable = {
      accountId: sauna,
      type: "ROOM",
      managersId: sauna,
      labels: ["wash", "åäö"],
      description: "",
      place: "House 3",
      capacity: null,
      equipment: ["hörslinga", '"sladd"', "🎥"],
      answerMode: "automatic",
    };
    await storage.write((tx) => tx.bookables.insert(bookable));
    expect(await storage.read((tx) => tx.bookables.byId(sauna))).toEqual(bookable);
    await storage.write((tx) => tx.bookables.update(sauna, { capacity: 6 }));
    // What is not named stays.
    expect(await storage.read((tx) => tx.bookables.byId(sauna))).toEqual({ ...bookable, capacity: 6 });
    await storage.write((tx) => tx.bookables.update(sauna, { labels: [], equipment: [] }));
    expect(await storage.read((tx) => tx.bookables.list())).toEqual([
      { ...bookable, capacity: 6, labels: [], equipment: [] },
    ]);
  });

  it("keep every version of the rules, and one text for each", async () => {
    const version = (number: number) => ({
      accountId: sauna,
      version: number,
      rules: { mode: "slots", number },
      createdAt: number,
      createdBy: "anna" as PrincipalId,
    });
    expect(await storage.read((tx) => tx.bookingRules.current(sauna))).toBeUndefined();
    await storage.write(async (tx) => {
      expect(await tx.bookingRules.append(version(1))).toBe("inserted");
      expect(await tx.bookingRules.append(version(2))).toBe("inserted");
      expect(await tx.bookingRules.append({ ...version(2), rules: {} })).toBe("duplicate");
    });
    expect(await storage.read((tx) => tx.bookingRules.current(sauna))).toEqual(version(2));
    const ofAll = await storage.read((tx) => tx.bookingRules.allCurrent());
    expect(ofAll.filter(({ accountId }) => accountId === sauna)).toEqual([version(2)]);
    expect(await storage.read((tx) => tx.bookingRules.version(sauna, 1))).toEqual(version(1));
  });

  it("keep draws with what each party wishes for, once", async () => {
    const id = newId("draw") as DrawId;
    const [anna, bo] = [newId("anna") as PrincipalId, newId("bo") as PrincipalId];
    const draw: Draw = {
      id,
      accountId: sauna,
      state: "open",
      periodFrom: "2026-12-23",
      periodTo: "2026-12-30",
      opensAt: 1,
      closesAt: 2,
      seed: "s".repeat(64),
      commitment: "c".repeat(64),
      file: null,
      digest: null,
      drawnAt: null,
      createdAt: 1,
    };
    const entry = (partyId: PrincipalId, more: Partial<DrawEntry> = {}): DrawEntry => ({
      drawId: id,
      partyId,
      state: "wished",
      askedBy: anna,
      acceptedRules: null,
      wishes: [{ start: 5, end: 6 }],
      number: null,
      got: null,
      changedAt: 1,
      ...more,
    });
    const known = () => storage.read((tx) => tx.draws.entries(id));
    await storage.write(async (tx) => {
      await tx.draws.insert(draw);
      await tx.draws.putEntry(entry(anna));
      await tx.draws.putEntry(entry(bo));
      const changed = { wishes: [{ start: 7, end: 8 }], acceptedRules: 2, state: "won", number: 1, got: 1 };
      await tx.draws.putEntry(entry(anna, changed as Partial<DrawEntry>));
    });
    const [first, second] = await known();
    expect(first).toEqual(
      entry(anna, { wishes: [{ start: 7, end: 8 }], acceptedRules: 2, state: "won", number: 1, got: 1 }),
    );
    expect(second).toEqual(entry(bo));
    expect(await storage.read((tx) => tx.draws.entriesOf(bo))).toEqual([entry(bo)]);
    await storage.write(async (tx) => {
      expect(await tx.draws.removeEntry(id, bo)).toBe(true);
      expect(await tx.draws.removeEntry(id, bo)).toBe(false);
      await tx.draws.update(id, { state: "drawn", file: "{}", digest: "d", drawnAt: 3 });
    });
    const drawn = { ...draw, state: "drawn", file: "{}", digest: "d", drawnAt: 3 };
    expect(await storage.read((tx) => tx.draws.ofBookable(sauna))).toEqual([drawn]);
    await storage.write((tx) => tx.draws.remove(id));
    expect(await storage.read((tx) => tx.draws.byId(id))).toBeUndefined();
    expect(await known()).toEqual([]);
  });
});

describe.each(sharedBackends)("claims of several processes on $name", (backend) => {
  /** Everybody tries overlapping pieces of one day; afterwards no cell may have been given to two. */
  async function rush(work: (tx: WriteTransaction, account: PrincipalId) => Promise<unknown>) {
    const place = await backend.make();
    const { storage, sauna } = await openWithBookable(place);
    const processes = [storage, await place.open(), await place.open()];
    const won: Claim[] = [];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const tries = Array.from({ length: 60 }, async (_, at) => {
      const from = random(90);
      const wanted = cells(sauna, [from, from + 1 + random(6)], { bookingId: bookingId() });
      const outcome = await processes[at % 3]
        ?.write(async (tx) => {
          await work(tx, sauna);
          return tx.claims.take(wanted, 0);
        })
        .catch((error: unknown) => error);
      if (Array.isArray(outcome) && outcome.length === 0) won.push(...wanted);
      return outcome;
    });
    const outcomes = await Promise.all(tries);
    const stored = await storage.read((tx) => tx.claims.inRange(sauna, { from: 0, until: 100 }, 0));
    await Promise.all(processes.map((one) => one.close()));
    await place.drop();
    return { outcomes, won, stored };
  }

  it("never give one cell to two, and refuse the others with a reason", async () => {
    const { outcomes, won, stored } = await rush((tx, account) => tx.lockAccount(account));
    expect(outcomes.filter((it) => !Array.isArray(it))).toEqual([]);
    expect(stored.length).toBeGreaterThan(15);
    expect(new Set(won.map(({ cell }) => cell)).size).toBe(won.length);
    expect(won.toSorted((a, b) => a.cell - b.cell)).toEqual(stored);
  });

  it("never give one cell to two, even when the lock is forgotten", async () => {
    const { won, stored } = await rush(async () => undefined);
    expect(new Set(won.map(({ cell }) => cell)).size).toBe(won.length);
    expect(won.toSorted((a, b) => a.cell - b.cell)).toEqual(stored);
  });
});
