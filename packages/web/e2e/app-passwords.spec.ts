import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";

test.use({ isAlone: true });

test("an app password that only reads one calendar is made once its person has proved who they are", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/settings/devices");
  server.advance(11 * 60_000);
  await page.getByLabel("Name of the device").fill("Kitchen tablet");
  await page.getByLabel("It may").selectOption({ label: "read some calendars" });
  await page.getByRole("button", { name: "Create password" }).click();
  await expect(page.getByText("Choose at least one calendar.")).toBeVisible();
  const which = page.getByRole("group", { name: "Which calendars" });
  const first = which.getByRole("checkbox").first();
  await first.check();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Create password" }).click();
  const proof = page.getByRole("dialog", { name: "Is it you?" });
  await expect(proof).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await proof.getByLabel("Password", { exact: true }).fill("gissning");
  await page.keyboard.press("Enter");
  await expect(proof.getByText(/^Wrong password/)).toBeVisible();
  await proof.getByLabel("Password", { exact: true }).fill(server.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("App password for Kitchen tablet")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "Kitchen tablet" });
  await expect(row.getByText(/^not used yet\. Reads .+, changes nothing\.$/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
});

test("an app password for tasks shows a task app the tasks and no event", async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/settings/devices");
  await page.getByLabel("Name of the device").fill("Task list");
  await page.getByLabel("Of these, it gets").selectOption({ label: "tasks only" });
  await page.getByRole("button", { name: "Create password" }).click();
  const made = page.getByText("App password for Task list");
  await expect(made).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const row = page.getByRole("listitem").filter({ hasText: "Task list" });
  await expect(row.getByText("not used yet. Reads and changes all calendars. Tasks only.")).toBeVisible();
  const secret = await page.getByText(/^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/).innerText();
  const login = ENGLISH.split("@")[0] ?? "";
  const listed = await fetch(`${server.url}/dav/calendars/${login}/`, {
    method: "PROPFIND",
    headers: {
      authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString("base64")}`,
      depth: "1",
      "content-type": "application/xml",
    },
    body: '<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:supported-calendar-component-set/></d:prop></d:propfind>',
  });
  const told = await listed.text();
  expect(told).toContain('name="VTODO"');
  expect(told).not.toContain('name="VEVENT"');
});

test("who proves nothing gets no app password, in Swedish, in the dark, on a phone", async ({
  page,
  server,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, SWEDISH, "/settings/devices");
  server.advance(11 * 60_000);
  await page.getByLabel("Enhetens namn").fill("Surfplattan");
  await page.getByRole("button", { name: "Skapa lösenord" }).click();
  const proof = page.getByRole("dialog", { name: "Är det du?" });
  await expect(proof).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(proof).toBeHidden();
  await expect(page.getByRole("listitem").filter({ hasText: "Surfplattan" })).toHaveCount(0);
  await expect(page.getByLabel("Enhetens namn")).toHaveValue("Surfplattan");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
