import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { Modseq } from "../records/ids.ts";
import { backends, type TestPlace } from "./backends.ts";
import { ascending, change, household, object, principal, put } from "./fixtures.ts";
import { migrations } from "../sql/migrations/all.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

const sessionOfNobody = () => {
  const { id } = principal();
  return {
    id,
    tokenHash: id,
    formerTokenHash: null,
    formerEndsAt: null,
    renewedAt: 1,
    principalId: principal().id,
    createdAt: 1,
    expiresAt: 2,
    userAgent: null,
    provedAt: 1,
  };
};

describe.each(backends)("transactions on $name", (backend) => {
  let place: TestPlace;
  let storage: Storage;
  beforeAll(async () => {
    place = await backend.make();
  });
  afterAll(() => place.drop());
  beforeEach(async () => {
    storage = await place.open();
  });
  afterEach(() => storage.close());

  it("returns the result of the work, from reads and writes", async () => {
    expect(await storage.read(async () => "read")).toBe("read");
    expect(await storage.write(async () => "written")).toBe("written");
  });

  it("rolls everything back when work throws, and passes the error on", async () => {
    const one = principal();
    const failure = new Error("no");
    const write = storage.write(async (tx) => {
      await tx.principals.insert(one);
      await tx.settings.keep("half", "done");
      throw failure;
    });
    await expect(write).rejects.toBe(failure);
    expect(await storage.read((tx) => tx.principals.byId(one.id))).toBeUndefined();
    expect(await storage.read((tx) => tx.settings.get("half"))).toBeUndefined();
  });

  it("answers what is asked at once, each question with its own answer", async () => {
    const some = numbers(20).map(() => principal());
    await storage.write((tx) => Promise.all(some.map((one) => tx.principals.insert(one))));
    // The first of them goes out with the beginning of the transaction.
    const read = () => storage.read((tx) => Promise.all(some.map(({ id }) => tx.principals.byId(id))));
    for (const found of await Promise.all([read(), read(), read()]))
      expect(found.map((one) => one?.id)).toEqual(some.map(({ id }) => id));
  });

  it("keeps nothing of what is written at once with something that fails", async () => {
    const [one, two] = [principal(), principal()];
    const write = storage.write((tx) =>
      Promise.all([
        tx.principals.insert(one),
        tx.sessions.insert(sessionOfNobody()),
        tx.principals.insert(two),
      ]),
    );
    await expect(write).rejects.toThrow();
    expect(await storage.read((tx) => tx.principals.byIds([one.id, two.id]))).toEqual([]);
  });

  it("rolls back when a statement fails, even if work goes on as if nothing had happened", async () => {
    const one = principal();
    const write = storage.write(async (tx) => {
      await tx.principals.insert(one);
      await tx.sessions.insert(sessionOfNobody()); // no principal has that id
    });
    await expect(write).rejects.toThrow();
    expect(await storage.read((tx) => tx.principals.byId(one.id))).toBeUndefined();
  });

  it("sees its own writes inside a write", async () => {
    const one = principal();
    const seen = await storage.write(async (tx) => {
      await tx.principals.insert(one);
      return await tx.principals.byLogin(one.login);
    });
    expect(seen).toEqual(one);
  });

  it("gives fifty concurrent writers of one account distinct modseqs without gaps, and loses none", async () => {
    const { owner, home } = await household(storage);
    const modseqs = await Promise.all(
      numbers(50).map(() =>
        change(storage, owner.id, async (tx, modseq) => {
          expect(await tx.objects.insert(object(home, modseq))).toBe("inserted");
          return modseq;
        }),
      ),
    );
    expect(ascending(modseqs)).toEqual(numbers(50).map((i) => i + 2));
    const after = await storage.read(async (tx) => ({
      count: await tx.objects.count(home.id),
      modseq: await tx.principals.modseq(owner.id),
      content: (await tx.calendars.byId(home.id))?.contentModseq,
    }));
    expect(after).toEqual({ count: 50, modseq: 51, content: 51 });
  });

  it("limits a failure among many writes to itself", async () => {
    const { owner, home } = await household(storage);
    const outcomes = await Promise.allSettled(
      numbers(30).map((i) =>
        change(storage, owner.id, async (tx, modseq) => {
          await tx.objects.insert(object(home, modseq, { uri: `${i}.ics` }));
          if (i % 3 === 0) throw new Error(`refused ${i}`);
          return modseq;
        }),
      ),
    );
    outcomes.forEach((outcome, i) => {
      expect(outcome.status).toBe(i % 3 === 0 ? "rejected" : "fulfilled");
      if (outcome.status === "rejected") expect(String(outcome.reason)).toContain(`refused ${i}`);
    });
    const uris = await storage.read(async (tx) =>
      (await tx.objects.heads({ calendarIds: [home.id] })).map((head) => head.uri),
    );
    expect(uris.toSorted()).toEqual(
      numbers(30)
        .filter((i) => i % 3 !== 0)
        .map((i) => `${i}.ics`)
        .toSorted(),
    );
    expect(await storage.read((tx) => tx.principals.modseq(owner.id))).toBe(1 + 20);
  });

  it("makes read, compare and write one step: of concurrent replacements of one etag exactly one wins", async () => {
    const { owner, home } = await household(storage);
    const first = await put(storage, home);
    const outcomes = await Promise.all(
      numbers(20).map((i) =>
        change(storage, owner.id, (tx, modseq) =>
          tx.objects.replace({ ...first, modseq, etag: `new-${i}`, summary: `${i}` }, first.etag, owner.id),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "replaced")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(19);
    expect(await storage.read((tx) => tx.principals.modseq(owner.id))).toBe(3);
  });

  it("gives the same modseq for the same account in one write, and reuses it if nothing was written", async () => {
    const { owner } = await household(storage);
    const twice = await storage.write(async (tx): Promise<Modseq[]> => [
      await tx.lockAccount(owner.id),
      await tx.lockAccount(owner.id),
    ]);
    expect(twice).toEqual([2, 2]);
    expect(await storage.read((tx) => tx.principals.modseq(owner.id))).toBe(1);
    await storage.write(async (tx) => {
      await tx.lockAccount(owner.id);
      await tx.settings.keep("unrelated", "1");
    });
    expect(await storage.read((tx) => tx.principals.modseq(owner.id))).toBe(1);
  });

  it("refuses account writes whose modseq was not taken by lockAccount", async () => {
    const { home, owner } = await household(storage);
    const unlocked = storage.write((tx) => tx.objects.insert(object(home, 2)));
    await expect(unlocked).rejects.toThrow(/lockAccount/);
    const wrong = change(storage, owner.id, (tx, modseq) => tx.objects.insert(object(home, modseq + 1)));
    await expect(wrong).rejects.toThrow(/lockAccount/);
    await expect(storage.write((tx) => tx.lockAccount(principal().id))).rejects.toThrow(/no account/);
    expect(await storage.read((tx) => tx.objects.count(home.id))).toBe(0);
  });

  it("refuses a transaction inside a transaction instead of waiting for ever", async () => {
    await expect(storage.write(() => storage.write(async () => 1))).rejects.toThrow(/inside a transaction/);
    await expect(storage.read(() => storage.read(async () => 1))).rejects.toThrow(/inside a transaction/);
    await expect(storage.write(() => storage.read(async () => 1))).rejects.toThrow(/inside a transaction/);
    const often = () => storage.readOften(["nested"], async () => 1);
    expect(await often()).toBe(1);
    await expect(storage.write(often)).rejects.toThrow(/inside a transaction/);
    expect(await storage.read(async () => "still works")).toBe("still works");
  });

  it("refuses to use a transaction after its end", async () => {
    const kept = await storage.write(async (tx) => tx.settings);
    await expect(kept.keep("late", "1")).rejects.toThrow(/after its end/);
    expect(await storage.read((tx) => tx.settings.get("late"))).toBeUndefined();
  });

  it("reports health with the schema's version", async () => {
    const dialect = backend.name === "PostgreSQL" ? "postgres" : "sqlite";
    expect(await storage.health()).toEqual({
      dialect,
      trouble: null,
      schemaVersion: migrations.length,
      ok: true,
      detail: "",
      // Only a file has a disk of its own.
      freeBytes: backend.name === "SQLite file" ? expect.any(Number) : null,
    });
  });
});
