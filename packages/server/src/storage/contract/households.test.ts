import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Household, HouseholdTag } from "../records/households.ts";
import type { PrincipalId } from "../records/ids.ts";
import { backends, type TestPlace } from "./backends.ts";
import { principal } from "./fixtures.ts";

const household = (accountId: PrincipalId, label: string): Household => ({
  accountId,
  label,
  labelKey: label,
  pinHash: null,
  pinSetAt: null,
  isOwnPin: false,
  letterHash: null,
  letterAt: null,
  letterExpiresAt: null,
  createdAt: 1,
});
const tag = (number: string, householdId: PrincipalId): HouseholdTag => ({
  number,
  householdId,
  isBlocked: false,
  createdAt: 1,
  usedAt: null,
});

describe.each(backends)("households on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  beforeAll(async () => {
    place = await backend.make();
    storage = await place.open();
  });
  afterAll(async () => {
    await storage.close();
    await place.drop();
  });
  const group = (): Promise<PrincipalId> =>
    storage.write(async (tx) => {
      const one = principal({ kind: "group", email: null });
      await tx.principals.insert(one);
      return one.id;
    });
  const made = async (label: string): Promise<PrincipalId> => {
    const id = await group();
    expect(await storage.write((tx) => tx.households.insert(household(id, label)))).toBe("inserted");
    return id;
  };
  const labels = (found: readonly Household[]): string[] => found.map(({ label }) => label);

  it("are found by id, label and letter, and listed by label", async () => {
    const second = await made("b2");
    const first = await made("b1");
    await storage.write((tx) =>
      tx.households.update(first, { pinHash: "hash", pinSetAt: 5, isOwnPin: true, letterHash: "letter" }),
    );
    const seen = await storage.read(async (tx) => ({
      byId: await tx.households.byId(first),
      byLabel: await tx.households.byLabelKey("b2"),
      byLetter: await tx.households.byLetterHash("letter"),
      none: await tx.households.byLabelKey("b3"),
      list: await tx.households.list(),
    }));
    expect(seen.byId).toMatchObject({ accountId: first, pinHash: "hash", pinSetAt: 5, isOwnPin: true });
    expect(seen.byLabel?.accountId).toBe(second);
    expect(seen.byLetter?.accountId).toBe(first);
    expect(seen.none).toBeUndefined();
    expect(labels(seen.list)).toEqual(["b1", "b2"]);
  });

  it("never have the same label, whether they are made or changed", async () => {
    const id = await made("c1");
    const other = await group();
    expect(await storage.write((tx) => tx.households.insert(household(other, "c1")))).toBe("duplicate");
    const next = await made("c2");
    expect(await storage.write((tx) => tx.households.update(next, { labelKey: "c1" }))).toBe("duplicate");
    expect(await storage.write((tx) => tx.households.update(id, { labelKey: "c1" }))).toBe("updated");
    expect((await storage.read((tx) => tx.households.byId(next)))?.labelKey).toBe("c2");
  });

  it("are a person's as long as the group is there and they are in it", async () => {
    const [first, second, gone] = [await made("d1"), await made("d2"), await made("d3")];
    const person = principal();
    await storage.write(async (tx) => {
      await tx.principals.insert(person);
      for (const id of [second, first, gone]) await tx.principals.addMember(id, person.id);
      await tx.principals.update(gone, { status: "deleted" });
    });
    const own = () => storage.read((tx) => tx.households.ofPerson(person.id));
    expect(labels(await own())).toEqual(["d1", "d2"]);
    expect(labels(await storage.read((tx) => tx.households.list()))).not.toContain("d3");
    await storage.write((tx) => tx.principals.removeMember(first, person.id));
    expect(labels(await own())).toEqual(["d2"]);
  });

  it("have tags that no other household has, and that go with them", async () => {
    const [id, other] = [await made("e1"), await made("e2")];
    const insert = (one: HouseholdTag) => storage.write((tx) => tx.householdTags.insert(one));
    expect(await insert(tag("04172206", id))).toBe("inserted");
    expect(await insert(tag("04172205", id))).toBe("inserted");
    expect(await insert(tag("04172206", other))).toBe("duplicate");
    await storage.write((tx) => tx.householdTags.update("04172206", { isBlocked: true, usedAt: 9 }));
    const of = (householdId: PrincipalId) => storage.read((tx) => tx.householdTags.ofHousehold(householdId));
    expect(await of(id)).toMatchObject([
      { number: "04172205", isBlocked: false, usedAt: null },
      { number: "04172206", isBlocked: true, usedAt: 9 },
    ]);
    expect(await storage.write((tx) => tx.householdTags.remove("04172205"))).toBe(true);
    expect(await storage.write((tx) => tx.householdTags.remove("04172205"))).toBe(false);
    expect(await storage.write((tx) => tx.households.remove(id))).toBe(true);
    expect(await of(id)).toEqual([]);
    expect(await storage.write((tx) => tx.households.remove(id))).toBe(false);
  });
});
