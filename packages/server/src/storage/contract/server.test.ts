import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import type { AuditEntry } from "../records/audit.ts";
import type { BlobRecord } from "../records/files.ts";
import type { PrincipalId } from "../records/ids.ts";
import type { Job, OutboxMessage } from "../records/queues.ts";
import { backends, sharedBackends, type TestPlace } from "./backends.ts";
import { newId } from "./fixtures.ts";

const account = "account" as PrincipalId;

const message = (fields: Partial<OutboxMessage> = {}): OutboxMessage => {
  const id = newId("message");
  return {
    id,
    accountId: account,
    kind: "mail",
    dedupeKey: id,
    payload: { to: "åsa@example.com", nested: [1, null] },
    createdAt: 1,
    availableAt: 100,
    attempts: 0,
    lastError: null,
    ...fields,
  };
};
/** As it is given out: its key is kept as a mark that says nothing. */
const given = (one: OutboxMessage): OutboxMessage => ({
  ...one,
  dedupeKey: expect.not.stringContaining(one.dedupeKey) as string,
});
const job = (fields: Partial<Job> = {}): Job => ({
  id: newId("job"),
  kind: "import",
  payload: { file: "a.ics" },
  state: "queued",
  runAt: 100,
  attempts: 0,
  lastError: null,
  progress: null,
  ...fields,
});

