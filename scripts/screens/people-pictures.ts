import type { Page } from "@playwright/test";
import type { Picture } from "./picture.ts";
import { openEvent, type Place } from "./preparations.ts";

// Where somebody is chosen from a list with faces, and what one person takes part in.

/** Somebody is being typed in a field, and those who may be meant stand under it with their faces. */
export const typePerson =
  (label: RegExp) =>
  async (page: Page): Promise<void> => {
    const field = page.getByRole("combobox", { name: label }).first();
    await field.scrollIntoViewIfNeeded();
    await field.click();
    await field.pressSequentially("a");
    await page.getByRole("listbox").waitFor();
    await field.press("ArrowDown");
  };
/** An invitation is about to be given to somebody else. */
const delegate = async (page: Page): Promise<void> => {
  await openEvent(/^(Structural engineer|Konstruktören)/)(page);
  await page.getByRole("button", { name: /^(Delegate…|Lämna vidare …)$/ }).click();
  await typePerson(/^(Who comes instead|Vem som kommer i stället)$/)(page);
};
/** What one other person takes part in, and nothing else. */
const showAlone = async (page: Page, { language }: Place): Promise<void> => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(language === "sv" ? "visa bara karin" : "show only karin");
  await page.getByRole("option", { name: /^(Show only|Visa bara) .*Karin/ }).click();
  await page
    .getByText(/^(Showing only|Visar bara) /)
    .first()
    .waitFor();
};
const showAll = (page: Page): Promise<void> =>
  page
    .getByRole("button", { name: /^(Show everything|Visa allt)/ })
    .first()
    .click();

export const PEOPLE_PICTURES: readonly Picture[] = [
  {
    name: "sharing-typed",
    path: "/settings/sharing",
    prepare: typePerson(/^(Name or email|Namn eller e-post)/),
  },
  { name: "groups-typed", path: "/settings/groups", prepare: typePerson(/^(Add to|Lägg till i) /) },
  { name: "delegate", path: "/day/2026-11-23", prepare: delegate },
  { name: "alone", path: "/week/2026-W48", prepare: showAlone, restore: showAll },
];
