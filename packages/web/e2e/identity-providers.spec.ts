import type { Page } from "@playwright/test";
import { startOpenidProvider } from "../../server/src/testing/identity/openid-provider.ts";
import { signInThere } from "./at-provider.ts";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { ENGLISH, expect, test } from "./fixtures.ts";

test.use({ isAlone: true });

const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

/** Fills the form in, wrongly at first. @returns the address that the provider sends people back to */
async function addProvider(page: Page, issuer: string): Promise<string> {
  await button(page, "Add provider").press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await button(page, "Save").press("Enter");
  for (const said of [
    /^Give it a name/,
    /^Enter a whole address/,
    /^Enter the client ID/,
    /^Enter the secret/,
  ])
    await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  expect(await axeProblems(page)).toEqual([]);

  await page.keyboard.type("Björk & Sand");
  await page.getByLabel("Issuer").fill("http://id.example.org/?x");
  await page.getByLabel("Client ID").fill("snart");
  await page.getByLabel("Client secret", { exact: true }).fill("secret");
  await page.getByLabel("Domains and addresses").fill("example.org, <script>");
  await page.keyboard.press("Tab");
  await page.getByLabel("Client ID").press("Enter");
  await expect(page.getByText(/^Enter a whole address/)).toBeVisible();
  await page.getByLabel("Issuer").fill(issuer);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Only domains such as example\.org/)).toBeVisible();
  await page.getByLabel("Domains and addresses").fill("example.org");
  await page.getByLabel("Create accounts at the first sign-in").press("Space");
  await button(page, "Add group").press("Enter");
  await page.getByLabel("Group there").fill("staff");
  await page.getByLabel("Group there").press("Enter");
  await expect(page.getByText("“Björk & Sand” saved")).toBeVisible();
  const redirectUri =
    (await page
      .getByText(/\/auth\/oidc\/.+\/callback$/)
      .first()
      .textContent()) ?? "";
  expect(await axeProblems(page)).toEqual([]);
  return redirectUri;
}

/** Somebody comes in by the provider, and into the group that follows. */
async function visit(page: Page, url: string): Promise<void> {
  const visitor = await page.context().browser()?.newContext({ locale: "en-GB" });
  if (!visitor) throw new Error("no browser");
  const other = await visitor.newPage();
  await other.goto(`${url}/soon`);
  await other.getByRole("button", { name: "Continue with Björk & Sand" }).click();
  await signInThere(other, "maja");
  await expect(other.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
  const [groups] = await callAs(other, [["Group/get", { ids: null }]]);
  expect(groups?.["list"]).toHaveLength(1);
  await visitor.close();
}

test("a provider is added by keyboard, checked, used by somebody, changed and removed", async ({
  page,
  server,
  signIn,
}) => {
  const provider = await startOpenidProvider();
  try {
    await signIn(page, ENGLISH, "/admin/people");
    const [made] = await callAs(page, [["Group/set", { create: { staff: { name: "Staff", members: {} } } }]]);
    expect(JSON.stringify(made?.["created"])).toContain("staff");
    await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Sign-in providers" }).press("Enter");
    await expect(page.getByText(/^People sign in with passkeys and passwords alone\./)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    const redirectUri = await addProvider(page, provider.issuer);
    await expect(button(page, "Copy the Redirect URI")).toBeFocused();
    await button(page, "Cancel").press("Enter");
    await expect(button(page, "Edit Björk & Sand")).toBeFocused();

    await button(page, "Check Björk & Sand").press("Enter");
    await expect(page.getByText(/ answers as an OpenID provider\./)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    provider.clients.push({ client_id: "snart", client_secret: "secret", redirect_uris: [redirectUri] });
    await provider.changeKeys();
    provider.people["maja"] = {
      name: "Maja",
      email: "maja@example.org",
      email_verified: true,
      groups: ["staff"],
    };
    provider.people["bo"] = { name: "Bo", email: "bo@example.com", email_verified: true };

    await visit(page, server.url);
    await button(page, "Edit Björk & Sand").press("Enter");
    await expect(page.getByLabel("Client secret", { exact: true })).toHaveValue("");
    await expect(page.getByText("One is stored. Enter another to replace it.")).toBeVisible();
    await page.getByLabel("On the sign-in page").press("Space");
    await button(page, "Save").press("Enter");
    await expect(page.getByText(/switched off$/)).toBeVisible();
    const session = await (await fetch(`${server.url}/auth/session`)).json();
    expect(session).not.toHaveProperty("providers");

    await provider.stop();
    await button(page, "Check Björk & Sand").press("Enter");
    await expect(page.getByText(/ does not answer\. Check the address/)).toBeVisible();
    await button(page, "Remove Björk & Sand").press("Enter");
    const question = page.getByRole("alertdialog", { name: "Remove “Björk & Sand”?" });
    expect(await axeProblems(page)).toEqual([]);
    await question.getByRole("button", { name: "Remove", exact: true }).press("Enter");
    await expect(page.getByText(/^People sign in with passkeys and passwords alone\./)).toBeVisible();
  } finally {
    await provider.stop();
  }
});

test("the page says what is in the way, and asks who sits there before anything is typed, in the dark, on a phone", async ({
  page,
  server,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  let isBroken = true;
  await page.route("**/jmap/api", (route) =>
    isBroken && route.request().postData()?.includes("IdentityProvider/list")
      ? route.abort()
      : route.continue(),
  );
  await signIn(page, ENGLISH, "/admin/providers");
  await expect(page.getByText(/^The server did not answer\./)).toBeVisible();
  isBroken = false;
  await page.reload();
  await expect(page.getByText(/^People sign in with passkeys/)).toBeVisible();
  server.advance(11 * 60_000);
  await button(page, "Add provider").click();
  const proof = page.getByRole("dialog", { name: "Is it you?" });
  await proof.getByLabel("Password", { exact: true }).fill(server.password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Issuer")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