describe.each(backends)("blobs, settings and queues on $name", (backend) => {
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

  it("store the audit log as written, newest first, and forget its old end, a part at a time", async () => {
    const entry = (at: number): AuditEntry => ({
      id: newId("audit"),
      at,
      actorId: at % 2 === 0 ? account : null,
      action: "sign-in",
      subject: "åsa@example.com",
      detail: { address: "2001:db8::1", userAgent: `"quoted" ${String(at)}` },
    });
    const entries = [1, 2, 3, 4, 5].map(entry);
    await storage.write(async (tx) => {
      for (const one of entries) await tx.audit.append(one);
    });
    const latest = (limit: number) => storage.read((tx) => tx.audit.latest(limit));
    expect(await latest(2)).toEqual([entries[4], entries[3]]);
    expect(await storage.write((tx) => tx.audit.forget(4, 2))).toBe(2);
    expect(await storage.write((tx) => tx.audit.forget(4, 2))).toBe(1);
    expect(await storage.write((tx) => tx.audit.forget(4, 2))).toBe(0);
    expect(await latest(100)).toEqual([entries[4], entries[3]]);
  });

  it("store bytes unchanged, for their account only, until they expire", async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i * 7);
    const record: BlobRecord = {
      id: "b",
      accountId: account,
      type: "text/calendar",
      size: bytes.length,
      createdAt: 1,
      expiresAt: 50,
    };
    await storage.write((tx) => tx.blobs.begin({ ...record, size: 5 }));
    expect(await storage.write((tx) => tx.blobs.addPart(account, "b", 0, bytes))).toBe(true);
    expect(await storage.read((tx) => tx.blobs.head(account, "b"))).toBeUndefined();
    expect(await storage.read((tx) => tx.blobs.heldBy(account))).toBe(bytes.length);
    expect(await storage.write((tx) => tx.blobs.finish(account, "b"))).toEqual(record);
    expect(await storage.write((tx) => tx.blobs.addPart(account, "b", 1, bytes))).toBe(false);
    await storage.read(async (tx) => {
      expect(await tx.blobs.head(account, "b")).toEqual(record);
      expect(Buffer.from((await tx.blobs.part(account, "b", 0)) ?? []).equals(bytes)).toBe(true);
      expect(await tx.blobs.part(account, "b", 1)).toBeUndefined();
      expect(await tx.blobs.head("other" as PrincipalId, "b")).toBeUndefined();
      expect(await tx.blobs.part("other" as PrincipalId, "b", 0)).toBeUndefined();
    });
    expect(await storage.write((tx) => tx.blobs.removeExpired(49, 10))).toBe(0);
    expect(await storage.write((tx) => tx.blobs.removeExpired(50, 10))).toBe(1);
    expect(await storage.read((tx) => tx.blobs.part(account, "b", 0))).toBeUndefined();
    expect(await storage.write((tx) => tx.blobs.finish(account, "b"))).toBeUndefined();
  });

  it("remove large uploads that have expired in steps", async () => {
    const record: BlobRecord = {
      id: "large",
      accountId: account,
      type: "x/y",
      size: 0,
      createdAt: 1,
      expiresAt: 60,
    };
    await storage.write(async (tx) => {
      await tx.blobs.begin(record);
      for (let number = 0; number < 5; number++)
        await tx.blobs.addPart(account, "large", number, new Uint8Array(9));
      await tx.blobs.finish(account, "large");
    });
    const steps: number[] = [];
    for (let step = 0; step < 4; step++)
      steps.push(await storage.write((tx) => tx.blobs.removeExpired(60, 2)));
    expect(steps).toEqual([2, 2, 1, 0]);
    expect(await storage.read((tx) => tx.blobs.heldBy(account))).toBe(0);
  });

  it("keep settings", async () => {
    await storage.write(async (tx) => {
      expect(await tx.settings.keep("key", "first")).toBe("first");
      expect(await tx.settings.keep("key", "second")).toBe("first");
      await tx.settings.keep("other", "stays");
    });
    expect(await storage.read((tx) => tx.settings.get("key"))).toBe("first");
    expect(await storage.write((tx) => tx.settings.remove("key", "second"))).toBe(false);
    expect(await storage.write((tx) => tx.settings.remove("key", "first"))).toBe(true);
    expect(await storage.write((tx) => tx.settings.remove("key", "first"))).toBe(false);
    expect(await storage.read((tx) => tx.settings.get("key"))).toBeUndefined();
    expect(await storage.read((tx) => tx.settings.get("other"))).toBe("stays");
    for (const value of ["new", "newer"]) await storage.write((tx) => tx.settings.replace("key", value));
    expect(await storage.read((tx) => tx.settings.get("key"))).toBe("newer");
    expect(await storage.read((tx) => tx.settings.get("other"))).toBe("stays");
  });

  it("list unsent messages, by kind, and make waiting ones due at once", async () => {
    const kind = newId("kind");
    const [first, later, other] = [
      message({ kind, createdAt: 10, availableAt: 40_000 }),
      message({ kind, createdAt: 20, availableAt: 9_000 }),
      message({ kind: newId("kind"), createdAt: 5, availableAt: 40_000 }),
    ];
    for (const one of [first, later, other]) await storage.write((tx) => tx.queues.enqueue(one));
    const unsent = () => storage.read((tx) => tx.queues.unsent([kind], 10));
    expect(await unsent()).toEqual([first, later].map(given));
    expect(await storage.read((tx) => tx.queues.unsent([kind, other.kind], 1))).toEqual([given(first)]);
    expect(await storage.read((tx) => tx.queues.unsent([], 10))).toEqual([]);
    const ids = [first.id, later.id, "none"];
    expect(await storage.write((tx) => tx.queues.hastenOutbox(ids, 10_000, 500))).toBe(1);
    expect((await unsent()).map(({ availableAt }) => availableAt)).toEqual([500, 9_000]);
    await storage.write((tx) => tx.queues.finishOutbox(first.id));
    expect((await unsent()).map(({ id }) => id)).toEqual([later.id]);
    expect(await storage.write((tx) => tx.queues.hastenOutbox([first.id], 0, 600))).toBe(0);
    for (const { id } of [later, other]) await storage.write((tx) => tx.queues.finishOutbox(id));
  });

  it("give out a message once it is due, hide it while it is processed, and count attempts", async () => {
    const [soon, late] = [message(), message({ availableAt: 300, createdAt: 2 })];
    const take = (now: number) => storage.write((tx) => tx.queues.takeOutbox(now, 10, 50));
    await storage.write(async (tx) => {
      expect(await tx.queues.enqueue(soon)).toBe("queued");
      expect(await tx.queues.enqueue(late)).toBe("queued");
    });
    expect(await storage.read((tx) => tx.queues.outboxSize())).toBe(2);
    expect(await take(99)).toEqual([]);
    expect(await take(100)).toEqual([{ ...given(soon), attempts: 1, availableAt: 150 }]);
    expect(await take(149)).toEqual([]);
    expect(await take(150)).toEqual([{ ...given(soon), attempts: 2, availableAt: 200 }]);
    await storage.write((tx) => tx.queues.renewOutbox([soon.id], 260));
    expect(await take(259), "renewed by who is sending it").toEqual([]);
    await storage.write((tx) => tx.queues.retryOutbox(soon.id, 300, "greylisted"));
    expect(await take(299)).toEqual([]);
    expect((await take(300)).map((one) => [one.id, one.lastError])).toEqual([
      [soon.id, "greylisted"],
      [late.id, null],
    ]);
    await storage.write(async (tx) => {
      await tx.queues.finishOutbox(soon.id);
      await tx.queues.finishOutbox(late.id);
      await tx.queues.renewOutbox([soon.id, late.id], 400);
    });
    expect(await take(10_000)).toEqual([]);
    expect(await storage.read((tx) => tx.queues.outboxSize())).toBe(0);
  });

  it("give out the two messages of a thousand writes in the order of writing, whatever their ids and times", async () => {
    const kind = newId("kind");
    const write = (index: number) =>
      storage.write(async (tx) => {
        // An id that sorts the other way, and a clock that goes back.
        for (const at of [0, 1])
          await tx.queues.enqueue(
            message({ id: newId(`z${9 - at}`), kind, payload: `${index} ${at}`, createdAt: 9_000 - at }),
          );
      });
    for (let first = 0; first < 1_000; first += 100)
      await Promise.all(Array.from({ length: 100 }, (_, index) => write(first + index)));
    const isInOrder = (names: readonly unknown[]): boolean =>
      Array.from({ length: 1_000 }, (_, index) => index).every(
        (index) => names.indexOf(`${index} 0`) < names.indexOf(`${index} 1`),
      );
    const unsent = await storage.read((tx) => tx.queues.unsent([kind], 5_000));
    expect(isInOrder(unsent.map(({ payload }) => payload))).toBe(true);
    const taken = await storage.write(async (tx) => {
      const found: unknown[] = [];
      for (let batch = await tx.queues.takeOutbox(100, 50, 50); batch.length > 0;) {
        for (const { id } of batch) await tx.queues.finishOutbox(id);
        found.push(...batch.map(({ payload }) => payload));
        batch = await tx.queues.takeOutbox(100, 50, 50);
      }
      return found;
    });
    expect(taken).toHaveLength(2_000);
    expect(isInOrder(taken)).toBe(true);
  });

  it("hold a message back until the one before it in its lane is sent, and no other", async () => {
    const lane = newId("lane");
    const of = (name: string, fields: Partial<OutboxMessage> = {}) =>
      message({ payload: name, lane, ...fields });
    await storage.write(async (tx) => {
      for (const one of [of("cancel"), of("request"), of("other", { lane: newId("lane") })])
        await tx.queues.enqueue(one);
    });
    const take = async (now: number) => {
      const taken = await storage.write((tx) => tx.queues.takeOutbox(now, 10, 50));
      return taken.map(({ id, payload }) => ({ id, payload }));
    };
    const [cancel, other] = await take(100);
    expect([cancel?.payload, other?.payload]).toEqual(["cancel", "other"]);
    expect(await take(100), "while it is sent").toEqual([]);
    await storage.write(async (tx) => {
      await tx.queues.finishOutbox(other?.id ?? "");
      await tx.queues.retryOutbox(cancel?.id ?? "", 300, "greylisted");
    });
    expect(await take(200), "while it waits for its next attempt").toEqual([]);
    expect(await take(300)).toEqual([cancel]);
    await storage.write((tx) => tx.queues.finishOutbox(cancel?.id ?? ""));
    const [request] = await take(300);
    expect(request?.payload).toBe("request");
    await storage.write((tx) => tx.queues.finishOutbox(request?.id ?? ""));
  });

  it("hold nothing back for a message that fails without end", async () => {
    const lane = newId("lane");
    const [bad, good] = [message({ lane, payload: "bad", attempts: 9 }), message({ lane, payload: "good" })];
    await storage.write(async (tx) => {
      for (const one of [bad, good]) await tx.queues.enqueue(one);
    });
    const take = () => storage.write((tx) => tx.queues.takeOutbox(100, 10, 50));
    expect((await take()).map(({ payload }) => payload)).toEqual(["bad"]);
    expect((await take()).map(({ payload }) => payload)).toEqual(["good"]);
    await storage.write(async (tx) => {
      for (const { id } of [bad, good]) await tx.queues.finishOutbox(id);
    });
  });

  it("drop a second message with the same key, also after the first was sent", async () => {
    const first = message({ dedupeKey: "invite-1" });
    expect(await storage.write((tx) => tx.queues.enqueue(first))).toBe("queued");
    expect(await storage.write((tx) => tx.queues.enqueue(message({ dedupeKey: "invite-1" })))).toBe(
      "duplicate",
    );
    await storage.write((tx) => tx.queues.finishOutbox(first.id));
    expect(await storage.write((tx) => tx.queues.enqueue(message({ dedupeKey: "invite-1" })))).toBe(
      "duplicate",
    );
    await storage.write((tx) => tx.queues.retryOutbox(first.id, 0, "too late"));
    expect(await storage.read((tx) => tx.queues.outboxSize())).toBe(0);
  });

  it("list the latest jobs first, finished ones too, and no more than asked for", async () => {
    for (const [id, state, runAt] of [
      ["old", "done", 1_000_010],
      ["late", "dead", 1_000_030],
      ["new", "done", 1_000_020],
    ] as const)
      await storage.write((tx) => tx.queues.schedule({ ...job(), id, state, runAt }));
    const ids = async (limit: number) =>
      (await storage.read((tx) => tx.queues.jobs(limit))).map(({ id }) => id);
    expect((await ids(10)).slice(0, 3)).toEqual(["late", "new", "old"]);
    expect(await ids(2)).toEqual(["late", "new"]);
  });

  it("list the latest jobs of one kind for one person in one account", async () => {
    const [accountId, actorId, other] = [
      "acc%unt" as PrincipalId,
      "act_r" as PrincipalId,
      "b" as PrincipalId,
    ];
    for (const [id, runAt, payload] of [
      ["mine", 10, { accountId, actorId, text: "å\u0000\ud800" }],
      ["later", 20, { accountId, actorId }],
      ["others", 30, { accountId, actorId: other, text: { accountId, actorId } }],
      ["longer", 40, { accountId, actorId: `${actorId}x` }],
      ["like", 50, { accountId: "account", actorId: "actor" }],
      ["another-kind", 60, { accountId, actorId }],
    ] as const)
      await storage.write((tx) =>
        tx.queues.schedule({
          ...job(),
          id,
          kind: id === "another-kind" ? "b" : "bring",
          state: "done",
          runAt,
          payload,
        }),
      );
    const ids = async (limit: number) =>
      (await storage.read((tx) => tx.queues.jobsOf("bring", { accountId, actorId }, limit))).map(
        ({ id }) => id,
      );
    expect(await ids(10)).toEqual(["later", "mine"]);
    expect(await ids(1)).toEqual(["later"]);
  });

  it("run jobs once, again when their lease runs out, and never when done", async () => {
    const one = job();
    const take = (now: number) => storage.write((tx) => tx.queues.takeJobs(now, 10, 50));
    const find = () => storage.read((tx) => tx.queues.job(one.id));
    await storage.write((tx) => tx.queues.schedule(one));
    expect(await find()).toEqual(one);
    expect(await take(99)).toEqual([]);
    const running = { ...one, state: "running", attempts: 1, runAt: 150 };
    expect(await take(100)).toEqual([running]);
    expect(await take(149)).toEqual([]);
    await storage.write((tx) => tx.queues.updateJob(one.id, 1, { progress: { done: 3 } }));
    expect(await take(150)).toEqual([{ ...running, attempts: 2, runAt: 200, progress: { done: 3 } }]);
    const late = { state: "done", progress: "of the first, which was taken over" } as const;
    expect(await storage.write((tx) => tx.queues.updateJob(one.id, 1, late))).toBe(false);
    expect(await find()).toMatchObject({ state: "running", progress: { done: 3 } });
    const retry = { state: "retrying", runAt: 400, lastError: "oj" } as const;
    expect(await storage.write((tx) => tx.queues.updateJob(one.id, 2, retry))).toBe(true);
    expect(await take(399)).toEqual([]);
    expect(await take(400)).toHaveLength(1);
    await storage.write((tx) => tx.queues.updateJob(one.id, 3, { state: "done", progress: "all" }));
    expect(await take(10_000)).toEqual([]);
    expect(await find()).toMatchObject({ state: "done", progress: "all", lastError: "oj", attempts: 3 });
    expect(await storage.read((tx) => tx.queues.job("none"))).toBeUndefined();
  });

  it("restart a finished job with its id, but leave a waiting one unchanged", async () => {
    const one = job({ id: "nightly", runAt: 1_000_000 });
    await storage.write((tx) => tx.queues.schedule(one));
    await storage.write((tx) => tx.queues.schedule({ ...one, runAt: 2_000_000 }));
    expect(await storage.read((tx) => tx.queues.job("nightly"))).toEqual(one);
    await storage.write((tx) => tx.queues.updateJob("nightly", 0, { state: "dead" }));
    await storage.write((tx) => tx.queues.schedule({ ...one, runAt: 3_000_000 }));
    expect(await storage.read((tx) => tx.queues.job("nightly"))).toEqual({ ...one, runAt: 3_000_000 });
  });
});

describe.each(sharedBackends)("queues shared by two processes on $name", (backend) => {
  it("give every message and job to exactly one", async () => {
    const place = await backend.make();
    const [here, there] = [await place.open(), await place.open()];
    await here.write(async (tx) => {
      for (let i = 0; i < 30; i++) {
        await tx.queues.enqueue(message());
        await tx.queues.schedule(job());
      }
    });
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 ? here : there).write(async (tx) => [
          ...(await tx.queues.takeOutbox(100, 4, 1_000)).map((one) => one.id),
          ...(await tx.queues.takeJobs(100, 4, 1_000)).map((one) => one.id),
        ]),
      ),
    );
    const ids = taken.flat();
    expect(new Set(ids).size).toBe(ids.length);
    // A process may skip rows that the other has locked; nothing is lost by that.
    const rest = await here.write(async (tx) => [
      ...(await tx.queues.takeOutbox(100, 100, 1_000)),
      ...(await tx.queues.takeJobs(100, 100, 1_000)),
    ]);
    expect(ids.length + rest.length).toBe(60);
    await here.close();
    await there.close();
    await place.drop();
  });
});
