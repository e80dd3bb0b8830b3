import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";
import { smallTargets } from "./touch-sizes.ts";

test.use({ isAlone: true });

test("a category is chosen in the editor, shown with the event, and suggested for the next", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  const editor = page.getByRole("form", { name: "New event" });
  const begin = async (words: string) => {
    await page
      .getByRole("button", { name: /^New\b/ })
      .first()
      .click();
    await page.keyboard.type(words);
    await page.keyboard.press("Tab");
  };
  await begin("Tax return wed 13-14");
  const field = editor.getByRole("combobox", { name: "Category" });
  await field.fill("Finance, urgent");
  await field.press("Enter");
  const chosen = editor.getByRole("list", { name: "Categories" });
  await expect(chosen.getByRole("listitem")).toHaveText(["Finance", "urgent"]);
  expect(await axeProblems(page)).toEqual([]);
  // The last one goes by a key, and what is only typed counts too.
  await field.press("Backspace");
  await field.pressSequentially("Paper");
  await field.press("Control+Enter");
  await expect(page.getByText("“Tax return” created")).toBeVisible();

  await page
    .getByRole("button", { name: /^Tax return/ })
    .first()
    .click();
  const popover = page.getByRole("dialog", { name: "Tax return" });
  await expect(popover.getByRole("list", { name: "Categories" }).getByRole("listitem")).toHaveText([
    "Finance",
    "Paper",
  ]);
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("e");
  const change = page.getByRole("form", { name: "Edit event" });
  await change.getByRole("button", { name: "Remove the category Paper" }).click();
  await change.getByRole("button", { name: /^Save/ }).click();
  await expect(change).toHaveCount(0);
  await expect
    .poll(async () => {
      const [found] = await callAs(page, [["CalendarEvent/get", { ids: null }]]);
      const events = (found?.["list"] ?? []) as unknown as { title: string; keywords?: object }[];
      return events.find(({ title }) => title === "Tax return")?.keywords;
    })
    .toEqual({ Finance: true });

  await begin("Bank thu 9-10");
  const next = editor.getByRole("combobox", { name: "Category" });
  await expect(editor.locator(`datalist[id="${await next.getAttribute("list")}"] option`)).toContainText([
    "Finance",
  ]);
  await page.keyboard.press("Escape");
});

test("on a phone categories are large enough for a finger, in Swedish and in the dark", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, SWEDISH, "/event/none");
  await page.goto("/day/2026-11-23");
  await page
    .getByRole("button", { name: /^Ny händelse/ })
    .first()
    .click();
  await page.keyboard.type("Deklaration ons 13-14");
  await page.getByRole("button", { name: "Alla fält" }).click();
  const field = page.getByRole("combobox", { name: "Kategori" });
  await field.fill("Ekonomi");
  await field.press("Enter");
  await expect(page.getByRole("list", { name: "Kategorier" })).toContainText("Ekonomi");
  await field.scrollIntoViewIfNeeded();
  expect(await axeProblems(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
});
