import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, startServer, test } from "./fixtures.ts";

test("a stranger makes the first account by the one-time link, and the link is spent", async ({ page }) => {
  const server = await startServer("--empty");
  try {
    await page.goto(`${server.url}/setup?token=${server.setupToken}`);
    await expect(page.getByText("in 3 days").first()).toBeVisible();
    await expect(page.getByText("om tre dagar").first()).toBeVisible();
    await page.getByLabel("Name").fill("Elin Sand");
    await page.getByLabel("Email").fill("elin@");
    await page.getByRole("textbox", { name: "Password" }).fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText(/not complete/)).toBeVisible();
    await page.getByLabel("Email").fill("elin@example.com");
    await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(`${server.url}/soon`);
    await expect(page.getByRole("listitem").filter({ hasText: "Christmas Eve" })).toBeVisible();
    const again = await page.request.post(`${server.url}/auth/setup`, {
      data: {
        token: server.setupToken,
        displayName: "X",
        email: "x@example.com",
        password: "correct horse battery",
        language: "sv",
        timeZone: "Europe/Stockholm",
      },
      headers: { origin: server.url },
    });
    expect(again.status()).toBe(409);
  } finally {
    server.stop();
  }
});

test("a wrong link says so and makes nobody", async ({ page }) => {
  const server = await startServer("--empty");
  try {
    await page.goto(`${server.url}/setup?token=guess`);
    await page.getByLabel("Name").fill("Eve");
    await page.getByLabel("Email").fill("eve@example.com");
    await page.getByRole("textbox", { name: "Password" }).fill("correct horse battery");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText(/setup link does not work/)).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Eve");
    const session = await (await page.request.get(`${server.url}/auth/session`)).json();
    expect(session).toMatchObject({ setupNeeded: true, account: null });
  } finally {
    server.stop();
  }
});

test("a wrong password says how many attempts are left, and the language changes at once", async ({
  page,
  server,
}) => {
  await page.goto("/signin");
  await page.getByLabel(/^Email/).fill("elin@tallkotten.example");
  await page.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(/Wrong password\. \d+ attempts left/)).toBeVisible();
  await page.getByText("Svenska", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", /^sv/);
  await page.getByRole("textbox", { name: "Lösenord" }).fill(server.password);
  await page.getByRole("button", { name: "Logga in", exact: true }).click();
  await expect(page.getByRole("heading", { name: /november 2026/i }).first()).toBeVisible();
});

test("signing out ends the session for good", async ({ page, signIn }) => {
  await signIn(page);
  await page.getByRole("button", { name: /, Account, / }).click();
  const menu = page.getByRole("menu", { name: "Account" });
  await expect(menu.getByText("Elin Sand", { exact: true })).toBeVisible();
  await expect(menu.getByText(ENGLISH)).toBeVisible();
  await expect(menu.getByRole("menuitem").first()).toHaveText(/^Settings/);
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  const answer = await page.request.get("/jmap/session");
  expect(answer.status()).toBe(401);
});
