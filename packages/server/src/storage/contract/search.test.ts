import { gramsOf, gramsOfTokens } from "@snart/calendar/filter/search-grams.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { CalendarId } from "../records/ids.ts";
import type { StoredObject } from "../records/objects.ts";
import type { Principal } from "../records/people.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, put } from "./fixtures.ts";

const HOUR = 3_600_000;
const MOST = { grams: 1_000, letters: 10_000 };

describe.each(backends)("the search index on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  let owner: Principal;
  let home: Calendar;
  beforeAll(async () => {
    place = await backend.make();
  });
  afterAll(() => place.drop());
  beforeEach(async () => {
    storage = await place.open();
    ({ owner, home } = await household(storage));
  });
  afterEach(() => storage.close());

  const store = async (text: string, fields: Partial<StoredObject> = {}): Promise<string> => {
    const stored = await put(storage, home, fields);
    await storage.write((tx) => tx.search.putAll([{ head: stored, grams: gramsOf([text], MOST) }]));
    return stored.id;
  };
  const find = (word: string, options: { limit?: number; offset?: number; in?: CalendarId } = {}) => {
    const { limit = 100, offset = 0 } = options;
    const calendarIds = [options.in ?? home.id];
    const grams = gramsOfTokens([word]);
    return storage.read((tx) => tx.search.find({ calendarIds, grams, nearestTo: 0, limit, offset }));
  };

  it("finds parts of words, with å ä ö as letters, and nothing else", async () => {
    const laundry = await store("Tvättstuga hos Göran");
    await store("Bastu");
    for (const word of ["tvättstuga", "stuga", "göran"]) expect(await find(word), word).toEqual([laundry]);
    for (const word of ["tvattstuga", "goran", "köket"]) expect(await find(word), word).toEqual([]);
  });

  it("treats special characters of the database literally", async () => {
    const odd = await store(`a"b'c OR * NEAR( x:y & | ! <-> \\z`);
    for (const word of [`a"b'c`, "NEAR(", "<->", "x:y"]) expect(await find(word), word).toEqual([odd]);
  });

  it("gives the nearest first, in parts", async () => {
    const far = await store("möte", { start: 90 * HOUR, end: 91 * HOUR });
    const past = await store("möte", { start: -3 * HOUR, end: -2 * HOUR });
    const now = await store("möte", { start: -HOUR, end: HOUR });
    const endless = await store("möte", { start: -99 * HOUR, end: null });
    const soon = await store("möte", { start: HOUR, end: 2 * HOUR });
    expect(await find("möte")).toEqual([now, endless, soon, past, far]);
    expect(await find("möte", { limit: 2 })).toEqual([now, endless]);
    expect(await find("möte", { limit: 2, offset: 2 })).toEqual([soon, past]);
  });

  it("searches only the named calendars", async () => {
    await store("möte");
    const other = await change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq);
      await tx.calendars.insert(made);
      return made;
    });
    expect(await find("möte", { in: other.id })).toEqual([]);
  });

  it("forgets the former text when an object is indexed again", async () => {
    const stored = await put(storage, home);
    for (const text of ["möte", "bastu"])
      await storage.write((tx) => tx.search.putAll([{ head: stored, grams: gramsOf([text], MOST) }]));
    expect(await find("möte")).toEqual([]);
    expect(await find("bastu")).toEqual([stored.id]);
  });

  it("indexes many at once with the same result as one by one: known and new, in any order, and objects with too many grams", async () => {
    const known = await Promise.all(
      [0, 1, 2].map(async (n) => {
        const stored = await put(storage, home, { start: n * HOUR, end: n * HOUR });
        await storage.write((tx) => tx.search.putAll([{ head: stored, grams: gramsOf(["möte"], MOST) }]));
        return stored;
      }),
    );
    const [first, second, third] = known.map((head) => ({ head }));
    const fresh = [
      await put(storage, home, { start: 9 * HOUR, end: 9 * HOUR }),
      await put(storage, home, { start: 10 * HOUR, end: 10 * HOUR }),
    ];
    if (!first || !second || !third) throw new Error("three were put");
    const bastu = gramsOf(["bastu"], MOST);
    await storage.write((tx) =>
      tx.search.putAll([
        ...fresh.map((head) => ({ head, grams: bastu })),
        { head: { ...third.head, start: 20 * HOUR, end: 20 * HOUR }, grams: bastu },
        { ...second, grams: undefined },
        { ...first, grams: bastu },
      ]),
    );
    const inOrder = [second.head.id, first.head.id, ...fresh.map(({ id }) => id), third.head.id];
    expect(await find("bastu")).toEqual(inOrder);
    expect(await find("möte")).toEqual([second.head.id]);
    await storage.write((tx) => tx.search.putAll([]));
    expect(await find("bastu")).toEqual(inOrder);
  });

  it("follows an object to another calendar and its removal", async () => {
    const stored = await put(storage, home);
    await storage.write((tx) => tx.search.putAll([{ head: stored, grams: gramsOf(["möte"], MOST) }]));
    const other = await change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq);
      await tx.calendars.insert(made);
      const removal = { modseq, now: 0, actorId: owner.id };
      await tx.objects.move(stored.id, { calendarId: made.id, uri: stored.uri }, removal);
      return made;
    });
    expect(await find("möte")).toEqual([]);
    expect(await find("möte", { in: other.id })).toEqual([stored.id]);
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(stored.id, stored.etag, { modseq, now: 0, actorId: owner.id }),
    );
    expect(await find("möte", { in: other.id })).toEqual([]);
  });

  it("goes with its calendar", async () => {
    await store("möte");
    await change(storage, owner.id, (tx, modseq) => tx.calendars.remove(home.id, modseq, 0, owner.id));
    expect(await find("möte")).toEqual([]);
  });

  it("always returns objects that could not be indexed, with the first part and beyond its limit", async () => {
    const stored = await put(storage, home);
    await storage.write((tx) => tx.search.putAll([{ head: stored, grams: undefined }]));
    const known = await store("möte");
    expect(await find("möte", { limit: 1 })).toEqual([stored.id, known]);
    expect(await find("möte", { limit: 1, offset: 1 })).toEqual([]);
    expect(await storage.read((tx) => tx.search.waiting(9))).toEqual([]);
  });

  it("returns waiting objects with every search, once, until they are indexed", async () => {
    const stored = await put(storage, home);
    await storage.write((tx) => tx.search.putAll([{ head: stored, grams: gramsOf(["möte"], MOST) }]));
    await storage.write((tx) => tx.search.defer(stored));
    await storage.write((tx) => tx.search.defer(stored));
    for (const word of ["möte", "bastu"]) expect(await find(word), word).toEqual([stored.id]);
    expect(await find("möte", { offset: 1 })).toEqual([]);
    expect(await storage.read((tx) => tx.search.waiting(9))).toEqual([stored.id]);
    expect(await storage.write((tx) => tx.search.takeWaiting(9))).toEqual([stored.id]);
    await storage.write((tx) => tx.search.putAll([{ head: stored, grams: gramsOf(["bastu"], MOST) }]));
    expect([await find("möte"), await find("bastu")]).toEqual([[], [stored.id]]);
    expect(await storage.read((tx) => tx.search.waiting(9))).toEqual([]);
  });

  it("has an object that waits scanned in every search, if it can't be indexed", async () => {
    const stored = await put(storage, home);
    await storage.write((tx) => tx.search.defer(stored));
    await storage.write((tx) => tx.search.putAside([stored.id]));
    expect(await storage.read((tx) => tx.search.waiting(9))).toEqual([]);
    expect(await find("bastu")).toEqual([stored.id]);
    await storage.write((tx) => tx.search.putAside([]));
  });

  it("leaves no removed object waiting", async () => {
    const stored = await put(storage, home);
    await storage.write((tx) => tx.search.defer(stored));
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(stored.id, stored.etag, { modseq, now: 0, actorId: owner.id }),
    );
    expect(await storage.read((tx) => tx.search.waiting(9))).toEqual([]);
    expect(await find("möte")).toEqual([]);
  });

  it("finds words of one and two letters, and beginnings of words, with å ä ö as letters", async () => {
    const short = await store("IT-möte: öl, ål och Ö hos Bo");
    await store("Vit kol, halo, orolig jobb");
    for (const word of ["it", "IT", "bo", "öl", "ål", "ö", "mö", "å"])
      expect(await find(word), word).toEqual([short]);
    for (const word of ["al", "te", "ob"]) expect(await find(word), word).toEqual([]);
  });

  it("tells a phrase from the same words in another order", async () => {
    const phrase = await store("Stort årsmöte budget");
    await store("Budget årsmöte");
    expect(await find("årsmöte budget")).toEqual([phrase]);
  });

  it("finds nothing without a word", async () => {
    await store("möte <-");
    expect(await find("<-")).toEqual([]);
  });
});
