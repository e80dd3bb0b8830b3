import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, SWEDISH, test } from "./fixtures.ts";

// How somebody looks is seen by others.
test.use({ isAlone: true });

/** A picture that is blue left and red right, as a file. */
async function pictureFile(page: Page, type: string, width: number, height: number) {
  const url = await page.evaluate(
    ([kind, w, h]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
      const context = canvas.getContext("2d");
      for (const [at, colour] of ["#0000ff", "#ff0000"].entries()) {
        if (context) context.fillStyle = colour;
        context?.fillRect((w / 2) * at, 0, w / 2, h);
      }
      return canvas.toDataURL(kind);
    },
    [type, width, height] as const,
  );
  return { name: "me", mimeType: type, buffer: Buffer.from(url.split(",")[1] ?? "", "base64") };
}

/** The size and the middle colour of an image that has been fetched. */
const drawn = (image: Locator) =>
  image.evaluate(async (it: HTMLImageElement) => {
    await it.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const context = canvas.getContext("2d");
    context?.drawImage(it, it.naturalWidth / 2 - 1, it.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
    const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return { side: it.naturalWidth, middle: red > blue ? "red" : "blue" };
  });

/** The person's own, large on their profile. */
const disc = (page: Page) => page.getByRole("main").locator("[data-size='64'] > span");
const account = (page: Page) => page.getByRole("button", { name: /, Account, / });

test("a square of a picture becomes the photo, by keyboard, is seen by others, and is removed and put back", async ({
  page,
  server,
  browser,
}) => {
  await signInAt(server, page);
  await account(page).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  const file = page.locator("input[type=file]");
  await file.setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<script>") });
  await expect(page.getByText("This file cannot be read as a picture.", { exact: false })).toBeVisible();
  await file.setInputFiles(await pictureFile(page, "image/png", 900, 300));
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole("application", { name: "The part of the picture that is shown" }).focus();
  // The right of the picture comes into the middle.
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowLeft");
  await dialog.getByRole("slider", { name: "Zoom" }).press("ArrowRight");
  await dialog.getByRole("button", { name: "Use this photo" }).press("Enter");
  await expect(dialog).toBeHidden();
  const own = disc(page).locator("img");
  expect(await drawn(own)).toEqual({ side: 256, middle: "red" });
  expect(await axeProblems(page)).toEqual([]);

  const others = await browser.newContext();
  const other = await others.newPage();
  await signInAt(server, other, SWEDISH, "/settings/sharing");
  await other.getByLabel("Namn eller e-post").fill(ENGLISH);
  await other.getByRole("button", { name: "Dela", exact: true }).click();
  const seen = other.getByRole("main").getByRole("listitem").filter({ hasText: ENGLISH }).locator("img");
  expect(await drawn(seen)).toEqual({ side: 256, middle: "red" });
  await others.close();

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(own).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo/ }).click();
  expect(await drawn(own)).toEqual({ side: 256, middle: "red" });
  await page.getByRole("link", { name: "Back to the calendar" }).click();
  expect(await drawn(account(page).locator("img"))).toEqual({ side: 256, middle: "red" });
});

test("initials and colour of one's own stand wherever there is no photo", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/settings/profile");
  const initials = page.getByLabel("Initials and colour");
  await initials.fill("ö2");
  await initials.press("Enter");
  await expect(disc(page)).toHaveText("Ö2");
  await page.getByRole("radio", { name: "Rust" }).check();
  await expect(disc(page)).toHaveAttribute("data-colour", "rust");
  await expect(page.getByText(/^All changes are saved/)).toBeVisible();
  await page.goto("/week/2026-W48");
  await expect(page.getByRole("button", { name: "Ö2, Account, Elin Sand" })).toHaveAttribute(
    "data-colour",
    "rust",
  );
  // Without letters those of the name stand again.
  await page.goto("/settings/profile");
  await initials.fill("");
  await initials.press("Enter");
  await expect(disc(page)).toHaveText("ES");
});

test("a new event is as long as the person has chosen, in words and in the grid", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/settings/profile");
  await page.getByLabel("Length").selectOption("30");
  await expect(page.getByText(/^All changes are saved/)).toBeVisible();
  await page.goto("/week/2026-W48");
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "New event in words" });
  await page.keyboard.type("Coffee on Thursday 16");
  await expect(dialog.getByText("16:00–16:30")).toBeVisible();
  // What says its length is as long as it says.
  await page.keyboard.type(" for 2 hours");
  await expect(dialog.getByText("16:00–18:00")).toBeVisible();
});
