import type { Page } from "@playwright/test";
import { gzipSync } from "node:zlib";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { createdId } from "./make-bookables.ts";
import { expect, test } from "./fixtures.ts";
import { makePoll } from "./make-poll.ts";
import { sendGuestForm } from "./send-guest-form.ts";

const CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//elsewhere//EN",
  "BEGIN:VEVENT",
  "UID:choir",
  "DTSTAMP:20260101T000000Z",
  "SUMMARY:Körövning <b>",
  "DTSTART;TZID=Europe/Stockholm:20260907T183000",
  "DURATION:PT2H",
  "RRULE:FREQ=WEEKLY",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/** Three evenings, of which the first and the last are Mondays. */
const TIMES = ["2026-12-14T17:00:00Z", "2026-12-15T17:00:00Z", "2026-12-21T17:00:00Z"];

/** Bytes of a page with all that it loads, as they go over the network. */
async function weightOf(guest: Page): Promise<number> {
  const names = await guest.evaluate(() => [
    location.href,
    ...performance.getEntriesByType("resource").map(({ name }) => name),
  ]);
  expect(names.length).toBeGreaterThan(2);
  let sum = 0;
  for (const name of names) {
    const body = await (await guest.request.get(name)).body();
    sum += name.endsWith(".woff2") ? body.length : gzipSync(body).length;
  }
  return sum;
}

const sendAnswers = (guest: Page): Promise<void> =>
  sendGuestForm(
    guest.getByRole("button", { name: "Skicka dina svar" }),
    guest.getByText("Dina svar är sparade."),
  );

/** Has a calendar compared with the times, after a file that is none. */
async function compare(guest: Page): Promise<void> {
  await guest.getByText("Se vad som krockar med din egen kalender").press("Enter");
  const file = { name: "my.ics", mimeType: "text/calendar", buffer: Buffer.from(CALENDAR) };
  await guest.getByLabel("Kalenderfil (.ics)").setInputFiles({ ...file, buffer: Buffer.from("no calendar") });
  await expect(guest.getByText("Det gick inte att läsa som en kalender.")).toBeVisible();
  await guest.getByLabel("Kalenderfil (.ics)").setInputFiles(file);
  await expect(guest.getByText("Tider som krockar: 2 av 3.")).toBeVisible();
}

test("a guest sees what clashes with a calendar that never leaves the browser, and answers no there", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await signIn(page);
  const options = TIMES.map((start) => ({ start }));
  const { id, path } = await makePoll(page, { title: "Lucia?", minutes: 120, options });
  const context = await browser.newContext({ locale: "sv-SE", viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  await guest.goto(server.url + path);
  await expect(guest.getByText("Se vad som krockar med din egen kalender")).toBeVisible();
  expect(await weightOf(guest)).toBeLessThan(60_000);
  const asked: string[] = [];
  let sent = "";
  guest.on("request", (request) => {
    asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    sent += request.postData() ?? "";
  });
  await compare(guest);
  const days = guest.locator(".days section");
  await expect(days.first().getByText("Krockar med \u2068Körövning <b>\u2069 18:30")).toBeVisible();
  expect(await axeProblems(guest)).toEqual([]);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await guest.getByRole("button", { name: "Svara nej där det krockar" }).press("Enter");
  await expect(days.first().getByRole("radio", { name: "Nej" })).toBeChecked();
  await expect(guest.locator("fieldset.time input:checked")).toHaveCount(2);
  // All that was asked for is what reads calendars, from here.
  expect(asked).toEqual(["GET /guest/clashes.js"]);
  await days
    .first()
    .getByRole("link", { name: /^Nästa/ })
    .press("Enter");
  await expect(days.nth(1).getByText("Ledig i din kalender")).toBeVisible();
  await guest.getByLabel("Ditt namn").fill("Bo Ek");
  await sendAnswers(guest);
  expect(sent).toContain("name=Bo");
  expect(sent).not.toMatch(/VCALENDAR|K%C3%B6r|choir/i);
  await context.close();
  await page.goto(`/polls/${id}`);
  await expect(page.getByRole("row", { name: /Bo Ek/ }).locator('[data-answer="no"]')).toHaveCount(2);
});

test("a guest has a calendar read from its address where that site allows it, by a worker that the page itself is not", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await signIn(page);
  const { path } = await makePoll(page, {
    title: "Lucia?",
    minutes: 120,
    options: TIMES.map((start) => ({ start })),
  });
  const context = await browser.newContext({ locale: "sv-SE", viewport: { width: 390, height: 844 } });
  const asked: Readonly<Record<string, string>>[] = [];
  await context.route("https://*.example/**", async (route) => {
    const { hostname } = new URL(route.request().url());
    asked.push(await route.request().allHeaders());
    // Without any such header Playwright lets everybody read it.
    const origin = hostname.startsWith("open") ? "*" : "https://other.example";
    await route.fulfill({
      headers: { "access-control-allow-origin": origin },
      contentType: "text/calendar",
      body: CALENDAR,
    });
  });
  const guest = await context.newPage();
  await guest.goto(server.url + path);
  await guest.getByText("Se vad som krockar med din egen kalender").press("Enter");
  const address = guest.getByLabel("Eller klistra in texten i en kalender, eller dess adress");
  const reads = async (given: string): Promise<void> => {
    await address.fill(given);
    await guest.getByRole("button", { name: "Jämför" }).press("Enter");
  };
  await reads("https://closed.example/me.ics");
  await expect(guest.getByText("Kalendern gick inte att hämta:")).toBeVisible();
  expect(await axeProblems(guest)).toEqual([]);
  await reads("webcal://open.example/me.ics");
  await expect(guest.getByText("Tider som krockar: 2 av 3.")).toBeVisible();
  expect(asked).toHaveLength(2);
  for (const headers of asked)
    for (const name of ["cookie", "referer"]) expect(headers).not.toHaveProperty(name);
  const own = guest.evaluate(() =>
    fetch("https://open.example/me.ics").then(
      () => "read",
      () => "refused",
    ),
  );
  expect(await own).toBe("refused");
  expect(asked).toHaveLength(2);
  await context.close();
});

test("in the app one's own events are named at the times that they take, and what the poll keeps is none", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  const [calendars] = await callAs(page, [["Calendar/get", { ids: null }]]);
  const { list } = calendars as never as { readonly list: readonly { readonly id: string }[] };
  const event = {
    "@type": "Event",
    calendarIds: { [list[0]?.id ?? ""]: true },
    title: "Dentist",
    start: "2026-12-14T18:30:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
  };
  const options = TIMES.map((start) => ({ start }));
  const poll = { title: "Lucia?", minutes: 120, timeZone: "Europe/Stockholm", options, holdsOptions: true };
  const [, made] = await callAs(page, [
    ["CalendarEvent/set", { create: { k: event } }],
    ["Poll/set", { create: { p: poll } }],
  ]);
  await page.goto(`/polls/${createdId(made, "p")}`);
  const row = page.getByRole("row", { name: /^In your calendar/ });
  await expect(row.getByRole("cell")).toHaveText(["Dentist 18:30", "Swimming, Viggo 17:30", "free"]);
  expect(await axeProblems(page)).toEqual([]);
});
