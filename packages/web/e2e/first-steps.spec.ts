import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, NOW, startServer, test, type RunningServer } from "./fixtures.ts";
import { smallTargets } from "./touch-sizes.ts";

const PASSWORD = "correct horse battery";
const main = (page: Page) => page.getByRole("main");
const steps = (page: Page) => main(page).getByRole("region", { name: /next steps?$/ });

/** From the form of the one-time link to where it leads. */
async function setUp(server: RunningServer, page: Page): Promise<void> {
  await page.goto(`${server.url}/setup?token=${server.setupToken}`);
  await page.getByLabel("Name").fill("Elin Sand");
  await page.getByLabel("Email").fill("elin@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(`${server.url}/soon`);
}

async function signIn(server: RunningServer, request: APIRequestContext, login: string): Promise<void> {
  const answer = await request.post(`${server.url}/auth/sign-in`, { data: { login, password: PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Shows the code, which a phone then uses. */
async function connectByCode(server: RunningServer, page: Page): Promise<void> {
  await steps(page).getByRole("button", { name: "Show the code" }).click();
  await expect(steps(page).getByRole("img", { name: "Code that connects a device" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const path = await steps(page)
    .getByRole("link", { name: "Connect this device instead" })
    .getAttribute("href");
  const connected = await page.request.post(`${server.url}/auth/connect-device`, {
    data: { token: path?.split("/").at(-1), label: "Elin’s phone" },
    headers: { origin: server.url },
  });
  expect(connected.status()).toBe(201);
  await page.clock.runFor(6_000);
  await expect(page.getByText("“Elin’s phone” is connected")).toBeVisible();
}

async function inviteSomebody(page: Page): Promise<void> {
  await steps(page).getByRole("link", { name: "Invite" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Bo Ek");
  await page.getByRole("textbox", { name: "Email" }).fill("bo@example.com");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("region", { name: "Link" })).toBeVisible();
}

/** Sets the server up and invites somebody. @returns the path of the invitation */
async function invitation(server: RunningServer, browser: Browser): Promise<string> {
  const other = await browser.newContext();
  const admin = await other.newPage();
  await admin.clock.install({ time: NOW });
  await admin.goto(`${server.url}/setup?token=${server.setupToken}`);
  await admin.getByLabel(/^(Name|Namn)/).fill("Elin Sand");
  await admin.getByLabel(/^(Email|E-post)/).fill("elin@example.com");
  await admin.getByRole("textbox", { name: /^(Password|Lösenord)/ }).fill(PASSWORD);
  await admin.getByRole("button", { name: /^(Create account|Skapa konto)/ }).click();
  await expect(admin).toHaveURL(`${server.url}/soon`);
  const session = (await (await other.request.get(`${server.url}/auth/session`)).json()) as {
    account: { id: string };
  };
  const person = { name: "Bo Ek", email: "bo@example.com", isAdmin: false, language: "sv" };
  const invited = await other.request.post(`${server.url}/jmap/api`, {
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:snart:jmap"],
      methodCalls: [["Account/set", { accountId: session.account.id, create: { new: person } }, "0"]],
    },
  });
  const url = /"url":"([^"]+)"/.exec(await invited.text())?.[1] ?? "";
  await other.close();
  return new URL(url).pathname;
}

test("a new person begins on a living Soon, does the steps or puts them away, and they stay away everywhere", async ({
  page,
  browser,
}) => {
  const server = await startServer("--empty");
  const offers: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("Credential/offer")) offers.push(request.url());
  });
  await setUp(server, page);
  await expect(main(page).getByRole("heading", { level: 2 }).first()).toHaveText(
    "Welcome, Elin. The next red day is Advent Sunday, in 6 days.",
  );
  await expect(
    main(page)
      .getByRole("listitem")
      .filter({ hasText: /^in about 1 month.*Christmas Eve/ }),
  ).toBeVisible();
  await expect(steps(page).getByRole("heading", { level: 2 })).toHaveText("Three next steps");
  await expect(main(page)).not.toContainText(/nothing/i);
  expect(await axeProblems(page)).toEqual([]);

  // No code is made before somebody asks for it.
  expect(offers).toEqual([]);

  // In a browser that has seen nothing yet an empty account opens on Soon as well.
  const second = await browser.newContext();
  const elsewhere = await second.newPage();
  await elsewhere.clock.install({ time: NOW });
  await signIn(server, second.request, "elin@example.com");
  await elsewhere.goto(`${server.url}/`);
  await expect(steps(elsewhere).getByRole("listitem")).toHaveCount(3);

  await connectByCode(server, page);
  await expect(steps(page).getByRole("heading", { level: 2 })).toHaveText("Two next steps");

  // By the keys: put away, brought back, and put away for good.
  const away = steps(page).getByRole("button", { name: "Dismiss: Bring your old calendar" });
  await away.focus();
  await page.keyboard.press("Enter");
  await expect(away).toHaveCount(0);
  await expect(steps(page)).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(away).toBeVisible();
  await away.click();
  await expect(steps(page).getByRole("heading", { level: 2 })).toHaveText("One next step");

  await inviteSomebody(page);
  await page.goto(`${server.url}/soon`);
  await expect(main(page).getByRole("region", { name: "To begin with" })).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(main(page).getByRole("region", { name: "To begin with" })).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await elsewhere.goto(`${server.url}/soon`);
  await expect(elsewhere.getByRole("main").getByRole("region", { name: "To begin with" })).toBeVisible();
  await expect(steps(elsewhere)).toHaveCount(0);
  await second.close();
  server.stop();
});

test("the first calendar is told how it reminds and looks, and which one new events go to", async ({
  page,
}) => {
  const server = await startServer("--empty");
  await setUp(server, page);
  const choices = main(page).getByRole("region", { name: "To begin with" });
  await choices.getByRole("radio", { name: "Heather" }).check();
  await expect(page.getByRole("switch", { name: /Elin/ }).locator('[data-colour="heather"]')).toBeVisible();

  // Of several calendars it says which one is meant, and lets another one be chosen.
  await expect(choices.getByLabel("New events go to")).toHaveCount(0);
  await page.goto(`${server.url}/settings/calendars`);
  await page.getByRole("button", { name: "New calendar" }).click();
  await page.getByLabel("Name").fill("Allotment");
  // A colour that no other calendar has is chosen already.
  await expect(page.getByRole("radio", { name: "Heather" })).not.toBeChecked();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(main(page).getByRole("listitem").filter({ hasText: "Allotment" })).toBeVisible();
  await page.goto(`${server.url}/soon`);
  await expect(choices).toContainText("For every new event in the calendar Elin.");
  await choices.getByLabel("New events go to").selectOption({ label: "Allotment" });
  await expect(choices).toContainText("For every new event in the calendar Allotment.");
  await expect(choices.getByRole("radio", { name: "10 minutes before" })).toBeChecked();
  await choices.getByRole("button", { name: "Keep" }).click();
  await expect(page.getByText("New events in Allotment remind you 10 minutes before")).toBeVisible();
  await expect(choices.getByRole("heading", { name: "Remind me" })).toHaveCount(0);

  // The palette and the words mean the same calendar, and its events remind.
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill("Compost tomorrow 14:00");
  await expect(page.getByRole("option", { name: /Create “Compost”/ })).toContainText("Allotment");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.keyboard.type("Compost tomorrow 14:00");
  await page.keyboard.press("Enter");
  const row = page.getByRole("button", { name: /^Compost, Tuesday/ });
  await expect(row).toBeVisible();
  await expect(main(page).getByRole("listitem").filter({ has: row })).toContainText("Allotment");
  await expect(main(page).getByRole("region", { name: "Details of the chosen row" })).toContainText(
    "10 minutes before",
  );

  // Where there are events the steps wait in one line, without that of the old calendar.
  await expect(main(page).locator("summary")).toHaveText("Two next steps");
  await main(page).locator("summary").press("Enter");
  await expect(steps(page).getByRole("listitem")).toHaveCount(2);
  expect(await axeProblems(page)).toEqual([]);
  await steps(page).getByRole("button", { name: "Hide the steps" }).click();
  await expect(main(page).locator("summary")).toHaveText("To begin with");
  server.stop();
});

test.describe("on a phone, in Swedish and in the dark", () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: "sv-SE",
    timezoneId: "Europe/Stockholm",
    colorScheme: "dark",
  });

  test("whoever accepts an invitation lands on Soon, with the link before the code", async ({
    page,
    browser,
  }) => {
    const server = await startServer("--empty");
    await page.goto(`${server.url}${await invitation(server, browser)}`);
    await page.getByRole("textbox", { name: "Lösenord" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Skapa konto" }).tap();
    await expect(page).toHaveURL(`${server.url}/soon`);
    await expect(main(page)).toContainText("Välkommen, Bo. Nästa röda dag är första advent, om sex dagar.");
    const list = main(page).getByRole("region", { name: "Tre nästa steg" });
    await expect(list.getByRole("heading", { level: 3 })).toHaveText([
      "Koppla telefonen",
      "Hämta din gamla kalender",
      "Dela med någon",
    ]);
    expect(await axeProblems(page)).toEqual([]);
    for (const name of ["Koppla telefonen", "Dela med någon", "Påminn mig", "Namnsdagar"]) {
      await main(page).getByRole("heading", { name, level: 3 }).scrollIntoViewIfNeeded();
      expect(await smallTargets(page), name).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 844 });

    await expect(main(page).getByRole("heading", { name: "Namnsdagar" })).toBeVisible();
    await list.getByRole("button", { name: "Anslut den här enheten" }).tap();
    await expect(page).toHaveURL(/\/connect\//);
    await page.getByRole("button", { name: "Visa vad jag ska skriva in" }).tap();
    await expect(page.getByText("Server", { exact: true })).toBeVisible();
    await page.goto(`${server.url}/soon`);
    await expect(main(page).getByRole("region", { name: "Två nästa steg" })).toBeVisible();
    await expect(main(page).getByRole("heading", { name: "Koppla telefonen" })).toHaveCount(0);
    server.stop();
  });
});
