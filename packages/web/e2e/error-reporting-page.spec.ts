import { startEnvelopeReceiver } from "../../server/src/testing/envelope-receiver.ts";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, test } from "./fixtures.ts";

test("an administrator sees what would be sent, sends just that, and hears what became of it", async ({
  page,
}) => {
  const receiver = await startEnvelopeReceiver();
  const server = await startServer(`SNART_SENTRY_DSN=${receiver.dsn}`);
  try {
    await signInAt(server, page, undefined, "/admin/error-reporting");
    const main = page.getByRole("main");
    const { host } = new URL(receiver.origin);
    await expect(main.getByText(host, { exact: true })).toBeVisible();
    const shown = await main.getByRole("region", { name: "What the test sends" }).innerText();
    expect(shown).toContain("snart.test is not a function");
    expect(await axeProblems(page)).toEqual([]);
    await main.getByRole("button", { name: "Send this as a test" }).focus();
    await page.keyboard.press("Enter");
    await expect(main.getByText(`${host} has accepted the test.`)).toBeVisible();
    expect(receiver.received.map((request) => request.split("\n").slice(2).join("\n"))).toEqual([shown]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await receiver.close();
    await main.getByRole("button", { name: "Send this as a test" }).click();
    await expect(main.getByText(`${host} did not answer.`)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
  }
});

test("nothing is sent, and it says how to begin, where no service is set", async ({ page, signIn }) => {
  await signIn(page, undefined, "/admin/error-reporting");
  await expect(page.getByText("Nothing is sent", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send this as a test" })).toHaveCount(0);
});

test("an administrator chooses the service, from where errors of server and page reach it, and gives it up", async ({
  page,
}) => {
  const receiver = await startEnvelopeReceiver();
  const server = await startServer();
  const { host } = new URL(receiver.origin);
  try {
    await signInAt(server, page, undefined, "/admin/error-reporting");
    const main = page.getByRole("main");
    const field = main.getByRole("textbox", { name: "Address (DSN)" });
    await field.fill("errors.example.org");
    await page.keyboard.press("Enter");
    await expect(field).toHaveAccessibleDescription(/^This is not a valid address/);
    expect(await axeProblems(page)).toEqual([]);
    await field.fill(receiver.dsn);
    // Whoever sits here long after signing in proves first who it is.
    server.advance(3 * 3_600_000);
    await main.getByRole("button", { name: "Use this service" }).click();
    await page
      .getByRole("dialog")
      .getByRole("textbox", { name: /password/i })
      .fill(server.password);
    await page.keyboard.press("Enter");
    await expect(main.getByText("Errors are reported there from now on.")).toBeVisible();
    await expect(main.getByText(host, { exact: true })).toBeVisible();
    await expect(main.getByText("publickey")).toHaveCount(0);

    await page.reload();
    await expect(main.getByText(host, { exact: true })).toBeVisible();
    await page.evaluate(() => {
      void Promise.reject(new TypeError("on purpose: “Book circle” of elin@tallkotten.example"));
    });
    await receiver.arrived(1);
    const [report = ""] = receiver.received;
    expect(report).toContain('"type":"TypeError"');
    expect(report).not.toMatch(/Book circle|tallkotten|user-agent.*Mozilla/i);

    await main.getByRole("button", { name: "Stop sending" }).click();
    await page
      .getByRole("alertdialog")
      .or(page.getByRole("dialog"))
      .getByRole("button", { name: "Stop sending" })
      .click();
    await expect(main.getByText("Nothing is sent any more.")).toBeVisible();
    await expect(field).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
    await receiver.close();
  }
});
