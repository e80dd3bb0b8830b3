import { readFile } from "node:fs/promises";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, SWEDISH, test } from "./fixtures.ts";

// Settings affect all pages of a person.
test.use({ isAlone: true });

test("settings are changed without a network, kept through a reload and sent when it is back", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/settings/look");
  const theme = page.getByRole("radio", { name: "Dark" });
  await expect(page.getByText(/^All changes are saved/)).toBeVisible();
  await page.route("**/jmap/**", (route) => route.abort());
  await page.locator("label", { hasText: "Dark" }).or(theme).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByText("Kept here. Your changes are sent when you are back online.")).toBeVisible();
  // Another tab shows it too.
  const other = await page.context().newPage();
  await other.goto("/settings/look");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await other.close();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.unroute("**/jmap/**");
  await page.reload();
  await expect(page.getByText(/^All changes are saved/)).toBeVisible();
  const saved = () => page.evaluate(async () => (await fetch("/auth/session")).json() as Promise<unknown>);
  await expect.poll(saved).toMatchObject({ account: { preferences: { theme: "dark" } } });
});

test("a page that was dark follows the system again, here and on the server", async ({ page, signIn }) => {
  await signIn(page, ENGLISH);
  const choose = async (theme: string): Promise<void> => {
    await page.getByRole("button", { name: /, Account, / }).click();
    await page.getByRole("menuitemradio", { name: theme, exact: true }).click();
  };
  const chosen = () =>
    page.evaluate(async () => {
      const { account } = (await (await fetch("/auth/session")).json()) as {
        account: { preferences: { theme?: string } };
      };
      return account.preferences.theme ?? "none";
    });
  await choose("Dark");
  await expect.poll(chosen).toBe("dark");
  await choose("System");
  await expect.poll(chosen).toBe("none");
});

test("whose red days are shown, and on which one is free, decides the squeeze days", async ({
  page,
  signIn,
}) => {
  const offers = page.getByRole("list", { name: "Klämdagar att ta ledigt" }).getByRole("button");
  await signIn(page, SWEDISH, "/year/2027");
  await expect(offers).toHaveText(["Ta ledigt fre 7 maj, få 4 dagar"]);
  await page.goto("/settings/look");
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Röda dagar" }).selectOption({ label: "Skottland" });
  await expect(page.getByText(/^Alla ändringar är sparade/)).toBeVisible();
  await page.goto("/year/2027");
  await expect(offers).toHaveText(["Ta ledigt mån 29 nov, få 4 dagar"]);

  // Whoever wants none has Sundays in red alone, and no day with a name.
  await page.goto("/settings/look");
  await page.getByRole("combobox", { name: "Röda dagar" }).selectOption({ label: "Inga" });
  await expect(page.getByText(/^Alla ändringar är sparade/)).toBeVisible();
  await page.goto("/year/2026");
  const day = (name: string) => page.getByRole("main").getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(day("söndag 27 december 2026")).toHaveAccessibleName(/röd dag$/);
  await expect(day("fredag 25 december 2026")).not.toHaveAccessibleName(/röd dag|juldagen/i);
  await expect(offers).toHaveCount(0);
  await page.goto("/week/2026-W52");
  await expect(page.getByRole("main").getByText("Juldagen")).toHaveCount(0);
});

