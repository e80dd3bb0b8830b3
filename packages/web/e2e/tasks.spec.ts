import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, SWEDISH, test, type RunningServer } from "./fixtures.ts";

/** Speaks CalDAV as another client of the same person. */
function davOf({ url, password }: RunningServer, login: string) {
  const home = login.replace(/@.*/, "");
  const authorization = `Basic ${btoa(`${login}:${password}`)}`;
  const ask = (uid: string, init: RequestInit = {}) =>
    fetch(`${url}/dav/calendars/${home}/calendar/${uid}.ics`, { ...init, headers: { authorization } });
  return {
    put: async (uid: string, ...lines: readonly string[]): Promise<void> => {
      const stamp = "DTSTAMP:20261120T100000Z";
      const todo = ["BEGIN:VTODO", `UID:${uid}`, stamp, ...lines, "X-CLIENT:kept", "END:VTODO"];
      const whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//C//EN", ...todo, "END:VCALENDAR", ""];
      const answer = await ask(uid, { method: "PUT", body: whole.join("\r\n") });
      expect([201, 204]).toContain(answer.status);
    },
    lines: async (uid: string): Promise<string[]> => (await (await ask(uid)).text()).split("\r\n"),
    remove: async (uid: string): Promise<void> => void (await ask(uid, { method: "DELETE" })),
  };
}

const row = (page: Page, title: string) =>
  page.locator("li", { has: page.locator(`[data-task]`, { hasText: title }) });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `${title} is done` });
const openTasks = async (page: Page): Promise<void> => {
  await page.goto("/tasks");
  await expect(page.getByRole("textbox", { name: /^(Add a task|Lägg till en uppgift)/ })).toBeVisible();
};

test("a task that a CalDAV client wrote is completed here, and STATUS:COMPLETED there; undone, it is open", async ({
  page,
  server,
  signIn,
}) => {
  const dav = davOf(server, ENGLISH);
  await signIn(page);
  await openTasks(page);
  await dav.put("gate", "SUMMARY:Oil the gate", "DUE;TZID=Europe/Stockholm:20261123T150000", "PRIORITY:1");
  await expect(page.getByRole("region", { name: /^Today/ }).getByText("Oil the gate")).toBeVisible();
  await expect(row(page, "Oil the gate").getByText("in about 5 hours")).toBeVisible();
  await box(page, "Oil the gate").click();
  await expect(row(page, "Oil the gate")).toHaveCount(0);
  // While it is pointed at, the message waits for the server.
  const undo = page.getByRole("button", { name: /^Undo/ });
  await undo.hover();
  await expect.poll(() => dav.lines("gate")).toContain("STATUS:COMPLETED");
  const done = await dav.lines("gate");
  expect(done).toEqual(expect.arrayContaining(["PERCENT-COMPLETE:100", "X-CLIENT:kept", "PRIORITY:1"]));
  expect(done.filter((line) => line.startsWith("COMPLETED:"))).toHaveLength(1);
  await undo.click();
  await expect(box(page, "Oil the gate")).not.toBeChecked();
  await expect.poll(() => dav.lines("gate")).not.toContain("STATUS:COMPLETED");
  expect(await dav.lines("gate")).toContain("DUE;TZID=Europe/Stockholm:20261123T150000");
  await dav.remove("gate");
  await expect(row(page, "Oil the gate")).toHaveCount(0);
});

test("of a repeating task this one is done and the next stays", async ({ page, server, signIn }) => {
  const dav = davOf(server, ENGLISH);
  const times = [
    "DTSTART;TZID=Europe/Stockholm:20261124T080000",
    "DUE;TZID=Europe/Stockholm:20261124T180000",
  ];
  await dav.put("bins", "SUMMARY:Put the bins out", ...times, "RRULE:FREQ=WEEKLY");
  await signIn(page);
  await openTasks(page);
  await expect(page.getByRole("region", { name: /^Tomorrow/ }).getByText("Put the bins out")).toBeVisible();
  await box(page, "Put the bins out").click();
  await expect(page.getByRole("region", { name: /^Next week/ }).getByText("Put the bins out")).toBeVisible();
  await expect(box(page, "Put the bins out")).not.toBeChecked();
  await expect.poll(() => dav.lines("bins")).toContain("STATUS:COMPLETED");
  const lines = await dav.lines("bins");
  expect(lines).toEqual(expect.arrayContaining([...times, "RRULE:FREQ=WEEKLY"]));
  expect(lines.filter((line) => line === "BEGIN:VTODO")).toHaveLength(2);
  expect(lines.filter((line) => line.startsWith("RECURRENCE-ID"))).toEqual([
    "RECURRENCE-ID;TZID=Europe/Stockholm:20261124T080000",
  ]);
  await dav.remove("bins");
});

