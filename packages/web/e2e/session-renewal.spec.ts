import type { Page } from "@playwright/test";
import { expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";

test.use({ reuseContext: false, serviceWorkers: "allow" });

interface SignIn {
  readonly id: string;
  readonly isCurrent: boolean;
}
const DAY = 86_400_000;
const ELIN = "elin@tallkotten.example";

/** The event as another client of hers has it. */
async function overDav(server: RunningServer, text?: string): Promise<string> {
  const answer = await fetch(`${server.url}/dav/calendars/elin/calendar/renewed.ics`, {
    headers: { authorization: `Basic ${btoa(`${ELIN}:${server.password}`)}` },
    ...(text !== undefined && { method: "PUT", body: text }),
  });
  expect(answer.ok).toBe(true);
  return answer.text();
}
const event = (summary: string): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    "UID:renewed",
    "DTSTAMP:20261120T100000Z",
    "DTSTART:20261125T190000Z",
    "DURATION:PT30M",
    `SUMMARY:${summary}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const block = (page: Page, title: string) =>
  page.getByRole("button", { name: new RegExp(`^${title},`) }).first();
const cookie = async (page: Page): Promise<string> =>
  (await page.context().cookies()).find(({ name }) => name === "snart_session")?.value ?? "";
async function rename(page: Page, from: string, to: string): Promise<void> {
  await block(page, from).focus();
  await page.keyboard.press("e");
  await page.getByLabel("Title").fill(to);
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(block(page, to)).toBeVisible();
}

async function openWithServiceWorker(server: RunningServer, page: Page): Promise<void> {
  await signInAt(server, page);
  await page.clock.resume();
  await expect(block(page, "First name")).toBeVisible();
  const isReady = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isReady, { timeout: 90_000 }).toBe(true);
}

test("the app goes on working while its session gets new tokens: live, in two tabs, and after being offline", async ({
  page,
}) => {
  const server = await startServer();
  await overDav(server, event("First name"));
  await openWithServiceWorker(server, page);
  const other = await page.context().newPage();
  await other.goto(server.url);
  await expect(block(other, "First name")).toBeVisible();
  const first = await cookie(page);

  // The event sources of both were opened with the former token.
  server.advance(DAY);
  await overDav(server, event("Second name"));
  await expect(block(page, "Second name")).toBeVisible();
  await expect(block(other, "Second name")).toBeVisible();
  await expect.poll(() => cookie(page)).not.toBe(first);
  server.advance(2 * 60_000);
  await rename(other, "Second name", "Third name");
  await expect(block(page, "Third name")).toBeVisible();
  const second = await cookie(page);

  await page.context().setOffline(true);
  server.advance(DAY);
  await rename(page, "Third name", "Fourth name");
  await page.context().setOffline(false);
  await expect.poll(() => overDav(server)).toContain("SUMMARY:Fourth name");
  await expect(block(other, "Fourth name")).toBeVisible();
  await expect.poll(() => cookie(page)).not.toBe(second);

  server.advance(2 * 60_000);
  await page.reload();
  await expect(block(page, "Fourth name")).toBeVisible();
  await rename(page, "Fourth name", "Last name");
  await expect.poll(() => overDav(server)).toContain("SUMMARY:Last name");
  server.stop();
});

test("a copy of a former token signs its owner out, who keeps what was not sent yet", async ({ page }) => {
  const server = await startServer();
  await overDav(server, event("First name"));
  await openWithServiceWorker(server, page);
  const copy = await cookie(page);
  server.advance(DAY);
  await rename(page, "First name", "Second name");
  await expect.poll(() => cookie(page)).not.toBe(copy);
  await page.reload();
  await expect(block(page, "Second name")).toBeVisible();
  server.advance(2 * 60_000);
  await page.context().setOffline(true);
  await rename(page, "Second name", "Not sent yet");

  const headers = { cookie: `snart_session=${copy}` };
  expect((await fetch(`${server.url}/jmap/session`, { headers })).status).toBe(401);
  await page.context().setOffline(false);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  expect(await overDav(server)).toContain("SUMMARY:Second name");

  await page.getByLabel(/^Email/).fill(ELIN);
  await page.getByRole("textbox", { name: "Password" }).fill(server.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => overDav(server)).toContain("SUMMARY:Not sent yet");
  server.stop();
});

test("a page at which nobody does anything shows the sign-in when its session has been ended elsewhere", async ({
  page,
  request,
}) => {
  const server = await startServer();
  await signInAt(server, page);
  await page.clock.resume();
  await expect(page.getByRole("button", { name: /^New/ }).first()).toBeVisible();
  const data = { login: ELIN, password: server.password };
  expect((await request.post(`${server.url}/auth/sign-in`, { data })).status()).toBe(200);
  const session = (await (await request.get(`${server.url}/jmap/session`)).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = session.primaryAccounts["urn:snart:jmap"];
  const call = async (name: string, args: object) => {
    const methodCalls = [[name, { accountId, ...args }, "c"]];
    const answer = await request.post(`${server.url}/jmap/api`, {
      data: { using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"], methodCalls },
    });
    return ((await answer.json()) as { methodResponses: [[string, { list: SignIn[] }]] })
      .methodResponses[0][1];
  };
  const { list } = await call("SignIn/get", { ids: null });
  await call("SignIn/set", { destroy: list.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id) });
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible({ timeout: 60_000 });
  server.stop();
});
