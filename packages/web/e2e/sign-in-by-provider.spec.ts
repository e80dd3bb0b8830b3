import { openProvider, signInThere } from "./at-provider.ts";
import { axeProblems } from "./axe-problems.ts";
import { expect, test } from "./fixtures.ts";

test.use({ isAlone: true });

const maja = { name: "Maja Ek", email: "maja@example.org", email_verified: true };

test("from the button to one's calendar by keyboard, at the page that was asked for", async ({
  page,
  server,
}) => {
  const { provider } = await openProvider(page, server, { makesAccounts: true });
  try {
    provider.people["maja"] = maja;
    await page.goto("/soon?days=3");
    const button = page.getByRole("button", { name: "Continue with Björk & Sand" });
    await expect(button).toHaveAccessibleDescription(
      `Through ${new URL(provider.issuer).host}. You come back here.`,
    );
    await expect(page.getByText("or with a password")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press("Tab");
    // A passkey would come first, where the address can have one: this one is bare.
    await expect(
      button.or(page.getByRole("button", { name: "Sign in with a passkey" })).first(),
    ).toBeFocused();
    // Notes every bar that is drawn on its way, however short.
    await page.addInitScript(() => {
      const seen = { bars: 0 };
      Object.assign(window, { seen });
      new MutationObserver(() => {
        seen.bars = Math.max(seen.bars, document.querySelectorAll("[data-becoming] > *").length);
      }).observe(document, { childList: true, subtree: true });
    });
    await button.press("Enter");
    await signInThere(page, "maja");
    await expect(page).toHaveURL(`${server.url}/soon?days=3`);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { seen: { bars: number } }).seen.bars))
      .toBe(14);
    await expect(page.locator("[data-becoming]")).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /, Account, / })).toBeVisible();
    await page.goto("/settings/security");
    const host = new URL(provider.issuer).host;
    await expect(page.getByText(`maja@example.org at ${host}, added 22 November 2026`)).toBeVisible();
    await page.goto("/soon?days=3");
    // Whoever signs out finds the button again, without a new page.
    await page.getByRole("button", { name: /, Account, / }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(button).toBeVisible();
  } finally {
    await provider.stop();
  }
});

test("whoever has no account here is told so, in Swedish, in the dark, on a phone; so is whoever turns back", async ({
  page,
  server,
}) => {
  const { provider } = await openProvider(page, server);
  try {
    provider.people["maja"] = maja;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/week/2026-W48");
    await page
      .getByRole("button", { name: "Svenska" })
      .or(page.getByRole("link", { name: "Svenska" }))
      .click();
    const button = page.getByRole("button", { name: "Fortsätt med Björk & Sand" });
    await button.press("Enter");
    await signInThere(page, "maja");
    await expect(page.getByRole("alert")).toHaveText(/^Du blev insläppt där, men det finns inget konto/);
    await expect(page).toHaveURL(`${server.url}/week/2026-W48`);
    expect(await axeProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await provider.changeKeys();
    await page.context().clearCookies();
    await button.press("Enter");
    await page.getByRole("link", { name: "[ Cancel ]" }).click();
    await expect(page.getByRole("alert")).toHaveText(/^Du blev inte insläppt där, eller avbröt\./);
  } finally {
    await provider.stop();
  }
});

test("a provider that is away is named as that, the others and the password go on", async ({
  page,
  server,
}) => {
  const { provider } = await openProvider(page, server);
  await provider.stop();
  await page.goto("/");
  await page.getByRole("button", { name: "Continue with Björk & Sand" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^That way of signing in does not answer just now\./);
  await expect(page).toHaveURL(`${server.url}/`);
  await page.goto("/?refused=%3Cb%3Enonsense");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.goto("/?refused=account-suspended");
  await expect(page.getByRole("alert")).toHaveText("Your account here is suspended. Ask your administrator.");
  expect(await axeProblems(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
