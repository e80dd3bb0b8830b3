import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { deleteObject } from "../app/write/delete-object.ts";
import { putObject } from "../app/write/put-object.ts";
import { calendarText } from "../testing/mail-corpus.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../testing/test-app.ts";
import { runDue } from "./job-loop.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let test: TestApp;
let elin: Actor;
let deleted: string;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  const calendar = ownCalendar(elin, await firstCalendarOf(test.app, elin));
  const about = { uid: "gone", organizer: "", attendee: "" };
  const put = await putObject(test.app, elin, calendar, "gone.ics", calendarText(undefined, about, "x"), {});
  if (!put.ok) throw new Error(put.problem.code);
  deleted = put.value.now.stored.id;
  await deleteObject(test.app, elin, calendar, "gone.ics", {});
  await clean();
});
afterEach(() => test.close());

const clean = async (): Promise<void> => {
  const errors: unknown[] = [];
  await runDue(
    { app: test.app, jobs: new Map(), effects: new Map(), onError: (error) => errors.push(error) },
    { clean: true },
  );
  expect(errors).toEqual([]);
};
const isInTrash = async (): Promise<boolean> =>
  (await test.app.storage.read((tx) => tx.objects.removed(deleted as never))) !== undefined;
const doubts = async (): Promise<number> =>
  (await test.app.storage.read((tx) => tx.audit.latest(99))).filter(
    ({ action }) => action === "clock-doubted",
  ).length;

describe("a clock that is wrong", () => {
  it.each([400, -400])(
    "by %i days for some hours removes nothing for good, and the audit log says so",
    async (days) => {
      test.clock.advance(HOUR);
      await clean();
      test.clock.advance(days * DAY);
      for (let hour = 0; hour < 12; hour++) {
        await clean();
        test.clock.advance(HOUR);
      }
      test.clock.advance(-days * DAY);
      await clean();
      expect(await isInTrash()).toBe(true);
      expect(await doubts()).toBe(2);
    },
  );

  it("when the server is started for the first time since this is known is doubted by the newest audit entry", async () => {
    await test.app.storage.write(async (tx) => {
      const text = await tx.settings.get("clock");
      if (text !== undefined) await tx.settings.remove("clock", text);
    });
    test.clock.advance(400 * DAY);
    await clean();
    expect(await isInTrash()).toBe(true);
  });
});

describe("a clock that is right", () => {
  it("removes what has expired, also after the server was off for a week", async () => {
    const { trashDays } = test.app.limits;
    for (let day = 0; day < trashDays + 1; day += 7) {
      test.clock.advance(7 * DAY);
      await clean();
    }
    expect([await isInTrash(), await doubts()]).toEqual([false, 0]);
  });

  it("says once in the audit log what it removed, and nothing when there was nothing", async () => {
    const { trashDays } = test.app.limits;
    for (let day = 0; day < trashDays + 14; day++) {
      test.clock.advance(DAY);
      await clean();
    }
    const entries = (await test.app.storage.read((tx) => tx.audit.latest(99))).filter(
      ({ action }) => action === "expired-removed",
    );
    expect(entries.map(({ actorId, subject, detail }) => [actorId, subject, detail])).toEqual([
      [null, "", { versions: "1" }],
    ]);
  });

  it("after a long pause removes it a day later", async () => {
    test.clock.advance((test.app.limits.trashDays + 5) * DAY);
    await clean();
    expect(await isInTrash()).toBe(true);
    for (let hour = 0; hour < 25; hour++) {
      test.clock.advance(HOUR);
      await clean();
    }
    expect(await isInTrash()).toBe(false);
  });
});
