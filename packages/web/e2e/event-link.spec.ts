import type { Page } from "@playwright/test";
import { ENGLISH, expect, signInAt, SWEDISH, test, type RunningServer } from "./fixtures.ts";

const basic = (server: RunningServer) => ({
  authorization: `Basic ${btoa(`${ENGLISH}:${server.password}`)}`,
});

/** Stores an event by CalDAV and gives the id that JMAP has for it. */
async function put(server: RunningServer, uid: string, ...lines: string[]): Promise<string> {
  const body = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Client//EN", "BEGIN:VEVENT", `UID:${uid}`]
    .concat("DTSTAMP:20261120T100000Z", lines, "END:VEVENT", "END:VCALENDAR", "")
    .join("\r\n");
  const headers = basic(server);
  const url = `${server.url}/dav/calendars/elin/calendar/${uid}.ics`;
  expect((await fetch(url, { method: "PUT", headers, body })).status).toBe(201);
  const session = (await (await fetch(`${server.url}/jmap/session`, { headers })).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
  const answer = await fetch(`${server.url}/jmap/api`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"],
      methodCalls: [["CalendarEvent/query", { accountId, filter: { uid } }, "0"]],
    }),
  });
  const { methodResponses } = (await answer.json()) as { methodResponses: [[string, { ids: string[] }]] };
  const [id] = methodResponses[0][1].ids;
  if (id === undefined) throw new Error("the event is not there");
  return id;
}

const opened = (page: Page, title: string) => page.getByRole("dialog", { name: title });
const WEEKLY = ["DTSTART;TZID=Europe/Stockholm:20261102T140000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY"];

test("a link opens an event in its week, far outside of what was loaded, and Back does not come to it again", async ({
  page,
  server,
  signIn,
}) => {
  const id = await put(server, "far", "SUMMARY:Far away", "DTSTART:20310514T100000Z", "DURATION:PT1H");
  await signIn(page);
  await page.goto(`/event/${id}`);
  await expect(opened(page, "Far away")).toBeVisible();
  await expect(page).toHaveURL(/\/week\/2031-W20$/);
  await page.keyboard.press("Escape");
  await expect(opened(page, "Far away")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Far away,/ }).first()).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Far away,/ }).first()).toBeVisible();
  await expect(opened(page, "Far away")).toHaveCount(0);
});

test("a link to a series opens its next occurrence; one to an occurrence opens that one, also if it was moved", async ({
  page,
  server,
  signIn,
}) => {
  const id = await put(server, "series", "SUMMARY:Choir", ...WEEKLY);
  const moved = await put(
    server,
    "moved",
    "SUMMARY:Rehearsal",
    ...WEEKLY,
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:moved",
    "DTSTAMP:20261120T100000Z",
    "SUMMARY:Rehearsal",
    "RECURRENCE-ID;TZID=Europe/Stockholm:20261214T140000",
    "DTSTART:20270212T170000Z",
    "DURATION:PT1H",
  );
  await signIn(page);
  await page.goto(`/event/${id}`);
  await expect(opened(page, "Choir")).toBeVisible();
  await expect(page).toHaveURL(/\/week\/2026-W48$/);
  await page.goto(`/event/${id}_20291231T140000`);
  await expect(opened(page, "Choir")).toBeVisible();
  await expect(page).toHaveURL(/\/week\/2030-W01$/);
  await page.goto(`/event/${moved}.20261214T140000`);
  await expect(opened(page, "Rehearsal")).toBeVisible();
  await expect(page).toHaveURL(/\/week\/2027-W06$/);
});

test("an event of others looks the same as a missing one", async ({ page, server }) => {
  const id = await put(server, "own", "SUMMARY:Own", "DTSTART:20261124T100000Z", "CLASS:PRIVATE");
  await signInAt(server, page, SWEDISH);
  const said: string[] = [];
  for (const path of [`/event/${id}`, "/event/01a2b3", `/event/${id}_20291231T140000`, "/event/x%2Fy..%22"]) {
    await page.goto(path);
    const dialog = page.getByRole("dialog", { name: "Händelsen kunde inte öppnas" });
    await expect(dialog).toBeVisible();
    said.push(await dialog.innerText());
    await expect(page).toHaveURL(new RegExp("/event/"));
  }
  expect(new Set(said).size).toBe(1);
  await page.getByRole("button", { name: "Gå till kalendern" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});

test("a signed-out person signs in and gets to the event; on a phone to its day", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const id = await put(server, "phone", "SUMMARY:By phone", "DTSTART:20261126T130000Z", "DURATION:PT1H");
  await page.goto(`/event/${id}`);
  await page.getByLabel(/^Email/).fill(ENGLISH);
  await page.getByLabel(/^Password/).fill(server.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(opened(page, "By phone")).toBeVisible();
  await expect(page).toHaveURL(/\/day\/2026-11-26$/);
});
