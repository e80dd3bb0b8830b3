import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../app/app.ts";
import { deleteObject } from "../app/write/delete-object.ts";
import { putObject } from "../app/write/put-object.ts";
import type { Job } from "../app/types.ts";
import { StorageFailure } from "../storage/port/failure.ts";
import { firstCalendarOf, openTestApp, type TestApp, ownCalendar } from "../testing/test-app.ts";
import { runDue, startJobLoop } from "./job-loop.ts";
import { retryDelay } from "./retry-delay.ts";
import type { JobRunners } from "./run-jobs.ts";
import type { EffectSenders } from "./send-effects.ts";

let opened: TestApp;
let app: App;
let errors: unknown[];
beforeEach(async () => {
  opened = await openTestApp();
  app = opened.app;
  errors = [];
});
afterEach(() => opened.close());

const schedule = (id: string, kind = "test", fields: Partial<Job> = {}): Promise<void> =>
  app.storage.write((tx) =>
    tx.queues.schedule({
      id,
      kind,
      payload: null,
      state: "queued",
      runAt: app.now(),
      attempts: 0,
      lastError: null,
      progress: null,
      ...fields,
    }),
  );
const job = (id: string): Promise<Job | undefined> => app.storage.read((tx) => tx.queues.job(id));
const due = (jobs: JobRunners, effects: EffectSenders = new Map(), clean = false): Promise<void> =>
  runDue({ app, jobs, effects, onError: (error) => errors.push(error) }, { clean });

describe("jobs", () => {
  it("run once when they are due, and not before", async () => {
    const ran: string[] = [];
    const runners: JobRunners = new Map([["test", async (_app, { id }) => void ran.push(id)]]);
    await schedule("a");
    await schedule("b");
    await schedule("later", "test", { runAt: app.now() + 1_000 });
    await due(runners);
    await due(runners);
    expect(ran).toEqual(["a", "b"]);
    expect((await job("a"))?.state).toBe("done");
    expect((await job("later"))?.state).toBe("queued");
    opened.clock.advance(1_000);
    await due(runners);
    expect(ran).toEqual(["a", "b", "later"]);
    expect(errors).toEqual([]);
  });

  it("are retried at growing intervals when they fail, then given up, without stopping the others", async () => {
    let attempts = 0;
    const runners: JobRunners = new Map([
      [
        "test",
        async () => {
          attempts++;
          throw new Error("not yet");
        },
      ],
      ["good", async () => undefined],
    ]);
    await schedule("a");
    await schedule("b", "good");
    await due(runners);
    expect(await job("a")).toMatchObject({
      state: "retrying",
      attempts: 1,
      lastError: "not yet",
      runAt: app.now() + 10_000,
    });
    expect((await job("b"))?.state).toBe("done");
    await due(runners);
    expect(attempts, "not before its time").toBe(1);
    for (let i = 0; i < 10; i++) {
      opened.clock.advance(3_600_000);
      await due(runners);
    }
    expect(attempts).toBe(5);
    expect(await job("a")).toMatchObject({ state: "dead", lastError: "not yet" });
    expect(errors).toHaveLength(5);
  });

  it("do not run while another process runs them, and are taken over when that one is silent", async () => {
    const ran: string[] = [];
    const runners: JobRunners = new Map([["test", async (_app, { id }) => void ran.push(id)]]);
    await schedule("a");
    await app.storage.write((tx) => tx.queues.takeJobs(app.now(), 1, 60_000));
    await due(runners);
    expect(ran).toEqual([]);
    opened.clock.advance(60_001);
    await due(runners);
    expect(ran).toEqual(["a"]);
  });

  it("of an unknown kind are reported", async () => {
    await schedule("a", "unknown");
    await due(new Map([["test", async () => undefined]]));
    expect(await job("a")).toMatchObject({
      state: "retrying",
      lastError: "nothing runs jobs of the kind unknown",
    });
  });
});

