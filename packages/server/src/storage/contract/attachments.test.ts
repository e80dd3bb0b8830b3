import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { AttachmentRecord } from "../records/files.ts";
import type { ObjectId, PrincipalId } from "../records/ids.ts";
import { backends, type TestPlace } from "./backends.ts";
import { change, household, newId, object, put } from "./fixtures.ts";

const PART = 512 * 1024;
const bytesOf = (size: number, fill = 7): Uint8Array => new Uint8Array(size).fill(fill);

describe.each(backends)("attachments on $name", (backend) => {
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

  const record = (accountId: PrincipalId, fields: Partial<AttachmentRecord> = {}): AttachmentRecord => ({
    id: newId("attachment"),
    accountId,
    hash: newId("hash"),
    type: "text/plain",
    filename: "smörgås.txt",
    size: 5,
    createdAt: 1,
    createdBy: accountId,
    ...fields,
  });
  const insert = async (made: AttachmentRecord, bytes = bytesOf(made.size)) => {
    await storage.write((tx) => tx.attachments.insert(made, bytes));
    return made;
  };
  const name = (id: ObjectId, ids: readonly string[], now = 10) =>
    storage.write((tx) => tx.attachments.setNamed(id, new Set(ids), now));
  const release = (before: number) => storage.write((tx) => tx.attachments.removeReleased(before, 100));
  const byId = async (id: string) => (await storage.read((tx) => tx.attachments.byIds([id])))[0];
  const namedIn = (id: string, ...homes: Calendar[]) =>
    storage.read((tx) =>
      tx.attachments.namedIn(
        id,
        homes.map((home) => home.id),
      ),
    );
  const hashes = async () =>
    (await storage.read((tx) => tx.attachments.contents("", 1_000))).map((it) => it.hash);
  const partSizes = async (hash: string) => {
    const sizes: number[] = [];
    for (;;) {
      const part = await storage.read((tx) => tx.attachments.part(hash, sizes.length));
      if (!part) return sizes;
      sizes.push(part.byteLength);
    }
  };

  it("come back in parts, byte for byte, also empty ones", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const size = 2 * PART + 3;
    const bytes = Uint8Array.from({ length: size }, (_, i) => i % 251);
    const large = await insert(record(owner.id, { size }), bytes);
    const empty = await insert(record(owner.id, { size: 0 }));
    await name(one.id, [large.id, empty.id]);
    expect(await byId(large.id)).toEqual(large);
    expect(await partSizes(large.hash)).toEqual([PART, PART, 3]);
    expect(await partSizes(empty.hash)).toEqual([]);
    const middle = await storage.read((tx) => tx.attachments.part(large.hash, 1));
    expect(Buffer.from(middle ?? []).equals(bytes.subarray(PART, 2 * PART))).toBe(true);
    expect(await byId("none")).toBeUndefined();
    expect(await storage.read((tx) => tx.attachments.byIds([]))).toEqual([]);
  });

  it("store the same bytes once, and count them once for each account", async () => {
    const { owner, home } = await household(storage);
    const { owner: other, home: foreign } = await household(storage);
    const first = await insert(record(owner.id));
    const same = await insert(record(owner.id, { hash: first.hash }));
    const theirs = await insert(record(other.id, { hash: first.hash }));
    await name((await put(storage, home)).id, [first.id, same.id]);
    await name((await put(storage, foreign)).id, [theirs.id]);
    const held = (id: PrincipalId) => storage.read((tx) => tx.attachments.heldBy(id));
    expect([await held(owner.id), await held(other.id)]).toEqual([5, 5]);
    const count = (id: PrincipalId) => storage.read((tx) => tx.attachments.count(id));
    expect([await count(owner.id), await count(other.id)]).toEqual([2, 1]);
    expect((await hashes()).filter((hash) => hash === first.hash)).toHaveLength(1);
    const holds = (id: PrincipalId, hash: string) => storage.read((tx) => tx.attachments.holds(id, hash));
    expect([await holds(owner.id, first.hash), await holds(owner.id, "none")]).toEqual([true, false]);
  });

  it("of the same bytes at once are all stored", async () => {
    const { owner, home } = await household(storage);
    const hash = newId("hash");
    const made = await Promise.all([1, 2, 3, 4].map(() => insert(record(owner.id, { hash }))));
    await name(
      (await put(storage, home)).id,
      made.map(({ id }) => id),
    );
    expect(await partSizes(hash)).toEqual([5]);
    for (const one of made) expect(await byId(one.id)).toEqual(one);
  });

  it("are found by the objects that name them now, in the requested calendars", async () => {
    const { owner, home } = await household(storage);
    const { home: foreign } = await household(storage);
    const [one, two] = [await put(storage, home), await put(storage, home)];
    const made = await insert(record(owner.id));
    await name(one.id, [made.id, "unknown"]);
    await name(two.id, [made.id]);
    expect(await namedIn(made.id, home, foreign)).toEqual([one.id, two.id]);
    expect(await namedIn(made.id, foreign)).toEqual([]);
    expect(await namedIn(made.id)).toEqual([]);
    await name(one.id, []);
    expect(await namedIn(made.id, home)).toEqual([two.id]);
    // Undo must be able to restore it.
    expect(await storage.read((tx) => tx.attachments.knownTo(one.id))).toEqual(new Set([made.id]));
    await name(one.id, [made.id]);
    expect(await namedIn(made.id, home)).toEqual([one.id, two.id]);
  });

  it("are removed once they have been unused for long enough, and not before; their bytes with the last of them", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const first = await insert(record(owner.id));
    const second = await insert(record(owner.id, { hash: first.hash }));
    await name(one.id, [first.id, second.id]);
    await name(one.id, [second.id], 100);
    await release(99);
    expect(await byId(first.id)).toEqual(first);
    await release(100);
    expect([await byId(first.id), await byId(second.id)]).toEqual([undefined, second]);
    expect(await partSizes(first.hash)).toEqual([5]);
    await name(one.id, [], 200);
    await release(200);
    expect([await byId(second.id), (await hashes()).includes(first.hash)]).toEqual([undefined, false]);
    expect(await partSizes(first.hash)).toEqual([]);
  });

  it("of a removed object stay while a text of it can be restored, and go with the last", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const made = await insert(record(owner.id));
    await name(one.id, [made.id]);
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(one.id, one.etag, { modseq, now: 50, actorId: owner.id }),
    );
    await release(10_000);
    expect([await byId(made.id), await namedIn(made.id, home)]).toEqual([made, []]);
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.insert({ ...object(home, modseq), id: one.id }),
    );
    expect(await namedIn(made.id, home)).toEqual([one.id]);
    const back = await storage.read((tx) => tx.objects.byId(one.id));
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(one.id, back?.etag ?? "", { modseq, now: 60, actorId: owner.id }),
    );
    await storage.write((tx) => tx.changes.forgetVersions(1_000, 1_000, 100));
    await release(0);
    expect(await byId(made.id)).toBeUndefined();
  });

  it("that were never used are removed, and others stay", async () => {
    const { owner, home } = await household(storage);
    const kept = await insert(record(owner.id));
    await name((await put(storage, home)).id, [kept.id]);
    const lost = await insert(record(owner.id));
    await release(0);
    expect([await byId(lost.id), await byId(kept.id)]).toEqual([undefined, kept]);
    expect([(await hashes()).includes(lost.hash), (await hashes()).includes(kept.hash)]).toEqual([
      false,
      true,
    ]);
  });
});
