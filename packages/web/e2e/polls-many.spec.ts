import { axeProblems } from "./axe-problems.ts";
import { expect, test } from "./fixtures.ts";
import { makePoll } from "./make-poll.ts";

const VOTERS = 45;

test("of a poll of many people the first are drawn, the others as one scrolls, and a guest has them in another tab", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const voters = Array.from({ length: VOTERS }, (_, n) => ({ mail: `voter-${String(n)}@example.org` }));
  const options = [{ start: "2026-12-14T17:00:00Z" }, { start: "2026-12-15T17:00:00Z" }];
  const { id, path } = await makePoll(page, { title: "Spring party?", options, voters });
  await page.goto(`/polls/${id}`);
  const table = page.getByRole("region", { name: "Answers", exact: true }).getByRole("table");
  // One's own row is there from the beginning, and the sums are of everybody.
  await expect(table.getByRole("radio", { name: "Yes" }).first()).toBeVisible();
  await expect(table.getByRole("rowheader", { name: /^\d+ more below$/ })).toBeAttached();
  expect(await table.getByRole("row").count()).toBeLessThan(VOTERS);
  expect(await axeProblems(page)).toEqual([]);
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(table.getByRole("rowheader", { name: /more below$/ })).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await expect(table.getByRole("rowheader", { name: /not yet$/ })).toHaveCount(VOTERS);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "sv-SE" })).newPage();
  await guest.goto(`${server.url}${path}`);
  const votes = guest.getByRole("region", { name: "Alla svar" });
  // The sums stand beside the form.
  await expect(votes.getByRole("row")).toHaveCount(2);
  const opened = guest.waitForEvent("popup");
  await guest.getByRole("link", { name: `Svar från ${String(VOTERS + 1)} personer` }).press("Enter");
  const all = await opened;
  await expect(all.getByRole("region", { name: "Alla svar" }).getByRole("row")).toHaveCount(VOTERS + 3);
  await expect(all.getByRole("link", { name: "Tillbaka" })).toBeVisible();
  await guest.context().close();
});

test("somebody is taken off a poll with their answers, and their link leads nowhere", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const options = [{ start: "2026-12-14T17:00:00Z" }];
  const { id, path } = await makePoll(page, { title: "Choir?", options });
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" })).newPage();
  await guest.goto(`${server.url}${path}`);
  await guest.getByRole("radio", { name: "Yes" }).first().press("Space");
  await guest.getByLabel(/^Your name/).fill("Bo Twice");
  const send = guest.getByRole("button", { name: /^Send/ });
  await expect(async () => {
    await send.press("Enter");
    await expect(guest).toHaveURL(/saved=1/, { timeout: 1_000 });
  }).toPass();

  await page.goto(`/polls/${id}`);
  await page.getByRole("button", { name: "Change the poll" }).click();
  const people = page.getByText("One person is asked or has voted");
  await people.focus();
  await people.press("Enter");
  await page.getByRole("button", { name: /^Remove .*Bo Twice/ }).press("Enter");
  const asking = page.getByRole("dialog", { name: /^Remove .*Bo Twice/ });
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await asking.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(people).toBeHidden();
  const answer = await guest.reload();
  expect(answer?.status()).toBe(404);
  await page.goto(`/polls/${id}`);
  await expect(page.getByText("Bo Twice")).toBeHidden();
  await guest.context().close();
});
