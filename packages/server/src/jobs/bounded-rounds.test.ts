import { afterEach, beforeEach, expect, it } from "vitest";
import { deleteAccount } from "../app/accounts/delete-account.ts";
import type { Actor } from "../app/actor.ts";
import { createCalendar } from "../app/calendars/create-calendar.ts";
import { deleteCalendar } from "../app/calendars/delete-calendar.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { removeExpired } from "./remove-expired.ts";

const DAY = 86_400_000;
const COUNT = 9;
/** Four rows of a kind in a round. */
const BOUNDS = { part: 2, filePart: 2, guestPart: 2, pollPart: 2, parts: 2, accounts: 1 };

let test: TestApp;
let elin: Actor;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  await test.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
});
afterEach(() => test.close());

const numbers = Array.from({ length: COUNT }, (_, n) => n);

async function fill(): Promise<void> {
  const { app } = test;
  const { principalId } = elin;
  const now = app.now();
  await app.storage.write(async (tx) => {
    // Hers is not among those that are counted.
    await tx.sessions.removeOfPrincipal(principalId);
    for (const n of numbers) {
      const id = `expiring-${n}`;
      await tx.sessions.insert({
        id,
        tokenHash: id,
        formerTokenHash: null,
        formerEndsAt: null,
        renewedAt: now,
        principalId,
        createdAt: now,
        expiresAt: now + 1,
        userAgent: null,
        provedAt: 1,
      });
      await tx.attempts.take(id, now, now + 1);
      await tx.blobs.begin({
        id,
        accountId: principalId,
        type: "x/y",
        size: 0,
        createdAt: now,
        expiresAt: now + 1,
      });
      await tx.queues.schedule({
        id,
        kind: "import",
        payload: {},
        state: "done",
        runAt: now,
        attempts: 1,
        lastError: null,
        progress: null,
      });
    }
  });
  for (const n of numbers) {
    const person = await test.person(`person${n}`);
    const gone = await deleteAccount(app, elin, person.principalId, undefined);
    const made = await createCalendar(app, elin, principalId, { name: `Calendar ${n}` });
    if (!gone.ok || !made.ok) throw new Error("nothing to remove");
    const removed = await deleteCalendar(app, elin, made.value.calendar.id, { withEvents: true });
    if (!removed.ok) throw new Error(removed.problem.code);
  }
}

async function left(): Promise<Record<string, number>> {
  return test.app.storage.read(async (tx) => {
    const jobs = await Promise.all(numbers.map((n) => tx.queues.job(`expiring-${n}`)));
    const people = await tx.principals.list();
    return {
      sessions: (await tx.sessions.ofPrincipal(elin.principalId)).length,
      attempts: await tx.attempts.count(),
      jobs: jobs.filter((job) => job !== undefined).length,
      accounts: people.filter(({ login }) => login.startsWith("person")).length,
      calendars: (await tx.history.trashedCalendars(elin.principalId, 0)).length,
    };
  });
}

it("a round removes so much of each kind, and the next ones the rest", async () => {
  await fill();
  expect(await left()).toEqual({ sessions: 9, attempts: 9, jobs: 9, accounts: 9, calendars: 9 });
  test.clock.advance(400 * DAY);
  await removeExpired(test.app, BOUNDS);
  expect(await left()).toEqual({ sessions: 5, attempts: 5, jobs: 5, accounts: 8, calendars: 5 });
  await removeExpired(test.app, BOUNDS);
  await removeExpired(test.app, BOUNDS);
  expect(await left()).toEqual({ sessions: 0, attempts: 0, jobs: 0, accounts: 6, calendars: 0 });
  await removeExpired(test.app);
  expect(await left()).toEqual({ sessions: 0, attempts: 0, jobs: 0, accounts: 0, calendars: 0 });
});
