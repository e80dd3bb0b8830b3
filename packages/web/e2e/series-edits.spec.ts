import type { Page } from "@playwright/test";
import { CALENDAR, SeriesCalendar, shownInWeek } from "./series.ts";
import { expect, startServer, test } from "./fixtures.ts";

type Operation = "one" | "following" | "all" | "delete one" | "delete following";

/** Each operation has a series of each kind to itself, all of them with an event in the week of 23 November 2026. */
const kinds: Readonly<Record<string, Readonly<Record<Operation, readonly string[]>>>> = {
  // Across the ends of summer time there and here, which are a week apart.
  Weekly: {
    one: [...newYork("20261005"), "RRULE:FREQ=WEEKLY;COUNT=20"],
    following: [
      ...newYork("20261006"),
      "RRULE:FREQ=WEEKLY;UNTIL=20270323T160000Z",
      "EXDATE;TZID=America/New_York:20261208T080000",
      "OVERRIDE",
      "RECURRENCE-ID;TZID=America/New_York:20261215T080000",
      "DTSTART;TZID=America/New_York:20261216T110000",
      "DURATION:PT2H",
    ],
    all: [
      ...newYork("20261007"),
      "RRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270310T130000Z",
      "EXDATE;TZID=America/New_York:20261202T080000",
    ],
    "delete one": [...newYork("20261008"), "RRULE:FREQ=WEEKLY;INTERVAL=1"],
    "delete following": [...newYork("20261009"), "RRULE:FREQ=WEEKLY;COUNT=30"],
  },
  Wholeday: {
    one: ["DTSTART;VALUE=DATE:20261012", "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=12"],
    following: ["DTSTART;VALUE=DATE:20261006", "RRULE:FREQ=WEEKLY;UNTIL=20270302"],
    all: ["DTSTART;VALUE=DATE:20261007", "RRULE:FREQ=WEEKLY;UNTIL=20270303", "EXDATE;VALUE=DATE:20261216"],
    "delete one": ["DTSTART;VALUE=DATE:20261008", "DTEND;VALUE=DATE:20261009", "RRULE:FREQ=WEEKLY"],
    "delete following": ["DTSTART;VALUE=DATE:20261009", "RRULE:FREQ=WEEKLY"],
  },
  Monthly: {
    one: [...lastFriday(8), "RRULE:FREQ=MONTHLY;BYDAY=-1FR"],
    following: [...lastFriday(10), "RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=9"],
    all: [...lastFriday(12), "RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270430T100000Z"],
    "delete one": [...lastFriday(14), "RRULE:FREQ=MONTHLY;BYDAY=-1FR"],
    "delete following": [...lastFriday(16), "RRULE:FREQ=MONTHLY;BYDAY=-1FR"],
  },
};

function newYork(day: string): string[] {
  return [`DTSTART;TZID=America/New_York:${day}T080000`, `DTEND;TZID=America/New_York:${day}T090000`];
}
function lastFriday(hour: number): string[] {
  const time = (at: number): string => `20260925T${String(at).padStart(2, "0")}0000`;
  return [`DTSTART;TZID=Europe/Stockholm:${time(hour)}`, `DTEND;TZID=Europe/Stockholm:${time(hour + 1)}`];
}

const block = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(`^${title}, `) })
    .first();

async function edit(page: Page, title: string, change: (page: Page) => Promise<void>, answer: string) {
  await block(page, title).focus();
  await page.keyboard.press("e");
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await change(page);
  await page.getByLabel("Title").focus();
  await page.keyboard.press("Control+Enter");
  await page
    .getByRole("alertdialog")
    .getByRole("radio", { name: choices[answer] ?? answer })
    .check();
  await page.getByRole("alertdialog").getByRole("button", { name: answer }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("form", { name: "Edit event" })).toHaveCount(0);
}
const choices: Readonly<Record<string, RegExp>> = {
  "Change this one": /^Only this one/,
  "Change these": /^This and following/,
  "Change all": /^All/,
  "Delete this one": /^Only this one/,
  "Delete these": /^This and following/,
};

async function remove(page: Page, title: string, answer: string) {
  await block(page, title).focus();
  await page.keyboard.press("Delete");
  await page
    .getByRole("alertdialog")
    .getByRole("radio", { name: choices[answer] ?? answer })
    .check();
  await page.getByRole("alertdialog").getByRole("button", { name: answer }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
}

const startAt = (time: string) => async (page: Page) => {
  await page.getByLabel("Starts at").fill(time);
  await page.keyboard.press("Tab");
};
const startOn = (day: string) => async (page: Page) => {
  await page.getByRole("button", { name: "Starts on: choose in the calendar" }).click();
  await page.getByRole("dialog").getByRole("button", { name: day }).click();
  // "Thursday 26 November 2026" is shown cut down to "Thu 26 Nov 2026".
  const shown = day.replace(/^(...)\S* (\d+) (...)\S*/, "$1 $2 $3");
  await expect(page.getByRole("textbox", { name: "Starts on" })).toHaveValue(shown);
};
const repeat = (preset: string) => async (page: Page) => {
  await page.getByRole("combobox", { name: "Repeat" }).selectOption(preset);
};

/** The button of the toast about the last change of an event. */
const undoToast = (page: Page, title: string) =>
  page
    .getByRole("region", { name: "Messages" })
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`${title}.?” (changed|deleted)`) })
    .getByRole("button", { name: /^Undo/ });

