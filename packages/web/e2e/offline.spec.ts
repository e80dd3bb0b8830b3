import type { Page } from "@playwright/test";
import { expect, signInAt, startServer, test } from "./fixtures.ts";
import type { RunningServer } from "./fixtures.ts";

test.use({ serviceWorkers: "allow" });

const ELIN = "elin@tallkotten.example";

const dav = (server: RunningServer, name: string, init: RequestInit = {}) =>
  fetch(`${server.url}/dav/calendars/elin/calendar/${name}.ics`, {
    ...init,
    headers: { authorization: `Basic ${btoa(`${ELIN}:${server.password}`)}` },
  });

async function put(server: RunningServer, uid: string, summary: string, start: string): Promise<void> {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    `DTSTART:${start}`,
    "DURATION:PT30M",
    `SUMMARY:${summary}`,
    "X-CLIENT:kept",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  const answer = await dav(server, uid, { method: "PUT", body: lines.join("\r\n") });
  expect([201, 204]).toContain(answer.status);
}

/** The whole app is on this machine, and the next start is its own. */
const isInstalled = (page: Page): Promise<unknown> =>
  page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
  });

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => page.evaluate(async () => (await fetch("/theme.js")).status)).toBe(200);
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
