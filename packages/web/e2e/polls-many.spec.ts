import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { createdId } from "./make-bookables.ts";
import { expect, test } from "./fixtures.ts";

const VOTERS = 45;

test("of a poll of many people the first are drawn, the others as one scrolls, and a guest unfolds them", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const voters = Array.from({ length: VOTERS }, (_, n) => ({ mail: `voter-${String(n)}@example.org` }));
  const options = [{ start: "2026-12-14T17:00:00Z" }, { start: "2026-12-15T17:00:00Z" }];
  const poll = { title: "Spring party?", minutes: 90, timeZone: "Europe/Stockholm", options, voters };
  const [made] = await callAs(page, [["Poll/set", { create: { p: poll } }]]);
  const id = createdId(made, "p");
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

  const [link] = await callAs(page, [["Poll/link", { id }]]);
  const { path } = link as never as { readonly path: string };
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "sv-SE" })).newPage();
  await guest.goto(`${server.url}${path}`);
  const votes = guest.getByRole("region", { name: "Alla svar" });
  await expect(votes).toBeHidden();
  await guest.getByText(`Svar från ${String(VOTERS + 1)} personer`).press("Enter");
  await expect(votes.getByRole("row")).toHaveCount(VOTERS + 3);
  await guest.context().close();
});
