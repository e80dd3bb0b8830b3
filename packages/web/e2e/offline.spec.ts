import type { Page } from "@playwright/test";
import { expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";

test.use({ reuseContext: false, serviceWorkers: "allow" });

const ELIN = "elin@tallkotten.example";

const dav = (server: RunningServer, name: string, init: RequestInit = {}) =>
  fetch(`${server.url}/dav/calendars/elin/calendar/${name}.ics`, {
    ...init,
    headers: { authorization: `Basic ${btoa(`${ELIN}:${server.password}`)}` },
  });

const put = (server: RunningServer, uid: string, summary: string, start: string): Promise<void> =>
  putComponent(server, uid, "VEVENT", [`DTSTART:${start}`, "DURATION:PT30M", `SUMMARY:${summary}`]);

async function putComponent(
  server: RunningServer,
  uid: string,
  kind: "VEVENT" | "VTODO",
  own: readonly string[],
): Promise<void> {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    `BEGIN:${kind}`,
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    ...own,
    "X-CLIENT:kept",
    `END:${kind}`,
    "END:VCALENDAR",
    "",
  ];
  const answer = await dav(server, uid, { method: "PUT", body: lines.join("\r\n") });
  expect([201, 204]).toContain(answer.status);
}

/** The whole app is on this machine, and the next start is its own. */
async function isInstalled(page: Page): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
  };
  // Every file of the app is fetched.
  await expect.poll(() => page.evaluate(isReady), { timeout: 90_000 }).toBe(true);
}

/** The worker answers a moment after it has taken over. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const answer = () =>
    fetch("/theme.js").then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(() => page.evaluate(answer)).toBe(200);
}

const block = (page: Page, title: string) =>
  page.getByRole("button", { name: new RegExp(`^${title},`) }).first();

test("from the second visit on it starts and works without the server; who signs out leaves nothing", async ({
  page,
}) => {
  const server = await startServer();
  await put(server, "kept", "Kept offline", "20261125T190000Z");
  await signInAt(server, page);
  await page.clock.resume();
  await expect(block(page, "Kept offline")).toBeVisible();
  await isInstalled(page);
  await goOffline(page);
  await page.reload();
  await expect(block(page, "Kept offline")).toBeVisible();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await page.goto(`${server.url}/day/2026-11-25`);
  await expect(block(page, "Kept offline")).toBeVisible();

  const stored = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    return paths;
  });
  expect(stored).toContain("/");
  expect(stored.filter((path) => /^\/(jmap|dav|auth)/.test(path))).toEqual([]);

  await page.context().setOffline(false);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await page.getByRole("button", { name: /Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByLabel(/^Email/)).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("snart.session"))).toBeNull();
  server.stop();
});

async function rename(page: Page, from: string, to: string): Promise<void> {
  await block(page, from).focus();
  await page.keyboard.press("e");
  await page.getByLabel("Title").fill(to);
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(block(page, to)).toBeVisible();
}

async function remove(page: Page, title: string): Promise<void> {
  await block(page, title).focus();
  await page.keyboard.press("Delete");
  await expect(block(page, title)).toHaveCount(0);
}

/** Draws half an hour on Sunday, from an hour of the day. */
async function draw(page: Page, hour: number, title: string): Promise<void> {
  const column = page.getByRole("region", { name: /Sunday 29 November/ }).first();
  // Event 6 begins at 11:20; an hour is 52 pixels high.
  const [box, anchor] = [await column.boundingBox(), await block(page, "Event 6").boundingBox()];
  if (!box || !anchor) throw new Error("no Sunday, or nothing to measure from");
  const y = (at: number): number => anchor.y + (at - 11 - 1 / 3) * 52;
  await page.mouse.move(box.x + box.width / 2, y(hour) + 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y(hour + 0.25), { steps: 4 });
  await page.mouse.move(box.x + box.width / 2, y(hour + 0.5) - 2, { steps: 4 });
  await page.mouse.up();
  await page.getByPlaceholder("What").fill(title);
  await page.keyboard.press("Enter");
  await expect(block(page, title)).toBeVisible();
}

async function makeTenChanges(page: Page, other: Page): Promise<void> {
  await rename(page, "Event 1", "Mine 1");
  await rename(other, "Event 2", "Mine 2");
  await remove(page, "Event 3");
  await rename(other, "Event 4", "Mine 4");
  await remove(other, "Event 5");
  await draw(page, 17.75, "New 1");
  await draw(other, 18.5, "New 2");
  // The other tab changes an event that the first one made, before the server has it.
  await rename(other, "New 1", "New 1b");
  await draw(page, 7.25, "New 3");
  await block(page, "Event 6").focus();
  await page.keyboard.press("e");
  await page.getByRole("textbox", { name: "Place" }).fill("Loftet");
  await page.getByRole("button", { name: /^Save/ }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByText("10 changes are sent when you are back.")).toBeVisible();
    for (const title of ["Mine 1", "Mine 2", "Mine 4", "New 1b", "New 2", "New 3"])
      await expect(block(tab, title)).toBeVisible();
    for (const title of ["Event 3", "Event 5"]) await expect(block(tab, title)).toHaveCount(0);
  }
}

async function changeElsewhere(server: RunningServer): Promise<void> {
  await put(server, "e1", "Theirs 1", "20261128T070000Z");
  expect((await dav(server, "e2", { method: "DELETE" })).status).toBe(204);
  await put(server, "e3", "Theirs 3", "20261128T082000Z");
  await put(server, "e6", "Theirs 6", "20261128T102000Z");
}

