import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeGroup } from "./make-bookables.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server.stop());

async function accountOf(page: Page): Promise<string> {
  const [asked] = await callAs(page, [["Booking/get", { ids: [] }]]);
  return (asked as never as { readonly accountId: string }).accountId;
}
const typeOf = async (page: Page, accountId: string) => {
  const [given] = await callAs(page, [["BookingPage/get", { accountId, ids: null }]]);
  return (given as never as { list: { types: { title: object; type: Record<string, unknown> }[] }[] }).list[0]
    ?.types[0];
};

test("managers of a group have two members receive its guests, one at a time told of what the other has changed", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signInAt(server, other, SWEDISH);
  const groupId = await makeGroup(page, "Styrelsen");
  const otherId = await accountOf(other);
  const member = { [`members/${otherId}`]: { isManager: true } };
  await callAs(page, [["Group/set", { update: { [groupId]: member } }]]);

  await page.goto(`${server.url}/booking-pages`);
  await page.getByLabel("Whose pages").selectOption({ label: "Styrelsen" });
  await expect(page.getByText(/Styrelsen.* has no booking page yet/)).toBeVisible();
  await page.getByRole("button", { name: "Let others book a time" }).click();
  await page.getByRole("button", { name: "Edit 30 minutes" }).press("Enter");
  const form = page.getByRole("dialog", { name: "What can be booked" });
  await expect(form.getByLabel("How they receive guests")).toHaveValue("rotate");
  await expect(form.getByRole("checkbox", { checked: true })).toHaveCount(2);

  // The other one opens the same meanwhile, from the address of the group's pages.
  await other.goto(page.url());
  await other.getByRole("button", { name: "Ändra 30 minuter" }).click();
  const theirs = other.getByRole("dialog", { name: "Det som går att boka" });
  await theirs.getByLabel("Längder, minuter").fill("45");
  await theirs.getByLabel("Namn på svenska").fill("Tre kvart");
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await theirs.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(await axeProblems(other)).toEqual([]);

  await form.getByLabel("How they receive guests").selectOption({ label: "Several together" });
  await expect(form.getByLabel(/^Share of/)).toHaveCount(0);
  await form.getByLabel("Time zone").selectOption("Europe/Helsinki");
  await form.getByLabel("Lengths, minutes").fill("60");
  expect(await axeProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  expect((await typeOf(page, groupId))?.type).toMatchObject({ mode: "collective", lengths: ["PT60M"] });

  await theirs.getByRole("button", { name: "Spara" }).click();
  await expect(theirs.getByText(/^Någon annan har ändrat samma sak/)).toBeInViewport();
  expect((await typeOf(page, groupId))?.type).toMatchObject({ lengths: ["PT60M"] });
  await expect(theirs.getByLabel("Längder, minuter")).toHaveValue("45");
  await theirs.getByRole("button", { name: "Spara" }).click();
  await expect(theirs).toBeHidden();
  expect(await typeOf(page, groupId)).toMatchObject({
    title: { sv: "Tre kvart" },
    type: { mode: "collective", timeZone: "Europe/Helsinki", lengths: ["PT45M"], hosts: [{}, {}] },
  });
  // Taking it back leaves what the first one has saved.
  await other.getByRole("button", { name: "Ångra" }).click();
  await expect
    .poll(async () => (await typeOf(page, groupId))?.type)
    .toMatchObject({ mode: "collective", timeZone: "Europe/Helsinki", lengths: ["PT60M"] });
  await other.context().close();
});

test("what is at a page's head is told as well where two change it at once", async ({ page, browser }) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/booking-pages`);
  await page.getByRole("button", { name: "Let others book a time" }).click();
  await page.getByRole("button", { name: /^Edit the page/ }).click();
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("button", { name: /^Edit the page/ }).click();
  const [mine, theirs] = [page, other].map((each) => each.getByRole("dialog", { name: "Edit the page" }));
  if (!mine || !theirs) throw new Error("no dialog");
  await theirs.getByLabel("Name in English").fill("Talk");
  await theirs.getByRole("button", { name: "Save" }).click();
  await expect(theirs).toBeHidden();
  await mine.getByLabel("Description in English").fill("Bring a pen.");
  await mine.getByLabel("Name in English").fill("Meet");
  await mine.getByRole("button", { name: "Save" }).press("Enter");
  await expect(mine.getByText(/^Somebody else has changed the same/)).toBeVisible();
  await mine.getByRole("button", { name: "Save" }).press("Enter");
  await expect(mine).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit the page Meet" })).toBeVisible();
  await context.close();
});
