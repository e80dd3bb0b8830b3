import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, test } from "./fixtures.ts";

test.use({ isAlone: true });

test("a token for a directory is made by keyboard, shown once, used and removed", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/admin/providers");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Create token" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New token" });
  await dialog.getByRole("button", { name: "Create token" }).press("Enter");
  await expect(dialog.getByText(/^Give it a name/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByLabel("Name", { exact: true }).fill("Entra ID");
  await page.keyboard.press("Enter");
  await expect(main.getByText(/^Copy the token of “?Entra ID/)).toBeVisible();
  const secret = (await main.getByText(/^snart_scim_/).textContent()) ?? "";
  const baseUrl = (await main.getByText(/\/scim\/v2$/).textContent()) ?? "";
  expect(baseUrl).toBe(`${server.url}/scim/v2`);
  const told = main
    .getByRole("group", { name: "Entra ID" })
    .getByRole("switch", { name: "Tell new people by email" });
  await expect(told).not.toBeChecked();
  await expect(main.getByText("This server sends no email, so nobody is told.")).toBeVisible();
  await told.press("Space");
  await expect(told).toBeChecked();
  expect(await axeProblems(page)).toEqual([]);

  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/scim+json" };
  const body = JSON.stringify({ userName: "maja@example.org", displayName: "Maja Ek" });
  expect((await fetch(`${baseUrl}/Users`, { method: "POST", headers, body })).status).toBe(201);
  await page.reload();
  await expect(main.getByText("Entra ID", { exact: true })).toBeVisible();
  await expect(main.getByText(/^snart_scim_/)).toHaveCount(0);
  await expect(told).toBeChecked();
  await page.getByRole("link", { name: "People" }).press("Enter");
  await expect(main.getByText("Maja Ek")).toBeVisible();

  await page.getByRole("link", { name: "Sign-in providers" }).press("Enter");
  await main.getByRole("button", { name: "Remove Entra ID" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Remove “Entra ID”?" });
  await question.getByRole("button", { name: "Remove", exact: true }).press("Enter");
  await expect(main.getByRole("button", { name: "Remove Entra ID" })).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Create token" })).toBeVisible();
  expect((await fetch(`${baseUrl}/Users`, { headers })).status).toBe(401);
});