async function answerAll(other: Page): Promise<void> {
  await other.getByRole("button", { name: "Compare" }).click();
  const question = other.getByRole("alertdialog", { name: "Changed in two places" });
  await expect(question.getByRole("row", { name: "Title Mine 1 Theirs 1" })).toBeVisible();
  await other.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await other.getByRole("button", { name: "Compare" }).click();
  await question.getByRole("button", { name: "Keep mine" }).click();
  await expect(question.getByRole("row", { name: "Title Mine 2 Deleted" })).toBeVisible();
  await question.getByRole("button", { name: "Keep mine" }).click();
  await expect(question.getByRole("row", { name: "Title Deleted Theirs 3" })).toBeVisible();
  await question.getByRole("button", { name: "Keep theirs" }).click();
  await expect(question).toHaveCount(0);
  await expect(other.getByText(/conflicts? with/)).toHaveCount(0);
}

async function expectTheEnd(server: RunningServer, other: Page): Promise<void> {
  const text = async (uid: string): Promise<string> => (await dav(server, uid)).text();
  await expect.poll(() => text("e1")).toContain("SUMMARY:Mine 1");
  await expect.poll(() => text("e2")).toContain("SUMMARY:Mine 2");
  await expect.poll(() => text("e4")).toContain("SUMMARY:Mine 4");
  await expect.poll(async () => (await dav(server, "e5")).status).toBe(404);
  await expect.poll(() => text("e6")).toMatch(/\nLOCATION[^:]*:Loftet/);
  expect(await text("e2")).toContain("X-CLIENT:kept");
  expect(await text("e3")).toContain("SUMMARY:Theirs 3");
  expect(await text("e6")).toContain("SUMMARY:Theirs 6");
  for (const title of ["New 1b", "New 2", "New 3", "Mine 1", "Mine 2", "Theirs 3", "Mine 4", "Theirs 6"])
    await expect(other.getByRole("button", { name: new RegExp(`^${title}, \\w+day`) })).toHaveCount(1);
  for (const title of ["Event 3", "Event 5"]) await expect(block(other, title)).toHaveCount(0);
}

test("ten changes in two tabs without a network and three that conflict elsewhere end as they should", async ({
  page,
}) => {
  const server = await startServer();
  const times = ["0700", "0740", "0820", "0900", "0940", "1020"];
  for (const [at, time] of times.entries())
    await put(server, `e${String(at + 1)}`, `Event ${String(at + 1)}`, `20261128T${time}00Z`);
  await signInAt(server, page);
  await page.clock.resume();
  await isInstalled(page);
  const other = await page.context().newPage();
  await other.goto(server.url);
  for (const tab of [page, other]) await expect(block(tab, "Event 6")).toBeVisible();

  await goOffline(page);
  await makeTenChanges(page, other);
  await changeElsewhere(server);

  // The browser is closed meanwhile: the leading tab goes, and the other starts again.
  await page.close();
  await other.reload();
  await expect(block(other, "Mine 1")).toBeVisible();
  await other.context().setOffline(false);
  await expect(other.getByText(/^3 of your changes conflict with others/)).toBeVisible();
  await expect(block(other, "Theirs 6")).toBeVisible();

  await answerAll(other);
  await expectTheEnd(server, other);
  server.stop();
});

/** All tasks of the calendar as other clients read them. */
async function tasksElsewhere(server: RunningServer): Promise<string> {
  const answer = await fetch(`${server.url}/dav/calendars/elin/calendar/`, {
    method: "REPORT",
    headers: { authorization: `Basic ${btoa(`${ELIN}:${server.password}`)}`, depth: "1" },
    body: `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/></c:comp-filter></c:filter></c:calendar-query>`,
  });
  expect(answer.status).toBe(207);
  return answer.text();
}

test("tasks are there without the server, and changes to them reach it afterwards", async ({ page }) => {
  const server = await startServer();
  await putComponent(server, "gate", "VTODO", [
    "SUMMARY:Oil the gate",
    "DUE;TZID=Europe/Stockholm:20261123T150000",
  ]);
  await signInAt(server, page);
  await page.clock.resume();
  await page.goto(`${server.url}/tasks`);
  const gate = page.getByRole("checkbox", { name: "Oil the gate is done" });
  // The page of tasks is fetched when it is opened.
  await expect(gate).toBeVisible();
  await isInstalled(page);
  await goOffline(page);
  await page.reload();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await gate.click();
  await expect(gate).toHaveCount(0);
  const words = page.getByRole("textbox", { name: "Add a task in words" });
  await words.fill("Call the bank on Friday at 15");
  await page.keyboard.press("Enter");
  const thisWeek = page.getByRole("region", { name: /^This week/ });
  await expect(thisWeek.getByText("Call the bank")).toBeVisible();
  await expect(page.getByText("2 changes are sent when you are back.")).toBeVisible();
  // Kept over another start, and not sent to anybody.
  await page.reload();
  await expect(thisWeek.getByText("Call the bank")).toBeVisible();
  await expect(gate).toHaveCount(0);
  expect(await tasksElsewhere(server)).not.toMatch(/COMPLETED|Call the bank/);

  await page.context().setOffline(false);
  await expect.poll(() => tasksElsewhere(server)).toMatch(/SUMMARY:Call the bank/);
  const all = await tasksElsewhere(server);
  expect(all).toMatch(/UID:gate[^]*STATUS:COMPLETED/);
  expect(all.match(/SUMMARY:Call the bank/g)).toHaveLength(1);
  expect(all).toContain("X-CLIENT:kept");
  await expect(page.getByText(/sent when you are back/)).toHaveCount(0);
  server.stop();
});