test.describe("what looks for a free hour", () => {
  // Other tests' events would change the next free hour.
  test.use({ isAlone: true });

  test("words become a task; keys walk, complete, plan and delete it; the grid has it with its box", async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    await page.keyboard.press("u");
    await expect(page).toHaveURL(/\/tasks$/);
    await page.getByRole("textbox", { name: "Add a task in words" }).fill("Call the bank on Friday at 15 !");
    await expect(page.getByText("in 4 days").first()).toBeVisible();
    await page.keyboard.press("Enter");
    const task = page.getByRole("button", { name: /Call the bank/ });
    await expect(page.getByRole("region", { name: /^This week/ }).getByText("Call the bank")).toBeVisible();
    await expect(task).toContainText("High");
    await task.focus();
    await page.keyboard.press("p");
    // The next free hour: today is taken until the evening.
    const tomorrow = page.getByRole("region", { name: /^Tomorrow/ });
    await expect(tomorrow.getByText("Call the bank")).toBeVisible();
    await page.goto("/week/2026-W48");
    const block = page.getByRole("button", { name: /^Call the bank, .*Tuesday 24 November/ }).first();
    await expect(block).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Search, / }).fill("call the ba");
    await page
      .getByRole("option", { name: /Call the bank/ })
      .first()
      .click();
    const panel = page.getByRole("complementary", { name: "Task" });
    await expect(panel.getByRole("textbox", { name: "What needs to be done" })).toHaveValue("Call the bank");
    await panel.getByRole("textbox", { name: "Notes" }).fill("Ask for Kim");
    await panel.getByRole("button", { name: "Close the task" }).click();
    await page.getByRole("main").getByRole("checkbox", { name: "Call the bank is done" }).first().click();
    await expect(block).toHaveCount(0);
    await openTasks(page);
    // There are no other days to go to, and the two choices of what is shown are in a menu.
    await expect(page.getByRole("button", { name: /^(?:Today|Previous day|Next day)$/ })).toHaveCount(0);
    await page.getByRole("button", { name: "What is shown" }).click();
    const completed = page.getByRole("menuitemcheckbox", { name: "Show completed" });
    await completed.click();
    await expect(completed).toBeChecked();
    expect(await axeProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /Call the bank/ }).focus();
    await page.keyboard.press("Delete");
    await expect(page.getByRole("button", { name: /Call the bank/ })).toHaveCount(0);
    await page.getByRole("button", { name: "What is shown" }).click();
    await completed.click();
    await page.keyboard.press("Escape");
  });
});

test("parts stand under their whole; the panel changes a task at once", async ({ page, server, signIn }) => {
  const dav = davOf(server, ENGLISH);
  await dav.put("fence", "SUMMARY:Paint the fence", "DUE;VALUE=DATE:20261127");
  await dav.put("colour", "SUMMARY:Buy the paint", "RELATED-TO;RELTYPE=PARENT:fence");
  await signIn(page);
  await openTasks(page);
  const week = page.getByRole("region", { name: /^This week/ });
  await expect(week.getByRole("listitem")).toContainText(["Paint the fence", "Buy the paint"]);
  await page.getByRole("button", { name: /^(Medium)?Paint the fence/ }).click();
  const panel = page.getByRole("complementary", { name: "Task" });
  await panel.getByLabel("Priority").selectOption("high");
  await panel.getByLabel("Progress").selectOption("40");
  await panel.getByRole("textbox", { name: "Add a subtask" }).fill("Borrow a ladder");
  await page.keyboard.press("Enter");
  await expect(week.getByText("Borrow a ladder")).toBeVisible();
  await expect
    .poll(() => dav.lines("fence"))
    .toEqual(
      expect.arrayContaining(["PRIORITY:1", "PERCENT-COMPLETE:40", "STATUS:IN-PROCESS", "X-CLIENT:kept"]),
    );
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await dav.remove("fence");
  await dav.remove("colour");
});

