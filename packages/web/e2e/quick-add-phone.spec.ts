import { axeProblems } from "./axe-problems.ts";
import { expect, SWEDISH, test } from "./fixtures.ts";

// What a day holds decides what is said of it.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isAlone: true });

test("the plus of a phone takes words, says what clashes, and a chip mends one thing", async ({
  page,
  signIn,
}) => {
  await signIn(page, undefined, "/day/2026-11-24");
  await page.getByRole("button", { name: "New event" }).tap();
  const sheet = page.getByRole("dialog", { name: "New event" });
  await expect(sheet.getByRole("button", { name: "Create" })).toBeDisabled();
  await page.keyboard.type("Chimney sweep tomorrow 8:15 for 45 min");
  await expect(sheet.getByText(/^in .*(hours|1 day)$/)).toBeVisible();
  await expect(sheet.getByText(/^At the same time: Stand-up 08:30$/)).toBeVisible();
  await sheet.getByRole("button", { name: "08:15–09:00" }).tap();
  await sheet.getByRole("textbox", { name: "Ends at" }).fill("08:25");
  await sheet.getByRole("textbox", { name: "Starts at" }).fill("19:45");
  await sheet.getByRole("textbox", { name: "Starts at" }).press("Tab");
  await expect(sheet.getByText("You are free then.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  // The words stay, and another one still counts.
  const words = sheet.getByRole("textbox", { name: "New event in words" });
  await words.fill("Chimney sweep tomorrow 8:15 for 45 min @Attic");
  await expect(sheet.getByRole("button", { name: "Attic" })).toBeVisible();
  await sheet.getByRole("button", { name: "Create" }).tap();
  await expect(sheet).toHaveCount(0);
  await page.reload();
  const made = page.getByRole("button", { name: /^Chimney sweep.*19:45 to 19:55/ });
  await expect(made).toBeVisible();
  // The message is gone with the page; undo is not.
  await page.getByRole("button", { name: "More" }).tap();
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(made).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).tap();
  await expect(made).toBeVisible();
});

test("left words are there again; what is unsure is said, and all fields are one touch away", async ({
  page,
  signIn,
}) => {
  await signIn(page, SWEDISH, "/day/2026-11-25");
  const plus = page.getByRole("button", { name: "Ny händelse" });
  await plus.tap();
  const sheet = page.getByRole("dialog", { name: "Ny händelse" });
  await page.keyboard.type("provsmakning varje fredag 17 EST");
  await expect(sheet.getByRole("button", { name: "Varje fredag" })).toBeVisible();
  await expect(sheet.getByText(/^Osäker på ”.*EST.*”/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await plus.tap();
  await expect(sheet.getByRole("textbox", { name: "Ny händelse i ord" })).toHaveValue(
    "provsmakning varje fredag 17 EST",
  );
  await sheet.getByRole("button", { name: "Alla fält" }).tap();
  await expect(page.getByRole("form").getByRole("textbox", { name: "Titel" })).toHaveValue(/^Provsmakning/);
  await expect(page.getByLabel("Börjar kl.")).toHaveValue("17:00");
});
