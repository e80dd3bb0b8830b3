import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIRequestContext, Frame, Page } from "@playwright/test";
import { ENGLISH, expect, NOW, test, type RunningServer } from "./fixtures.ts";

// An event whose texts want to be run wherever it is shown. A server of its own: it has a link, and others would see the event.
test.use({ isAlone: true });

const SUMMARY = "<img src=x onerror=alert(1)>Dinner<script>alert(2)</script>";
const EVENT = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Test//EN",
  "BEGIN:VEVENT",
  "UID:hostile",
  "DTSTAMP:20261101T000000Z",
  "DTSTART:20261125T170000Z",
  "DURATION:PT2H",
  `SUMMARY:${SUMMARY}`,
  "URL:javascript:alert(3)",
  "LOCATION:javascript:alert(4)//<svg onload=alert(5)>",
  "CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=Join:javascript:alert(6)",
  "ATTACH;FMTTYPE=text/html:javascript:alert(7)",
  "COLOR:red;background:url(javascript:alert(8))",
  'DESCRIPTION:<a href="javascript:alert(9)">Menu</a> javascript:alert(10) data:text/html\\,<script>alert(11)</script> https://menu.example/"onmouseover="alert(12)',
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/** Puts the event into Elin's calendar. @returns the path of its page for anybody, which may be embedded */
async function published(request: APIRequestContext, server: RunningServer): Promise<string> {
  const headers = { authorization: `Basic ${btoa(`${ENGLISH}:${server.password}`)}` };
  const stored = await request.put("/dav/calendars/elin/calendar/hostile.ics", {
    headers: { ...headers, "content-type": "text/calendar" },
    data: EVENT,
  });
  expect(stored.status()).toBe(201);
  const { primaryAccounts } = (await (await request.get("/jmap/session", { headers })).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = primaryAccounts["urn:ietf:params:jmap:calendars"];
  const call = async (name: string, args: object): Promise<Record<string, never>> => {
    const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars", "urn:snart:jmap"];
    const data = { using, methodCalls: [[name, { accountId, ...args }, "0"]] };
    const answer = (await (await request.post("/jmap/api", { headers, data })).json()) as {
      methodResponses: [string, Record<string, never>][];
    };
    return answer.methodResponses[0]?.[1] ?? {};
  };
  const { list } = (await call("CalendarEvent/get", { ids: null })) as unknown as {
    list: { uid: string; calendarIds: Record<string, true> }[];
  };
  const [calendarId] = Object.keys(list.find(({ uid }) => uid === "hostile")?.calendarIds ?? {});
  const link = { calendarId, label: "Everybody", detail: "full", mayEmbed: true, expiresAt: null };
  const made = JSON.stringify(await call("PublicLink/set", { create: { x: link } }));
  return `/c/${/"token":"([^"]+)"/.exec(made)?.[1] ?? made}`;
}

/** Notes what asks the person something, as only a script of the event would. */
function listen(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  return asked;
}

/** What of a page could run something: addresses that are programs, and elements that the texts wanted to be. */
const dangers = (where: Page | Frame): Promise<readonly string[]> =>
  where.evaluate(() => [
    ...[...document.querySelectorAll("[href], [src], [action], [formaction], [data]")].flatMap((it) =>
      ["href", "src", "action", "formaction", "data"]
        .map((name) => it.getAttribute(name) ?? "")
        // White space and control characters before the scheme don't count.
        .filter((value) => /^\W*(?:javascript|vbscript|data:text)/i.test(value)),
    ),
    ...[...document.querySelectorAll("*")]
      .flatMap((it) => it.getAttributeNames())
      .filter((name) => /^on[a-z]+$/.test(name)),
    ...[...document.querySelectorAll('img[src="x"], svg[onload]')].map(({ outerHTML }) => outerHTML),
  ]);

/** Points at every link, as a text that wants to be an attribute would like it. */
async function pointAtLinks(page: Page): Promise<void> {
  for (const link of await page.getByRole("dialog").getByRole("link").all())
    await link.evaluate((it) => it.dispatchEvent(new MouseEvent("mouseover", { bubbles: true })));
}

/** Another website, which embeds a page. */
async function openClub(embedded: string): Promise<{ readonly url: string; close(): void }> {
  const body = `<!doctype html><title>Club</title><iframe src="${embedded}" width="900" height="600"></iframe>`;
  const server = createServer((_, outgoing) =>
    outgoing.writeHead(200, { "content-type": "text/html" }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

test("an event full of scripts is read and printed, and nothing of it runs", async ({
  page,
  request,
  server,
  signIn,
}) => {
  await published(request, server);
  const asked = listen(page);
  await signIn(page);
  await page.goto("/week/2026-11-25");
  await page.getByText(SUMMARY).first().click();
  await expect(page.getByRole("dialog")).toContainText(SUMMARY);
  await pointAtLinks(page);
  expect(await dangers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  for (const view of ["/month/2026-11", "/agenda/2026-11-25", "/week/2026-11-25"]) {
    await page.goto(view);
    await expect(page.getByRole("main")).toBeVisible();
    await page.keyboard.press("Control+p");
    await expect(page.locator("[data-sheets] > section").first()).toContainText("<img src=x");
    await page.emulateMedia({ media: "print" });
    expect(await dangers(page)).toEqual([]);
    await page.pdf();
    await page.emulateMedia({ media: "screen" });
  }
  expect(asked).toEqual([]);
  // The look itself sees what it looks for.
  await page.goto("about:blank");
  await page.setContent('<a href=" javascript:void 0">x</a><b onclick="void 0">y</b>');
  expect(await dangers(page)).toEqual([" javascript:void 0", "onclick"]);
});

test("a public page and one that embeds it show such an event, and nothing of it runs", async ({
  browser,
  request,
  server,
}) => {
  const path = await published(request, server);
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Stockholm" });
  const club = await openClub(`${server.url}${path}`);
  try {
    const guest = await context.newPage();
    await guest.clock.install({ time: NOW });
    const asked = listen(guest);
    await guest.goto(`${server.url}${path}`);
    for (const view of ["Week", "Month", "List"]) {
      await guest.getByText(view, { exact: true }).click();
      await expect(guest.getByText("<img src=x").first()).toBeVisible();
      expect(await dangers(guest)).toEqual([]);
    }
    await guest.getByText("<img src=x").first().click();
    await expect(guest.getByRole("dialog")).toContainText(SUMMARY);
    await pointAtLinks(guest);
    expect(await dangers(guest)).toEqual([]);

    await guest.goto(club.url);
    await expect(guest.frameLocator("iframe").getByText("<img src=x").first()).toBeVisible();
    const frame = guest.frames().find((one) => one.url().startsWith(server.url));
    if (!frame) throw new Error("nothing is embedded");
    expect(await dangers(frame)).toEqual([]);
    await guest.frameLocator("iframe").getByText("<img src=x").first().click();
    await expect(guest.frameLocator("iframe").getByRole("dialog")).toContainText(SUMMARY);
    expect(await dangers(frame)).toEqual([]);
    expect(asked).toEqual([]);
  } finally {
    club.close();
    await context.close();
  }
});
