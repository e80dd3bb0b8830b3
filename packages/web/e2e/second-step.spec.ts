import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";
import { appCode } from "./totp.ts";

test.use({ isAlone: true });

/** The server's clock, which tells when somebody signed in just now. */
async function serverNow(page: Page): Promise<number> {
  const [signIns] = await callAs(page, [["SignIn/get", {}]]);
  const list = signIns?.["list"] as unknown as { readonly createdAt: string }[];
  return Math.max(...list.map(({ createdAt }) => Date.parse(createdAt)));
}

test("the password gets a second step, which is asked for, and recovery codes that work once", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/settings/security");
  const now = await serverNow(page);
  await page.getByRole("button", { name: "Turn on" }).click();
  const setUp = page.getByRole("dialog", { name: "Code from an app" });
  await expect(setUp.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const secret = (await setUp.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  await setUp.getByLabel("Code that the app shows").fill("12");
  await page.keyboard.press("Enter");
  await expect(setUp.getByText(/^Wrong code/)).toBeVisible();
  await setUp.getByLabel("Code that the app shows").fill(appCode(secret, now));
  await page.keyboard.press("Enter");

  const codes = page.getByRole("alertdialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(8);
  const [first = ""] = await codes.getByRole("listitem").allTextContents();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(codes.getByText(/^Put them somewhere safe first/)).toBeVisible();
  const download = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Save as text" }).click();
  expect((await download).suggestedFilename()).toMatch(/^snart-.*\.txt$/);
  await codes.getByLabel("I have put them somewhere safe").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(codes).toBeHidden();
  await expect(page.getByText("8 of 8 are left. Each works once.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);

  await page.context().clearCookies();
  await page.goto("/");
  await page.getByLabel("Email or user name").fill(ENGLISH);
  await page.getByLabel("Password", { exact: true }).fill(server.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
  await page.keyboard.type("000 000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Wrong code. 9 attempts left, then a pause of 15 minutes.")).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill(first);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
  await page.goto("/settings/security");
  await expect(page.getByText("7 of 8 are left. Each works once.")).toBeVisible();

  await page.getByRole("button", { name: "Turn off" }).click();
  const off = page.getByRole("alertdialog", { name: "Turn the second step off?" });
  await off.getByLabel("Password", { exact: true }).fill("gissning");
  await page.keyboard.press("Enter");
  await expect(off.getByText(/^Wrong password/)).toBeVisible();
  await off.getByLabel("Password", { exact: true }).fill(server.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
  await expect(page.getByText("Recovery codes", { exact: true })).toBeHidden();
});

test("it is turned on in Swedish, in the dark, on a phone", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, SWEDISH, "/settings/security");
  const now = await serverNow(page);
  await page.getByRole("button", { name: "Slå på" }).click();
  const setUp = page.getByRole("dialog", { name: "Kod från en app" });
  const secret = (await setUp.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  expect(await axeProblems(page)).toEqual([]);
  await setUp.getByLabel("Koden som appen visar").fill(appCode(secret, now));
  await setUp.getByRole("button", { name: "Slå på" }).click();
  await expect(page.getByRole("alertdialog", { name: "Dina återställningskoder" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
