import { openSmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";
import { freePort } from "./free-port.ts";

/** Makes an app password by JMAP. @returns its secret */
async function connectDevice(server: RunningServer, password: string, label: string): Promise<string> {
  const headers = { authorization: authorization(password), "content-type": "application/json" };
  const session = (await (await fetch(`${server.url}/jmap/session`, { headers })).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = session.primaryAccounts["urn:snart:jmap"];
  const body = JSON.stringify({
    using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
    methodCalls: [["Credential/set", { accountId, create: { c: { label } } }, "c"]],
  });
  const answer = (await (
    await fetch(`${server.url}/jmap/api`, { method: "POST", headers, body })
  ).json()) as {
    methodResponses: [[string, { created: { c: { secret: string } } }]];
  };
  return answer.methodResponses[0][1].created.c.secret;
}
const authorization = (password: string): string =>
  `Basic ${Buffer.from(`${ENGLISH}:${password}`).toString("base64")}`;
/** What a calendar app with this password is answered. */
async function synced(server: RunningServer, password: string): Promise<number> {
  const headers = { authorization: authorization(password), depth: "0" };
  return (await fetch(`${server.url}/dav/`, { method: "PROPFIND", headers })).status;
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
    const phone = await connectDevice(server, server.password, "Elin’s phone");
    await connectDevice(server, server.password, "Studio computer");
    expect(await synced(server, phone)).toBe(207);
    // A booking page has sent her here.
    const to = "/b/no-such-page?lang=en-GB";
    await page.goto(`${server.url}/signin?to=${encodeURIComponent(to)}`);
    await page.getByRole("link", { name: "Forgot?" }).press("Enter");
    await expect(page).toHaveURL(`${server.url}/reset?to=${encodeURIComponent(to)}`);
    await page.getByLabel("Email address").fill("elin@");
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByText("Enter an email address, such as name@example.org.")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    expect(sink.mails).toEqual([]);
    await page.getByLabel("Email address").fill(ENGLISH);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expect.poll(() => sink.mails.length).toBe(1);
    const [, path = ""] =
      /localhost:\d+(\/reset\/[\w-]+\?to=[^\s]+)/.exec(sink.mails[0]?.read.text ?? "") ?? [];
    await page.goto(server.url + path);
    await page.getByRole("textbox", { name: "New password" }).fill("en helt annan mening");
    await expect(page.getByRole("listitem").filter({ hasText: "Elin’s phone" })).toContainText("used");
    await expect(page.getByRole("listitem").filter({ hasText: "Studio computer" })).toContainText(
      "not used yet",
    );
    const remove = page.getByRole("checkbox", { name: "Remove all 2 of them too" });
    await expect(remove).not.toBeChecked();
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press("Tab");
    while (!(await remove.evaluate((box) => box === document.activeElement)))
      await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(remove).toBeChecked();
    await page.getByRole("button", { name: "Save and sign in" }).click();
    await expect(page.getByRole("heading", { name: "This page cannot be opened" })).toBeVisible();
    expect(page.url()).toBe(server.url + to);
    await page.goto(server.url);
    await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
    expect(await synced(server, phone)).toBe(401);
    await page.goto(server.url + path);
    await expect(page.getByText("This link does not work any more.", { exact: false })).toBeVisible();
  } finally {
    server.stop();
    await sink.close();
  }
});

test("changing the password offers to remove the devices too", async ({ page }) => {
  const server = await startServer();
  const phone = await connectDevice(server, server.password, "Elin’s phone");
  const change = async (from: string, to: string) => {
    await page.getByLabel("Current password").fill(from);
    await page.getByRole("textbox", { name: "New password" }).fill(to);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await signInAt(server, page, ENGLISH, "/settings/security");
  const remove = page.getByRole("checkbox", { name: "Remove it too" });
  await expect(remove).not.toBeChecked();
  await change(server.password, "en helt annan mening");
  await expect(page.getByText("Password changed", { exact: true })).toBeVisible();
  expect(await synced(server, phone)).toBe(207);
  await remove.check();
  expect(await axeProblems(page)).toEqual([]);
  await change("en helt annan mening", "och en till mening");
  await expect(page.getByText("Password changed, devices removed")).toBeVisible();
  await expect(remove).toHaveCount(0);
  expect(await synced(server, phone)).toBe(401);
  server.stop();
});

test("where no mail is sent, the page says whom to ask", async ({ page }) => {
  await page.goto("/reset");
  await expect(page.getByText(/This server sends no email.*administrator/)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});
