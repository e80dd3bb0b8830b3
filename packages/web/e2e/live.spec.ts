import { ENGLISH, expect, SWEDISH, test, type RunningServer } from "./fixtures.ts";

const dav = (server: RunningServer, login: string, path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Basic ${btoa(`${login}:${server.password}`)}`);
  return fetch(`${server.url}/dav/calendars/${login}/${path}`, { ...init, headers });
};

const event = (uid: string, summary: string, start: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Client//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20261120T100000Z\r\nDTSTART:${start}\r\nDURATION:PT1H\r\nSUMMARY:${summary}\r\nX-CLIENT:kept\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

test("what a CalDAV client puts is painted in the open tab by itself, also while that fetches its week, and says how soon", async ({
  page,
  server,
  signIn,
}) => {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/jmap/api", async (route) => {
    if (!route.request().postData()?.includes('"CalendarEvent/query"')) return route.continue();
    const answer = await route.fetch();
    asked.resolve();
    await held.promise;
    return route.fulfill({ response: answer });
  });
  await signIn(page, SWEDISH);
  await asked.promise;
  const put = await dav(server, "elin.sand", "calendar/live.ics", {
    method: "PUT",
    body: event("live", "Fika med Åsa", "20261125T130000Z"),
  });
  expect(put.status).toBe(201);
  held.resolve();
  const block = page.getByRole("main").getByText("Fika med Åsa");
  await expect(block.first()).toBeVisible();
  await expect(
    page
      .getByRole("button", { name: /Fika med Åsa, onsdag 25 november, 14:00 till 15:00, om två dagar/ })
      .first(),
  ).toBeVisible();
  const gone = await dav(server, "elin.sand", "calendar/live.ics", { method: "DELETE" });
  expect(gone.status).toBe(204);
  await expect(block).toHaveCount(0);
});

test("an event made in the browser reaches CalDAV clients, and an edit keeps a client's own properties", async ({
  page,
  server,
  signIn,
}) => {
  await dav(server, "elin", "calendar/kept.ics", {
    method: "PUT",
    body: event("kept", "Before", "20261124T190000Z"),
  });
  await signIn(page, ENGLISH);
  await page
    .getByRole("button", { name: /^Before, Tuesday/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Title").fill("After");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByRole("button", { name: /^After, Tuesday/ }).first()).toBeVisible();
  await expect
    .poll(async () => (await dav(server, "elin", "calendar/kept.ics")).text())
    .toContain("SUMMARY:After");
  const text = await (await dav(server, "elin", "calendar/kept.ics")).text();
  expect(text).toContain("X-CLIENT:kept");
  expect(text).toContain("PRODID:-//Client//EN");
});
