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
