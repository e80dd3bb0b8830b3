import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test("one press lets others book a time, and a guest books by keyboard without scripts", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/booking-pages`);
  await page.getByRole("button", { name: "Let others book a time" }).click();
  await expect(page.getByText("The page is made, from your working hours")).toBeVisible();
  const see = page.getByRole("link", { name: "See the page as a guest" });
  const address = (await see.getAttribute("href")) ?? "";
  expect(await axeProblems(page)).toEqual([]);

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    locale: "sv-SE",
  });
  const guest = await context.newPage();
  await guest.goto(address);
  await expect(guest.getByRole("heading", { name: /^Boka en tid med/ })).toBeVisible();
  const days = guest.getByRole("table").getByRole("link");
  await expect(days.first()).toHaveAttribute("aria-label", /lediga? tid/);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await days.last().focus();
  await guest.keyboard.press("Enter");
  const times = guest.getByRole("main").getByRole("listitem").getByRole("link");
  await times.first().focus();
  await guest.keyboard.press("Enter");
  await guest.getByLabel("Ditt namn").fill("Bo Ek");
  await guest.getByLabel("E-post").fill("bo@example.org");
  // The server asks again where nobody can have filled in a form so fast.
  await guest.getByRole("button", { name: /^Boka / }).press("Enter");
  const quick = guest.getByText("Tryck på knappen en gång till.");
  const booked = guest.getByRole("heading", { name: "✓ Du är bokad" });
  await expect(quick.or(booked)).toBeVisible();
  if (await quick.isVisible()) {
    await expect(guest.getByLabel("Ditt namn")).toHaveValue("Bo Ek");
    await guest.getByRole("button", { name: /^Boka / }).press("Enter");
  }
  await expect(booked).toBeVisible();
  await expect(guest.getByRole("link", { name: "Ladda ner till din kalender" })).toBeVisible();
  await guest.getByRole("link", { name: "English" }).click();
  await expect(guest.getByRole("heading", { name: "✓ You are booked" })).toBeVisible();

  await page.reload();
  await expect(page.getByText("bo@example.org")).toBeVisible();
  await guest.getByText("Cancel the booking").first().press("Enter");
  await guest.getByLabel("Reason (optional)").fill("Ill");
  await guest.getByRole("button", { name: "Cancel the booking" }).press("Enter");
  await expect(guest.getByRole("heading", { name: "The booking is cancelled" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Nothing is booked.")).toBeVisible();
  await context.close();
});

for (const [name, colorScheme, lang] of [
  ["light, English", "light", "en-GB"],
  ["dark, Swedish", "dark", "sv"],
] as const)
  test(`axe finds nothing on a booking page: ${name}`, async ({ page }) => {
    await signInAt(server, page, SWEDISH);
    await page.goto(`${server.url}/booking-pages`);
    await page.getByRole("button", { name: /^(Låt andra boka tid|Let others book a time)$/ }).click();
    const see = page.getByRole("link", { name: /^(Se sidan som gäst|See the page as a guest)$/ }).first();
    const address = (await see.getAttribute("href")) ?? "";
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(`${address}?lang=${lang}`);
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("main").getByRole("list").getByRole("link").first().click();
    expect(await axeProblems(page)).toEqual([]);
  });
