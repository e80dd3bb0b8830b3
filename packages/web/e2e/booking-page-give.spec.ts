import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeGroup } from "./make-bookables.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test("a guest is given to another host by keyboard, and back", async ({ page, browser }) => {
  await signInAt(server, page);
  const other = await (await browser.newContext()).newPage();
  await signInAt(server, other, SWEDISH);
  const groupId = await makeGroup(page, "Styrelsen");
  const [asked] = await callAs(other, [["Booking/get", { ids: [] }]]);
  const { accountId: otherId } = asked as never as { readonly accountId: string };
  const member = { [`members/${otherId}`]: { isManager: true } };
  await callAs(page, [["Group/set", { update: { [groupId]: member } }]]);
  await page.goto(`${server.url}/booking-pages?of=${groupId}`);
  await page.getByRole("button", { name: "Let others book a time" }).click();
  const see = page.getByRole("link", { name: "See the page as a guest" });
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" })).newPage();
  await guest.goto((await see.getAttribute("href")) ?? "");
  await guest.getByRole("main").getByRole("list").last().getByRole("link").first().click();
  await guest.getByLabel("Your name").fill("Bo Ek");
  await guest.getByLabel("Email").fill("bo@example.org");
  const book = guest.getByRole("button", { name: /^Book / });
  await book.click();
  const booked = guest.getByRole("heading", { name: "✓ You are booked" });
  await expect(booked.or(guest.getByText("Press the button once more."))).toBeVisible();
  if (!(await booked.isVisible())) await book.click();
  await expect(booked).toBeVisible();
  const hostIds = async () => {
    const [given] = await callAs(page, [["PageBooking/get", { accountId: groupId, ids: null }]]);
    return (given as never as { list: { hostIds: string[] }[] }).list.flatMap((each) => each.hostIds);
  };
  const before = await hostIds();

  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "bo@example.org" });
  await expect(row.getByText(/^with /)).toBeVisible();
  await row.getByRole("button", { name: /^Hand .*Bo Ek.* over to somebody else$/ }).press("Enter");
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem")).toHaveCount(2);
  expect(await axeProblems(page)).toEqual([]);
  await menu.getByRole("menuitem", { name: "Whoever’s turn it is" }).press("Enter");
  await expect(page.getByText(/ now receives .*Bo Ek.*\. Both have been told\./)).toBeVisible();
  expect(await hostIds()).not.toEqual(before);
  await guest.reload();
  await expect(booked).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(hostIds).toEqual(before);
  await guest.context().close();
  await other.context().close();
});
