import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { ObjectId } from "../records/ids.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, newId, object, put } from "./fixtures.ts";

describe.each(backends)("dead properties of objects on $name", (backend) => {
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

  const of = async (home: Calendar, id: ObjectId) =>
    (await storage.read((tx) => tx.objects.deadProperties(home.id, [id]))).get(id);
  const PROPERTIES = { "{urn:x}å": "<å/>", "{}b": "text" };

  it("come back, change nothing else, and are replaced as a whole", async () => {
    const { owner, home } = await household(storage);
    const [one, other] = [await put(storage, home), await put(storage, home)];
    const modseq = await storage.read((tx) => tx.principals.modseq(owner.id));
    await storage.write((tx) => tx.objects.setDeadProperties(one.id, PROPERTIES));
    expect(await of(home, one.id)).toEqual(PROPERTIES);
    expect(await of(home, other.id)).toBeUndefined();
    expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual(one);
    expect(await storage.read((tx) => tx.principals.modseq(owner.id))).toBe(modseq);
    await storage.write((tx) => tx.objects.setDeadProperties(one.id, { "{}c": "1" }));
    expect(await of(home, one.id)).toEqual({ "{}c": "1" });
    await storage.write((tx) => tx.objects.setDeadProperties(one.id, {}));
    expect(await storage.read((tx) => tx.objects.deadProperties(home.id, [one.id, other.id]))).toEqual(
      new Map(),
    );
  });

  it("are found in their calendar only, and empty for no objects", async () => {
    const { home } = await household(storage);
    const { home: foreign } = await household(storage);
    const one = await put(storage, home);
    await storage.write((tx) => tx.objects.setDeadProperties(one.id, PROPERTIES));
    expect(await of(foreign, one.id)).toBeUndefined();
    expect(await storage.read((tx) => tx.objects.deadProperties(home.id, []))).toEqual(new Map());
  });

  it("stay when the object is replaced or moved, and go with it", async () => {
    const { owner, home } = await household(storage);
    const other = await change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq);
      await tx.calendars.insert(made);
      return made;
    });
    const one = await put(storage, home);
    await storage.write((tx) => tx.objects.setDeadProperties(one.id, PROPERTIES));
    const replaced = { ...one, etag: newId("etag"), icalendar: `${one.icalendar} ` };
    await change(storage, owner.id, async (tx, modseq) => {
      expect(await tx.objects.replace({ ...replaced, modseq }, one.etag, owner.id)).toBe("replaced");
    });
    expect(await of(home, one.id)).toEqual(PROPERTIES);
    await change(storage, owner.id, async (tx, modseq) => {
      const removal = { modseq, now: 1, actorId: owner.id };
      expect(await tx.objects.move(one.id, { calendarId: other.id, uri: "x" }, removal)).toBe("moved");
    });
    expect([await of(home, one.id), await of(other, one.id)]).toEqual([undefined, PROPERTIES]);
    await change(storage, owner.id, async (tx, modseq) => {
      const removal = { modseq, now: 1, actorId: owner.id };
      expect(await tx.objects.remove(one.id, replaced.etag, removal)).toBe("removed");
    });
    // The same id once more, as when it is restored from the trash.
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.insert({ ...object(other, modseq), id: one.id }),
    );
    expect(await of(other, one.id)).toBeUndefined();
  });

  it("go with their calendar", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    await storage.write((tx) => tx.objects.setDeadProperties(one.id, PROPERTIES));
    await change(storage, owner.id, (tx, modseq) => tx.calendars.remove(home.id, modseq, 1, owner.id));
    expect(await of(home, one.id)).toBeUndefined();
  });

  it("keep how regularly a series takes place, for one text alone and as long as it is there", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const kept = (etag: string) => storage.read((tx) => tx.objects.steadiness(new Map([[one.id, etag]])));
    expect(await kept(one.etag)).toEqual(new Map());
    const steady = { from: -5, until: 7_258_118_400_000, pause: 86_400_000 };
    await storage.write((tx) => tx.objects.setSteadiness(one.id, one.etag, { ...steady, pause: 1 }));
    await storage.write((tx) => tx.objects.setSteadiness(one.id, one.etag, steady));
    expect(await kept(one.etag)).toEqual(new Map([[one.id, steady]]));
    expect(await kept("another")).toEqual(new Map());
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(one.id, one.etag, { actorId: owner.id, modseq, now: 1 }),
    );
    expect(await kept(one.etag)).toEqual(new Map());
  });
});
