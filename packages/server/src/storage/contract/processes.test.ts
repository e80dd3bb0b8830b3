import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AccountChange, Storage, WriteTransaction } from "../port.ts";
import { backends, sharedBackends, type TestPlace } from "./backends.ts";
import { ascending, calendar, change, household, object, put } from "./fixtures.ts";

const dying = new URL("write-and-die.ts", import.meta.url).pathname;

/** The changes that a listener hears; `until` waits for one, however it is transmitted. */
function hearing(storage: Storage) {
  const heard: AccountChange[] = [];
  const waiting: (() => void)[] = [];
  const stop = storage.onAccountChange((news) => {
    heard.push(news);
    for (const wake of waiting.splice(0)) wake();
  });
  const until = async (isThere: (news: AccountChange) => boolean) => {
    while (!heard.some(isThere)) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { heard, stop, until };
}

describe.each(sharedBackends)("two processes on one $name", (backend) => {
  let place: TestPlace;
  let here: Storage;
  let there: Storage;
  beforeAll(async () => {
    place = await backend.make();
  });
  afterAll(() => place.drop());
  beforeEach(async () => {
    [here, there] = await Promise.all([place.open(), place.open()]);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  it("keeps one snapshot through a read while the other commits", async () => {
    const { owner, home } = await household(here);
    const seen = await here.read(async (tx) => {
      const before = await tx.objects.count(home.id);
      await put(there, home);
      return [before, await tx.objects.count(home.id), await tx.principals.modseq(owner.id)];
    });
    expect(seen).toEqual([0, 0, 1]);
    expect(await here.read((tx) => tx.objects.count(home.id))).toBe(1);
  });

  it("answers frequent questions from the present state, whoever has committed", async () => {
    const { home } = await household(here);
    const often = (...question: string[]) =>
      here.readOften(["count", ...question], (tx) => tx.objects.count(home.id));
    expect([await often(), await often()]).toEqual([0, 0]);
    await put(there, home);
    expect(await often()).toBe(1);
    await put(here, home);
    expect(await often()).toBe(2);
    const { promise, resolve } = Promise.withResolvers<number>();
    const slow = here.readOften(["slow"], async (tx) => {
      const before = await tx.objects.count(home.id);
      resolve(before);
      await put(there, home);
      return before;
    });
    expect(await promise).toBe(2);
    expect(await slow).toBe(2);
    expect(await here.readOften(["slow"], (tx) => tx.objects.count(home.id))).toBe(3);
  });

  it("never confuses questions whose parts are divided differently, and does not cache failures", async () => {
    expect(await here.readOften(["a", "b c"], async () => "first")).toBe("first");
    expect(await here.readOften(["a b", "c"], async () => "second")).toBe("second");
    const failing = here.readOften(["fails"], async () => Promise.reject(new Error("once")));
    await expect(failing).rejects.toThrow("once");
    expect(await here.readOften(["fails"], async () => "then not")).toBe("then not");
  });

  it("keeps one value of a setting that many write at once, and lets one of them remove it", async () => {
    const eachOfMany = <T>(work: (tx: WriteTransaction, value: string) => Promise<T>): Promise<T[]> =>
      Promise.all(
        Array.from({ length: 16 }, (_, i) => (i % 2 ? here : there).write((tx) => work(tx, `value ${i}`))),
      );
    const kept = await eachOfMany(async (tx, value) => {
      await tx.settings.get("kept");
      return tx.settings.keep("kept", value);
    });
    const stands = (await here.read((tx) => tx.settings.get("kept"))) ?? "";
    expect(kept).toEqual(kept.map(() => stands));
    const taken = await eachOfMany((tx) => tx.settings.remove("kept", stands));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await there.read((tx) => tx.settings.get("kept"))).toBeUndefined();
  });

  it("serialises their writes to one account", async () => {
    const { owner, home } = await household(here);
    const modseqs = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        change(i % 2 ? here : there, owner.id, async (tx, modseq) => {
          await tx.objects.insert(object(home, modseq));
          return modseq;
        }),
      ),
    );
    expect(ascending(modseqs)).toEqual(Array.from({ length: 40 }, (_, i) => i + 2));
    expect(await there.read((tx) => tx.objects.count(home.id))).toBe(40);
  });

  it("notifies one of the other's commits, and of nothing else", async () => {
    const mine = await household(here);
    const other = await household(here);
    const { heard, until, stop } = hearing(there);
    // Listening to another process takes effect a moment later.
    const trial = await household(here);
    while (heard.length === 0) await put(here, trial.home);
    heard.splice(0);
    await put(here, mine.home);
    await until((news) => news.accountId === mine.owner.id && news.modseq === 2);
    await change(here, mine.owner.id, (tx, modseq) =>
      tx.calendars.update(mine.home.id, { name: "Ny", modseq }),
    );
    await until((news) => news.accountId === mine.owner.id && news.modseq === 3);
    stop();
    expect(heard.map((news) => news.accountId)).not.toContain(other.owner.id);
    expect(heard.filter((news) => news.accountId !== trial.owner.id)).toEqual([
      { accountId: mine.owner.id, modseq: 2, types: ["CalendarEvent"] },
      { accountId: mine.owner.id, modseq: 3, types: ["Calendar"] },
    ]);
  });

  it("notifies one of what a process committed that died before it notified anybody", async () => {
    const { owner, home } = await household(here);
    const { heard, until, stop } = hearing(there);
    const child = spawn(process.execPath, [dying, JSON.stringify(place.target), owner.id, home.id], {
      stdio: "inherit",
    });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    await until((news) => news.accountId === owner.id);
    stop();
    expect(heard).toEqual([{ accountId: owner.id, modseq: 2, types: ["Calendar"] }]);
  });
});

describe.each(backends)("listeners on $name", (backend) => {
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

  it("hear every commit once, in order, with the types that changed, before the writer goes on", async () => {
    const { owner, home } = await household(storage);
    const { heard, stop } = hearing(storage);
    const first = await put(storage, home);
    expect(heard).toEqual([{ accountId: owner.id, modseq: 2, types: ["CalendarEvent"] }]);
    await change(storage, owner.id, async (tx, modseq) => {
      await tx.calendars.insert(calendar(owner.id, modseq));
      await tx.objects.remove(first.id, first.etag, { modseq, now: 1, actorId: owner.id });
    });
    stop();
    await put(storage, home);
    expect(heard.slice(1)).toEqual([
      { accountId: owner.id, modseq: 3, types: ["Calendar", "CalendarEvent"] },
    ]);
  });

  it("hear nothing of rollbacks or of transactions without an account", async () => {
    const { owner, home } = await household(storage);
    const { heard, stop } = hearing(storage);
    const failing = change(storage, owner.id, async (tx, modseq) => {
      await tx.objects.insert(object(home, modseq));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await storage.write((tx) => tx.settings.keep("theme", "dark"));
    await storage.write((tx) => tx.lockAccount(owner.id));
    stop();
    expect(heard).toEqual([]);
  });

  it("that throw harm neither the write nor each other", async () => {
    const { home } = await household(storage);
    const warned = new Promise((resolve) => process.once("warning", resolve));
    const stopBad = storage.onAccountChange(() => {
      throw new Error("a listener's own mistake");
    });
    const { heard, stop } = hearing(storage);
    await put(storage, home);
    stopBad();
    stop();
    expect(heard).toHaveLength(1);
    expect(String(await warned)).toContain("a listener's own mistake");
  });
});
