import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, SWEDISH, expect, signInAt, startServer, test } from "./fixtures.ts";

const calendar = (name: string, ...events: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", `X-WR-CALNAME:${name}`, ...events, "END:VCALENDAR", ""].join("\r\n");
const event = (uid: string, title: string, start = "20261125T130000Z"): string =>
  ["BEGIN:VEVENT", `UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${start}`, "DURATION:PT1H", "END:VEVENT"].join(
    "\r\n",
  );

const home = calendar("Allotment", event("a1", "Weeding"), event("a2", "Nonsense", "soon"));
const work = calendar("Choir", event("c1", "Rehearsal"), event("c2", "Concert", "20261126T180000Z"));
const archive = {
  name: "takeout.zip",
  mimeType: "application/zip",
  buffer: Buffer.from(
    zipSync({ "Takeout/Allotment.ics": strToU8(home), "Takeout/Choir.ics": strToU8(work) }),
  ),
};

async function choose(page: Page, button: string, file: typeof archive = archive): Promise<void> {
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button, exact: true }).click();
  await (await chosen).setFiles(file);
}

test("an archive is rehearsed, imported, seen in the week, found here again, and undone in another browser", async ({
  page,
  browser,
}) => {
  const server = await startServer();
  try {
    await signInAt(server, page, ENGLISH, "/settings/import");
    await page.getByRole("main").getByRole("link", { name: "Move here" }).click();
    await page.getByText("Google Calendar").click();
    await choose(page, "Choose files");
    const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
    await expect(row("Allotment")).toContainText("25 November 2026 to 25 November 2026");
    await expect(row("Allotment").getByRole("cell")).toHaveText([
      /^1$/,
      /^0$/,
      /^0$/,
      /^1$/,
      /A new calendar/,
    ]);
    await expect(row("Choir").getByRole("cell")).toHaveText([/^2$/, /^0$/, /^0$/, /^0$/, /A new calendar/]);
    await expect(page.getByRole("heading", { name: "1 event is left out" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Nonsense" })).toContainText("Allotment");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the report" }).click();
    const report = readFileSync(await (await saved).path(), "utf8");
    expect(report).toMatch(/Nonsense \(Allotment\)[\s\S]*UID: a2/);
    // Nothing has come so far.
    await expect(page.getByRole("heading", { name: "Recent imports" })).toHaveCount(0);
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Import 2 calendars" }).click();
    await expect(page.getByRole("heading", { name: "Imported" })).toBeVisible();
    await expect(page.getByText("3 events added")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);

    await page.goto(`${server.url}/week/2026-W48`);
    await expect(page.getByRole("button", { name: /^Weeding, / })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Concert, / })).toBeVisible();

    // Once more: it is all here, and nothing is wanted.
    await page.goto(`${server.url}/settings/import/move`);
    await expect(page.getByRole("heading", { name: "Recent imports" })).toBeVisible();
    await choose(page, "Choose files");
    await expect(row("Choir")).toContainText("not needed, all of it is here");
    await expect(page.getByRole("button", { name: "Import", exact: true })).toBeDisabled();

    // Found again in another browser, and undone there; here it is gone as well.
    const elsewhere = await browser.newPage();
    await signInAt(server, elsewhere, ENGLISH, "/settings/import/move");
    await expect(elsewhere.getByRole("button", { name: "Undo the import of Allotment" })).toBeVisible();
    await elsewhere.getByRole("button", { name: "Undo the import of Choir" }).click();
    await expect(elsewhere.getByRole("button", { name: "Undo the import of Choir" })).toHaveCount(0);
    expect(await axeProblems(elsewhere)).toEqual([]);
    await elsewhere.close();
    await page.reload();
    // What was rehearsed here waits still.
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Undo the import of Allotment" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Undo the import of Choir" })).toHaveCount(0);
    await page.goto(`${server.url}/week/2026-W48`);
    await expect(page.getByRole("button", { name: /^Weeding, / })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Concert, / })).toHaveCount(0);
  } finally {
    server.stop();
  }
});

