import type { Page } from "@playwright/test";
import { rightsOf } from "@snart/calendar/access/rights.ts";
import type { Person } from "../../server/src/testing/meeting/site.ts";
import { expect } from "./fixtures.ts";
import { council, test } from "./meeting-fixture.ts";

// An open tab from which a calendar, or everything, is taken away.

const WEEK = "2026-W49";

/** Elin's calendar with a council of today and tomorrow, shared with somebody who edits it. */
async function shareWith(elin: Person, sharee: Person): Promise<string> {
  const calendarId = (await elin.jmap("Calendar/get", { ids: null })).list[0].id;
  const event = {
    "@type": "Event",
    uid: "council",
    calendarIds: { [calendarId]: true },
    title: "Council",
    description: "The budget is secret",
    start: "2026-12-01T12:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
  };
  await elin.jmap("CalendarEvent/set", { create: { k: event } });
  await setShare(elin, calendarId, { [sharee.accountId]: rightsOf("edit") });
  return calendarId;
}
const setShare = (elin: Person, calendarId: string, shareWith: object) =>
  elin.jmap("Calendar/set", { update: { [calendarId]: { shareWith } } });

/** Everything that the browser has stored, as text. */
const storedBy = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const done = (asked) => new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    const found = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const work = database.transaction(store).objectStore(store);
        found.push(await done(work.getAllKeys()), await done(work.getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return JSON.stringify(found);
  })()`);

test("a calendar that is no longer shared leaves the open tab and its disk at once, and the bell says so", async ({
  page,
  meeting,
}) => {
  const [elin, nils] = [await meeting.site.person("elin"), await meeting.site.person("nils")];
  const calendarId = await shareWith(elin, nils);
  await meeting.open(page, nils, WEEK);
  await expect(council(page)).toBeVisible();
  // What was done there could be undone, and is on the disk as well.
  await council(page).click();
  await page.keyboard.press("Escape");
  await council(page).focus();
  await page.keyboard.press("Delete");
  await expect(council(page)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(council(page)).toBeVisible();
  await meeting.settled();
  await expect.poll(() => storedBy(page)).toContain("The budget is secret");

  await setShare(elin, calendarId, {});
  await expect(council(page)).toHaveCount(0);
  await expect(page.getByRole("switch", { name: /^Elin/ })).toHaveCount(0);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("dialog").getByText(/Elin no longer shares/)).toBeVisible();
  await expect.poll(() => storedBy(page)).not.toMatch(/The budget is secret|Council/);
  expect(await storedBy(page)).not.toContain(elin.accountId);
});

test("who edits an event of it meanwhile keeps what they typed, and is told", async ({ page, meeting }) => {
  const [elin, nils] = [await meeting.site.person("elin"), await meeting.site.person("nils")];
  const calendarId = await shareWith(elin, nils);
  await meeting.open(page, nils, WEEK);
  await council(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("form", { name: /Edit|event/i });
  await form.getByLabel("Title").fill("Council of the boat club");
  await setShare(elin, calendarId, {});
  await expect(council(page)).toHaveCount(0);
  await expect(form.getByLabel("Title")).toHaveValue("Council of the boat club");
});

test("a suspended account leaves its open tab at once, and nothing on the disk", async ({
  page,
  meeting,
}) => {
  const [elin, nils] = [
    await meeting.site.person("elin", "administrator"),
    await meeting.site.person("nils"),
  ];
  await shareWith(elin, nils);
  await meeting.open(page, nils, WEEK);
  await expect(council(page)).toBeVisible();
  await expect.poll(() => storedBy(page)).toContain("The budget is secret");
  await elin.jmap("Account/set", { update: { [nils.accountId]: { status: "suspended" } } });
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(council(page)).toHaveCount(0);
  await expect.poll(() => storedBy(page)).not.toMatch(/The budget is secret|Council/);
});

test("a calendar of somebody whose account is closed leaves the open tab", async ({ page, meeting }) => {
  const [admin, elin, nils] = [
    await meeting.site.person("admin", "administrator"),
    await meeting.site.person("elin"),
    await meeting.site.person("nils"),
  ];
  await shareWith(elin, nils);
  await meeting.open(page, nils, WEEK);
  await expect(council(page)).toBeVisible();
  await expect.poll(() => storedBy(page)).toContain("The budget is secret");
  await admin.jmap("Account/set", { destroy: [elin.accountId] });
  await expect(council(page)).toHaveCount(0);
  await expect.poll(() => storedBy(page)).not.toMatch(/The budget is secret|Council/);
});
