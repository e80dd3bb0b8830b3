import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, test } from "./fixtures.ts";
import { makePoll } from "./make-poll.ts";

const OPTIONS = [{ start: "2026-12-14T17:00:00Z" }, { start: "2026-12-15T17:00:00Z" }];

test("a decision is undone from its message, and later after a question; a guest can answer again", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const voters = [{ mail: "bo@example.org" }];
  const { id, path } = await makePoll(page, { title: "Glögg?", options: OPTIONS, voters });
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "sv-SE" })).newPage();
  await page.goto(`/polls/${id}`);
  const decided = page.getByRole("heading", { name: /^Decided: / });
  const decide = async (): Promise<void> => {
    await page.getByRole("button", { name: /^Decide / }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Decide", exact: true }).press("Enter");
    await expect(decided).toBeVisible();
  };
  await decide();
  await guest.goto(server.url + path);
  await expect(guest.getByText(/^✓ Bestämt: /)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(decided).toBeHidden();
  await guest.reload();
  await expect(guest.getByRole("button", { name: "Skicka dina svar" })).toBeVisible();

  await decide();
  await page.reload();
  await page.getByRole("button", { name: "Open the poll again" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The event is called off, and the one who was invited is told.");
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Open the poll again" }).press("Enter");
  await expect(decided).toBeHidden();
  await expect(page.getByRole("button", { name: /^Decide / })).toBeVisible();
  const [found] = await callAs(page, [["Poll/get", { ids: [id], properties: ["state", "eventId"] }]]);
  expect((found as { list: object[] }).list).toMatchObject([{ state: "open", eventId: null }]);
  await guest.context().close();
});
