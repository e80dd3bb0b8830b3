import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { PrincipalId } from "../records/ids.ts";
import type { Principal } from "../records/people.ts";
import { backends, type TestPlace } from "./backends.ts";
import { principal } from "./fixtures.ts";

describe.each(backends)("addresses on $name", (backend) => {
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

  const add = (fields: Partial<Principal> = {}) =>
    storage.write(async (tx) => {
      const one = principal(fields);
      return { one, answer: await tx.principals.insert(one) };
    });
  const set = (id: PrincipalId, email: string | null, ...formerEmails: readonly string[]) =>
    storage.write((tx) => tx.principals.setAddresses(id, { email, formerEmails }));
  const ownerOf = async (email: string) =>
    (await storage.read((tx) => tx.principals.byEmail(email)))?.id ?? "nobody";

  it("that a person had before are still theirs, in order, and nobody else's", async () => {
    const { one } = await add();
    const first = one.email ?? "";
    expect(await set(one.id, "second@example.com", first)).toBe("set");
    expect(await set(one.id, "third@example.com", "second@example.com", first)).toBe("set");
    const now = { ...one, email: "third@example.com", formerEmails: ["second@example.com", first] };
    for (const email of [first, "second@example.com", "third@example.com"])
      expect(await storage.read((tx) => tx.principals.byEmail(email))).toEqual(now);
    expect((await add({ email: first })).answer).toBe("duplicate");
    const { one: other } = await add();
    for (const email of [first, "second@example.com", "third@example.com"])
      expect(await set(other.id, email, other.email ?? "")).toBe("duplicate");
    expect(await storage.read((tx) => tx.principals.byId(other.id))).toEqual(other);
    expect(await ownerOf(other.email ?? "")).toBe(other.id);
  });

  it("can be taken back, and given up", async () => {
    const { one } = await add();
    const first = one.email ?? "";
    await set(one.id, "back@example.com", first);
    expect(await set(one.id, first, "back@example.com")).toBe("set");
    expect(await storage.read((tx) => tx.principals.byId(one.id))).toEqual({
      ...one,
      formerEmails: ["back@example.com"],
    });
    expect(await set(one.id, first)).toBe("set");
    expect(await ownerOf("back@example.com")).toBe("nobody");
    expect((await add({ email: "back@example.com" })).answer).toBe("inserted");
    expect(await set(one.id, null)).toBe("set");
    expect(await ownerOf(first)).toBe("nobody");
  });

  it("are refused as a whole with a new person, who then leaves nothing behind", async () => {
    const { one } = await add();
    await set(one.id, "mine@example.com", one.email ?? "");
    const { one: refused, answer } = await add({ email: "new@example.com", formerEmails: [one.email ?? ""] });
    expect(answer).toBe("duplicate");
    expect(await storage.read((tx) => tx.principals.byId(refused.id))).toBeUndefined();
    expect(await ownerOf("new@example.com")).toBe("nobody");
  });

  it("go to one of two who take them at once", async () => {
    const [{ one }, { one: other }] = [await add(), await add()];
    const both = await Promise.all(
      [one, other].map(({ id, email }) => set(id, "both@example.com", email ?? "")),
    );
    expect(both.toSorted()).toEqual(["duplicate", "set"]);
    expect(await ownerOf("both@example.com")).toBe(both[0] === "set" ? one.id : other.id);
  });

  it("of a group are no person's", async () => {
    const { one } = await add();
    const { one: group, answer } = await add({ kind: "group", email: one.email });
    expect(answer).toBe("inserted");
    expect(await ownerOf(group.email ?? "")).toBe(one.id);
    await set(one.id, null);
    expect(await ownerOf(group.email ?? "")).toBe(group.id);
  });
});
