import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";

test.use({ isAlone: true });

const list = (page: Page) => page.getByRole("listbox", { name: /^(Suggestions|Förslag)$/ });
const option = (page: Page, name: RegExp) => list(page).getByRole("option", { name });
const guests = (page: Page) => page.getByRole("combobox", { name: /^(Guests|Gäster)$/ }).first();
const invited = (page: Page) => page.getByRole("list", { name: /^(Guests|Gäster)$/ }).getByRole("listitem");

/** Opens the editor of a new event by words. */
async function beginEvent(page: Page): Promise<void> {
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: /^(New event in words|Ny händelse i ord)$/ }).fill("Board 13-14");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Edit details|All fields|Alla fält)/ })
    .click();
  await expect(guests(page)).toBeVisible();
}

test("a guest is chosen from faces by keys, and Escape closes the list and not the editor", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH);
  await beginEvent(page);
  const field = guests(page);
  await field.fill("el");
  await expect(option(page, /Elin Sand/)).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  // What is typed counts until somebody is chosen.
  await expect(field).not.toHaveAttribute("aria-activedescendant", /./);
  await field.press("ArrowDown");
  const chosen = list(page).locator("[aria-selected=true]");
  await expect(chosen).toHaveCount(1);
  await expect(field).toHaveAttribute("aria-activedescendant", (await chosen.getAttribute("id")) ?? "");
  expect(await axeProblems(page)).toEqual([]);
  await field.press("Escape");
  await expect(list(page)).toHaveCount(0);
  await expect(field).toHaveValue("el");
  await field.fill("sand");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Elin Sand" })).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await expect(list(page)).toHaveCount(0);
  // Who is invited is offered no more.
  await field.fill("sand");
  await expect(option(page, /Elin Sand/)).toHaveCount(0);
});

test("addresses are typed and pasted beside those who are chosen", async ({ page, signIn }) => {
  await signIn(page, ENGLISH);
  await beginEvent(page);
  const field = guests(page);
  await field.fill("maja@else.example, sand");
  await option(page, /Elin Sand/).click();
  await expect(invited(page).filter({ hasText: "maja@else.example" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Remove Elin Sand" })).toBeVisible();
  await field.fill("olle@else.example; siv@else.example");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "ann@else.example\nbea@else.example\n");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  for (const address of ["olle", "siv", "ann", "bea"])
    await expect(invited(page).filter({ hasText: `${address}@else.example` })).toHaveCount(1);
});

for (const [login, width] of [
  [ENGLISH, 390],
  [SWEDISH, 320],
] as const)
  test.describe(`on a phone of ${width} px`, () => {
    test.use({ viewport: { width, height: 700 }, hasTouch: true, isMobile: true });
    test("a tap on the field shows the people, who stay while the page scrolls, and a tap chooses one", async ({
      page,
      signIn,
    }) => {
      await signIn(page, login);
      await beginEvent(page);
      const field = guests(page);
      await field.tap();
      const first = list(page).getByRole("option").first();
      await expect(first).toBeVisible();
      await page.mouse.wheel(0, 60);
      await expect(first).toBeVisible();
      await expect
        .poll(async () => {
          const [at, of] = [await list(page).boundingBox(), await field.boundingBox()];
          return at && of
            ? Math.min(Math.abs(at.y - of.y - of.height), Math.abs(at.y + at.height - of.y))
            : -1;
        })
        .toBeCloseTo(4, 0);
      expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      expect(await axeProblems(page)).toEqual([]);
      await first.tap();
      await expect(field).toHaveValue("");
      await expect(invited(page)).not.toHaveCount(0);
    });
  });

test("somebody to ask in a poll is chosen from faces", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/polls/new");
  const field = page.getByRole("combobox", { name: "Who should answer?" });
  await field.click();
  await expect(option(page, /Elin Sand/)).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(page.getByRole("button", { name: "Do not ask Elin Sand" })).toBeVisible();
});