describe("effects", () => {
  const enqueue = async (id: string): Promise<string> => {
    const { principalId } = people ?? (await opened.person("elin"));
    return app.storage.write((tx) =>
      tx.queues.enqueue({
        id,
        accountId: principalId,
        kind: "mail",
        dedupeKey: id,
        payload: { to: id },
        createdAt: app.now(),
        availableAt: app.now(),
        attempts: 0,
        lastError: null,
      }),
    );
  };
  let people: Awaited<ReturnType<TestApp["person"]>> | undefined;
  beforeEach(async () => {
    people = await opened.person("elin");
  });

  it("sends each message once, keeps failed ones and retries them", async () => {
    const sent: unknown[] = [];
    let broken = true;
    const senders: EffectSenders = new Map([
      [
        "mail",
        async (_app, payload) => {
          if (broken && (payload as { to: string }).to === "b") throw new Error("no answer");
          sent.push(payload);
        },
      ],
    ]);
    for (const id of ["a", "b", "c"]) await enqueue(id);
    await due(new Map(), senders);
    expect(sent).toEqual([{ to: "a" }, { to: "c" }]);
    expect(await app.storage.read((tx) => tx.queues.outboxSize())).toBe(1);
    expect(errors).toHaveLength(1);
    broken = false;
    await due(new Map(), senders);
    expect(sent, "not before its time").toHaveLength(2);
    opened.clock.advance(10_000);
    await due(new Map(), senders);
    expect(sent).toEqual([{ to: "a" }, { to: "c" }, { to: "b" }]);
    expect(await enqueue("b"), "the same effect again").toBe("duplicate");
    await due(new Map(), senders);
    expect(sent).toHaveLength(3);
  });

  it("does not send a message again that was sent while the database was lost", async () => {
    const sent: unknown[] = [];
    let isLost = false;
    const { storage } = app;
    const losing: App = {
      ...app,
      storage: {
        read: (work) => storage.read(work),
        readTogether: (work) => storage.readTogether(work),
        inRequest: (work) => storage.inRequest(work),
        leaveSnapshot: () => storage.leaveSnapshot(),
        readOften: (question, work) => storage.readOften(question, work),
        write: async (work) => {
          if (isLost) throw new StorageFailure(new Error("the connection was lost"));
          return storage.write(work);
        },
        betweenWrites: (work) => storage.betweenWrites(work),
        onAccountChange: (listener) => storage.onAccountChange(listener),
        health: () => storage.health(),
        load: () => storage.load(),
        examine: () => storage.examine(),
        close: () => storage.close(),
      },
    };
    const senders: EffectSenders = new Map([
      [
        "mail",
        async (_app, payload) => {
          sent.push(payload);
          isLost = true;
        },
      ],
    ]);
    const round = () =>
      runDue(
        { app: losing, jobs: new Map(), effects: senders, onError: (error) => errors.push(error) },
        { clean: false },
      );
    await enqueue("a");
    await round();
    expect(errors).toHaveLength(1);
    isLost = false;
    opened.clock.advance(app.limits.sendLeaseSeconds * 1_000 + 1);
    await round();
    expect(sent).toEqual([{ to: "a" }]);
    expect(await storage.read((tx) => tx.queues.outboxSize())).toBe(0);
  });
});

