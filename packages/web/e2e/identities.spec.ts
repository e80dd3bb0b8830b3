import { openProvider, signInThere } from "./at-provider.ts";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, startServer, SWEDISH, test } from "./fixtures.ts";

test.use({ isAlone: true });

test("a provider is added to an account, opens it, and is removed again", async ({ page, server }) => {
  const { provider } = await openProvider(page, server);
  try {
    provider.people["elin-there"] = { name: "Elin", email: "elin@work.example", email_verified: true };
    await signInAt(server, page, ENGLISH, "/settings/security");
    await page.getByRole("button", { name: "Add Björk & Sand" }).press("Enter");
    await signInThere(page, "elin-there");
    await expect(page.getByText("Added. You can sign in that way from now on.")).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/settings/security`);
    const row = page.getByRole("listitem").filter({ hasText: "Björk & Sand" });
    const { host } = new URL(provider.issuer);
    await expect(row.getByText(new RegExp(`^elin@work.example at ${host}, added`))).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Björk & Sand" })).toHaveCount(0);
    expect(await axeProblems(page)).toEqual([]);

    await page.getByRole("button", { name: "Remove the password" }).press("Enter");
    await expect(
      page.getByText(/^Passkeys and sign-in providers alone open your account then\./),
    ).toBeVisible();
    await page.keyboard.press("Escape");

    await page.context().clearCookies();
    await page.goto("/settings/security");
    await page.getByRole("button", { name: "Continue with Björk & Sand" }).click();
    await signInThere(page, "elin-there");
    await expect(row.getByText(/^used .* ago$/)).toBeVisible();
    await row.getByRole("button", { name: "Remove Björk & Sand" }).press("Enter");
    const question = page.getByRole("alertdialog", { name: "Remove “Björk & Sand”?" });
    await question.getByRole("button", { name: "Remove", exact: true }).press("Enter");
    await expect(page.getByRole("button", { name: "Add Björk & Sand" })).toBeVisible();
    await page.context().clearCookies();
    await page.goto("/");
    await page.getByRole("button", { name: "Continue with Björk & Sand" }).click();
    await signInThere(page, "elin-there");
    await expect(page.getByRole("alert")).toHaveText(/^You were let in there, but there is no account/);
  } finally {
    await provider.stop();
  }
});

test("an identity that opens another account is refused, in Swedish, in the dark, on a phone", async ({
  page,
  server,
}) => {
  const { provider } = await openProvider(page, server, { makesAccounts: true });
  try {
    provider.people["maja"] = { name: "Maja Ek", email: "maja@example.org", email_verified: true };
    await page.goto("/");
    await page.getByRole("button", { name: "Continue with Björk & Sand" }).click();
    await signInThere(page, "maja");
    await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
    await page.context().clearCookies();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await signInAt(server, page, SWEDISH, "/settings/security");
    await page.getByRole("button", { name: "Lägg till Björk & Sand" }).click();
    await signInThere(page, "maja");
    await expect(page.getByText(/^Den inloggningen öppnar redan ett annat konto här\./)).toBeVisible();
    await expect(page.getByRole("button", { name: "Lägg till Björk & Sand" })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  } finally {
    await provider.stop();
  }
});

test("whoever has only a provider keeps it, and proves there anew who they are", async ({ page }) => {
  // A provider's word has its own time, which is that of the world: the server's does not go before it.
  const server = await startServer(`--clock=${new Date(Date.now() - 12 * 60_000).toISOString()}`);
  const { provider } = await openProvider(page, server, { makesAccounts: true });
  try {
    provider.people["maja"] = { name: "Maja Ek", email: "maja@example.org", email_verified: true };
    provider.people["bo"] = { name: "Bo Ek", email: "bo@example.org", email_verified: true };
    await page.goto(`${server.url}/settings/security`);
    await page.getByRole("button", { name: "Continue with Björk & Sand" }).click();
    await signInThere(page, "maja");
    const remove = page.getByRole("button", { name: "Remove Björk & Sand" });
    await remove.click();
    const question = page.getByRole("alertdialog", { name: "Remove “Björk & Sand”?" });
    const yes = question.getByRole("button", { name: "Remove", exact: true });
    await yes.click();
    await expect(question.getByText(/^It is the only way into your account\./)).toBeVisible();
    await page.keyboard.press("Escape");

    server.advance(11 * 60_000);
    await remove.click();
    await yes.click();
    const proof = page.getByRole("dialog", { name: "Is it you?" });
    await expect(proof.getByLabel("Password", { exact: true })).toHaveCount(0);
    expect(await axeProblems(page)).toEqual([]);
    // A browser that opens no window leaves the page, and what was begun is done once more.
    await page.evaluate(() => (window.open = () => null));
    await proof.getByRole("button", { name: "Continue with Björk & Sand" }).press("Enter");
    await signInThere(page, "bo");
    await expect(page.getByText(/^The answer about who you are could not be trusted/)).toBeVisible();
    await remove.click();
    await yes.click();
    // As somebody else there nothing is proved.
    const elsewhere = async (login: string): Promise<void> => {
      const opened = page.waitForEvent("popup");
      await proof.getByRole("button", { name: "Continue with Björk & Sand" }).press("Enter");
      const other = await opened;
      const closed = other.waitForEvent("close");
      await signInThere(other, login);
      await closed;
    };
    await elsewhere("bo");
    await expect(proof.getByText(/^The answer about who you are could not be trusted/)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    // What was begun goes on by itself.
    await elsewhere("maja");
    await expect(proof).toHaveCount(0);
    await expect(question.getByText(/^It is the only way into your account\./)).toBeVisible();
  } finally {
    server.stop();
    await provider.stop();
  }
});
