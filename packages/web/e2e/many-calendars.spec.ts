import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { ENGLISH, expect, signInAt, SWEDISH, test as base } from "./fixtures.ts";

interface Fixtures {
  /** another member, signed in elsewhere, who shares ten calendars with the first, and is in a group with them */
  readonly other: Page;
}
const test = base.extend<Fixtures>({
  other: async ({ server, page, browser }, provide) => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signInAt(server, other, SWEDISH);
    await signInAt(server, page, ENGLISH);
    await shareMany(other, page);
    await provide(other);
    await context.close();
  },
});
test.use({ isAlone: true });

const idOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const session = (await (await fetch("/jmap/session")).json()) as {
      primaryAccounts: Record<string, string>;
    };
    return Object.values(session.primaryAccounts)[0] ?? "";
  });

async function shareMany(from: Page, to: Page): Promise<void> {
  const reader = await idOf(to);
  const shareWith = { [reader]: { mayReadFreeBusy: true, mayReadItems: true } };
  const names = Array.from({ length: 10 }, (_, index) => `Bygge ${index + 1}`);
  const create = Object.fromEntries(names.map((name) => [name.replace(" ", ""), { name, shareWith }]));
  const [made] = await callAs(from, [["Calendar/set", { create }]]);
  expect(made?.["notCreated"] ?? {}).toEqual({});
  const members = { [reader]: { isManager: true }, [await idOf(from)]: { isManager: false } };
  const [group] = await callAs(to, [["Group/set", { create: { g: { name: "Ateljén", members } } }]]);
  expect(group?.["notCreated"] ?? {}).toEqual({});
  await to.reload();
}

test("many calendars of others stand in groups, say whose they are, and are found, shown and hidden together", async ({
  page,
  other,
}) => {
  await expect(other).toHaveURL(/./);
  const shared = page.getByRole("region", { name: "Shared with me" });
  const group = shared.getByRole("list", { name: "Ateljén" });
  const rows = group.getByRole("switch");
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(1)).toContainText("Elin Sand");
  const box = shared.getByRole("checkbox", { name: /^Show all in Ateljén/ });
  await expect(box).toBeChecked();
  expect(await axeProblems(page)).toEqual([]);
  await shared.getByRole("button", { name: /^\d+ more$/ }).click();
  const count = await rows.count();
  expect(count).toBeGreaterThanOrEqual(10);

  await group.getByRole("switch", { name: "Show Bygge 3" }).click();
  await expect(box).toHaveJSProperty("indeterminate", true);
  await expect(shared.getByText(`${count - 1} of ${count}`)).toBeVisible();
  await box.click();
  await expect(box).toBeChecked();
  await box.click();
  await expect(group.getByRole("switch", { checked: true })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(group.getByRole("switch", { checked: false })).toHaveCount(0);

  const fold = shared.getByRole("button", { name: "Ateljén", exact: true });
  await fold.click();
  await expect(group).toHaveCount(0);
  const field = shared.getByRole("searchbox", { name: "Find a calendar or person" });
  await field.fill("bygge 10");
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAccessibleName("Show Bygge 10");
  await field.fill("nobody here");
  await expect(shared.getByRole("status")).toHaveText("No calendar or person is called that");
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await page.reload();
  await expect(fold).toHaveAttribute("aria-expanded", "false");
});

test("a calendar is made from beside the calendars", async ({ page, signIn }) => {
  await signIn(page);
  await page.getByRole("link", { name: "New calendar" }).click();
  const dialog = page.getByRole("dialog", { name: "New calendar" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Allotment");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("switch", { name: "Show “Allotment”" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("switch", { name: "Show Allotment" })).toBeVisible();
});
