import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { makeLaundry } from "../../testing/booking/open-board.ts";
import { ANY_TIME, LAUNDRY } from "../../testing/booking/rules.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { Answer } from "../../testing/jmap-client.ts";
import { displayOf } from "./displays.ts";
import { doorOf } from "./door.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);

/** The first pass of Monday 23 November 2026 in Stockholm; the clock stands at Friday 13:00. */
const SEVEN = Date.parse("2026-11-23T06:00:00Z");
const TEN = SEVEN + 3 * HOUR;
const ONE = TEN + 3 * HOUR;

let bookableId: string;
let token: string;
let displayId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
  const made = await display(elin, "By the door", [bookableId]);
  ({ token, id: displayId } = made.created.d);
});

const display = (client: typeof nils, name: string, bookableIds: readonly string[]): Promise<Answer> =>
  client.call("Display/set", { create: { d: { name, bookableIds } } });
const rule = (rules: object): Promise<Answer> =>
  elin.call("Bookable/set", { update: { [bookableId]: { rules } } });
const utc = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");
const until = (at: number): void => jmap.clock.advance(at - jmap.app.now());
const book = async (start: number, end: number): Promise<string> => {
  const wish = { bookableId, start: utc(start), end: utc(end) };
  const made = await nils.call("Booking/set", { create: { k: wish } });
  return made.created.k.id as string;
};
async function shown(): Promise<DoorThing> {
  const known = await displayOf(jmap.app, token);
  const [thing] = known ? (await doorOf(jmap.app, known)).things : [];
  if (!thing) throw new Error("nothing is shown");
  return thing;
}