describe("cleaning", () => {
  it("removes expired sessions and uploads, and no others", async () => {
    const { principalId } = await opened.person("elin");
    const now = app.now();
    await app.storage.write(async (tx) => {
      const token = { formerTokenHash: null, formerEndsAt: null, renewedAt: now };
      for (const [id, expiresAt] of [
        ["old", now - 1],
        ["new", now + 1_000],
      ] as const)
        await tx.sessions.insert({
          ...token,
          id,
          tokenHash: id,
          principalId,
          createdAt: now,
          expiresAt,
          userAgent: null,
          provedAt: 1,
        });
      for (const [id, expiresAt] of [
        ["old", now - 1],
        ["new", now + 1_000],
      ] as const) {
        const upload = { id, accountId: principalId, type: "text/calendar", createdAt: now, expiresAt };
        await tx.blobs.begin({ ...upload, size: 1 });
        await tx.blobs.addPart(principalId, id, 0, new Uint8Array(1));
        await tx.blobs.finish(principalId, id);
      }
    });
    await due(new Map(), new Map(), true);
    await app.storage.read(async (tx) => {
      expect((await tx.sessions.ofPrincipal(principalId)).map(({ id }) => id)).toEqual(["new"]);
      expect(await tx.blobs.head(principalId, "old")).toBeUndefined();
      expect(await tx.blobs.head(principalId, "new")).toBeDefined();
    });
    expect(errors).toEqual([]);
  });

  it("removes deleted objects after trashDays, and former texts and the log after versionDays", async () => {
    const elin = await opened.person("elin");
    const calendarId = await firstCalendarOf(app, elin);
    const put = (uri: string, title: string) =>
      putObject(app, elin, ownCalendar(elin, calendarId), uri, icalendar(uri, title), {});
    const { trashDays, versionDays } = app.limits;
    const gone = await put("gone.ics", "Gone");
    await put("kept.ics", "First");
    const kept = await put("kept.ics", "Second");
    await deleteObject(app, elin, ownCalendar(elin, calendarId), "gone.ics", {});
    if (!gone.ok || !kept.ok) throw new Error("not stored");
    const known = kept.value.now.stored.modseq;
    const seen = () =>
      app.storage.read(async (tx) => ({
        inTrash: (await tx.objects.removed(gone.value.now.stored.id)) !== undefined,
        versions: (await tx.changes.versions(kept.value.now.stored.id, 9)).length,
        tooOld: (await tx.changes.inCalendar(calendarId, known, 9)) === "too-old",
      }));
    const after = async (days: number) => {
      for (let day = 0; day < days; day++) {
        opened.clock.advance(86_400_000);
        await due(new Map(), new Map(), true);
      }
      return seen();
    };
    expect(await after(trashDays - 1)).toEqual({ inTrash: true, versions: 1, tooOld: false });
    expect(await after(1)).toEqual({ inTrash: false, versions: 1, tooOld: false });
    expect(await after(versionDays - trashDays - 1)).toEqual({ inTrash: false, versions: 1, tooOld: false });
    expect(await after(1)).toEqual({ inTrash: false, versions: 0, tooOld: true });
    expect(errors).toEqual([]);
  });
});

const icalendar = (uid: string, title: string): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    "DTSTART:20261123T110000Z",
    `SUMMARY:${title}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

describe("the loop", () => {
  it("finds a job by itself and lets it end before it stops", async () => {
    let finish: () => void = () => undefined;
    const begun = Promise.withResolvers<void>();
    const ended: string[] = [];
    const jobs: JobRunners = new Map([
      [
        "test",
        async (_app, { id }) => {
          begun.resolve();
          await new Promise<void>((resolve) => (finish = resolve));
          ended.push(id);
        },
      ],
    ]);
    await schedule("a");
    await schedule("b");
    const loop = startJobLoop({ app, jobs, effects: new Map(), onError: (error) => errors.push(error) }, 1);
    await begun.promise;
    const stopped = loop.stop(60_000);
    finish();
    await stopped;
    expect(ended).toEqual(["a"]);
    expect((await job("a"))?.state).toBe("done");
    expect((await job("b"))?.state, "nothing new is begun").toBe("queued");
  });

  it("looks at once when it is woken, also during a look, and not after it has stopped", async () => {
    const sent: unknown[] = [];
    let heard = Promise.withResolvers<void>();
    const parts = { app, jobs: new Map(), onError: (error: unknown) => void errors.push(error) };
    const enqueue = (key: string): Promise<unknown> =>
      app.storage.write(async (tx) => {
        const now = app.now();
        const times = { createdAt: now, availableAt: now, attempts: 0, lastError: null };
        await tx.queues.enqueue({
          id: key,
          accountId: elinId,
          kind: "test",
          dedupeKey: key,
          payload: key,
          ...times,
        });
      });
    const elinId = (await opened.person("elin")).principalId;
    const effects: EffectSenders = new Map([
      [
        "test",
        async (_app, payload) => {
          sent.push(payload);
          if (payload === "first") {
            await enqueue("second");
            loop.wake();
          }
          if (sent.length === 2) heard.resolve();
        },
      ],
    ]);
    const loop = startJobLoop({ ...parts, effects }, 1_000_000);
    await enqueue("first");
    loop.wake();
    await heard.promise;
    expect(sent).toEqual(["first", "second"]);
    await loop.stop(60_000);
    heard = Promise.withResolvers();
    await enqueue("third");
    loop.wake();
    expect(await app.storage.read((tx) => tx.queues.outboxSize())).toBe(1);
    expect(errors).toEqual([]);
  });
});

describe("the wait before another attempt", () => {
  it("doubles from ten seconds to an hour", () => {
    expect([1, 2, 3, 9, 10, 50].map(retryDelay)).toEqual([
      10_000, 20_000, 40_000, 2_560_000, 3_600_000, 3_600_000,
    ]);
  });
});
