import type { CDPSession, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";

test.use({ isAlone: true });

/** Gives the browser a device with a passkey chip, which says yes by itself. */
async function withAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: id } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

/** Passkeys belong to a name, never to a bare address. */
const named = (url: string): string => url.replace("127.0.0.1", "localhost");

async function signInNamed(page: Page, url: string, login: string, password: string): Promise<void> {
  const answer = await page.request.post(`${url}/auth/sign-in`, { data: { login, password } });
  expect(answer.status()).toBe(200);
  await page.goto(`${url}/settings/security`);
}

/** The device here chooses what is offered at once. By this it is a browser that offers no passkeys where it fills in names. */
const leaveOfferingToButton = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

async function addPasskey(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByLabel("Name").fill(label);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: `Remove ${label}` })).toBeVisible();
}

test("a passkey that the browser fills in lets its person in, and waits until it is chosen", async ({
  page,
  server,
}) => {
  const url = named(server.url);
  const { cdp, id } = await withAuthenticator(page);
  await signInNamed(page, url, ENGLISH, server.password);
  await addPasskey(page, "Elin’s phone");
  // Nobody touches the device.
  await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled: false });
  await page.context().clearCookies();
  const asked = page.waitForResponse(`${url}/auth/passkey-request`);
  await page.goto(url);
  expect((await asked).status()).toBe(200);
  const login = page.getByLabel("Email or user name");
  await expect(login).toHaveAttribute("autocomplete", "username webauthn");
  await login.fill("nobody");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  expect(await axeProblems(page)).toEqual([]);
  // Another window may have asked: this one does again when it is used. Then the passkey is chosen.
  await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: id, enabled: true });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
});

test("a passkey is added, opens the account without a password, and proves who sits there", async ({
  page,
  server,
}) => {
  const url = named(server.url);
  const { cdp, id } = await withAuthenticator(page);
  await signInNamed(page, url, ENGLISH, server.password);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByText(/^Give the passkey a name/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByLabel("Name").fill("Elin’s phone");
  await page.keyboard.press("Enter");
  const row = page.getByRole("listitem").filter({ hasText: /^Elin’s phone/ });
  await expect(row.getByText("not used yet")).toBeVisible();

  await row.getByRole("button", { name: "Rename Elin’s phone" }).focus();
  await page.keyboard.press("Enter");
  const rename = page.getByRole("dialog", { name: "Rename “Elin’s phone”" });
  await rename.getByLabel("Name").fill(" ");
  await page.keyboard.press("Enter");
  await expect(rename.getByText(/^Give the passkey a name/)).toBeVisible();
  await rename.getByLabel("Name").fill("Work phone");
  await page.keyboard.press("Enter");

  await page.getByRole("button", { name: "Rename Work phone" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Elin’s phone");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(row.getByText("not used yet")).toBeVisible();
  expect((await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials).toHaveLength(1);

  await page.getByRole("button", { name: "Remove the password" }).click();
  await page
    .getByRole("alertdialog", { name: "Remove the password?" })
    .getByRole("button", { name: "Remove the password" })
    .click();
  const codes = page.getByRole("alertdialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(8);
  await codes.getByLabel("I have put them somewhere safe").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(/^You have no password/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await row.getByRole("button", { name: "Remove Elin’s phone" }).click();
  const remove = page.getByRole("alertdialog", { name: "Remove “Elin’s phone”?" });
  await remove.getByRole("button", { name: "Remove" }).click();
  await expect(remove.getByText(/^It is the only way into your account/)).toBeVisible();
  await page.keyboard.press("Escape");

  await leaveOfferingToButton(page);
  await page.context().clearCookies();
  await page.goto(url);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
  await page.goto(`${url}/settings/security`);
  await expect(row.getByText(/^used .* ago$/)).toBeVisible();

  server.advance(11 * 60_000);
  await page.getByLabel("New password", { exact: true }).fill("en helt annan mening");
  await page.keyboard.press("Enter");
  const proof = page.getByRole("dialog", { name: "Is it you?" });
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByLabel("Current password")).toBeVisible();
});

test("a passkey that is not known here opens nothing, in Swedish, in the dark, on a phone", async ({
  page,
  server,
}) => {
  const url = named(server.url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await withAuthenticator(page);
  await signInNamed(page, url, SWEDISH, server.password);
  await page.getByRole("button", { name: "Lägg till", exact: true }).click();
  await page.getByLabel("Namn").fill("Telefonen");
  await page.keyboard.press("Enter");
  const removes = page.getByRole("button", { name: "Ta bort Telefonen" });
  await removes.click();
  await page
    .getByRole("alertdialog", { name: "Ta bort ”Telefonen”?" })
    .getByRole("button", { name: "Ta bort" })
    .click();
  await expect(removes).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.context().clearCookies();
  await page.goto(url);
  await page
    .getByRole("button", { name: "Svenska" })
    .or(page.getByRole("link", { name: "Svenska" }))
    .first()
    .click();
  // The device has chosen it already where the browser fills in names.
  const refused = page.getByText(/^Den passnyckeln öppnar inget konto här/);
  await expect(refused).toHaveCount(1);
  expect(await axeProblems(page)).toEqual([]);
  await leaveOfferingToButton(page);
  await page.reload();
  await page.getByRole("button", { name: "Logga in med passnyckel" }).click();
  await expect(refused).toHaveCount(1);
  expect(await axeProblems(page)).toEqual([]);
});
