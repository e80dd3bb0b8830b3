import { beforeEach, describe, expect, it } from "vitest";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
});

/** Passes of Monday 23 November 2026; the clock stands at Friday 13:00 in Stockholm. */
const passes = [6, 9, 12].map((hour) => ({ start: at(hour), end: at(hour + 3) }));
function at(hour: number): string {
  return `2026-11-23T${String(hour).padStart(2, "0")}:00:00Z`;
}
const book = async (client: typeof nils, pass: number): Promise<string> =>
  (await client.call("Booking/set", { create: { k: { bookableId, ...passes[pass] } } })).created.k.id;
const tried = (fields: object): Promise<Answer> =>
  elin.call("Bookable/tryRules", { bookableId, rules: LAUNDRY, ...fields });
const states = (answer: Answer): readonly string[] =>
  (answer.slots as Answer[]).map(({ state }) => state as string);

describe("Bookable/tryRules", () => {
  it("shows the slots of other rules, with all that is booked, to somebody who has booked nothing", async () => {
    await book(nils, 0);
    await book(nils, 1);
    const answer = await tried({ first: "2026-11-23", days: 1 });
    expect(states(answer)).toEqual(["taken", "taken", "free"]);
    expect(answer).toMatchObject({ misfits: [], verdict: null });
    const [plan] = LAUNDRY.slotPlans;
    const slotPlans = [{ ...plan, passes: [{ from: "13:00", to: "15:00" }] }];
    const shorter = await tried({ rules: { ...LAUNDRY, slotPlans }, first: "2026-11-23", days: 1 });
    expect(shorter.slots).toMatchObject([{ start: at(12), end: at(14), state: "free" }]);
    expect(shorter.misfits).toHaveLength(2);
  });

  it("names no booking that was shortened by who comes later, unless what it was cut from does not fit", async () => {
    const id = await book(nils, 0);
    const later = { bookingId: id, start: "2026-11-23T07:20:00Z" };
    await nils.request([["Booking/comeLater", later]]);
    expect((await nils.call("Booking/get", { ids: null })).list).toMatchObject([{ start: later.start }]);
    expect(await tried({})).toMatchObject({ misfits: [] });
    const [plan] = LAUNDRY.slotPlans;
    // The rest of it would be the end of this pass; but what was booked begins before it.
    const slotPlans = [{ ...plan, passes: [{ from: "08:00", to: "10:00" }] }];
    expect((await tried({ rules: { ...LAUNDRY, slotPlans } })).misfits).toMatchObject([{ bookingId: id }]);
  });

  it("answers for a party by what it has booked, and by the rules that are tried", async () => {
    await book(nils, 0);
    await book(nils, 1);
    const asked = { partyId: nils.accountId, wish: passes[2] };
    expect((await tried(asked)).verdict).toMatchObject({
      isGranted: false,
      reasons: [{ kind: "quota", used: 2 }],
    });
    const [limit] = LAUNDRY.limits;
    const rules = { ...LAUNDRY, limits: [{ ...limit, max: 3 }] };
    expect((await tried({ ...asked, rules })).verdict).toEqual({
      isGranted: true,
      reasons: [],
      alternatives: [],
    });
    expect(states(await tried({ partyId: nils.accountId, first: "2026-11-23", days: 1 }))).toEqual([
      "yours",
      "yours",
      "refused",
    ]);
    // Nothing was booked, and no rule was changed.
    expect((await nils.call("Booking/get", { ids: null })).list).toHaveLength(2);
    expect((await elin.call("Bookable/get", { ids: [bookableId] })).list[0].rulesVersion).toBe(1);
  });

  it("asks as a member of the groups that a household's people are in", async () => {
    const members = { [nils.accountId]: { isManager: true } };
    const group = async (name: string): Promise<string> =>
      (await elin.call("Group/set", { create: { g: { name, members } } })).created.g.id;
    const [household, owners] = [await group("1203"), await group("Owners")];
    const rules = { ...LAUNDRY, mayBook: [owners] };
    const asked = { rules, wish: passes[2] };
    expect((await tried({ ...asked, partyId: household })).verdict.isGranted).toBe(true);
    expect((await tried({ ...asked, partyId: bengt.accountId })).verdict.reasons).toMatchObject([
      { kind: "notAllowed" },
    ]);
    expect((await tried(asked)).verdict.isGranted).toBe(true);
  });

  it("says every fault of the rules, and asks nobody but managers", async () => {
    const { methodResponses } = await elin.request([
      ["Bookable/tryRules", { bookableId, rules: { ...LAUNDRY, units: 0 } }],
    ]);
    expect(methodResponses[0]?.[1]).toMatchObject({ code: "booking-rules-wrong" });
    const others = await nils.request([["Bookable/tryRules", { bookableId, rules: LAUNDRY }]]);
    expect(others.methodResponses[0]?.[1]).toMatchObject({ type: "forbidden" });
  });
});

describe("a manager", () => {
  it("cancels what others have booked, and others don't", async () => {
    const id = await book(nils, 0);
    expect((await bengt.call("Booking/set", { destroy: [id] })).notDestroyed[id].type).toBe("notFound");
    expect((await elin.call("Booking/set", { destroy: [id] })).destroyed).toEqual([id]);
    expect(states(await tried({ first: "2026-11-23", days: 1 }))).toEqual(["free", "free", "free"]);
    expect((await elin.call("Booking/set", { destroy: [id] })).notDestroyed[id].type).toBe("notFound");
  });

  it("overwrites no rules that somebody else has changed meanwhile", async () => {
    const change = (rulesVersion: number, units: number): Promise<Answer> =>
      elin.call("Bookable/set", {
        update: { [bookableId]: { rules: { ...LAUNDRY, units }, rulesVersion } },
      });
    expect((await change(1, 2)).updated).toHaveProperty(bookableId);
    expect((await change(1, 3)).notUpdated[bookableId]).toMatchObject({ code: "etag-mismatch" });
    expect((await elin.call("Bookable/get", { ids: [bookableId] })).list[0]).toMatchObject({
      rules: { units: 2 },
      rulesVersion: 2,
    });
  });
});