test("one sees where one is signed in, and signs out elsewhere", async ({
  page,
  browser,
  server,
  signIn,
}) => {
  await signIn(page);
  const elsewhere = await (
    await browser.newContext({ userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" })
  ).newPage();
  await signInAt(server, elsewhere);
  await page.goto("/settings/security");
  const row = page.getByRole("listitem").filter({ hasText: "Safari, iOS" });
  await expect(row).toBeVisible();
  await expect(page.getByText("this browser", { exact: true })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await row.getByRole("button", { name: "Sign out Safari, iOS" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("this browser", { exact: true })).toBeVisible();
  await elsewhere.goto(`${server.url}/settings/security`);
  await expect(elsewhere.getByLabel("Email")).toBeVisible();
  await elsewhere.context().close();
});

test("a setting is found by its name", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/settings");
  const list = page.getByRole("navigation", { name: "Settings" });
  await list.getByRole("searchbox", { name: "Search settings" }).fill("time zone");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("link", { name: "Look and language" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Look and language" })).toBeVisible();
  await list.getByRole("searchbox").fill("sauna");
  await expect(list.getByText("No setting is called that. Try a shorter word")).toBeVisible();
});

test("a phone is connected by the picture code, once", async ({ page, signIn, browser, server }) => {
  await signIn(page, ENGLISH, "/settings/devices");
  await page.getByRole("button", { name: "Show the code" }).click();
  await expect(page.getByRole("img", { name: "Code that connects a device" })).toBeVisible();
  await expect(page.getByText(/^The code works once and stops working in (?:9|10) minutes\.$/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const path = await page.getByRole("link", { name: "Connect this device instead" }).getAttribute("href");

  const phone = await browser.newContext({
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
    viewport: { width: 390, height: 844 },
  });
  const onPhone = await phone.newPage();
  await onPhone.goto(`${server.url}${path}`);
  await expect(onPhone.getByText("It gets the calendars of Elin Sand")).toBeVisible();
  expect(await axeProblems(onPhone)).toEqual([]);
  const name = onPhone.getByLabel("Name of the device");
  await expect(name).toHaveValue("iPhone");
  await name.fill("");
  await onPhone.keyboard.press("Enter");
  await expect(
    onPhone.getByText("Give the device a name, so that you recognise it in the list."),
  ).toBeVisible();
  await name.fill("Pocket");
  const downloaded = onPhone.waitForEvent("download");
  await onPhone.getByRole("button", { name: "Download the profile" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe("snart.mobileconfig");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toMatch(/<key>CalDAVPassword<\/key><string>[a-z0-9]{4}(?:-[a-z0-9]{4}){3}<\/string>/);
  expect(text).toContain(`<key>CalDAVHostName</key><string>${new URL(server.url).hostname}</string>`);
  await expect(onPhone.getByText(/choose Profile Downloaded and install it/)).toBeVisible();

  await onPhone.goto(`${server.url}${path}`);
  await expect(onPhone.getByText("This link does not work any more.", { exact: false })).toBeVisible();
  await phone.close();
  await page.reload();
  await expect(page.getByText("Pocket", { exact: true })).toBeVisible();
});

test("one's own list of name days stands over the days and is found", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/settings/look");
  const list = page.getByRole("textbox", { name: /^Your own list, one day per line/ });
  await list.fill("23 nov Klemens\n24/11 Gudrun\nsomeone");
  await page.getByRole("button", { name: "Save the list" }).click();
  await expect(page.getByText("Line 3: someone")).toBeVisible();
  await list.fill("23 nov Klemens\n24/11 Gudrun");
  await page.getByRole("button", { name: "Save the list" }).click();
  await expect(page.getByText("2 name days saved")).toBeVisible();
  await expect(list).toHaveValue("11-23 Klemens\n11-24 Gudrun");
  expect(await axeProblems(page)).toEqual([]);
  await page.goto("/week/2026-W48");
  await expect(page.getByText("Name day: Klemens")).toBeAttached();
  await expect(page.getByTitle("Name day: Gudrun")).toBeVisible();
  // All of them or none: a week with a name that does not fit beside its date has none.
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(page.getByTitle("Name day: Gudrun")).toHaveCount(0);
  await expect(page.getByTitle("Name day: Klemens")).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByTitle("Name day: Gudrun")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search, / }).fill("gudr");
  await expect(page.getByRole("option", { name: /Name day: Gudrun.*in 1 day/ })).toBeVisible();
});

test("an account is closed with its password, and brought back by the link", async ({
  page,
  signIn,
  server,
}) => {
  await signIn(page, SWEDISH, "/settings/profile");
  await page.getByRole("button", { name: "Avsluta konto …" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Avsluta ditt konto" });
  await expect(dialog.getByRole("link", { name: "Ladda ner allt först" })).toBeVisible();
  await dialog.getByLabel("Ditt lösenord").fill("not the password");
  await dialog.getByRole("button", { name: "Avsluta kontot" }).click();
  await expect(dialog.getByText("Det är inte ditt lösenord.", { exact: false })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByLabel("Ditt lösenord").fill(server.password);
  await page.keyboard.press("Enter");
  // Nobody is signed in any more, so the browser's language is spoken.
  await expect(page.getByRole("heading", { name: "The account is closed" })).toBeVisible();
  await expect(page).toHaveURL(/\/restore\/[\w-]{43}$/);
  await expect(page.getByText(/^in (?:30 days|about 1 month)$/)).toBeVisible();
  await expect(page.getByText(/deleted permanently on .* December 2026 at \d/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore the account" }).click();
  await expect(page.getByRole("heading", { name: "The account is back" })).toBeVisible();
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await signIn(page, SWEDISH);
});
