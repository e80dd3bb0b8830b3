import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../records/ids.ts";
import type { Removal } from "../records/objects.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, newId, object, put } from "./fixtures.ts";

describe.each(backends)("objects on $name", (backend) => {
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

  const secondCalendar = (home: Awaited<ReturnType<typeof household>>["home"]) =>
    change(storage, home.accountId, async (tx, modseq) => {
      const other = calendar(home.accountId, modseq);
      await tx.calendars.insert(other);
      return other;
    });

  it("come back unchanged, by every key", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home, {
      end: null,
      isRecurring: true,
      scheduleTag: "tag",
      organizerId: newId("organizer") as PrincipalId,
      component: "VTODO",
    });
    const head = Object.fromEntries(Object.entries(one).filter(([name]) => name !== "icalendar"));
    await storage.read(async (tx) => {
      expect(await tx.objects.byId(one.id)).toEqual(one);
      expect(await tx.objects.byIds([one.id, "missing" as ObjectId])).toEqual([one]);
      expect(await tx.objects.byUri(home.id, one.uri)).toEqual(one);
      expect(await tx.objects.byUris(home.id, [one.uri, "missing"])).toEqual([one]);
      expect(await tx.objects.byUrisUpTo(home.id, [one.uri, "missing"], one.size)).toEqual({
        small: [one],
        large: new Map(),
      });
      expect(await tx.objects.byUrisUpTo(home.id, [one.uri, "missing"], one.size - 1)).toEqual({
        small: [],
        large: new Map([[one.uri, one.size]]),
      });
      expect(await tx.objects.byUid(home.id, one.uid)).toEqual(one);
      expect(await tx.objects.byUidInAccount(owner.id, one.uid)).toEqual([head]);
      expect(await tx.objects.byUidOfOrganizer(one.organizerId as PrincipalId, one.uid)).toEqual([head]);
      expect(await tx.objects.byUidOfOrganizer(owner.id, one.uid)).toEqual([]);
      expect(await tx.objects.heads({ calendarIds: [home.id] })).toEqual([head]);
      const { id, uri, etag, scheduleTag, component: kind, size, creatorId, createdAt, updatedAt } = one;
      const listed = { id, uri, etag, scheduleTag, component: kind, size, creatorId, createdAt, updatedAt };
      expect(await tx.objects.listed({ calendarIds: [home.id] })).toEqual([listed]);
      expect(await tx.objects.listed({ calendarIds: [home.id], from: one.start })).toEqual([listed]);
      expect(await tx.objects.find({ calendarIds: [home.id] })).toEqual([one]);
      expect(await tx.objects.count(home.id)).toBe(1);
      expect(await tx.objects.sizeOfAll(home.id)).toBe(one.size);
      expect(await tx.objects.removed(one.id)).toBeUndefined();
    });
  });

  it("are undefined if missing", async () => {
    const { owner, home } = await household(storage);
    const nobody = "nobody" as ObjectId;
    await storage.read(async (tx) => {
      expect(await tx.objects.byId(nobody)).toBeUndefined();
      expect(await tx.objects.byIds([])).toEqual([]);
      expect(await tx.objects.byUri(home.id, "x")).toBeUndefined();
      expect(await tx.objects.byUris(home.id, [])).toEqual([]);
      expect(await tx.objects.byUid(home.id, "x")).toBeUndefined();
      expect(await tx.objects.byUidInAccount(owner.id, "x")).toEqual([]);
      expect(await tx.objects.heads({ calendarIds: [] })).toEqual([]);
      expect(await tx.objects.count("none" as CalendarId)).toBe(0);
      expect(await tx.objects.sizeOfAll("none" as CalendarId)).toBe(0);
    });
  });

  it("name the unique rule that a new one would break, and leave the old one and the modseq alone", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const attempt = (fields: { uri?: string; uid?: string }) =>
      change(storage, owner.id, (tx, modseq) => tx.objects.insert(object(home, modseq, fields)));
    expect(await attempt({ uri: one.uri })).toBe("uri-taken");
    expect(await attempt({ uid: one.uid })).toBe("uid-taken");
    expect(await attempt({ uri: one.uri, uid: one.uid })).toBe("uri-taken");
    await storage.read(async (tx) => {
      expect(await tx.objects.find({ calendarIds: [home.id] })).toEqual([one]);
      expect(await tx.principals.modseq(owner.id)).toBe(2);
      expect((await tx.calendars.byId(home.id))?.contentModseq).toBe(2);
    });
  });

  it("share uid and uri with other calendars", async () => {
    const { home } = await household(storage);
    const other = await secondCalendar(home);
    const one = await put(storage, home);
    await put(storage, other, { uri: one.uri, uid: one.uid });
    expect(await storage.read((tx) => tx.objects.byUidInAccount(home.accountId, one.uid))).toHaveLength(2);
  });

  it("are replaced only at the expected etag, and the former text is kept", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const next = (modseq: number, etag: string) => ({
      ...one,
      modseq,
      etag,
      icalendar: `text of ${etag}`,
      updatedAt: 5,
    });
    expect(
      await change(storage, owner.id, (tx, modseq) =>
        tx.objects.replace(next(modseq, "x"), "stale", owner.id),
      ),
    ).toBe("changed");
    expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual(one);
    const missing = { ...one, id: "missing" as ObjectId };
    expect(
      await change(storage, owner.id, (tx, modseq) =>
        tx.objects.replace({ ...missing, modseq }, one.etag, owner.id),
      ),
    ).toBe("changed");
    expect(
      await change(storage, owner.id, (tx, modseq) =>
        tx.objects.replace(next(modseq, "b"), one.etag, owner.id),
      ),
    ).toBe("replaced");
    await change(storage, owner.id, (tx, modseq) => tx.objects.replace(next(modseq, "c"), "b", owner.id));
    await storage.read(async (tx) => {
      expect(await tx.objects.byId(one.id)).toEqual(next(4, "c"));
      const base = { objectId: one.id, replacedAt: 5, replacedBy: owner.id, wasRemoved: false };
      expect(await tx.changes.versions(one.id, 10)).toEqual([
        { ...base, modseq: 3, icalendar: "text of b" },
        { ...base, modseq: 2, icalendar: one.icalendar },
      ]);
      expect(await tx.changes.versions(one.id, 1)).toHaveLength(1);
    });
  });

  it("keep identity, place and beginning through a replacement", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const lie = { uri: "elsewhere", createdModseq: 99, createdAt: 99, calendarId: "elsewhere" as CalendarId };
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.replace({ ...one, ...lie, modseq, etag: "b", summary: "Ny" }, one.etag, owner.id),
    );
    expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual({
      ...one,
      modseq: 3,
      etag: "b",
      summary: "Ny",
    });
  });

  it("are not replaced by one with another's uid", async () => {
    const { owner, home } = await household(storage);
    const [one, other] = [await put(storage, home), await put(storage, home)];
    const outcome = await change(storage, owner.id, (tx, modseq) =>
      tx.objects.replace({ ...one, modseq, uid: other.uid }, one.etag, owner.id),
    );
    expect(outcome).toBe("uid-taken");
    expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual(one);
    expect(await storage.read((tx) => tx.changes.versions(one.id, 1))).toEqual([]);
  });

  it("are removed only at the expected etag, into a version", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const removal = (modseq: number): Removal => ({ modseq, now: 77, actorId: owner.id });
    const remove = (id: ObjectId, etag: string) =>
      change(storage, owner.id, (tx, modseq) => tx.objects.remove(id, etag, removal(modseq)));
    expect(await remove(one.id, "stale")).toBe("changed");
    expect(await remove("missing" as ObjectId, one.etag)).toBe("changed");
    expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual(one);
    expect(await remove(one.id, one.etag)).toBe("removed");
    expect(await remove(one.id, one.etag)).toBe("changed");
    await storage.read(async (tx) => {
      expect(await tx.objects.byId(one.id)).toBeUndefined();
      expect(await tx.objects.count(home.id)).toBe(0);
      expect(await tx.objects.removed(one.id)).toEqual({
        id: one.id,
        accountId: owner.id,
        calendarId: home.id,
        uri: one.uri,
        uid: one.uid,
        icalendar: one.icalendar,
        removedAt: 77,
        removedBy: owner.id,
        organizerId: one.organizerId,
      });
      const [version] = await tx.changes.versions(one.id, 5);
      expect(version).toMatchObject({ wasRemoved: true, icalendar: one.icalendar, modseq: 2 });
    });
  });

  it("may come back under the same id, and are then not removed", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(one.id, one.etag, { modseq, now: 1, actorId: owner.id }),
    );
    const back = await put(storage, home, { id: one.id, uid: one.uid, uri: one.uri });
    expect(await storage.read((tx) => tx.objects.removed(one.id))).toBeUndefined();
    expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual({ ...back, modseq: 4 });
  });

  it("move with their text, unless the place or the uid is taken there", async () => {
    const { owner, home } = await household(storage);
    const other = await secondCalendar(home);
    const one = await put(storage, home);
    const neighbour = await put(storage, other);
    const twin = await put(storage, other, { uid: one.uid });
    const move = (uri: string) =>
      change(storage, owner.id, (tx, modseq) =>
        tx.objects.move(one.id, { calendarId: other.id, uri }, { modseq, now: 9, actorId: owner.id }),
      );
    expect(await move(neighbour.uri)).toBe("uri-taken");
    expect(await move("new.ics")).toBe("uid-taken");
    expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual(one);
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(twin.id, twin.etag, { modseq, now: 1, actorId: owner.id }),
    );
    expect(await move("new.ics")).toBe("moved");
    const moved = { ...one, calendarId: other.id, uri: "new.ics", modseq: 7, updatedAt: 9 };
    await storage.read(async (tx) => {
      expect(await tx.objects.byId(one.id)).toEqual(moved);
      expect(await tx.objects.byUri(home.id, one.uri)).toBeUndefined();
      expect(await tx.changes.versions(one.id, 9)).toEqual([]);
      for (const { id } of [home, other]) expect((await tx.calendars.byId(id))?.contentModseq).toBe(7);
    });
  });

  it("do not move to another account, where their modseqs mean nothing", async () => {
    const { owner, home } = await household(storage);
    const stranger = await household(storage);
    const one = await put(storage, home);
    const move = change(storage, owner.id, (tx, modseq) =>
      tx.objects.move(
        one.id,
        { calendarId: stranger.home.id, uri: "x.ics" },
        { modseq, now: 9, actorId: owner.id },
      ),
    );
    await expect(move).rejects.toThrow(/outside its account/);
    expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual(one);
  });

  it("are listed in id order, in pages, over several calendars", async () => {
    const { home } = await household(storage);
    const other = await secondCalendar(home);
    const ids: string[] = [];
    for (let i = 0; i < 9; i++) ids.push((await put(storage, i % 2 ? home : other)).id);
    const calendarIds = [home.id, other.id, home.id];
    await storage.read(async (tx) => {
      expect((await tx.objects.heads({ calendarIds })).map((head) => head.id)).toEqual(ids);
      const paged: string[] = [];
      for (let afterId: ObjectId | undefined, more = true; more;) {
        const page = await tx.objects.find({ calendarIds, limit: 4, ...(afterId && { afterId }) });
        paged.push(...page.map((found) => found.id));
        afterId = page.at(-1)?.id;
        more = page.length === 4;
      }
      expect(paged).toEqual(ids);
      expect(await tx.objects.heads({ calendarIds, limit: 0 })).toEqual([]);
    });
  });

  it("are outlined in id order by what the indexes know", async () => {
    const { home } = await household(storage);
    const other = await secondCalendar(home);
    const endless = await put(storage, home, { end: null });
    const one = await put(storage, home);
    await put(storage, other);
    const outline = ({ id, uri, start, end, modseq }: typeof one) => ({ id, uri, start, end, modseq });
    expect(await storage.read((tx) => tx.objects.outlines(home.id))).toEqual([
      outline(endless),
      outline(one),
    ]);
  });

  it("are narrowed by uid and component", async () => {
    const { home } = await household(storage);
    const [event, task] = [await put(storage, home), await put(storage, home, { component: "VTODO" })];
    const calendarIds = [home.id];
    await storage.read(async (tx) => {
      expect(await tx.objects.find({ calendarIds, component: "VTODO" })).toEqual([task]);
      expect(await tx.objects.find({ calendarIds, uid: event.uid })).toEqual([event]);
      expect(await tx.objects.find({ calendarIds, uid: event.uid, component: "VTODO" })).toEqual([]);
      expect(await tx.objects.find({ calendarIds, uid: event.uid, from: event.end! + 1 })).toEqual([]);
      expect(await tx.objects.find({ calendarIds, component: "VTODO", from: 0, to: 1 })).toEqual([task]);
    });
  });

  it("are found by thousands of ids", async () => {
    const { owner, home } = await household(storage);
    const made = await change(storage, owner.id, async (tx, modseq) => {
      const all = Array.from({ length: 2_100 }, () => object(home, modseq));
      for (const one of all) await tx.objects.insert(one);
      return all;
    });
    await storage.read(async (tx) => {
      expect(await tx.objects.byIds(made.map(({ id }) => id))).toHaveLength(2_100);
      expect(
        await tx.objects.byUris(
          home.id,
          made.map(({ uri }) => uri),
        ),
      ).toHaveLength(2_100);
    });
  });

  const texts: [string, string][] = [
    ["å ä ö, emoji and right-to-left", "Kräftskiva hos Åsa 🦞👩‍👩‍👧 שלום"],
    ["NUL, SOH and other control characters", "a\u0000b\u0001c\u00010\u0001\u00011\u0007\u001f\u007f"],
    ["backslashes, quotes and escapes", "\\ \\n \\x00 ' '' \" $1 ? % _ \\u0000 E'\\\\'"],
    ["line ends and spaces", " \r\n\t\n\r \u2028\u2029\ufeff "],
    ["a mebibyte", "ö".repeat(512 * 1024)],
    ["characters beyond the basic plane and non-characters", "\u{10ffff}\uffff\ufffe\u{1f600}"],
    ["nothing", ""],
  ];
  it.each(texts)("keep %s unchanged", async (_, text) => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home, {
      icalendar: text,
      summary: text.slice(0, 1_000),
      uid: newId(text.slice(0, 99)),
    });
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.replace({ ...one, modseq, etag: "b", icalendar: `${text}!` }, one.etag, owner.id),
    );
    await storage.read(async (tx) => {
      const found = await tx.objects.byUid(home.id, one.uid);
      expect(found?.icalendar === `${text}!`).toBe(true);
      expect(found?.summary).toBe(one.summary);
      const [version] = await tx.changes.versions(one.id, 1);
      expect(version?.icalendar === text).toBe(true);
    });
  });
});