const deletions: Partial<Record<Operation, string>> = {
  "delete one": "Delete this one",
  "delete following": "Delete these",
};
const changes: Readonly<Record<string, readonly [(page: Page) => Promise<void>, string]>> = {
  "Weekly one": [startAt("09:30"), "Change this one"],
  "Weekly following": [startAt("10:00"), "Change these"],
  "Weekly all": [startOn("Thursday 26 November 2026"), "Change all"],
  "Wholeday one": [startOn("Saturday 28 November 2026"), "Change this one"],
  "Wholeday following": [repeat("biweekly"), "Change these"],
  "Wholeday all": [startOn("Thursday 26 November 2026"), "Change all"],
  "Monthly one": [startOn("Thursday 26 November 2026"), "Change this one"],
  "Monthly following": [startAt("09:15"), "Change these"],
  "Monthly all": [startOn("Thursday 26 November 2026"), "Change all"],
};

async function perform(page: Page, title: string, operation: Operation): Promise<void> {
  const answer = deletions[operation];
  if (answer) return remove(page, title, answer);
  const planned = changes[title];
  if (!planned) throw new Error(`nothing is planned for ${title}`);
  await edit(page, title, ...planned);
}

const all = Object.entries(kinds).flatMap(([kind, series]) =>
  (Object.keys(series) as Operation[]).map((operation) => ({
    title: `${kind} ${operation}`,
    operation,
    lines: series[operation],
  })),
);

const [FIRST, LAST] = ["2026-10-05", "2027-04-18"];
const WEEKS = 28;
const DAY = 86_400_000;

test("a series edited in the app takes place when python-caldav says it does", async ({ page }) => {
  const server = await startServer("--empty");
  try {
    const calendar = new SeriesCalendar(server, page);
    await calendar.open();
    for (const { title, lines } of all) await calendar.put(title, lines);
    await page.goto(`${server.url}/week/2026-W48`);
    for (const { title, operation } of all) await perform(page, title, operation);
    await expect(page.getByText("Synced")).toBeVisible();

    // Each of the three series that were split has become two.
    await expect.poll(async () => (await calendar.names()).length).toBe(all.length + 3);
    const { server: dates, client } = await calendar.dates(FIRST, LAST);
    expect(client).toEqual(dates);
    expect(dates.filter((it) => it.startsWith("Weekly one |"))).toHaveLength(20);
    expect(dates).toContain("Weekly one | 2026-11-23 15:30 | 2026-11-23 16:30");
    expect(dates).toContain("Weekly following | 2026-12-16 19:00 | 2026-12-16 21:00");
    expect(dates).toContain("Monthly all | 2026-12-31 12:00 | 2026-12-31 13:00");
    expect(dates.filter((it) => it.startsWith("Weekly delete following"))).toHaveLength(7);

    // As the page has it that made the edits, and then as a page has it that reads them from the server.
    const thisWeek = dates.filter((it) => /\| 2026-11-2[3-9]/.test(it));
    await expect.poll(() => shownInWeek(page, new Date("2026-11-23"))).toEqual(thisWeek);
    await page.goto(`${server.url}/week/2026-W41`);
    for (let week = 0; week < WEEKS; week++) {
      const monday = new Date(Date.parse(FIRST) + week * 7 * DAY);
      const days = Array.from({ length: 7 }, (_, day) =>
        new Date(monday.getTime() + day * DAY).toISOString().slice(0, 10),
      );
      const expected = dates.filter((it) => days.includes(it.split(" | ")[1]?.slice(0, 10) ?? ""));
      expect(expected.length, `something in the week of ${days[0]}`).toBeGreaterThan(0);
      await expect
        .poll(() => shownInWeek(page, monday), { message: `${CALENDAR}, week of ${days[0]}` })
        .toEqual(expected);
      await page.getByRole("button", { name: "Next week" }).click();
    }
  } finally {
    server.stop();
  }
});

test("every edit of a series can be taken back, and then the server has the text that it had", async ({
  page,
}) => {
  const server = await startServer("--empty");
  try {
    const calendar = new SeriesCalendar(server, page);
    await calendar.open();
    for (const { title, lines } of all) await calendar.put(title, lines);
    const names = await calendar.names();
    await page.goto(`${server.url}/week/2026-W48`);
    for (const [index, { title, operation }] of all.entries()) {
      const before = await calendar.text(title);
      await perform(page, title, operation);
      // While it is pointed at, the message waits for the server.
      if (index % 2 === 1) await undoToast(page, title).hover();
      await expect.poll(() => calendar.text(title), { message: `${title} changed` }).not.toBe(before);
      if (index % 2 === 0) await page.keyboard.press("Control+z");
      else await undoToast(page, title).click();
      await expect.poll(() => calendar.text(title), { message: `${title} as before` }).toBe(before);
      await expect.poll(() => calendar.names(), { message: `nothing but ${title}` }).toEqual(names);
    }
  } finally {
    server.stop();
  }
});
