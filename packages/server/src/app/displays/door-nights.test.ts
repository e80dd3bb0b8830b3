import { HOUR } from "@snart/calendar/time/instant.ts";
import type { DoorThing } from "@snart/calendar/jmap/door.ts";
import { beforeEach, expect, it } from "vitest";
import { makeLaundry } from "../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../testing/booking/rules.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { displayOf } from "./displays.ts";
import { doorOf } from "./door.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);

const NIGHTS = {
  mode: "nights",
  timeZone: "Europe/Stockholm",
  cellMinutes: 60,
  units: 1,
  nights: { checkIn: "15:00", checkOut: "12:00" },
  lengths: { minNights: 1, maxNights: 7 },
};
/** The clock stands at Friday 20 November 2026, 13:00 in Stockholm. */
const FRIDAY = Date.parse("2026-11-20T14:00:00Z");
const SATURDAY = Date.parse("2026-11-21T11:00:00Z");
const SUNDAY = SATURDAY + 24 * HOUR;

let laundry: string;
beforeEach(async () => {
  laundry = await makeLaundry(jmap, elin);
});

/** Makes a thing with some rules beside the laundry room, and a screen at its door. */
async function doorWith(rules: object) {
  const { list } = await elin.call("Bookable/get", { ids: [laundry] });
  const thing = { name: "Guest flat", type: "ROOM", managersId: list[0].managersId, labels: [], rules };
  const made = await elin.call("Bookable/set", { create: { b: thing } });
  const bookableId = made.created.b.id as string;
  const door = await elin.call("Display/set", { create: { d: { name: "Door", bookableIds: [bookableId] } } });
  const shown = async (): Promise<DoorThing> => {
    const known = await displayOf(jmap.app, door.created.d.token as string);
    const [one] = known ? (await doorOf(jmap.app, known)).things : [];
    if (!one) throw new Error("nothing is shown");
    return one;
  };
  return { bookableId, shown };
}
const utc = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");
const until = (at: number): void => jmap.clock.advance(at - jmap.app.now());

it("says of a flat that nobody is in it, and books tonight", async () => {
  const { shown } = await doorWith(NIGHTS);
  expect(await shown()).toMatchObject({
    state: "free",
    freeUntil: null,
    reasons: [],
    choices: [{ start: FRIDAY, end: SATURDAY }],
  });
});

it("says who is in a flat until they leave, and until when it is empty before they come", async () => {
  const { bookableId, shown } = await doorWith(NIGHTS);
  const wish = { bookableId, start: utc(FRIDAY), end: utc(SUNDAY) };
  expect((await nils.call("Booking/set", { create: { k: wish } })).created?.k).toBeDefined();
  expect(await shown()).toMatchObject({ state: "free", freeUntil: FRIDAY, current: null, choices: [] });
  until(FRIDAY + HOUR);
  expect(await shown()).toMatchObject({ state: "inUse", current: { end: SUNDAY }, choices: [] });
  // Between the check-out and the check-in of the day in the middle they are still there.
  until(SATURDAY + 2 * HOUR);
  expect(await shown()).toMatchObject({ state: "inUse", current: { end: SUNDAY }, choices: [] });
  until(SUNDAY + HOUR);
  expect(await shown()).toMatchObject({ state: "free", current: null });
});

it("says why a flat is closed", async () => {
  const sanding = { start: "2026-11-20T08:00", end: "2026-11-22T18:00", reason: "the floor is sanded" };
  const { shown } = await doorWith({ ...NIGHTS, maintenance: [sanding] });
  const { state, reasons, choices } = await shown();
  expect([state, reasons.map(({ kind }) => kind), choices]).toEqual(["closed", ["maintenance"], []]);
});

it("says of passes that they are drawn by lot, and offers none of them", async () => {
  const period = {
    from: "2026-11-21",
    to: "2026-11-30",
    opens: "2026-11-01T08:00",
    closes: "2026-11-20T18:00",
  };
  const { shown } = await doorWith({
    ...LAUNDRY,
    draw: { periods: [period], weight: "equal", wishes: 2 },
  });
  until(FRIDAY + HOUR);
  const { next, choices } = await shown();
  expect(next.map(({ state }) => state)).toEqual(["byLot", "byLot", "byLot"]);
  expect(choices.filter(({ start }) => start > jmap.app.now())).toEqual([]);
  // Wishes have closed, and nothing is drawn yet.
  until(SATURDAY - 3 * HOUR);
  const { state, reasons, current } = await shown();
  expect([state, current, reasons.map(({ kind }) => kind)]).toEqual(["byLot", null, ["byLot"]]);
});
