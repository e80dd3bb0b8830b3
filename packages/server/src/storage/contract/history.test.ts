import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Modseq } from "../records/ids.ts";
import type { StoredObject } from "../records/objects.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, newId, principal, put } from "./fixtures.ts";

const ALL = 1_000;

describe.each(backends)("history on $name", (backend) => {
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

  const replace = (one: StoredObject, icalendar: string, at = 100) =>
    change(storage, one.accountId, async (tx, modseq) => {
      const next = { ...one, modseq, etag: newId("etag"), updatedAt: at, icalendar };
      await tx.objects.replace(next, one.etag, one.accountId);
      return next;
    });
  const remove = (one: StoredObject, at = 200): Promise<Modseq> =>
    change(storage, one.accountId, async (tx, modseq) => {
      await tx.objects.remove(one.id, one.etag, { modseq, now: at, actorId: one.accountId });
      return modseq;
    });
  const bringBack = (one: StoredObject) =>
    change(storage, one.accountId, async (tx, modseq) => {
      const back = { ...one, modseq, createdModseq: modseq };
      await tx.objects.insert(back);
      return back;
    });
  const textAt = (one: StoredObject, modseq: Modseq) =>
    storage.read(async (tx) => (await tx.history.textAt(one.id, modseq))?.icalendar);

  it("keeps the source of each change", async () => {
    const { owner, home } = await household(storage);
    await change(storage, owner.id, async (tx, modseq) => {
      const entry = {
        accountId: owner.id,
        type: "CalendarEvent",
        calendarId: home.id,
        change: "created",
      } as const;
      const by = { at: 1, actorId: owner.id };
      await tx.changes.append([
        { ...entry, ...by, modseq, id: "noted", via: "dav", client: "Telefon" },
        { ...entry, ...by, modseq, id: "plain" },
      ]);
    });
    const [noted] = await storage.read((tx) => tx.changes.history(owner.id, "noted", ALL));
    const [plain] = await storage.read((tx) => tx.changes.history(owner.id, "plain", ALL));
    expect(noted).toMatchObject({ via: "dav", client: "Telefon" });
    expect(plain).not.toHaveProperty("via");
    expect(plain).not.toHaveProperty("client");
  });

  it("gives the text that was current at each state, and none while the object was gone", async () => {
    const { home } = await household(storage);
    const first = await put(storage, home, { icalendar: "first" });
    const second = await replace(first, "second");
    const removedAt = await remove(second);
    const back = await bringBack(second);
    await replace(back, "third");
    expect(await textAt(first, first.modseq - 1)).toBeUndefined();
    expect(await textAt(first, first.modseq)).toBe("first");
    expect(await textAt(first, second.modseq)).toBe("second");
    expect(await textAt(first, removedAt)).toBeUndefined();
    expect(await textAt(first, back.modseq)).toBe("second");
  });

  it("lists a removed object once, by its last removal, and no restored or foreign ones", async () => {
    const { owner, home } = await household(storage);
    const other = await household(storage);
    const gone = await put(storage, home, { icalendar: "gone" });
    const back = await put(storage, home);
    const old = await put(storage, home);
    await remove(await put(storage, other.home), 300);
    await remove(gone, 200);
    await remove(await bringBack(gone), 250);
    await remove(back, 260);
    await bringBack(back);
    await remove(old, 10);
    const trash = await storage.read((tx) => tx.history.trash(owner.id, 10, ALL));
    expect(trash).toEqual([{ id: gone.id, size: "gone".length }]);
    const removed = await storage.read((tx) => tx.objects.removed(gone.id));
    expect(removed).toMatchObject({ calendarId: home.id, icalendar: "gone", removedBy: owner.id });
    expect(removed?.removedAt).toBe(250);
    expect(await storage.write((tx) => tx.history.forgetRemoved(back.id)), "it is there").toBe(false);
    expect(await storage.write((tx) => tx.history.forgetRemoved(gone.id))).toBe(true);
    expect(await storage.read((tx) => tx.history.trash(owner.id, 10, ALL))).toEqual([]);
    expect(await storage.read((tx) => tx.changes.versions(gone.id, ALL))).toEqual([]);
  });

  it("finds what was ever under a UID: in some accounts, and in the trash of all", async () => {
    const [one, other, third] = [
      await household(storage),
      await household(storage),
      await household(storage),
    ];
    const uid = newId("uid");
    const there = await put(storage, one.home, { uid });
    await put(storage, one.home, { uid: newId("uid") });
    const removed = await put(storage, other.home, { uid });
    await remove(removed);
    await put(storage, third.home, { uid });
    const found = await storage.read((tx) => tx.history.everUnder(uid, [one.owner.id]));
    const both = [there, removed].map(({ id, accountId }) => ({ id, accountId, uid }));
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining(both));
  });

  it("finds what says something, however its lines are folded, in calendars and in the trash, a part at a time", async () => {
    const { home } = await household(storage);
    const word = `said-${newId("word")}`;
    const text = (said: string): string => `NOTE:${said.slice(0, 9)}\r\n ${said.slice(9)}`;
    const [one, two] = [
      await put(storage, home, { icalendar: text(word) }),
      await put(storage, home, { icalendar: text(word) }),
    ];
    await put(storage, home, { icalendar: text("something else") });
    await replace(await put(storage, home, { icalendar: text(word) }), "no more");
    await remove(two);
    const both = [one, two].map(({ id, accountId, uid }) => ({ id, accountId, uid }));
    const [first, second] = both.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const saying = (after: string, upTo: string | null) =>
      storage.read((tx) => tx.history.saying(word, { after, upTo }));
    expect(await saying("", null)).toEqual([first, second]);
    expect(await saying("", first?.id ?? "")).toEqual([first]);
    expect(await saying(first?.id ?? "", null)).toEqual([second]);
  });

  it("forgets what an object said before, and keeps what it says", async () => {
    const { home } = await household(storage);
    const first = await put(storage, home, { icalendar: "first" });
    const second = await replace(first, "second");
    const gone = await put(storage, home, { icalendar: "gone" });
    await remove(gone);
    for (const { id } of [first, gone]) await storage.write((tx) => tx.history.forgetFormer(id));
    expect(await textAt(first, first.modseq)).toBeUndefined();
    expect(await storage.read((tx) => tx.objects.byId(second.id))).toMatchObject({ icalendar: "second" });
    expect(await storage.read((tx) => tx.objects.removed(gone.id))).toBeUndefined();
  });

  it("keeps a removed calendar with its shares and its objects", async () => {
    const { owner, home } = await household(storage);
    const sharee = principal();
    await storage.write((tx) => tx.principals.insert(sharee));
    const share = { calendarId: home.id, principalId: sharee.id, level: "edit" as const };
    const link = {
      id: newId("link"),
      calendarId: home.id,
      label: "Föreningen",
      tokenHash: newId("hash"),
      detail: "busy" as const,
      mayEmbed: true,
      createdBy: owner.id,
      createdAt: 50,
      expiresAt: null,
      revokedAt: null,
    };
    await storage.write(async (tx) => {
      await tx.calendars.setShare(share);
      await tx.calendars.setView(home.id, sharee.id, { color: "#112233" });
      await tx.publicLinks.insert(link);
    });
    await remove(await put(storage, home), 100);
    const inside = [await put(storage, home), await put(storage, home, { component: "VTODO" })];
    const modseq = await change(storage, owner.id, async (tx, next) => {
      await tx.calendars.remove(home.id, next, 500, owner.id);
      return next;
    });
    const trashed = await storage.read((tx) => tx.history.trashedCalendar(home.id));
    expect(trashed).toMatchObject({ modseq, removedAt: 500, removedBy: owner.id, count: 2, shares: [share] });
    expect(trashed?.calendar).toMatchObject({ id: home.id, name: home.name, components: home.components });
    expect(trashed?.links).toEqual([link]);
    expect(await storage.read((tx) => tx.publicLinks.byTokenHash(link.tokenHash))).toBeUndefined();
    expect(trashed?.views).toEqual([{ principalId: sharee.id, view: { color: "#112233" } }]);
    expect(await storage.read((tx) => tx.history.trashedCalendars(owner.id, 499))).toEqual([trashed]);
    expect(await storage.read((tx) => tx.history.trashedCalendars(owner.id, 500))).toEqual([]);
    expect(
      await storage.read((tx) => tx.history.trash(owner.id, 0, ALL)),
      "the calendar speaks of them",
    ).toEqual([]);
    const ids = trashed ? await storage.read((tx) => tx.history.objectsOfTrashed(trashed, ALL)) : [];
    expect(ids).toEqual(inside.map(({ id }) => id));
    expect(await storage.write((tx) => tx.history.forgetCalendars(499, 99))).toBe(0);
    expect(await storage.write((tx) => tx.history.forgetCalendar(home.id, true))).toBe(true);
    expect(await storage.read((tx) => tx.history.trashedCalendar(home.id))).toBeUndefined();
    for (const { id } of inside) expect(await storage.read((tx) => tx.objects.removed(id))).toBeUndefined();
  });

  it("forgets removed calendars by age, and keeps none that a feed fills", async () => {
    const { owner } = await household(storage);
    const fed = await change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq, { isReadOnly: true });
      await tx.calendars.insert(made);
      return made;
    });
    await change(storage, owner.id, (tx, modseq) => tx.calendars.remove(fed.id, modseq, 500, owner.id));
    expect(await storage.read((tx) => tx.history.trashedCalendars(owner.id, 0))).toEqual([]);
    const next = await household(storage);
    await change(storage, next.owner.id, (tx, modseq) =>
      tx.calendars.remove(next.home.id, modseq, 600, next.owner.id),
    );
    await storage.write((tx) => tx.history.forgetCalendars(600, 99));
    expect(await storage.read((tx) => tx.history.trashedCalendar(next.home.id))).toBeUndefined();
  });

  it("finds the changes in a calendar, and the state of an account at a moment", async () => {
    const { owner, home } = await household(storage);
    const kept = await put(storage, home);
    const changed = await put(storage, home);
    const gone = await put(storage, home);
    const since = gone.modseq;
    await replace(changed, "changed");
    await remove(gone);
    const added = await put(storage, home);
    const ids = await storage.read((tx) => tx.history.changedSince(home.id, since));
    expect(ids).toEqual([changed.id, gone.id, added.id]);
    expect(ids).not.toContain(kept.id);
    await change(storage, owner.id, (tx, modseq) =>
      tx.changes.append([
        {
          accountId: owner.id,
          modseq,
          type: "CalendarEvent",
          id: kept.id,
          calendarId: home.id,
          change: "updated",
          at: 1_000,
          actorId: owner.id,
        },
      ]),
    );
    const modseqAt = (at: number) => storage.read((tx) => tx.history.modseqAt(owner.id, at));
    expect(await modseqAt(1_000)).toBe(await storage.read((tx) => tx.principals.modseq(owner.id)));
    expect(await modseqAt(999)).toBe(0);
  });

  it("tells changed tasks from changed events", async () => {
    const { owner, home } = await household(storage);
    const task = await put(storage, home, { component: "VTODO" });
    const event = await put(storage, home);
    const removed = await put(storage, home, { component: "VTODO" });
    const since = removed.modseq;
    await replace(task, "task");
    await replace(event, "event");
    await remove(removed);
    const changed = (type: "Task" | "CalendarEvent") =>
      storage.read((tx) => tx.changes.inAccount(owner.id, type, since, ALL));
    expect(await changed("Task")).toMatchObject({ created: [], updated: [task.id], destroyed: [removed.id] });
    expect(await changed("CalendarEvent")).toMatchObject({ created: [], updated: [event.id], destroyed: [] });
  });
});