describe("a display", () => {
  it("is made by managers alone, of what they manage, and shows its token once", async () => {
    expect(token).toMatch(/^[\w-]{32}$/);
    const { list } = await elin.call("Display/get", { ids: null });
    expect(list).toEqual([
      {
        id: displayId,
        name: "By the door",
        bookableIds: [bookableId],
        calendarIds: null,
        showsPrivate: false,
        createdAt: "2026-11-20T12:00:00Z",
        seenAt: null,
      },
    ]);
    expect((await nils.call("Display/get", { ids: null })).list).toEqual([]);
    expect((await display(nils, "Mine", [bookableId])).notCreated.d.type).toBe("notFound");
    expect((await display(elin, "None", [])).notCreated.d.type).toBe("invalidProperties");
    expect((await display(elin, "Twice", [bookableId, bookableId])).notCreated.d.type).toBe(
      "invalidProperties",
    );
    expect((await display(elin, "Nowhere", [bookableId, "x"])).notCreated.d.type).toBe("notFound");
    const stored = await jmap.app.storage.read((tx) => tx.displays.byId(displayId));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it("has no more links than a limit", async () => {
    for (let n = 1; n < jmap.app.limits.displaysPerBookable; n++) await display(elin, `${n}`, [bookableId]);
    expect((await display(elin, "One more", [bookableId])).notCreated.d).toMatchObject({
      code: "too-many-links",
    });
  });

  it("is gone at once when it is taken away, which only managers do", async () => {
    expect(await displayOf(jmap.app, token)).toBeDefined();
    expect((await elin.call("Display/get", { ids: null })).list[0].seenAt).toBe("2026-11-20T12:00:00Z");
    const gone = { destroy: [displayId] };
    expect((await nils.call("Display/set", gone)).notDestroyed[displayId].type).toBe("notFound");
    await elin.call("Display/set", gone);
    expect(await displayOf(jmap.app, token)).toBeUndefined();
    const audit = await jmap.app.storage.read((tx) => tx.audit.latest(2));
    expect(audit.map(({ action }) => action)).toEqual(["display-removed", "display-created"]);
  });

  it.each([[""], ["x"], ["x".repeat(100_000)]])("is none with another token", async (other) => {
    expect(await displayOf(jmap.app, other)).toBeUndefined();
  });

  it("shows nothing of what was removed", async () => {
    await elin.call("Bookable/set", { destroy: [bookableId] });
    await expect(shown()).rejects.toThrow("nothing is shown");
  });
});

describe("a door", () => {
  it("is free in a pass that runs, until its end, and offers that and the next free one", async () => {
    await rule({ ...LAUNDRY, limits: [] });
    await book(TEN, ONE);
    until(SEVEN + 20 * MINUTE);
    expect(await shown()).toMatchObject({
      name: "Tvättstuga",
      state: "free",
      current: null,
      freeUntil: TEN,
      next: [
        { start: TEN, state: "taken", who: null },
        { start: ONE, state: "free" },
        { start: SEVEN + 24 * HOUR, state: "free" },
        { start: TEN + 24 * HOUR },
        { start: ONE + 24 * HOUR },
      ],
      choices: [
        { start: SEVEN + 15 * MINUTE, end: TEN },
        { start: ONE, end: ONE + 3 * HOUR },
      ],
    });
  });

  it("offers only what can be booked then", async () => {
    until(SEVEN + 20 * MINUTE);
    for (const { start, end } of (await shown()).choices) await book(start, end);
  });

  it("waits for who has booked until the rest is released, and then is in use since they came", async () => {
    const checkIn = { from: "PT15M", within: "PT30M", by: ["display"] };
    await rule({ ...LAUNDRY, sees: "names", checkIn });
    const id = await book(SEVEN, TEN);
    until(SEVEN - 10 * MINUTE);
    expect(await shown()).toMatchObject({ state: "closed", isAwaited: true, current: null });
    until(SEVEN + MINUTE);
    const current = { start: SEVEN, end: TEN, who: "nils", hereSince: null, releasedAt: SEVEN + 30 * MINUTE };
    expect(await shown()).toMatchObject({
      state: "waiting",
      isAwaited: true,
      current,
      choices: [{ start: TEN }],
    });
    await elin.call("Booking/checkIn", { bookingId: id });
    expect(await shown()).toMatchObject({
      state: "inUse",
      isAwaited: false,
      current: { ...current, hereSince: SEVEN + MINUTE, releasedAt: null },
    });
  });

  it("is free until somebody comes who comes later, and then waits for them", async () => {
    const checkIn = { from: "PT15M", within: "PT30M", by: ["display"] };
    await rule({ ...LAUNDRY, checkIn });
    const id = await book(SEVEN, TEN);
    until(SEVEN + 10 * MINUTE);
    await nils.call("Booking/comeLater", { bookingId: id, start: utc(SEVEN + HOUR) });
    expect(await shown()).toMatchObject({
      state: "free",
      current: null,
      freeUntil: SEVEN + HOUR,
      next: [{ start: SEVEN + HOUR, end: TEN, state: "taken" }, { start: TEN }, {}, {}, {}],
      choices: [{ end: SEVEN + HOUR }, { start: TEN }],
    });
    until(SEVEN + HOUR);
    expect(await shown()).toMatchObject({ state: "waiting", current: { start: SEVEN + HOUR } });
  });

  it.each([
    ["busy", null, null],
    ["household", null, "1203 Sand"],
    ["names", "nils", "1203 Sand"],
  ])("tells passers-by whose it is as far as %s", async (sees, ofPerson, ofHousehold) => {
    await rule({ ...LAUNDRY, sees, limits: [] });
    await book(SEVEN, TEN);
    const household = { label: "1203", name: "Sand" };
    const { created } = await elin.call("Household/set", { create: { h: household } });
    const wish = { bookableId, start: utc(TEN), end: utc(ONE), partyId: created.h.id };
    await elin.call("Booking/set", { create: { k: wish } });
    until(SEVEN);
    const { current, next } = await shown();
    expect([current?.who, next[0]?.who]).toEqual([ofPerson, ofHousehold]);
  });

  it("says why it is closed", async () => {
    const service = { start: "2026-11-23T06:00", end: "2026-11-23T12:00", reason: "New pipes" };
    await rule({ ...LAUNDRY, maintenance: [service] });
    until(SEVEN + MINUTE);
    const { state, reasons } = await shown();
    expect(state).toBe("closed");
    expect(reasons).toContainEqual({ kind: "maintenance", why: "New pipes", until: SEVEN + 5 * HOUR });
  });

  it("is free by the hour until somebody has it, and offers the lengths that fit", async () => {
    await rule({ ...ANY_TIME, lengths: { min: "PT15M" } });
    await book(SEVEN + 75 * MINUTE, SEVEN + 90 * MINUTE);
    until(SEVEN + 20 * MINUTE + 30_000);
    const start = SEVEN + 20 * MINUTE;
    expect(await shown()).toMatchObject({
      state: "free",
      freeUntil: SEVEN + 75 * MINUTE,
      next: [{ start: SEVEN + 75 * MINUTE, end: SEVEN + 90 * MINUTE, state: "taken" }],
      choices: [
        { start, end: start + 15 * MINUTE },
        { start, end: start + 30 * MINUTE },
      ],
    });
  });

  it("is free while one of several units is", async () => {
    await rule({ ...LAUNDRY, units: 2, limits: [] });
    await book(SEVEN, TEN);
    until(SEVEN + MINUTE);
    expect(await shown()).toMatchObject({ state: "free", current: null });
    await book(SEVEN, TEN);
    expect(await shown()).toMatchObject({ state: "inUse", current: { start: SEVEN } });
  });
});
