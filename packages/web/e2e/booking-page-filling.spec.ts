import type { Browser, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";
import { letOthersBook } from "./let-others-book.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

async function guestAt(browser: Browser, address: string): Promise<Page> {
  const guest = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await guest.goto(address);
  return guest;
}
const times = (page: Page) => page.getByRole("main").getByRole("list").last().getByRole("listitem");
const book = (page: Page) => page.getByRole("button", { name: /^Book / });

test("a time is kept while a guest fills in the form, and given up when they look for another", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const address = `${await letOthersBook(page, server.url)}?lang=en-GB`;
  const bo = await guestAt(browser, address);
  const policies: string[] = [];
  bo.on("console", (message) => policies.push(message.text()));
  const first = times(bo).first().getByRole("link");
  const time = /\d\d:\d\d/.exec((await first.textContent()) ?? "")?.[0] ?? "";
  await first.click();
  await expect(bo.getByText("The time is kept for you")).toBeHidden();
  await bo.getByLabel("Your name").press("B");
  await expect(bo.getByRole("status").filter({ hasText: /kept for you until \d\d:\d\d/ })).toBeVisible();
  expect(await axeProblems(bo)).toEqual([]);

  const nora = await guestAt(browser, address);
  const same = times(nora).filter({ hasText: time }).first();
  await expect(same).toContainText(/Somebody is filling in the form\. It may be free again at \d\d:\d\d\./);
  await expect(same.getByRole("link")).toHaveCount(0);
  expect(await axeProblems(nora)).toEqual([]);
  await nora.goto(bo.url());
  await nora.getByLabel("Email").press("n");
  await expect(nora.getByText("Somebody else is filling in the form for this time.")).toBeVisible();

  // The same form in the other language, and again: the hold is the same.
  await bo.getByRole("link", { name: "Svenska" }).click();
  await bo.getByRole("link", { name: "English" }).click();
  await expect(bo.getByText("The time is kept for you until")).toBeVisible();
  await bo.goto(address);
  await expect(times(bo).first().getByRole("link")).toContainText(time);
  await nora.goto(address);
  await expect(times(nora).first().getByRole("link")).toContainText(time);

  await times(bo).first().getByRole("link").click();
  await bo.getByLabel("Your name").fill("Bo Ek");
  await bo.getByLabel("Email").fill("bo@example.org");
  await expect(bo.getByText("The time is kept for you until")).toBeVisible();
  await book(bo).press("Enter");
  const booked = bo.getByRole("heading", { name: "✓ You are booked" });
  await expect(booked.or(bo.getByText("Press the button once more."))).toBeVisible();
  if (!(await booked.isVisible())) await book(bo).press("Enter");
  await expect(booked).toBeVisible();
  expect(policies.filter((text) => /Content Security Policy/.test(text))).toEqual([]);
  await nora.goto(address);
  await expect(times(nora).filter({ hasText: time })).toHaveCount(0);
  await bo.context().close();
  await nora.context().close();
});
