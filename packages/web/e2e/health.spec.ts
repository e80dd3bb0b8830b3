import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, startServer, SWEDISH, test } from "./fixtures.ts";

test("an administrator sees that everything works, and what each part says", async ({ page }) => {
  // Only a database in a file is on a disk.
  const server = await startServer("--office=1");
  try {
    await signInAt(server, page, "person0@office.example", "/admin/health");
    const main = page.getByRole("main");
    await expect(main.getByText("Everything works as it should.")).toBeVisible();
    await expect(main.getByText("Checked less than a minute ago.")).toBeVisible();
    const works = main.locator("section").filter({ hasText: "Works as it should" });
    const line = (name: string) => works.getByRole("listitem").filter({ hasText: name });
    await expect(line("Disk")).toHaveText(/^Disk[\d,.]+ [MG]B free$/);
    await expect(line("Database")).toHaveText(/^DatabaseSQLite, [\d,.]+ [kM]B, schema \d+$/);
    await expect(line("Live updates")).toBeVisible();
    await expect(line("Snart")).toHaveText(/^SnartVersion [\d.]+, on Node [\d.]+started/);
    await expect(line("Address")).toHaveCount(0);
    const unused = main.locator("section").filter({ hasText: "Not in use" });
    await expect(unused.getByRole("listitem")).toContainText(["Backups", "Email", "Address"]);
    await expect(main.getByRole("heading", { name: "To do" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: /needs? attention/ })).toHaveCount(0);
    expect(await axeProblems(page)).toEqual([]);
    const saving = page.waitForEvent("download");
    await main.getByRole("button", { name: "Save report" }).click();
    const saved = await (await saving).createReadStream();
    let text = "";
    for await (const chunk of saved) text += String(chunk);
    expect(JSON.parse(text)).toMatchObject({ database: "sqlite", trouble: null });
    expect(text).not.toMatch(/office\.example|person0|127\.0\.0\.1/);
  } finally {
    server.stop();
  }
});

test("mail that does not get through is said, counted in the list and tried again from there", async ({
  page,
}) => {
  // Nothing listens there: port 9 discards, where it is open at all.
  const server = await startServer(
    "SNART_SMTP_URL=smtp://127.0.0.1:9",
    "SNART_MAIL_FROM=calendar@snart.example",
  );
  try {
    await signInAt(server, page);
    await page.goto(`${server.url}/admin/people`);
    const invited = await page.evaluate(async () => {
      const session = (await (await fetch("/jmap/session")).json()) as {
        primaryAccounts: Record<string, string>;
      };
      const accountId = session.primaryAccounts["urn:snart:jmap"];
      const person = { name: "Nora", email: "nora@elsewhere.example", isAdmin: false, language: "sv" };
      const body = JSON.stringify({
        using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
        methodCalls: [["Account/set", { accountId, create: { n: person } }, "0"]],
      });
      const headers = { "Content-Type": "application/json" };
      return (await fetch("/jmap/api", { method: "POST", headers, body })).text();
    });
    expect(invited).toContain('"created"');
    server.advance(2 * 3_600_000);
    await page.goto(`${server.url}/admin/health`);
    const main = page.getByRole("main");
    await expect(main.getByText("One thing needs attention. The rest works.")).toBeVisible();
    const todo = main.locator("section").filter({ hasText: "To do" });
    await expect(todo.getByRole("listitem")).toHaveCount(1);
    await expect(todo.getByText("Email is not getting through")).toBeVisible();
    await expect(todo.getByText(/^One message waits and leaves by itself/)).toBeVisible();
    const count = page.getByRole("link", { name: "Server status One thing needs attention" });
    await expect(count).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    const again = todo.getByRole("button", { name: "Try now" });
    await again.focus();
    await page.keyboard.press("Enter");
    await expect(again).not.toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Tab");
    await expect(todo.getByRole("link", { name: "See email" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(main.getByRole("heading", { name: "Email", level: 1 })).toBeVisible();
    // The list beside it still says that something waits, on every page.
    await expect(count).toBeVisible();
  } finally {
    server.stop();
  }
});

test("a server that cannot be reached is said, and what was known stays, on a phone in Swedish", async ({
  page,
}) => {
  const server = await startServer();
  try {
    await signInAt(server, page, ENGLISH);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`${server.url}/admin/health`);
    const main = page.getByRole("main");
    await expect(main.getByText("Everything works as it should.")).toBeVisible();
    await page.context().setOffline(true);
    await page.clock.fastForward(130_000);
    await expect(main.getByRole("alert")).toBeVisible();
    await expect(main.getByText("Everything works as it should.")).toBeVisible();
    await page.context().setOffline(false);
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(main.getByRole("alert")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
  }
});

test("who administers nothing sees nothing of it", async ({ page }) => {
  const server = await startServer();
  try {
    await signInAt(server, page, SWEDISH);
    await page.goto(`${server.url}/admin/health`);
    await expect(page).toHaveURL(/\/settings/);
    await expect(page.getByText("Allt fungerar som det ska.")).toHaveCount(0);
  } finally {
    server.stop();
  }
});
