import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { PrincipalId } from "../records/ids.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, newId, put } from "./fixtures.ts";

describe.each(backends)("the usage of an account on $name", (backend) => {
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

  const usageOf = (id: PrincipalId) => change(storage, id, async (tx) => tx.usageOf(id));

  it("follows every object that is put, replaced, moved and removed", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const two = await put(storage, home, { size: 1_000 });
    expect(await usageOf(owner.id)).toEqual({ objects: 2, bytes: one.size + 1_000, formerBytes: 0 });
    await change(storage, owner.id, async (tx, modseq) => {
      const changed = { ...two, size: 400, etag: newId("etag"), modseq };
      await tx.objects.replace(changed, two.etag, owner.id);
      const usage = { objects: 2, bytes: one.size + 400, formerBytes: 1_000 };
      expect(tx.usageOf(owner.id)).toEqual(usage);
      const other = calendar(owner.id, modseq);
      await tx.calendars.insert(other);
      const removal = { modseq, now: 1, actorId: owner.id };
      await tx.objects.move(one.id, { calendarId: other.id, uri: one.uri }, removal);
      await tx.objects.remove(two.id, changed.etag, removal);
    });
    expect(await usageOf(owner.id)).toEqual({ objects: 1, bytes: one.size, formerBytes: 1_400 });
  });

  it("goes with a calendar that is removed or handed over", async () => {
    const { owner, home } = await household(storage);
    const { owner: heir, home: theirs } = await household(storage);
    const kept = await put(storage, theirs);
    const given = await put(storage, home);
    await storage.write(async (tx) => {
      for (const id of [owner.id, heir.id].toSorted()) await tx.lockAccount(id);
      const leaving = await tx.lockAccount(owner.id);
      const modseq = await tx.lockAccount(heir.id, leaving);
      await tx.calendars.handOver(home.id, leaving, { accountId: heir.id, uri: "ny", modseq });
    });
    expect(await usageOf(owner.id)).toMatchObject({ objects: 0, bytes: 0 });
    expect(await usageOf(heir.id)).toMatchObject({ objects: 2, bytes: kept.size + given.size });
    await change(storage, heir.id, (tx, modseq) => tx.calendars.remove(home.id, modseq, 1, heir.id));
    const former = { formerBytes: given.size };
    expect(await usageOf(heir.id)).toEqual({ objects: 1, bytes: kept.size, ...former });
  });

  it("stays as it was when a transaction is undone, and is unknown without the lock", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    await expect(
      change(storage, owner.id, async (tx) => {
        await tx.objects.remove(one.id, one.etag, { modseq: 9_999, now: 1, actorId: owner.id });
      }),
    ).rejects.toThrow();
    expect(await usageOf(owner.id)).toEqual({ objects: 1, bytes: one.size, formerBytes: 0 });
    await expect(storage.write(async (tx) => tx.usageOf(owner.id))).rejects.toThrow("not locked");
  });

  it("lists the columns of named objects, and leaves unknown ones out", async () => {
    const { home } = await household(storage);
    const one = await put(storage, home);
    const listed = await storage.read((tx) => tx.objects.listedByIds([one.id, home.id as never]));
    expect(listed.map(({ id, size }) => [id, size])).toEqual([[one.id, one.size]]);
  });
});
