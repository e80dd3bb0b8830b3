import { createServer, type AddressInfo } from "node:net";
import { openSmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, startServer, test } from "./fixtures.ts";

/** Links use the server's configured address, so the port must be known before it listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a person who has forgotten the password gets in by a mailed link", async ({ page }) => {
  const sink = await openSmtpSink();
  const port = await freePort();
  const server = await startServer(
    `SNART_SMTP_URL=${sink.url}`,
    "SNART_MAIL_FROM=calendar@snart.example",
    `SNART_PUBLIC_URL=http://localhost:${port}`,
    `--port=${port}`,
  );
  try {
    await page.goto(`${server.url}/signin`);
    await page.getByRole("link", { name: "Forgot?" }).click();
    await expect(page).toHaveURL(/\/reset$/);
    await page.getByLabel("Email address").fill("elin@");
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText("Write the address, such as name@example.org.")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    expect(sink.mails).toEqual([]);
    await page.getByLabel("Email address").fill(ENGLISH);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Look in your mail" })).toBeVisible();
    await expect.poll(() => sink.mails.length).toBe(1);
    const [, path = ""] = /localhost:\d+(\/reset\/[\w-]+)/.exec(sink.mails[0]?.read.text ?? "") ?? [];
    await page.goto(server.url + path);
    await page.getByRole("textbox", { name: "New password" }).fill("en helt annan mening");
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
    await page.goto(server.url + path);
    await expect(page.getByText("This link does not work any more.", { exact: false })).toBeVisible();
  } finally {
    server.stop();
    await sink.close();
  }
});

test("where no mail is sent, the page says whom to ask", async ({ page }) => {
  await page.goto("/reset");
  await expect(page.getByText(/This server sends no mail.*administrator/)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.getByRole("link", { name: "To sign-in" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});
