import { beforeEach, describe, expect, it } from "vitest";
import { makeLaundry } from "../../../testing/booking/open-board.ts";
import { LAUNDRY } from "../../../testing/booking/rules.ts";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";

const { jmap, elin, nils, bengt } = eachWithJmap(["elin", "nils", "bengt"]);
const HOUSE_RULES = { text: { en: "Clean the filter.", sv: "Rensa filtret." }, version: 2, mustAccept: true };

let bookableId: string;
beforeEach(async () => {
  bookableId = await makeLaundry(jmap, elin);
  await rule(HOUSE_RULES);
});

const rule = (houseRules: object): Promise<Answer> =>
  elin.call("Bookable/set", { update: { [bookableId]: { rules: { ...LAUNDRY, limits: [], houseRules } } } });
/** The passes of Monday 23 November 2026; the clock stands at Friday 13:00 in Stockholm. */
const pass = (hour: number) => ({
  start: `2026-11-23T${String(hour).padStart(2, "0")}:00:00Z`,
  end: `2026-11-23T${String(hour + 3).padStart(2, "0")}:00:00Z`,
});
async function book(client: typeof nils, hour: number, fields: object = {}): Promise<unknown> {
  const { created, notCreated } = await client.call("Booking/set", {
    create: { k: { bookableId, ...pass(hour), ...fields } },
  });
  const reasons = notCreated?.k?.reasons as readonly { kind: string }[] | undefined;
  return created?.k ? "booked" : reasons?.map(({ kind }) => kind);
}
const accept = (client: typeof nils, fields: object = {}): Promise<Answer> =>
  client.call("Bookable/acceptRules", { bookableId, version: 2, ...fields });
const acceptances = async (client: typeof nils): Promise<unknown> =>
  (await client.call("Bookable/get", { ids: [bookableId] })).list[0].acceptances;
const stored = () => jmap.app.storage.read((tx) => tx.rulesAcceptances.ofBookable(bookableId as never));
const household = async (label: string, ...people: readonly (typeof nils)[]): Promise<string> => {
  const { created } = await elin.call("Household/set", { create: { h: { label, name: "Sand" } } });
  const id = created.h.id as string;
  const members = Object.fromEntries(people.map(({ accountId }) => [`members/${accountId}`, {}]));
  const { notUpdated } = await elin.call("Group/set", { update: { [id]: members } });
  expect(notUpdated ?? {}).toEqual({});
  return id;
};

describe("two of a household who accept at once", () => {
  it("have accepted once, and both hear since when", async () => {
    const partyId = await household("1203", nils, bengt);
    for (let version = 2; version < 12; version++) {
      await rule({ ...HOUSE_RULES, version });
      const answers = await Promise.all(
        [nils, bengt, nils, bengt].map((client) => accept(client, { version, partyId })),
      );
      expect(new Set(answers.map(({ at }) => at as string)).size).toBe(1);
      expect(answers.map((answer) => answer.version)).toEqual([version, version, version, version]);
    }
    const known = (await stored()).toSorted((a, b) => a.version - b.version);
    expect(known.map(({ version, partyId: party }) => [version, party])).toEqual(
      Array.from({ length: 10 }, (_, n) => [n + 2, partyId]),
    );
    // Elin is in no household, and has accepted nothing.
    expect(await acceptances(elin)).toEqual({});
  });
});

describe("house rules that must be accepted", () => {
  it("are accepted once with a booking, with the time and by whom, and asked again when they change", async () => {
    expect(await book(nils, 6)).toEqual(["rulesNotAccepted"]);
    expect(await book(nils, 6, { acceptedRules: 1 })).toEqual(["rulesNotAccepted"]);
    expect(await stored()).toEqual([]);
    const now = jmap.app.now();
    expect(await book(nils, 6, { acceptedRules: 2 })).toBe("booked");
    jmap.clock.advance(60_000);
    expect(await book(nils, 9)).toBe("booked");
    const { accountId: partyId } = nils;
    const accepted = { accountId: bookableId, partyId, version: 2, acceptedBy: partyId, acceptedAt: now };
    expect(await stored()).toEqual([accepted]);
    const at = new Date(now).toISOString().replace(".000", "");
    expect(await acceptances(nils)).toEqual({ [partyId]: { version: 2, at } });
    // Nobody else has accepted anything, and nobody else hears of it.
    expect(await acceptances(bengt)).toEqual({});
    expect(await book(bengt, 12)).toEqual(["rulesNotAccepted"]);
    await rule({ ...HOUSE_RULES, version: 3 });
    expect(await book(nils, 12)).toEqual(["rulesNotAccepted"]);
  });

  it("are not accepted for versions that are still to come", async () => {
    expect(await book(nils, 6, { acceptedRules: 1_000_000 })).toBe("booked");
    await rule({ ...HOUSE_RULES, version: 3 });
    expect(await book(nils, 9)).toEqual(["rulesNotAccepted"]);
  });

  it("are accepted by one for the whole household, and by no manager in its name", async () => {
    const house = await household("1203", nils, bengt);
    expect(await book(elin, 6, { acceptedRules: 2, partyId: house })).toBe("booked");
    expect(await stored()).toEqual([]);
    expect(await book(bengt, 9)).toEqual(["rulesNotAccepted"]);
    expect(await book(nils, 9, { acceptedRules: 2 })).toBe("booked");
    expect(await book(bengt, 12)).toBe("booked");
    expect(await stored()).toMatchObject([{ partyId: house, acceptedBy: nils.accountId }]);
  });

  it("are accepted without a booking, in the version in force and for oneself alone", async () => {
    for (const version of [0, 1, 3])
      await expect(accept(nils, { version })).rejects.toThrow(/not the version in force/);
    await expect(accept(nils, { partyId: bengt.accountId })).rejects.toThrow(/forbidden/);
    await expect(accept(nils, { bookableId: nils.accountId })).rejects.toThrow(/not-?found/i);
    expect(await stored()).toEqual([]);
    const done = await accept(nils);
    expect(done).toMatchObject({ partyId: nils.accountId, version: 2 });
    jmap.clock.advance(60_000);
    // The first time is the one that counts.
    expect((await accept(nils)).at).toBe(done.at);
    expect(await book(nils, 6)).toBe("booked");
  });

  it("are reported to managers with who has accepted which version", async () => {
    await accept(nils);
    await rule({ ...HOUSE_RULES, version: 3 });
    await accept(bengt, { version: 3 });
    const { houseRules } = await elin.call("Bookable/report", { bookableId, month: "2026-11" });
    const of = (name: string) => expect.objectContaining({ name: expect.stringMatching(name) });
    expect(houseRules).toEqual({ version: 3, acceptances: [of("Bengt|bengt"), of("Nils|nils")] });
    expect(houseRules.acceptances.map(({ version }: Answer) => version)).toEqual([3, 2]);
    await rule({ ...HOUSE_RULES, mustAccept: false });
    const later = await elin.call("Bookable/report", { bookableId, month: "2026-11" });
    expect(later.houseRules).toBeNull();
  });
});
