import { axeProblems } from "./axe-problems.ts";
import type { Page } from "@playwright/test";
import { ENGLISH, expect, SWEDISH, test, type RunningServer } from "./fixtures.ts";

const dav = (server: RunningServer, login: string, path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Basic ${btoa(`${login}:${server.password}`)}`);
  return fetch(`${server.url}/dav/calendars/${login}/${path}`, { ...init, headers });
};

const put = async (server: RunningServer, uid: string, ...lines: readonly string[]): Promise<void> => {
  const body = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Client//EN", "BEGIN:VEVENT", `UID:${uid}`];
  const rest = ["DTSTAMP:20261120T100000Z", `SUMMARY:${uid}`, ...lines, "END:VEVENT", "END:VCALENDAR", ""];
  const response = await dav(server, "elin", `calendar/${uid}.ics`, {
    method: "PUT",
    body: [...body, ...rest].join("\r\n"),
  });
  expect(response.status).toBe(201);
};
const text = async (server: RunningServer, uid: string): Promise<string> =>
  (await dav(server, "elin", `calendar/${uid}.ics`)).text();

const openEditor = async (page: Page, title: string): Promise<void> => {
  await page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(`^${title}, `) })
    .first()
    .focus();
  await page.keyboard.press("e");
  await expect(page.getByLabel(/^(Title|Titel)/)).toHaveValue(title);
};
const repeat = (page: Page) => page.getByRole("combobox", { name: /^(Repeat|Upprepa)$/ });

/** The sentence beneath the fields. */
const said = (page: Page, sentence: string) =>
  page.getByRole("form").locator("p").getByText(sentence, { exact: true });

test("an event that is read otherwise than another program wrote it says so, until it is mended", async ({
  page,
  server,
  signIn,
}) => {
  await put(
    server,
    "Odd",
    "DTSTART:20270301T100000Z",
    "DTEND:20270301T090000Z",
    "RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20270302T100000Z",
    "X-TIME;TZID=Nowhere/Land:20270301T100000",
  );
  await put(server, "Even", "DTSTART:20270301T120000Z", "DTEND:20270301T130000Z");
  await signIn(page, ENGLISH, "/week/2027-W09");
  const open = (title: string) =>
    page
      .getByRole("main")
      .getByRole("button", { name: new RegExp(`^${title}, `) })
      .first()
      .click();
  const note = page.getByRole("dialog").getByText(/^Read otherwise than written/);
  await open("Odd");
  await expect(note).toHaveText(
    /^Read otherwise than written: its end, how it repeats and the time zone .?Nowhere\/Land.?$/,
  );
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await open("Even");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("a repeat of its own is written with the keyboard alone, said as a sentence, and shows what comes", async ({
  page,
  server,
  signIn,
}) => {
  await put(server, "Gym", "DTSTART;TZID=Europe/Stockholm:20261124T070000", "DURATION:PT1H");
  await signIn(page);
  await openEditor(page, "Gym");
  await repeat(page).focus();
  await page.keyboard.type("Cus");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: "Interval" })).toBeFocused();
  await page.keyboard.type("2");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Days, weeks, months or years" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "Tuesday" })).toBeFocused();
  await expect(page.getByRole("checkbox", { name: "Tuesday" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox", { name: "Thursday" })).toBeChecked();
  await page.getByRole("combobox", { name: "End", exact: true }).focus();
  await page.keyboard.type("After");
  await page.keyboard.press("Tab");
  await page.keyboard.type("6");
  await expect(said(page, "On Tuesdays and Thursdays every other week, six times")).toBeVisible();
  const next = page.getByRole("list", { name: "The next times" }).getByRole("listitem");
  await expect(next).toHaveText([
    /Next after this: Thu 26 Nov\s+in 3 days/,
    /Tue 8 Dec\s+in 15 days/,
    /Thu 10 Dec\s+in 17 days/,
  ]);
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => text(server, "Gym"))
    .toMatch(/RRULE:FREQ=WEEKLY;COUNT=6;INTERVAL=2;BYDAY=TU,TH\r\n/);

  // The popover says it too, and taking it back leaves nothing of it.
  await page
    .getByRole("button", { name: /^Gym, Thursday/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Gym" })).toContainText(
    "On Tuesdays and Thursdays every other week, six times",
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect.poll(() => text(server, "Gym")).not.toContain("RRULE:FREQ=WEEKLY");
});

test("an invalid value is explained beside its field, in the viewer's language, and is not saved", async ({
  page,
  signIn,
}) => {
  await signIn(page, SWEDISH);
  await openEditor(page, "Körrepetition");
  // The choice says the rule, and nothing says it again.
  await expect(repeat(page).locator("option:checked")).toHaveText("Varje onsdag");
  await expect(said(page, "Varje onsdag")).toHaveCount(0);
  const save = page.getByRole("button", { name: /^Spara/ });
  await repeat(page).selectOption("custom");
  await expect(said(page, "Varje onsdag")).toBeVisible();
  await expect(save).toBeEnabled();
  const interval = page.getByRole("textbox", { name: "Intervall" });
  await interval.fill("0");
  await expect(page.getByText("Skriv ett heltal från 1 till 999.")).toBeVisible();
  await expect(interval).toHaveAttribute("aria-invalid", "true");
  await expect(save).toBeDisabled();
  const every = page.locator("div:has(> [aria-label=Intervall])");
  const unit = page.getByRole("combobox", { name: "Dagar, veckor, månader eller år" });
  for (const [typed, words] of [
    ["1", /^Varje\s/],
    ["11", /^Var\s*:e\s/],
    ["2", /^Var\s*:a\s/],
  ] as const) {
    await interval.fill(typed);
    await expect(every).toHaveText(words);
    await expect(unit.locator("option:checked")).toHaveText("vecka");
    await expect(interval).toBeFocused();
  }
  await unit.selectOption({ label: "år" });
  await expect(every).toHaveText(/^Vart\s*:a\s/);
  await unit.selectOption({ label: "vecka" });
  await page.getByRole("checkbox", { name: "onsdag" }).uncheck();
  await expect(page.getByText("Välj minst en veckodag.")).toBeVisible();
  await page.getByRole("checkbox", { name: "fredag" }).check();
  await page.getByRole("combobox", { name: "Slut", exact: true }).selectOption("after");
  await page.getByRole("textbox", { name: "Antal gånger" }).fill("");
  await expect(page.getByText(/^Skriv hur många gånger, från 1 till 9.999\.$/)).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByRole("combobox", { name: "Slut", exact: true }).selectOption("on");
  const last = page.getByRole("textbox", { name: "Sista dag", exact: true });
  await last.fill("2 okt 2026");
  await last.press("Tab");
  await expect(page.getByText("Slutar innan den börjar. Menade du ons 25 nov?")).toBeVisible();
  await expect(save).toBeDisabled();
  await last.fill("18 december");
  await last.press("Tab");
  await expect(said(page, "Varannan fredag till och med 18 december")).toBeVisible();
  await expect(save).toBeEnabled();

  // A reload loses nothing of it.
  await page.reload();
  await expect(said(page, "Varannan fredag till och med 18 december")).toBeVisible();
  await expect(repeat(page)).toHaveValue("custom");
});

test("a rule that the choice says is not said again in other words, with an end neither", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH);
  await openEditor(page, "Choir rehearsal");
  await expect(repeat(page).locator("option:checked")).toHaveText("Every week on Wednesday");
  const sentences = page
    .getByRole("form")
    .locator("p")
    .getByText(/Wednesday/);
  await expect(page.getByRole("list", { name: "The next times" })).toBeVisible();
  await expect(sentences).toHaveCount(0);
  await page.getByRole("combobox", { name: "End", exact: true }).selectOption("after");
  await expect(page.getByRole("textbox", { name: "Number of times" })).toBeVisible();
  await expect(sentences).toHaveCount(0);
  await repeat(page).selectOption("custom");
  await expect(said(page, "Every Wednesday, ten times")).toBeVisible();
});

test("a new rule is asked about without “only this one”, and the first of all is all", async ({
  page,
  server,
  signIn,
}) => {
  await put(
    server,
    "Sauna",
    "DTSTART;TZID=Europe/Stockholm:20261124T070000",
    "DURATION:PT1H",
    "RRULE:FREQ=DAILY",
  );
  await signIn(page, ENGLISH);
  await page
    .getByRole("button", { name: /^Sauna, Wednesday 25/ })
    .first()
    .focus();
  await page.keyboard.press("e");
  await repeat(page).selectOption("weekdays");
  await page.keyboard.press("Control+Enter");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("radio")).toHaveCount(2);
  await expect(question.getByText("Only this one")).toHaveCount(0);
  await expect(question.getByText(/Sauna.?” will repeat every weekday\./)).toBeVisible();
  // None of them is past, so past ones are not mentioned.
  await expect(question.getByText("From 24 November 2026.")).toBeVisible();
  await expect(question.getByText(/Past ones/)).toHaveCount(0);
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel" }).last().click();
  expect(await text(server, "Sauna")).toMatch(/RRULE:FREQ=DAILY\r\n/);

  // Without another rule it is said how many a series without end is.
  await page
    .getByRole("button", { name: /^Sauna, Wednesday 25/ })
    .first()
    .focus();
  await page.keyboard.press("Delete");
  await expect(
    question.getByText("From 25 November 2026, without end. 365 events in the next 12 months."),
  ).toBeVisible();
  await expect(
    question.getByText("From 24 November 2026, without end. 365 events in the next 12 months."),
  ).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();

  await page
    .getByRole("button", { name: /^Sauna, Tuesday 24/ })
    .first()
    .focus();
  await page.keyboard.press("e");
  await repeat(page).selectOption("weekdays");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => text(server, "Sauna")).toMatch(/RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\r\n/);
  await expect(question).toHaveCount(0);
});

test("a rule that no field can say is said, and outlives every other change", async ({
  page,
  server,
  signIn,
}) => {
  const rule = "RRULE:FREQ=YEARLY;BYWEEKNO=48,20;BYDAY=MO,WE;BYSETPOS=-1;X-APP=1";
  const plain = "RRULE:FREQ=YEARLY;BYWEEKNO=48;BYDAY=MO,WE;BYSETPOS=-1";
  await put(server, "Audit", "DTSTART;TZID=Europe/Stockholm:20261125T070000", "DURATION:PT1H", plain);
  await put(server, "Survey", "DTSTART;TZID=Europe/Stockholm:20261125T060000", "DURATION:PT1H", rule);
  await signIn(page);
  for (const [title, kept, sentence] of [
    ["Audit", plain, "Every year, in week 48, on Mondays and Wednesdays, only the last of these"],
    ["Survey", rule, "Every year, in week 20 and week 48, on Mondays and Wednesdays, only the last of these"],
  ] as const) {
    await openEditor(page, title);
    await expect(repeat(page)).toHaveValue("kept");
    await expect(said(page, sentence)).toBeVisible();
    await page.getByLabel("Starts at").fill("08:00");
    await page.getByLabel("Title").fill(`${title} of the books`);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alertdialog").getByRole("radio", { name: /^All/ }).check();
    await page.getByRole("button", { name: "Change all" }).click();
    await expect.poll(() => text(server, title)).toContain(`SUMMARY:${title} of the books`);
    expect(await text(server, title)).toContain(`${kept}\r\n`);
    expect(await text(server, title)).toContain("T080000");
  }
});

for (const [name, colorScheme, size] of [
  ["light", "light", { width: 1440, height: 900 }],
  ["dark", "dark", { width: 1440, height: 900 }],
  ["on a phone", "light", { width: 390, height: 844 }],
] as const) {
  test(`axe finds nothing wrong with the fields of a repeat: ${name}`, async ({ page, signIn }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await signIn(page, ENGLISH, "/day/2026-11-25");
    await openEditor(page, "Choir rehearsal");
    await repeat(page).selectOption("custom");
    await page.getByRole("combobox", { name: "End", exact: true }).selectOption("after");
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("checkbox", { name: "Wednesday" }).uncheck();
    await page.getByRole("textbox", { name: "Number of times" }).fill("0");
    expect(await axeProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  });
}

test("odd weeks are a choice, and reach a calendar app with the weeks of a year of 53", async ({
  page,
  server,
  signIn,
}) => {
  const weeks = Array.from({ length: 27 }, (_, index) => 2 * index + 1).join(",");
  await put(server, "Byte", "DTSTART;TZID=Europe/Stockholm:20261127T070000", "DURATION:PT1H");
  await signIn(page);
  await openEditor(page, "Byte");
  await repeat(page).selectOption({ label: "Custom" });
  await page.getByRole("combobox", { name: "Which weeks" }).selectOption({ label: "Only odd weeks" });
  await expect(said(page, "In odd weeks, on Fridays")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => text(server, "Byte")).toContain("DTSTART;TZID=Europe/Stockholm:20261204T070000");
  expect((await text(server, "Byte")).replaceAll("\r\n ", "")).toContain(`BYWEEKNO=${weeks}`);
});
