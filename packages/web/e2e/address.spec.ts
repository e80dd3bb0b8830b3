import type { Page } from "@playwright/test";
import { openSmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { addressDialog, askAddress } from "./ask-address.ts";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, startServer, SWEDISH, test } from "./fixtures.ts";
import { freePort } from "./free-port.ts";

const NEW = "elin.ek@other.example";
const own = (page: Page, text: string) => page.getByRole("main").getByText(text, { exact: true });

test("a new address is asked for with the password, and used by the link in a mail to it, whoever opens it", async ({
  page,
}) => {
  const [sink, port] = [await openSmtpSink(), await freePort()];
  const server = await startServer(
    `SNART_SMTP_URL=${sink.url}`,
    "SNART_MAIL_FROM=calendar@snart.example",
    `SNART_PUBLIC_URL=http://127.0.0.1:${port}`,
    `--port=${port}`,
  );
  try {
    await signInAt(server, page, ENGLISH, "/settings/profile");
    await page.getByRole("main").getByRole("button", { name: "Change", exact: true }).press("Enter");
    const dialog = addressDialog(page);
    await askAddress(page, "elin@", "");
    await expect(dialog.getByText("The email address is not complete.", { exact: false })).toBeVisible();
    await expect(dialog.getByText("Enter your password.")).toBeVisible();
    await askAddress(page, SWEDISH, server.password);
    await expect(dialog.getByText("Another account has this email address.", { exact: false })).toBeVisible();
    await askAddress(page, NEW, "not the password");
    await expect(dialog.getByText("This is not your password.", { exact: false })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await askAddress(page, NEW, server.password);
    await expect(page.getByText(`A link is on its way to ${NEW}.`, { exact: false })).toBeVisible();
    await expect(own(page, ENGLISH)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await expect.poll(() => sink.mails.map(({ to }) => to)).toEqual([[NEW]]);
    const [, path = ""] = /127\.0\.0\.1:\d+(\/address\/[\w-]+)/.exec(sink.mails[0]?.read.text ?? "") ?? [];

    await page.request.post(`${server.url}/auth/sign-in`, {
      data: { login: SWEDISH, password: server.password },
    });
    await page.goto(server.url + path);
    // It is in the language of whoever is signed in.
    await expect(page.getByText(`Ska ${NEW} bli e-postadress för`, { exact: false })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Använd den här adressen" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Adressen är bytt" })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await expect.poll(() => sink.mails.map(({ to }) => to)).toEqual([[NEW], [ENGLISH]]);
    expect(sink.mails[1]?.read.subject).toBe("Your email address in Snart has been changed");
    await page.goto(server.url + path);
    await expect(page.getByText("Den här länken gäller inte längre.", { exact: false })).toBeVisible();
    await signInAt(server, page, NEW, "/settings/profile");
    await expect(own(page, NEW)).toBeVisible();
    await expect(page.getByText(`Before, it was ${ENGLISH}.`, { exact: false })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
    await sink.close();
  }
});

test("where no mail is sent the address is changed at once, and the page says that nothing proves it", async ({
  page,
}) => {
  const server = await startServer();
  try {
    await signInAt(server, page, ENGLISH, "/settings/profile");
    await page.getByRole("main").getByRole("button", { name: "Change", exact: true }).click();
    await askAddress(page, NEW, server.password);
    await expect(page.getByText(`Your email address is now ${NEW}.`, { exact: false })).toContainText(
      "nobody could check that the address is yours",
    );
    await expect(own(page, NEW)).toBeVisible();
    await expect(page.getByText(`Before, it was ${ENGLISH}.`, { exact: false })).toBeVisible();
  } finally {
    server.stop();
  }
});

test("an administrator changes a person's address, and releases the former one", async ({ page }) => {
  const server = await startServer();
  try {
    await signInAt(server, page);
    await page.goto(`${server.url}/admin/people`);
    const rows = page.getByRole("main").getByRole("listitem");
    const change = async (of: string): Promise<void> => {
      await rows
        .filter({ hasText: of })
        .getByRole("button", { name: /^More for/ })
        .click();
      await page.getByRole("menuitem", { name: "Change email address" }).click();
    };
    const dialog = page.getByRole("dialog", { name: /^Email address of/ });
    await change(SWEDISH);
    await dialog.getByRole("textbox").fill(ENGLISH);
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await expect(dialog.getByText("Another account has this email address.", { exact: false })).toBeVisible();
    await dialog.getByRole("textbox").fill(NEW);
    await dialog.getByRole("button", { name: "Change", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await change(NEW);
    const former = dialog.getByRole("region", { name: "Former addresses" });
    await expect(former.getByText(SWEDISH)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await former.getByRole("button", { name: `Release: ${SWEDISH}` }).click();
    await expect(former).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.goto(`${server.url}/admin/audit`);
    await expect(page.getByText("Former email address released:", { exact: false }).first()).toBeVisible();
    await expect(page.getByText("Email address changed:", { exact: false }).first()).toBeVisible();
  } finally {
    server.stop();
  }
});

test("an administrator gives a person another user name, which one alone can have", async ({ page }) => {
  const server = await startServer();
  try {
    await signInAt(server, page);
    await page.goto(`${server.url}/admin/people`);
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: SWEDISH });
    const open = async (): Promise<void> => {
      await row.getByRole("button", { name: /^More for/ }).press("Enter");
      await page.getByRole("menuitem", { name: "Change the user name" }).press("Enter");
    };
    await open();
    const dialog = page.getByRole("dialog", { name: /^User name of/ });
    const field = dialog.getByLabel("User name", { exact: true });
    const former = await field.inputValue();
    expect(former).not.toBe("");
    await expect(dialog.getByText("Devices that have the former user name", { exact: false })).toBeVisible();
    await field.fill("elin ek");
    await field.press("Enter");
    await expect(dialog.getByText("Write 1 to 64 characters", { exact: false })).toBeVisible();
    const own = (await (await page.request.get(`${server.url}/auth/session`)).json()) as {
      account: { login: string };
    };
    await field.fill(own.account.login);
    await field.press("Enter");
    await expect(dialog.getByText("Somebody else has that user name", { exact: false })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await field.fill("elin.ek");
    await field.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(/has been changed\.$/).first()).toBeVisible();
    await open();
    await expect(field).toHaveValue("elin.ek");
    await page.keyboard.press("Escape");
    await page.goto(`${server.url}/admin/audit`);
    await expect(page.getByText("User name changed:", { exact: false }).first()).toBeVisible();
    // The person signs in by either, in a browser of their own.
    for (const login of ["elin.ek", former]) await signInAt(server, page, login, "/settings/profile");
    await expect(page.getByRole("main").getByText("elin.ek", { exact: true })).toBeVisible();
  } finally {
    server.stop();
  }
});

test("another user name is asked for with the password, and a device that has the former one goes on with it", async ({
  page,
}) => {
  const server = await startServer();
  try {
    const signedIn = await page.request.post(`${server.url}/auth/sign-in`, {
      data: { login: ENGLISH, password: server.password },
    });
    const { account } = (await signedIn.json()) as { account: { login: string } };
    const asDevice = (login: string) =>
      fetch(`${server.url}/dav/principals/${account.login}/`, {
        method: "PROPFIND",
        headers: { authorization: `Basic ${btoa(`${login}:${server.password}`)}`, depth: "0" },
      });
    await page.goto(`${server.url}/settings/profile`);
    await page.getByRole("button", { name: "Change your user name" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change your user name" });
    const ask = async (login: string, password: string): Promise<void> => {
      await dialog.getByLabel("New user name").fill(login);
      await dialog.getByRole("textbox", { name: "Your password" }).fill(password);
      await dialog.getByRole("button", { name: "Change", exact: true }).click();
    };
    await ask("elin ek", server.password);
    await expect(dialog.getByText("Write 1 to 64 characters", { exact: false })).toBeVisible();
    await ask("elin.ek", "");
    await expect(dialog.getByText("Enter your password.")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await ask("elin.ek", server.password);
    await expect(page.getByText("Your user name is now elin.ek.")).toBeVisible();
    await expect(page.getByText(`Before, it was ${account.login}.`, { exact: false })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    for (const login of [account.login, "elin.ek"]) {
      const answer = await asDevice(login);
      expect(answer.status).toBe(207);
      expect(await answer.text()).toContain(`/dav/principals/${account.login}/`);
    }
    await signInAt(server, page, "elin.ek", "/settings/devices");
    await expect(page.getByRole("main").getByText("elin.ek", { exact: true })).toBeAttached();
  } finally {
    server.stop();
  }
});
