import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test("an owner gives a page another address and lets search engines list it, and a link that was given out goes on to it", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/booking-pages`);
  const start = page.getByRole("button", { name: "Let others book a time" });
  const ways = page.getByRole("link", { name: "See the page as a guest" });
  await start.click();
  await expect(ways).toHaveCount(1);
  const former = (await ways.getAttribute("href")) ?? "";
  await start.click();
  await expect(ways).toHaveCount(2);
  const other = (await ways.last().getAttribute("href"))?.split("/").at(-1) ?? "";

  await page
    .getByRole("button", { name: /^Edit the page/ })
    .first()
    .press("Enter");
  const form = page.getByRole("dialog", { name: "Edit the page" });
  const field = form.getByLabel(/^Address, after .*\/b\/$/);
  const save = form.getByRole("button", { name: "Save" });
  await field.fill("admin");
  await save.press("Enter");
  await expect(form.getByText("That word is the server’s own.")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("a/b");
  await expect(form.getByText("Write 3 to 60 letters from a to z")).toBeVisible();
  await field.fill(other);
  await save.press("Enter");
  await expect(form.getByText(`Free is, for instance: ${other}-2`)).toBeVisible();
  await expect(field).toBeFocused();
  expect(await axeProblems(page)).toEqual([]);
  await field.fill("Elin Talks");
  await form.getByRole("checkbox", { name: "Search engines may list the page" }).press("Space");
  await save.press("Enter");
  await expect(form).toBeHidden();
  await expect(ways.first()).toHaveAttribute("href", /\/b\/elin-talks$/);

  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "sv-SE" })).newPage();
  await guest.goto(`${former}?lang=sv&zone=Asia/Tokyo`);
  expect(new URL(guest.url()).pathname).toBe("/b/elin-talks");
  await expect(guest.getByRole("heading", { name: /^Boka en tid med/ })).toBeVisible();
  await expect(guest.getByLabel("Tidszon", { exact: false })).toHaveValue("Asia/Tokyo");
  const unlisted = guest.locator('meta[name="robots"][content="noindex"]');
  await expect(unlisted).toHaveCount(1);
  await guest.goto(`${server.url}/b/elin-talks`);
  await expect(unlisted).toHaveCount(0);
  await guest.context().close();

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(ways.first()).toHaveAttribute("href", former);
  await page.goto(former);
  await expect(page.locator('meta[name="robots"][content="noindex"]')).toHaveCount(1);
});
