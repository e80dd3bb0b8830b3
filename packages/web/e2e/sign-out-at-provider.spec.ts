import { openProvider, signInThere } from "./at-provider.ts";
import { expect, startServer, test } from "./fixtures.ts";
import { freePort } from "./free-port.ts";

/** Where nothing but the name of the host differs, and where people reach the server below a path. */
for (const base of ["", "/kalender"])
  test(`whoever signs out signs out at the provider too, and comes back to sign in: ${base || "/"}`, async ({
    page,
  }) => {
    const port = await freePort();
    const server = await startServer(`SNART_PUBLIC_URL=http://127.0.0.1:${port}${base}`, `--port=${port}`);
    const root = server.url;
    expect(new URL(root).pathname).toBe(base || "/");
    const { provider } = await openProvider(page, server, { makesAccounts: true, endsItsSession: true });
    try {
      provider.people["maja"] = { name: "Maja Ek", email: "maja@example.org", email_verified: true };
      await page.goto(`${root}/soon`);
      const button = page.getByRole("button", { name: "Continue with Björk & Sand" });
      await button.press("Enter");
      await signInThere(page, "maja");
      await expect(page).toHaveURL(`${root}/soon`);
      await page.getByRole("button", { name: /, Account, / }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).press("Enter");
      await page.getByRole("button", { name: "Yes, sign me out" }).press("Enter");
      await expect(page).toHaveURL(`${root}/`);
      await expect(button).toBeVisible();
      const kept = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
      expect(kept).toEqual([]);
      // There, too, nobody is signed in any more.
      await button.press("Enter");
      await expect(page.getByPlaceholder("Enter any login")).toBeFocused();
    } finally {
      server.stop();
      await provider.stop();
    }
  });
