import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";

test.use({ isAlone: true });

test("clock and dates are written as one is used to in every place, whatever the language, and typed either way", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/settings/look");
  await page.getByRole("radio", { name: /7:30.pm/ }).check({ force: true });
  await page.getByRole("combobox", { name: "Dates" }).selectOption({ label: "November 27, 2026" });
  await page.getByRole("radio", { name: "Compact" }).check({ force: true });
  await expect(page.getByText(/^All changes are saved/)).toBeVisible();

  await page.goto("/day/2026-11-23");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Monday, November 23");
  const grid = page.getByRole("main");
  const lunch = grid.getByRole("button", { name: /^Lunch with Jonas/ });
  await expect(lunch).toContainText("12:00–12:45\u00a0pm");
  await expect(grid.getByText("9\u00a0am", { exact: true })).toBeVisible();
  await expect(grid.getByText("10:20", { exact: true })).toBeVisible();
  const dentist = await grid.getByRole("button", { name: /^Dentist/ }).boundingBox();
  const meal = await lunch.boundingBox();
  expect(Math.round((dentist?.y ?? 0) - (meal?.y ?? 0)), "40 px an hour").toBe(40);
  // The sidebar shows the same.
  await expect(page.getByRole("complementary").getByText("12:00–12:45\u00a0pm").first()).toBeVisible();
  await lunch.click();
  await expect(page.getByRole("dialog")).toContainText("12:00–12:45\u00a0pm");
  await expect(page.getByRole("dialog")).toContainText("November 23");
  await page.keyboard.press("e");
  const start = page.getByRole("textbox", { name: "Starts at" });
  await expect(start).toHaveValue("12:00\u00a0pm");
  await start.fill("13.15");
  await start.press("Tab");
  await expect(start).toHaveValue("1:15\u00a0pm");
  await start.fill("2 pm");
  await start.press("Tab");
  await expect(start).toHaveValue("2:00\u00a0pm");
  const day = page.getByRole("textbox", { name: "Starts on" });
  await expect(day).toHaveValue("Mon, Nov 23, 2026");
  await day.fill("12/3");
  await day.press("Tab");
  await expect(day).toHaveValue("Thu, Dec 3, 2026");
  await page.getByText("Cancel", { exact: true }).click();

  // Quick add reads both clocks and shows the viewer's own.
  await page.keyboard.press("n");
  await page.keyboard.type("Sauna tomorrow 19:30");
  await expect(page.getByRole("dialog")).toContainText("7:30–8:30\u00a0pm");
  await page.keyboard.press("Escape");

  // The language is another matter: the clock stays.
  await page.goto("/settings/look");
  await page.getByRole("radio", { name: "Svenska" }).click({ force: true });
  await expect(page.getByText(/^Alla ändringar är sparade/)).toBeVisible();
  await page.goto("/day/2026-11-23");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Måndag, november 23");
  await expect(
    page.getByRole("main").getByRole("button", { name: /^Lunch med Jonas|^Lunch with Jonas/ }),
  ).toContainText("12:00–12:45\u00a0em");
});

test.describe("a device in New York", () => {
  test.use({ timezoneId: "America/New_York" });

  test("says nothing to whoever does not want to be asked, and again when they change their mind", async ({
    page,
    signIn,
  }) => {
    await signIn(page, SWEDISH, "/week/2026-W48");
    const notice = page.getByText(/^Enheten är inställd på New York/);
    await expect(notice).toBeVisible();
    await page.goto("/settings/profile");
    const ask = page.getByRole("switch", { name: "Fråga mig när jag reser" });
    await expect(ask).toBeChecked();
    await expect(ask).toHaveAccessibleDescription(/inställd på New York\. .* frågar Snart en gång/);
    for (const isAsked of [false, true]) {
      await ask.click();
      await expect(page.getByText(/^Alla ändringar är sparade/)).toBeVisible();
      await page.goto("/week/2026-W48");
      await expect(page.getByRole("button", { name: /^Gestaltningsmöte/ }).first()).toBeVisible();
      await expect(notice).toHaveCount(isAsked ? 1 : 0);
      await page.goto("/settings/profile");
      await expect(ask).toBeChecked({ checked: isAsked });
    }
  });

  test("is told once that the calendar has Stockholm's time, and switches with one press", async ({
    page,
    signIn,
  }) => {
    await signIn(page, ENGLISH, "/week/2026-W48");
    const review = page.getByRole("button", { name: /^Design review/ }).first();
    await expect(review).toHaveAccessibleName(/10:00 to 11:30/);
    await page.getByRole("button", { name: "Switch to New York" }).click();
    await expect(review).toHaveAccessibleName(/04:00 to 05:30/);
    await expect(page.getByText(/This device is set to/)).toHaveCount(0);
  });
});

test("working hours are one line until some days differ", async ({ page, signIn }) => {
  await signIn(page, undefined, "/settings/look");
  const from = page.getByLabel("Working hours, from");
  await expect(from).toHaveValue("08:00");
  await expect(page.getByLabel("Monday, from")).toHaveCount(0);
  const saturday = page.getByRole("checkbox", { name: "Work on Saturday" });
  await saturday.focus();
  await page.keyboard.press("Space");
  await expect(saturday).toBeChecked();
  await from.fill("07:30");
  await from.press("Enter");
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Different hours on some days" }).click();
  await expect(page.getByLabel("Saturday, from")).toHaveValue("07:30");
  await page.getByLabel("Saturday, to").fill("12:00");
  await page.getByLabel("Saturday, to").press("Enter");
  await expect(page.getByText(/^All changes are saved/)).toBeVisible();

  await page.goto("/workweek/2026-W48");
  await expect(page.getByRole("main").getByRole("region", { name: /Saturday 28 November/ })).toBeVisible();
  await expect(page.getByRole("main").getByRole("region", { name: /Sunday 29 November/ })).toHaveCount(0);
  await page.goto("/settings/look");
  await expect(page.getByLabel("Saturday, to")).toHaveValue("12:00");
  await expect(page.getByLabel("Monday, from")).toHaveValue("07:30");
  await expect(from).toHaveCount(0);
});
