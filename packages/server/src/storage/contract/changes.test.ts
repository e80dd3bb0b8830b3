import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { ChangeEntry } from "../records/changes.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../records/ids.ts";
import type { StoredObject } from "../records/objects.ts";
import { backends, type TestPlace } from "./backends.ts";
import { calendar, change, household, newId, object, put } from "./fixtures.ts";

/** One step of a random life of an account; numbers choose among what exists. */
interface Step {
  readonly kind:
    | "put"
    | "replace"
    | "remove"
    | "move"
    | "restore"
    | "recreate"
    | "several"
    | "mixed"
    | "nothing";
  readonly pick: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    "put",
    "put",
    "replace",
    "remove",
    "move",
    "restore",
    "recreate",
    "several",
    "mixed",
    "nothing",
  ),
  pick: fc.nat(1_000),
});

/** What a client of one collection or account knows. */
type Known = ReadonlyMap<string, string>;

describe.each(backends)("changes on $name", (backend) => {
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

  /** Runs an account step by step, recording the true state at every modseq. */
  async function live(steps: readonly Step[]) {
    const { owner, home } = await household(storage);
    const other = await change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq);
      await tx.calendars.insert(made);
      return made;
    });
    const there = new Map<string, StoredObject>();
    const gone: StoredObject[] = [];
    const states = new Map<number, StoredObject[]>([
      [0, []],
      [1, []],
      [2, []],
    ]);
    for (const { kind, pick } of steps) {
      const target = [...there.values()][pick % Math.max(1, there.size)];
      const former = gone[pick % Math.max(1, gone.length)];
      const removal = { now: 1, actorId: owner.id };
      await change(storage, owner.id, async (tx, modseq) => {
        const add = async (fields: Partial<StoredObject>) => {
          const made = object(pick % 2 ? home : other, modseq, fields);
          if ((await tx.objects.insert(made)) === "inserted") there.set(made.id, made);
        };
        if (kind === "put") await add({});
        if (kind === "several") for (let i = 0; i < 5; i++) await add({});
        if (kind === "restore" && former && !there.has(former.id))
          await add({ ...former, createdModseq: modseq, modseq });
        if (kind === "recreate" && former) {
          await add({ ...former, id: newId("object") as ObjectId, createdModseq: modseq, modseq });
        }
        // One transaction that changes, removes and adds, as an import or a feed does.
        if (kind === "mixed") {
          for (const [i, one] of [...there.values()].entries()) {
            if (i % 3 === pick % 3) {
              await tx.objects.remove(one.id, one.etag, { ...removal, modseq });
              there.delete(one.id);
              gone.push(one);
            } else if (i % 3 === (pick + 1) % 3) {
              const next = { ...one, modseq, etag: newId("etag") };
              await tx.objects.replace(next, one.etag, owner.id);
              there.set(next.id, next);
            }
          }
          for (let i = 0; i < 3; i++) await add({});
        }
        if (!target) return;
        if (kind === "replace") {
          const next = { ...target, modseq, etag: newId("etag") };
          await tx.objects.replace(next, target.etag, owner.id);
          there.set(next.id, next);
        }
        if (kind === "remove") {
          await tx.objects.remove(target.id, target.etag, { ...removal, modseq });
          there.delete(target.id);
          gone.push(target);
        }
        if (kind === "move") {
          const to = { calendarId: target.calendarId === home.id ? other.id : home.id, uri: target.uri };
          const outcome = await tx.objects.move(target.id, to, { ...removal, modseq });
          if (outcome === "moved") there.set(target.id, { ...target, ...to, modseq });
        }
      });
      states.set(await storage.read((tx) => tx.principals.modseq(owner.id)), [...there.values()]);
    }
    return { owner, calendars: [home.id, other.id], states };
  }

  const knownOfAccount = (state: readonly StoredObject[]): Known =>
    new Map(state.map((one) => [one.id, `${one.calendarId}/${one.uri} ${one.etag}`]));
  const knownOfCalendar = (state: readonly StoredObject[], id: CalendarId): Known =>
    new Map(state.filter((one) => one.calendarId === id).map((one) => [one.uri, one.etag]));

  /** A client that knows the account at `since` and asks until there are no more changes. */
  async function followAccount(
    accountId: PrincipalId,
    before: Known,
    now: Known,
    since: number,
    limit: number,
  ) {
    const known = new Map(before);
    let within: string | undefined;
    for (let state = since, more = true; more;) {
      const answer = await storage.read((tx) =>
        tx.changes.inAccount(accountId, "CalendarEvent", state, limit, within),
      );
      if (answer === "too-old") throw new Error("too old");
      const { created, updated, destroyed } = answer;
      expect(new Set([...created, ...updated, ...destroyed]).size).toBe(
        created.length + updated.length + destroyed.length,
      );
      for (const id of updated) expect(known.has(id)).toBe(true);
      // A later page may name as created what has been removed since the first.
      if (state === since && within === undefined && !answer.hasMore)
        for (const id of created) expect(now.has(id)).toBe(true);
      for (const id of destroyed) expect(now.has(id)).toBe(false);
      for (const id of [...created, ...updated]) known.set(id, now.get(id) ?? "gone meanwhile");
      for (const id of destroyed) known.delete(id);
      expect(answer.newModseq).toBeGreaterThanOrEqual(state);
      expect(created.length + updated.length + destroyed.length).toBeLessThanOrEqual(limit);
      const isFurther = answer.newModseq > state || (answer.newWithin ?? "") > (within ?? "");
      if (answer.hasMore) expect(isFurther).toBe(true);
      state = answer.newModseq;
      within = answer.newWithin;
      more = answer.hasMore;
    }
    return known;
  }

  async function followCalendar(id: CalendarId, before: Known, since: number, limit: number) {
    const known = new Map(before);
    const gone = new Set<string>();
    let within: string | undefined;
    for (let state = since, more = true; more;) {
      const answer = await storage.read((tx) => tx.changes.inCalendar(id, state, limit, within));
      if (answer === "too-old") throw new Error("too old");
      const changed = answer.changed.map((head) => head.uri);
      expect(changed.filter((uri) => answer.removed.includes(uri))).toEqual([]);
      for (const head of answer.changed) known.set(head.uri, head.etag);
      for (const uri of answer.removed) known.delete(uri);
      // No two pages name one removed member (RFC 6578 §3.6).
      expect(answer.removed.filter((uri) => gone.has(uri))).toEqual([]);
      for (const uri of answer.removed) gone.add(uri);
      expect(answer.changed.length + answer.removed.length).toBeLessThanOrEqual(limit);
      const isFurther =
        answer.newModseq > state || (answer.newModseq === state && (answer.newWithin ?? "") > (within ?? ""));
      if (answer.hasMore) expect(isFurther).toBe(true);
      state = answer.newModseq;
      within = answer.newWithin;
      more = answer.hasMore;
    }
    return known;
  }

  it.each([1, 3, 7])(
    "divide a transaction of a calendar larger than a page of %i, whatever happens between two pages",
    async (limit) => {
      const { owner, home } = await household(storage);
      const start = await storage.read((tx) => tx.principals.modseq(owner.id));
      const removal = { now: 1, actorId: owner.id };
      const many: StoredObject[] = [];
      await change(storage, owner.id, async (tx, modseq) => {
        for (let i = 0; i < 20; i++) {
          const made = object(home, modseq, { uri: `${"åa😀\uffee"[i % 4] ?? "a"}%:${i}.ics` });
          await tx.objects.insert(made);
          many.push(made);
        }
      });
      const known = new Map<string, string>();
      let [state, within]: [number, string | undefined] = [start, undefined];
      for (let page = 0, more = true; more; page++) {
        const answer = await storage.read((tx) => tx.changes.inCalendar(home.id, state, limit, within));
        if (answer === "too-old") throw new Error("too old");
        const { changed, removed } = answer;
        expect(changed.length + removed.length).toBeLessThanOrEqual(limit);
        for (const { uri, etag } of changed) known.set(uri, etag);
        for (const uri of removed) known.delete(uri);
        [state, within, more] = [answer.newModseq, answer.newWithin, answer.hasMore];
        if (page !== 1) continue;
        const [aTold, another] = many.filter(({ uri }) => known.has(uri));
        const [untold, lost] = many.filter(({ uri }) => !known.has(uri));
        await change(storage, owner.id, async (tx, modseq) => {
          for (const one of [aTold!, untold!])
            await tx.objects.replace({ ...one, modseq, etag: "new" }, one.etag, owner.id);
          for (const one of [another!, lost!])
            await tx.objects.remove(one.id, one.etag, { ...removal, modseq });
        });
      }
      expect(known.size).toBe(18);
      expect([...known.values()].filter((etag) => etag === "new")).toHaveLength(2);
    },
  );

  it.each([1, 3, 7])(
    "divide a transaction of an account larger than a page of %i, whatever happens between two pages",
    async (limit) => {
      const { owner, home } = await household(storage);
      const start = await storage.read((tx) => tx.principals.modseq(owner.id));
      const removal = { now: 1, actorId: owner.id };
      const many: StoredObject[] = [];
      await change(storage, owner.id, async (tx, modseq) => {
        for (let i = 0; i < 20; i++) {
          const made = object(home, modseq, {});
          await tx.objects.insert(made);
          many.push(made);
        }
      });
      const known = new Set<string>();
      const told: string[] = [];
      let [state, within]: [number, string | undefined] = [start, undefined];
      for (let page = 0, more = true; more; page++) {
        const answer = await storage.read((tx) =>
          tx.changes.inAccount(owner.id, "CalendarEvent", state, limit, within),
        );
        if (answer === "too-old") throw new Error("too old");
        const { created, updated, destroyed } = answer;
        expect(created.length + updated.length + destroyed.length).toBeLessThanOrEqual(limit);
        told.push(...created);
        for (const id of updated) expect(known.has(id)).toBe(true);
        for (const id of created) known.add(id);
        for (const id of destroyed) known.delete(id);
        [state, within, more] = [answer.newModseq, answer.newWithin, answer.hasMore];
        if (page !== 1) continue;
        const [aTold, another] = many.filter(({ id }) => known.has(id));
        const [untold, lost] = many.filter(({ id }) => !known.has(id));
        await change(storage, owner.id, async (tx, modseq) => {
          for (const one of [aTold!, untold!])
            await tx.objects.replace({ ...one, modseq, etag: newId("etag") }, one.etag, owner.id);
          for (const one of [another!, lost!])
            await tx.objects.remove(one.id, one.etag, { ...removal, modseq });
        });
      }
      expect(new Set(told).size).toBe(told.length);
      expect(known.size).toBe(18);
    },
  );

  it("bring a client from any past state to the present one, in pages of any size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(1, 2, 3, 1_000),
        async (steps, limit) => {
          const { owner, calendars, states } = await live(steps);
          const now = [...states.values()].at(-1)!;
          for (const [since, state] of states) {
            const before = knownOfAccount(state);
            const present = knownOfAccount(now);
            expect(await followAccount(owner.id, before, present, since, limit)).toEqual(present);
            for (const id of calendars) {
              const followed = await followCalendar(id, knownOfCalendar(state, id), since, limit);
              expect(followed).toEqual(knownOfCalendar(now, id));
            }
          }
        },
      ),
      { numRuns: backend.name === "PostgreSQL" ? 10 : 25 },
    );
  });

  it("split one transaction only where it alone is larger than the page", async () => {
    const { owner, home } = await household(storage);
    await put(storage, home);
    await change(storage, owner.id, async (tx, modseq) => {
      for (let i = 0; i < 7; i++) await tx.objects.insert(object(home, modseq));
    });
    await put(storage, home);
    await storage.read(async (tx) => {
      const first = await tx.changes.inAccount(owner.id, "CalendarEvent", 1, 3);
      expect(first).toMatchObject({ newModseq: 2, hasMore: true });
      expect(first).not.toHaveProperty("newWithin");
      expect(first !== "too-old" && first.created).toHaveLength(1);
      const second = await tx.changes.inAccount(owner.id, "CalendarEvent", 2, 3);
      expect(second).toMatchObject({ newModseq: 2, newWithin: expect.any(String), hasMore: true });
      expect(second !== "too-old" && second.created).toHaveLength(3);
      expect(await tx.changes.inCalendar(home.id, 3, 3)).toMatchObject({ newModseq: 4, hasMore: false });
      const whole = await tx.changes.inCalendar(home.id, 2, 8);
      expect(whole).toMatchObject({ newModseq: 4, hasMore: false });
      const cut = await tx.changes.inCalendar(home.id, 2, 7);
      expect(cut).toMatchObject({ newModseq: 3, hasMore: true });
      expect(cut !== "too-old" && cut.changed).toHaveLength(7);
      const before = await tx.changes.inCalendar(home.id, 1, 3);
      expect(before).toMatchObject({ newModseq: 2, hasMore: true });
      expect(before).not.toHaveProperty("newWithin");
      const part = await tx.changes.inCalendar(home.id, 2, 3);
      expect(part).toMatchObject({ newModseq: 2, newWithin: expect.any(String), hasMore: true });
      expect(part !== "too-old" && part.changed).toHaveLength(3);
    });
  });

  it("name a member that was removed several times on one page only", async () => {
    const { owner, home } = await household(storage);
    await put(storage, home);
    const since = await storage.read((tx) => tx.principals.modseq(owner.id));
    for (let time = 0; time < 3; time++) {
      const one = await change(storage, owner.id, async (tx, modseq) => {
        const made = object(home, modseq, { uri: "again.ics" });
        await tx.objects.insert(made);
        return made;
      });
      await change(storage, owner.id, async (tx, modseq) => {
        await tx.objects.remove(one.id, one.etag, { modseq, now: 1, actorId: owner.id });
      });
      await put(storage, home);
    }
    const removed: string[] = [];
    for (let state = since, more = true; more;) {
      const page = await storage.read((tx) => tx.changes.inCalendar(home.id, state, 1));
      if (page === "too-old") throw new Error("too old");
      removed.push(...page.removed);
      [state, more] = [page.newModseq, page.hasMore];
    }
    expect(removed).toEqual(["again.ics"]);
  });

  it("tell of what came and went as gone, and give a new thing that changed as created only", async () => {
    const { owner, home } = await household(storage);
    const [brief, lasting] = [await put(storage, home), await put(storage, home)];
    await change(storage, owner.id, async (tx, modseq) => {
      await tx.objects.remove(brief.id, brief.etag, { modseq, now: 1, actorId: owner.id });
      await tx.objects.replace({ ...lasting, modseq, etag: "b" }, lasting.etag, owner.id);
    });
    await storage.read(async (tx) => {
      // Whoever created it, or read everything while it was there, has no newer state for that (RFC 8620 §5.2).
      expect(await tx.changes.inAccount(owner.id, "CalendarEvent", 1, 100)).toEqual({
        newModseq: 4,
        hasMore: false,
        created: [lasting.id],
        updated: [],
        destroyed: [brief.id],
      });
      expect(await tx.changes.inAccount(owner.id, "CalendarEvent", 0, 100)).toMatchObject({ destroyed: [] });
      // A CalDAV client that created or listed it has no newer token for that (RFC 6578 §3.5.2).
      expect(await tx.changes.inCalendar(home.id, 1, 100)).toMatchObject({
        removed: [brief.uri],
        newModseq: 4,
      });
      expect(await tx.changes.inCalendar(home.id, 0, 100)).toMatchObject({ removed: [] });
      expect(await tx.changes.inAccount(owner.id, "CalendarEvent", 3, 100)).toMatchObject({
        created: [],
        updated: [lasting.id],
        destroyed: [brief.id],
      });
      expect(await tx.changes.inCalendar(home.id, 3, 100)).toMatchObject({ removed: [brief.uri] });
    });
  });

  it("give a uri that was vacated and filled again as changed only", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    await change(storage, owner.id, (tx, modseq) =>
      tx.objects.remove(one.id, one.etag, { modseq, now: 1, actorId: owner.id }),
    );
    const heir = await put(storage, home, { uri: one.uri });
    const answer = await storage.read((tx) => tx.changes.inCalendar(home.id, 2, 100));
    expect(answer).toMatchObject({ removed: [] });
    expect(answer !== "too-old" && answer.changed.map((head) => head.id)).toEqual([heir.id]);
  });

  it("follow one id through removal, return and second removal", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const remove = () =>
      change(storage, owner.id, (tx, modseq) =>
        tx.objects.remove(one.id, one.etag, { modseq, now: 1, actorId: owner.id }),
      );
    const told = (since: number) =>
      storage.read((tx) => tx.changes.inAccount(owner.id, "CalendarEvent", since, 9));
    const nothing = { created: [], updated: [], destroyed: [] };
    await remove();
    const back = await put(storage, home, { ...one, createdModseq: 4, modseq: 4 });
    expect(await told(2)).toMatchObject({ ...nothing, created: [back.id] });
    expect(await told(3)).toMatchObject({ ...nothing, created: [back.id] });
    await remove();
    for (const since of [1, 2, 3])
      expect(await told(since)).toMatchObject({ ...nothing, destroyed: [one.id] });
    expect(await told(4)).toMatchObject({ ...nothing, destroyed: [one.id] });
  });

  it("give a move as removed and changed in the collections, and as updated in the account", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const other = await change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq);
      await tx.calendars.insert(made);
      await tx.objects.move(
        one.id,
        { calendarId: made.id, uri: "b.ics" },
        { modseq, now: 1, actorId: owner.id },
      );
      return made;
    });
    await storage.read(async (tx) => {
      expect(await tx.changes.inCalendar(home.id, 2, 9)).toMatchObject({ changed: [], removed: [one.uri] });
      expect(await tx.changes.inCalendar(other.id, 2, 9)).toMatchObject({
        changed: [{ uri: "b.ics" }],
        removed: [],
      });
      expect(await tx.changes.inAccount(owner.id, "CalendarEvent", 2, 9)).toMatchObject({
        created: [],
        updated: [one.id],
        destroyed: [],
      });
    });
  });

  it("include calendars, and the objects removed with one", async () => {
    const { owner, home } = await household(storage);
    const one = await put(storage, home);
    const other = await change(storage, owner.id, async (tx, modseq) => {
      const made = calendar(owner.id, modseq);
      await tx.calendars.insert(made);
      return made;
    });
    await change(storage, owner.id, (tx, modseq) => tx.calendars.update(other.id, { name: "Ny", modseq }));
    await change(storage, owner.id, (tx, modseq) => tx.calendars.remove(home.id, modseq, 5, owner.id));
    await storage.read(async (tx) => {
      expect(await tx.changes.inAccount(owner.id, "Calendar", 2, 9)).toEqual({
        newModseq: 5,
        hasMore: false,
        created: [other.id],
        updated: [],
        destroyed: [home.id],
      });
      expect(await tx.changes.inAccount(owner.id, "Calendar", 3, 9)).toMatchObject({ updated: [other.id] });
      expect(await tx.changes.inAccount(owner.id, "CalendarEvent", 2, 9)).toMatchObject({
        destroyed: [one.id],
      });
      expect(await tx.objects.byId(one.id)).toBeUndefined();
      expect(await tx.objects.removed(one.id)).toMatchObject({ removedAt: 5, icalendar: one.icalendar });
      expect(await tx.changes.inCalendar(home.id, 2, 9)).toBe("too-old");
    });
  });

  it("refuse states from the future", async () => {
    const { owner, home } = await household(storage);
    await storage.read(async (tx) => {
      expect(await tx.changes.inAccount(owner.id, "CalendarEvent", 2, 9)).toBe("too-old");
      expect(await tx.changes.inCalendar(home.id, 2, 9)).toBe("too-old");
      expect(await tx.changes.inAccount("nobody" as PrincipalId, "Calendar", 1, 9)).toBe("too-old");
      expect(await tx.changes.inAccount(owner.id, "CalendarEvent", 1, 9)).toMatchObject({ newModseq: 1 });
    });
  });

  it("keep a history, newest first, and derive changes of principals from it", async () => {
    const { owner } = await household(storage);
    const log = (id: string, kind: ChangeEntry["change"], calendarId: CalendarId | null = null) =>
      change(storage, owner.id, async (tx, modseq) => {
        const base = { accountId: owner.id, modseq, at: modseq * 10, actorId: owner.id, calendarId };
        await tx.changes.append([{ ...base, type: "Principal", id, change: kind }]);
      });
    await log("old", "created");
    await log("old", "updated");
    await log("new", "created");
    await log("brief", "created");
    await log("brief", "destroyed");
    await log("new", "updated");
    await storage.read(async (tx) => {
      const history = await tx.changes.history(owner.id, "old", 9);
      expect(history.map((entry) => [entry.modseq, entry.change])).toEqual([
        [3, "updated"],
        [2, "created"],
      ]);
      expect(history[0]).toEqual({
        accountId: owner.id,
        modseq: 3,
        type: "Principal",
        id: "old",
        calendarId: null,
        change: "updated",
        at: 30,
        actorId: owner.id,
      });
      expect(await tx.changes.history(owner.id, "old", 1)).toHaveLength(1);
      expect(await tx.changes.inAccount(owner.id, "Principal", 2, 9)).toEqual({
        newModseq: 7,
        hasMore: false,
        created: ["new"],
        updated: ["old"],
        destroyed: [],
      });
      expect(await tx.changes.inAccount(owner.id, "Principal", 2, 1)).toMatchObject({
        newModseq: 3,
        hasMore: true,
      });
    });
  });
});
