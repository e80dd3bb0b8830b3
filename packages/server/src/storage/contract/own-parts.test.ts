import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { ObjectId, PrincipalId } from "../records/ids.ts";
import { backends, type TestPlace } from "./backends.ts";
import { change, household, put } from "./fixtures.ts";

describe.each(backends)("own parts of an object on $name", (backend) => {
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

  const of = async (principalId: PrincipalId, id: ObjectId) =>
    (await storage.read((tx) => tx.objects.ownParts(principalId, [id]))).get(id);

  it("belong to one person, and the object counts as changed with the same tag", async () => {
    const { owner, home } = await household(storage);
    const { owner: other } = await household(storage);
    const one = await put(storage, home);
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.setOwnParts(one.id, other.id, "BEGIN:VCALENDAR", modseq),
    );
    expect(await of(other.id, one.id)).toBe("BEGIN:VCALENDAR");
    expect(await of(owner.id, one.id)).toBeUndefined();
    const now = await storage.read((tx) => tx.objects.byId(one.id));
    expect(now).toEqual({ ...one, modseq: now?.modseq });
    expect(now?.modseq).toBeGreaterThan(one.modseq);
  });

  it("are replaced, removed, and go with the object", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const set = (text: string | null) =>
      change(storage, owner.id, (tx, modseq) => tx.objects.setOwnParts(one.id, owner.id, text, modseq));
    await set("a");
    await set("b");
    expect(await of(owner.id, one.id)).toBe("b");
    await set(null);
    expect(await of(owner.id, one.id)).toBeUndefined();
    await set("c");
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(one.id, one.etag, { modseq, now: 1, actorId: owner.id }),
    );
    expect(await of(owner.id, one.id)).toBeUndefined();
  });

  it("are restored with the object, once, and not after the object's last version has gone", async () => {
    const { owner, home } = await household(storage);
    const bringBack = async (removedAt: number) => {
      const one = await put(storage, home);
      await change(storage, owner.id, (tx, modseq) =>
        tx.objects.setOwnParts(one.id, owner.id, "mine", modseq),
      );
      await change(storage, owner.id, (tx, modseq) =>
        tx.objects.remove(one.id, one.etag, { modseq, now: removedAt, actorId: owner.id }),
      );
      await storage.write((tx) => tx.changes.forgetVersions(0, 1, 1_000));
      await change(storage, owner.id, async (tx, modseq) => {
        await tx.objects.insert({ ...one, modseq, createdModseq: modseq });
        await tx.objects.bringBackOwnParts(one.id);
      });
      return of(owner.id, one.id);
    };
    expect(await bringBack(10)).toBe("mine");
    expect(await bringBack(1)).toBeUndefined();
  });
});
