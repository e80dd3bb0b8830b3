import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { change, object } from "../../storage/contract/fixtures.ts";
import { firstCalendarOf, openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { objectHeadPages, objectHeads } from "./get-objects.ts";
import type { CalendarId } from "../types.ts";

/** More than two parts of the owner's, and than ten of those whose texts are parsed. */
const COUNT = 5_001;

describe("listing a large calendar part by part", () => {
  let test: TestApp;
  let elin: Actor;
  let axel: Actor;
  let calendarId: CalendarId;
  let ids: readonly string[];

  beforeEach(async () => {
    test = await openTestApp();
    [elin, axel] = [await test.person("elin"), await test.person("axel")];
    calendarId = await firstCalendarOf(test.app, elin);
    const { storage } = test.app;
    ids = await change(storage, elin.principalId, async (tx, modseq) => {
      const made = Array.from({ length: COUNT }, () =>
        object({ id: calendarId, accountId: elin.principalId }, modseq, { icalendar: TEXT }),
      );
      for (const one of made) await tx.objects.insert(one);
      return made.map(({ id }) => id).toSorted();
    });
    await storage.write((tx) =>
      tx.calendars.setShare({ calendarId, principalId: axel.principalId, level: "read" }),
    );
  });
  afterEach(() => test.close());

  const TEXT = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VEVENT",
    "UID:one",
    "DTSTAMP:20261120T100000Z",
    "DTSTART:20261123T120000Z",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

  it("gives each once, in id order, to the owner and to a sharee", async () => {
    for (const actor of [elin, axel]) {
      const heads = await objectHeads(test.app, actor, calendarId);
      expect(heads.ok && heads.value.map(({ id }) => id)).toEqual(ids);
      expect(heads.ok && heads.value.some((head) => "icalendar" in head)).toBe(false);
    }
  });

  it("ends with the problem if the right is withdrawn in between", async () => {
    const pages = objectHeadPages(test.app, axel, calendarId);
    expect((await pages.next()).value).toMatchObject({ ok: true });
    await test.app.storage.write((tx) => tx.calendars.removeShare(calendarId, axel.principalId));
    expect((await pages.next()).value).toMatchObject({ ok: false, problem: { code: "not-found" } });
    expect((await pages.next()).done).toBe(true);
  });

  it("has one empty part for an empty calendar", async () => {
    const nils = await test.person("nils");
    const pages = objectHeadPages(test.app, nils, await firstCalendarOf(test.app, nils));
    expect(await Array.fromAsync(pages)).toEqual([{ ok: true, value: [] }]);
  });
});