test("on a phone, in Swedish and by keyboard alone, a calendar goes into one of the same name", async ({
  page,
}) => {
  const server = await startServer();
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAt(server, page, SWEDISH, "/settings/import/move");
    await page.getByRole("radio", { name: /^En fil/ }).focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Välj filer" })).toBeFocused();
    const chosen = page.waitForEvent("filechooser");
    await page.keyboard.press("Space");
    await (await chosen).setFiles({ name: "kor.ics", mimeType: "text/calendar", buffer: Buffer.from(work) });
    await expect(page.getByRole("button", { name: "Importera 1 kalender" })).toBeEnabled();
    expect(await axeProblems(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Importera 1 kalender" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 händelser tillagda")).toBeVisible();
    await page.getByRole("button", { name: "Ångra importen" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Importen är ångrad" })).toBeVisible();
    await page.getByRole("button", { name: "Klar" }).click();
    await choose(page, "Välj filer", {
      name: "kor.ics",
      mimeType: "text/calendar",
      buffer: Buffer.from(work),
    });
    // The calendar is there still, and is where it goes again.
    await expect(
      page.getByRole("combobox", { name: "Importera Choir till" }).locator("option:checked"),
    ).toHaveText("Choir");
  } finally {
    server.stop();
  }
});

test("a reload forgets nothing of a rehearsal, nor what was chosen, and leaves nothing behind afterwards", async ({
  page,
}) => {
  const server = await startServer();
  try {
    await signInAt(server, page, ENGLISH, "/settings/import/move");
    await page.getByText("Google Calendar").click();
    await choose(page, "Choose files");
    const into = page.getByRole("combobox", { name: "Import Choir into" });
    await into.selectOption({ label: "Elin" });
    await page
      .getByRole("row", { name: /Allotment/ })
      .getByRole("checkbox")
      .uncheck({ force: true });
    await expect(page.getByRole("button", { name: "Import 1 calendar" })).toBeEnabled();
    await expect(page.getByText("you can reload this page and go on")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("radio", { name: /^Google Calendar/ })).toBeChecked();
    await expect(into.locator("option:checked")).toHaveText("Elin");
    await expect(page.getByRole("row", { name: /Allotment/ })).toContainText("stays where it is");
    // Nothing of what is in it is kept in the browser.
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    expect(kept).toContain("Choir");
    expect(kept).not.toContain("Concert");
    await page.getByRole("button", { name: "Import 1 calendar" }).click();
    await expect(page.getByText("2 events added")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Recent imports" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await page.goto(`${server.url}/week/2026-W48`);
    await expect(page.getByRole("button", { name: /^Concert, .*Elin/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Weeding, / })).toHaveCount(0);
  } finally {
    server.stop();
  }
});

test("what was not yet read when the page was reloaded says so, and the rest goes on", async ({ page }) => {
  const server = await startServer();
  try {
    await signInAt(server, page, ENGLISH, "/settings/import/move");
    let rehearsals = 0;
    await page.route("**/jmap/api", async (route) => {
      if (route.request().postData()?.includes("Import/rehearse") && ++rehearsals > 1) return;
      await route.continue();
    });
    await page.route("**/jmap/upload/**", async (route) => {
      if (rehearsals === 0) await route.continue();
    });
    await page.getByText("Google Calendar").click();
    await choose(page, "Choose files");
    await expect(page.getByRole("combobox", { name: "Import Allotment into" })).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await expect(page.getByRole("row", { name: /Choir/ })).toContainText("The page was reloaded before this");
    await expect(page.getByRole("button", { name: "Import 1 calendar" })).toBeEnabled();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await expect(page.getByRole("button", { name: "Choose files" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
  } finally {
    server.stop();
  }
});

/** Another server takes its time to say what is in a calendar: until the returned function is called. */
async function holdListing(page: Page): Promise<() => void> {
  const told = Promise.withResolvers<void>();
  await page.route("**/jmap/api", async (route) => {
    if (route.request().postData()?.includes("OtherCalendar/read")) await told.promise;
    await route.continue();
  });
  return told.resolve;
}

test("calendars come over from another server, with a password that is kept nowhere", async ({ page }) => {
  const other = await startServer();
  const server = await startServer("SNART_FEED_NETWORKS=127.0.0.0/8");
  try {
    // Somebody's calendar that is only there.
    const authorization = `Basic ${btoa(`${ENGLISH}:${other.password}`)}`;
    const put = await page.request.fetch(`${other.url}/dav/calendars/elin/moved/`, {
      method: "MKCALENDAR",
      headers: { authorization },
    });
    expect(put.status()).toBe(201);
    for (const [name, title] of [
      ["a", "Weeding"],
      ["b", "Concert"],
    ] as const)
      await page.request.put(`${other.url}/dav/calendars/elin/moved/${name}.ics`, {
        headers: { authorization, "content-type": "text/calendar" },
        data: calendar("x", event(`moved-${name}`, title)).replace(/X-WR.*\r\n/, ""),
      });
    await signInAt(server, page, ENGLISH, "/settings/import/move");
    await page.getByText("Nextcloud or another server").click();
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(page.getByLabel("Address of the server")).toBeFocused();
    await page.getByLabel("Address of the server").fill(other.url);
    await page.getByLabel("User name there").fill(ENGLISH);
    await page.getByLabel("Password there").fill("wrong");
    await page.keyboard.press("Enter");
    await expect(page.getByText("The other server does not take this name and password.")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByLabel("Password there").fill(other.password);
    const goOn = await holdListing(page);
    await page.keyboard.press("Enter");
    await expect(
      page.getByText("Finding out what is there. A large calendar can take some minutes."),
    ).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    goOn();
    await expect(page.getByText(`Signed in as ${ENGLISH}, connected`)).toBeVisible();
    const row = page.getByRole("row", { name: /moved/ });
    await expect(row.getByRole("cell").first()).toHaveText("2");
    // The other calendars there are left where they are.
    const boxes = page.getByRole("table").getByRole("checkbox");
    await expect(page.getByRole("button", { name: /^Import \d/ })).toBeEnabled();
    for (const box of await boxes.all())
      if (!(await box.locator("xpath=ancestor::tr").innerText()).includes("moved"))
        await box.uncheck({ force: true });
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Import 1 calendar" }).click();
    await expect(page.getByText("2 events added")).toBeVisible();
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage].map((store) => JSON.stringify(Object.entries(store))).join(),
    );
    expect(kept).not.toContain(other.password);
    await page.goto(`${server.url}/week/2026-W48`);
    await expect(page.getByRole("button", { name: /^Weeding, / })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Concert, / })).toBeVisible();
  } finally {
    server.stop();
    other.stop();
  }
});

test("a table of Outlook in Swedish is rehearsed, imported, and seen in the week", async ({ page }) => {
  const server = await startServer();
  try {
    await signInAt(server, page, SWEDISH, "/settings/import/move");
    await page.getByText("Outlook eller Microsoft 365").click();
    const table =
      "Ämne;Startdatum;Starttid;Slutdatum;Sluttid;Heldag;Plats\r\nStyrelsemöte;2026-11-25;19:00:00;2026-11-25;20:30:00;Falskt;Föreningslokalen\r\nResdag;2026-11-26;;2026-11-26;;Sant;\r\n";
    const bytes = Buffer.from(Uint8Array.from(table, (letter) => letter.codePointAt(0) ?? 0));
    await choose(page, "Välj filer", { name: "Förening.csv", mimeType: "text/csv", buffer: bytes });
    const row = page.getByRole("row", { name: /Förening/ });
    await expect(row.getByRole("cell")).toHaveText([/^2$/, /^0$/, /^0$/, /^0$/, /En ny kalender/]);
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Importera 1 kalender" }).click();
    await expect(page.getByRole("heading", { name: "Importerat" })).toBeVisible();
    await page.goto(`${server.url}/week/2026-W48`);
    await expect(
      page.getByRole("button", { name: /^Styrelsemöte, .*19:00 till 20:30.*Förening/ }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^Resdag, / })).toBeVisible();
  } finally {
    server.stop();
  }
});
