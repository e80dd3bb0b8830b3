import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Calendar } from "../records/calendars.ts";
import type { Modseq, PrincipalId } from "../records/ids.ts";
import type { StoredObject } from "../records/objects.ts";
import { backends, type TestPlace } from "./backends.ts";
import { change, household, newId, put } from "./fixtures.ts";

const ALL = 1_000;

describe.each(backends)("forgetting on $name", (backend) => {
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

  const versionsOf = (one: StoredObject) =>
    storage.read(async (tx) => (await tx.changes.versions(one.id, ALL)).map(({ icalendar }) => icalendar));
  const replace = (one: StoredObject, at: number) =>
    change(storage, one.accountId, async (tx, modseq) => {
      const next = { ...one, modseq, etag: newId("etag"), updatedAt: at, icalendar: `text of ${at}` };
      await tx.objects.replace(next, one.etag, one.accountId);
      return next;
    });
  const remove = (one: StoredObject, at: number) =>
    change(storage, one.accountId, async (tx, modseq) => {
      await tx.objects.remove(one.id, one.etag, { modseq, now: at, actorId: one.accountId });
      const entry = { type: "CalendarEvent", change: "destroyed", at, actorId: one.accountId } as const;
      await tx.changes.append([
        { ...entry, accountId: one.accountId, calendarId: one.calendarId, modseq, id: one.id },
      ]);
      return modseq;
    });
  const forgetVersions = (replaced: number, removed: number, limit = ALL) =>
    storage.write((tx) => tx.changes.forgetVersions(replaced, removed, limit));
  const forgetLog = (before: number, limit = ALL) =>
    storage.write((tx) => tx.changes.forgetLog(before, limit));

  it("drops former texts by their age, and never the present one", async () => {
    const { home } = await household(storage);
    const first = await put(storage, home, { icalendar: "first" });
    const third = await replace(await replace(first, 100), 200);
    expect(await forgetVersions(99, 99)).toBe(0);
    expect(await forgetVersions(100, 0)).toBe(1);
    expect(await versionsOf(first)).toEqual(["text of 100"]);
    expect(await forgetVersions(ALL, ALL)).toBe(1);
    expect(await storage.read((tx) => tx.objects.byId(first.id))).toEqual(third);
  });

  it("drops old deleted objects with all their texts, and keeps those of restored ones", async () => {
    const { home } = await household(storage);
    const gone = await replace(await put(storage, home), 100);
    const back = await replace(await put(storage, home), 100);
    await remove(gone, 200);
    await remove(back, 200);
    await change(storage, home.accountId, (tx, modseq) => tx.objects.insert({ ...back, modseq }));
    expect(await forgetVersions(0, 199)).toBe(0);
    expect(await storage.read((tx) => tx.objects.removed(gone.id))).toBeDefined();
    expect(await forgetVersions(0, 200), "two of the one, the grave of the other").toBe(3);
    expect(await storage.read((tx) => tx.objects.removed(gone.id))).toBeUndefined();
    expect(await versionsOf(gone)).toEqual([]);
    expect(await versionsOf(back)).toHaveLength(1);
  });

  /** Six objects, one deleted at each of three instants. */
  async function aged(): Promise<{ id: PrincipalId; home: Calendar; ages: Modseq[]; left: StoredObject[] }> {
    const { owner, home } = await household(storage);
    const objects: StoredObject[] = [];
    for (let i = 0; i < 6; i++) objects.push(await put(storage, home));
    const ages: Modseq[] = [];
    for (const [i, at] of [10, 20, 30].entries()) {
      const one = objects[i];
      if (one) ages.push(await remove(one, at));
    }
    return { id: owner.id, home, ages, left: objects.slice(3) };
  }

  it("refuses clients with a state older than the log, and serves all others as before", async () => {
    const { id, home, ages } = await aged();
    const [first = 0, second = 0] = ages;
    const changes = (since: Modseq) =>
      storage.read(async (tx) => [
        await tx.changes.inAccount(id, "CalendarEvent", since, ALL),
        await tx.changes.inCalendar(home.id, since, ALL),
      ]);
    const before = await changes(second);
    expect(await forgetLog(9)).toBe(0);
    expect(await forgetLog(20)).toBe(2);
    expect(await changes(first)).toEqual(["too-old", "too-old"]);
    expect(await changes(second)).toEqual(before);
    expect(before).toMatchObject([{ destroyed: [expect.any(String)] }, { removed: [expect.any(String)] }]);
    const [whole] = await changes(0);
    expect(whole).toMatchObject({ hasMore: false, destroyed: [] });
  });

  it("does not send a client that begins again, in pages, back to the beginning", async () => {
    const { id, home, left } = await aged();
    await forgetLog(30);
    const known = new Set<string>();
    for (let state = 0, more = true; more;) {
      const page = await storage.read((tx) => tx.changes.inCalendar(home.id, state, 1));
      if (page === "too-old") throw new Error(`refused at ${state}`);
      for (const { uri } of page.changed) known.add(uri);
      [state, more] = [page.newModseq, page.hasMore];
    }
    expect([...known].toSorted()).toEqual(left.map(({ uri }) => uri).toSorted());
    const first = await storage.read((tx) => tx.changes.inAccount(id, "CalendarEvent", 0, 1));
    if (first === "too-old") throw new Error("refused at the beginning");
    const next = await storage.read((tx) => tx.changes.inAccount(id, "CalendarEvent", first.newModseq, 1));
    expect(next).not.toBe("too-old");
  });

  it("works in parts, oldest first, without touching other accounts", async () => {
    const mine = await aged();
    const { owner, home } = await household(storage);
    expect(await forgetLog(30, 1)).toBe(1);
    const changes = (since: Modseq) =>
      storage.read((tx) => tx.changes.inAccount(mine.id, "CalendarEvent", since, ALL));
    expect(await changes((mine.ages[0] ?? 0) - 1)).toBe("too-old");
    expect(await changes(mine.ages[0] ?? 0)).not.toBe("too-old");
    expect(await storage.read((tx) => tx.changes.inCalendar(home.id, 1, ALL))).not.toBe("too-old");
    expect(await storage.read((tx) => tx.principals.modseq(owner.id))).toBe(1);
  });

  it("removes finished work, never work to be done", async () => {
    const job = { kind: "k", payload: null, attempts: 0, lastError: null, progress: null };
    const [done, dead, queued] = [newId("job"), newId("job"), newId("job")];
    const message = { kind: "k", payload: null, createdAt: 1, attempts: 0, lastError: null, availableAt: 1 };
    const { owner } = await household(storage);
    await storage.write(async (tx) => {
      await tx.queues.schedule({ ...job, id: done, state: "done", runAt: 100 });
      await tx.queues.schedule({ ...job, id: dead, state: "dead", runAt: 101 });
      await tx.queues.schedule({ ...job, id: queued, state: "queued", runAt: 1 });
      for (const id of ["sent", "waiting"].map(newId))
        await tx.queues.enqueue({ ...message, id, accountId: owner.id, dedupeKey: id });
      const [first] = await tx.queues.takeOutbox(1, 1, 0);
      await tx.queues.finishOutbox(first?.id ?? "");
    });
    expect(await storage.write((tx) => tx.queues.removeFinished(100, 99))).toBe(2);
    const left = await storage.read(async (tx) => [
      await tx.queues.job(done),
      (await tx.queues.job(dead))?.id,
      (await tx.queues.job(queued))?.id,
      await tx.queues.outboxSize(),
    ]);
    expect(left).toEqual([undefined, dead, queued, 1]);
  });

  describe("when an account has too many bytes of former texts", () => {
    const KB = 1_000;
    const text = (mark: number): string => String(mark).padEnd(KB, ".");
    const write = (one: StoredObject, at: number) =>
      change(storage, one.accountId, async (tx, modseq) => {
        const next = { ...one, modseq, etag: newId("etag"), updatedAt: at, icalendar: text(at), size: KB };
        await tx.objects.replace(next, one.etag, one.accountId);
        return next;
      });
    const drop = (accountId: PrincipalId, most: number) =>
      change(storage, accountId, async (tx) => {
        const dropped = await tx.changes.dropFormer(most);
        for (const one of dropped) expect(one.accountId).toBe(accountId);
        return [dropped.reduce((sum, { count }) => sum + count, 0), tx.usageOf(accountId).formerBytes];
      });
    const isInTrash = async (one: StoredObject): Promise<boolean> =>
      (await storage.read((tx) => tx.objects.removed(one.id))) !== undefined;

    it("drops the oldest, and what the trash shows last", async () => {
      const { owner, home } = await household(storage);
      const { owner: neighbour, home: theirs } = await household(storage);
      const gone = await put(storage, home, { icalendar: text(1), size: KB });
      await remove(gone, 1);
      let one = await put(storage, home, { icalendar: text(10), size: KB });
      for (let at = 11; at < 19; at++) one = await write(one, at);
      let other = await put(storage, theirs, { icalendar: text(10), size: KB });
      for (let at = 11; at < 19; at++) other = await write(other, at);
      expect(await drop(owner.id, 9 * KB)).toEqual([0, 9 * KB]);
      expect(await drop(owner.id, 8 * KB)).toEqual([3, 6 * KB]);
      expect(await versionsOf(one)).toEqual([17, 16, 15, 14, 13].map(text));
      expect([await isInTrash(gone), (await versionsOf(other)).length]).toEqual([true, 8]);
      const { by } = (await change(storage, owner.id, (tx) => tx.changes.dropFormer(5 * KB)))[0] ?? {};
      expect(by).toBe(owner.id);
      expect(await drop(owner.id, KB)).toEqual([3, 0]);
      expect([await versionsOf(one), await isInTrash(gone)]).toEqual([[], false]);
      expect(await storage.read((tx) => tx.objects.byId(one.id))).toEqual(one);
      expect(await drop(neighbour.id, 8 * KB)).toEqual([0, 8 * KB]);
    });

    it("drops nothing where its age has removed enough, and knows it from then on", async () => {
      const { owner, home } = await household(storage);
      let one = await put(storage, home, { icalendar: text(10), size: KB });
      for (let at = 11; at < 19; at++) one = await write(one, at);
      await forgetVersions(16, 0);
      expect((await versionsOf(one)).length).toBe(2);
      expect(await drop(owner.id, 9 * KB)).toEqual([0, 8 * KB]);
      expect(await drop(owner.id, 4 * KB)).toEqual([0, 2 * KB]);
    });

    it("counts those that come with a calendar that is handed over", async () => {
      const { owner, home } = await household(storage);
      const { owner: heir } = await household(storage);
      let one = await put(storage, home, { icalendar: text(10), size: KB });
      for (let at = 11; at < 15; at++) one = await write(one, at);
      await storage.write(async (tx) => {
        for (const id of [owner.id, heir.id].toSorted()) await tx.lockAccount(id);
        const leaving = await tx.lockAccount(owner.id);
        const modseq = await tx.lockAccount(heir.id, leaving);
        await tx.calendars.handOver(home.id, leaving, { accountId: heir.id, uri: "ny", modseq });
      });
      expect(await drop(heir.id, 2 * KB)).toEqual([3, KB]);
      expect((await versionsOf(one)).length).toBe(1);
    });
  });
});
