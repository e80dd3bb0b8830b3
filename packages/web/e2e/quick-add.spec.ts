import { expect, SWEDISH, test } from "./fixtures.ts";

test("a line of words becomes an event, by keyboard alone, and can be undone", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "New event in words" });
  await page.keyboard.type("lunch with Anna on Thursday 12 for 45 min @Kajsas");
  await expect(dialog.getByText("Lunch with Anna", { exact: true })).toBeVisible();
  await expect(dialog.getByText("12:00–12:45")).toBeVisible();
  await expect(dialog.getByText("Kajsas", { exact: true }).last()).toBeVisible();
  await expect(dialog.getByText("in 3 days").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const made = page.getByRole("button", { name: /^Lunch with Anna.*26 November/ });
  await expect(made.first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(made).toHaveCount(0);
});

test("known people are invited, known places found, and it is said what takes place at the same time", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await expect(page.getByRole("button", { name: /^Friday tacos/ }).first()).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("dinner with Nora friday 18-20 at the common room");
  const dialog = page.getByRole("dialog", { name: "New event in words" });
  await expect(dialog.getByText("Dinner with Nora", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Nora Berg")).toContainText("is invited");
  await expect(dialog.getByText("The common room", { exact: true })).toBeVisible();
  await expect(dialog.getByText("At the same time: Friday tacos 18:30")).toBeVisible();
  await expect(dialog.getByText("Saved in Elin")).toBeVisible();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("heading", { name: "Invite the guests?" })).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  // Nothing of it is lost.
  await expect(page.getByLabel("Title")).toHaveValue("Dinner with Nora");
  await page.getByRole("button", { name: /^Create/ }).click();
  await question.getByRole("button", { name: "Create without notifying" }).click();
  await page
    .getByRole("button", { name: /^Dinner with Nora.*27 November/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Dinner with Nora" })).toContainText("Nora Berg");
});

test("words in Swedish make a series, which the editor goes on with", async ({ page, signIn }) => {
  await signIn(page, SWEDISH);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("kör varannan tisdag 18–20 t.o.m. 18 dec");
  const dialog = page.getByRole("dialog", { name: "Ny händelse i ord" });
  await expect(dialog.getByText(/varannan tisdag till och med 18 december/i)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Titel")).toHaveValue("Kör");
  await expect(page.getByLabel("Börjar kl.")).toHaveValue("18:00");
});

test("a day that was meant to be gone to is one key away; Escape leaves no trace", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("week 7");
  await expect(page.getByRole("button", { name: /^Go to/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/week\/2027-W07$/);
  await page.keyboard.press("n");
  await page.keyboard.type("never mind tomorrow 9:00");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Never mind")).toHaveCount(0);
});

test("words that look like time and are not understood are said, and stay in the title", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "New event in words" });
  await page.keyboard.type("call Bo tomorrow at 3 EST");
  await expect(dialog.getByText("15:00–16:00")).toBeVisible();
  await expect(dialog.getByText("Not sure about “EST”. It stays in the title.")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Call Bo EST.*24 November/ }).first()).toBeVisible();
});

test("a reminder and a series of ten weeks are read from the line", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "New event in words" });
  await page.keyboard.type("football every Saturday 10-11 for 10 weeks remind me 30 min before");
  await expect(dialog.getByText("Football", { exact: true })).toBeVisible();
  await expect(dialog.getByText("10:00–11:00")).toBeVisible();
  await expect(dialog.getByText("Every Saturday, ten times")).toBeVisible();
  await expect(dialog.getByText("30 minutes before")).toBeVisible();
});

test("what the words may mean besides is one press away, and the words go on from there", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: "New event in words" });
  await page.keyboard.type("Graduation 6/7");
  await dialog.getByRole("button", { name: /^Or .*7 Jun/ }).click();
  const words = dialog.getByRole("textbox", { name: "New event in words" });
  await expect(words).toHaveValue("Graduation 7 June 2027");
  await expect(words).toBeFocused();
  await expect(dialog.getByText(/^Monday 7 June 2027/)).toBeVisible();
  await words.fill("Fri på måndag");
  await dialog.getByRole("button", { name: /word .*Fri/ }).click();
  await expect(page.locator("#quick-answer").getByText("Fri", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Or / })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Fri,.*Monday 23 November/ }).first()).toBeVisible();
});