// Other tests' events would hide the task in its day of the month.
test.describe("in a calendar of one's own", () => {
  test.use({ isAlone: true });

  test("a task without a date is dragged from beside the week onto it; month and year have it, unless it is switched off", async ({
    page,
    server,
    signIn,
  }) => {
    const dav = davOf(server, ENGLISH);
    await dav.put("shelf", "SUMMARY:Put up the shelf");
    await signIn(page);
    await page.goto("/week/2026-W48");
    const tray = page.getByRole("region", { name: "To plan" });
    await expect(tray.getByText("Put up the shelf")).toBeVisible();
    const thursday = page.getByRole("region", { name: /Thursday 26 November/ });
    await tray
      .getByRole("listitem")
      .filter({ hasText: "Put up the shelf" })
      .dragTo(thursday, { targetPosition: { x: 60, y: 52 * 13 + 10 } });
    await expect(thursday.getByRole("button", { name: /^Put up the shelf.*13:00/ })).toBeVisible();
    await expect(tray.getByText("Put up the shelf")).toHaveCount(0);
    await expect
      .poll(() => dav.lines("shelf"))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^(?:DUE|DTSTART)\b.*20261126T13/)]));

    await page.keyboard.press("m");
    await expect(page.getByRole("button", { name: /^Put up the shelf/ })).toBeVisible();
    await page.keyboard.press("y");
    await expect(page.getByRole("button", { name: /^Thursday 26 November 2026,.*, 1 task/ })).toBeVisible();
    await page.goto("/settings/look");
    await page.getByRole("switch", { name: "Show tasks in the calendar" }).click();
    await expect(page.getByText(/^All changes are saved/)).toBeVisible();
    await page.goto("/month/2026-11");
    await expect(page.locator("[data-event]").first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Put up the shelf/ })).toHaveCount(0);
  });
});

test("from the list, one key opens the week beside a task, which is dragged or written onto a time there", async ({
  page,
  server,
  signIn,
}) => {
  const dav = davOf(server, ENGLISH);
  await dav.put("lamp", "SUMMARY:Mend the lamp", "DUE;VALUE=DATE:20261202");
  await signIn(page);
  await openTasks(page);
  await page.getByRole("button", { name: /Mend the lamp/ }).focus();
  await page.keyboard.press("w");
  await expect(page).toHaveURL(/\/week\/2026-W49$/);
  const panel = page.getByRole("complementary", { name: "Task" });
  await expect(panel.getByRole("textbox", { name: "What needs to be done" })).toHaveValue("Mend the lamp");
  const friday = page.getByRole("region", { name: /Friday 4 December/ });
  await panel
    .getByText("Drag to a time in the calendar")
    .dragTo(friday, { targetPosition: { x: 60, y: 52 * 13 + 10 } });
  await expect(friday.getByRole("button", { name: /^Mend the lamp.*13:00/ })).toBeVisible();
  await expect
    .poll(() => dav.lines("lamp"))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^(?:DUE|DTSTART)\b.*20261204T13/)]));
  await dav.remove("lamp");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("tasks are among what there is more of, in Swedish, and axe has nothing to say", async ({
    page,
    server,
    signIn,
  }) => {
    const dav = davOf(server, SWEDISH);
    await signIn(page, SWEDISH);
    await dav.put("milk", "SUMMARY:Köp mjölk", "DUE;VALUE=DATE:20261123");
    await page.getByRole("button", { name: "Mer" }).click();
    await page.getByRole("button", { name: "Uppgifter" }).click();
    await expect(page.getByRole("region", { name: /^I dag/ }).getByText("Köp mjölk")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Uppgifter");
    expect(await axeProblems(page)).toEqual([]);
    // Here the plus makes a task.
    await page.getByRole("button", { name: "Ny händelse" }).click();
    await expect(page.getByRole("textbox", { name: "Lägg till en uppgift i ord" })).toBeFocused();
    await page.getByRole("button", { name: /Köp mjölk/ }).click();
    await expect(page.getByRole("complementary", { name: "Uppgift" })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await dav.remove("milk");
  });
});

test("a task with only a due day repeats, by words and by the menu, and goes on when it is done", async ({
  page,
  server,
  signIn,
}) => {
  const dav = davOf(server, SWEDISH);
  await signIn(page, SWEDISH);
  await openTasks(page);
  await page.getByRole("textbox", { name: "Lägg till en uppgift" }).fill("Vattna blommorna varje söndag");
  await page.keyboard.press("Enter");
  const watering = page.getByRole("button", { name: /Vattna blommorna/ });
  await expect(watering).toHaveCount(1);
  await watering.click();
  const panel = page.getByRole("complementary", { name: "Uppgift" });
  const repeat = panel.getByRole("combobox", { name: "Upprepa" });
  await expect(repeat).toContainText(/söndag/);
  await panel.getByRole("button", { name: "Stäng uppgiften" }).click();
  await page.getByRole("checkbox", { name: "Vattna blommorna är klar" }).first().click();
  await expect(
    page.getByRole("region", { name: /^Nästa vecka/ }).getByText("Vattna blommorna"),
  ).toBeVisible();

  await dav.put("bins", "SUMMARY:Ställ ut soporna", "DUE;VALUE=DATE:20261126");
  await page.getByRole("button", { name: /Ställ ut soporna/ }).click();
  await repeat.selectOption({ label: "Varje torsdag" });
  await expect.poll(() => dav.lines("bins")).toContain("RRULE:FREQ=WEEKLY");
  expect(await dav.lines("bins")).toContain("DUE;VALUE=DATE:20261126");
  await expect(repeat).toContainText(/torsdag/);
  await dav.remove("bins");
});
