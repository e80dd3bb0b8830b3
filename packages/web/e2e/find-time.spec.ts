import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, startServer, SWEDISH, test as base } from "./fixtures.ts";

interface Fixtures {
  /** another member of the household, signed in elsewhere: has busy times and an absence */
  readonly other: Page;
}
const test = base.extend<Fixtures>({
  other: async ({ page, browser }, provide) => {
    const server = await startServer();
    const context = await browser.newContext();
    const other = await context.newPage();
    try {
      await signInAt(server, page, ENGLISH);
      await signInAt(server, other, SWEDISH);
      await provide(other);
    } finally {
      await context.close();
      server.stop();
    }
  },
});

const SECRET = "Kejsarpingvin";

/** Makes calls as the person signed in on a page, and returns the arguments of their answers. */
const call = (page: Page, calls: readonly [string, Record<string, unknown>][]) =>
  page.evaluate(async (asked) => {
    const session = (await (await fetch("/jmap/session")).json()) as {
      capabilities: Record<string, unknown>;
      primaryAccounts: Record<string, string>;
    };
    const [accountId = ""] = Object.values(session.primaryAccounts);
    const methodCalls = asked.map(([name, args], at) => [name, { accountId, ...args }, String(at)]);
    const answer = await fetch("/jmap/api", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ using: Object.keys(session.capabilities), methodCalls }),
    });
    const { methodResponses } = (await answer.json()) as { methodResponses: [string, never][] };
    return methodResponses.map(([, args]) => args as Record<string, { id: string; email: string }[]>);
  }, calls);

/** Busy on Wednesday from 12, with lunch, to 14, away from Thursday to Friday, and shown to the other as busy alone. */
async function prepare(other: Page): Promise<void> {
  const [calendars, people] = await call(other, [
    ["Calendar/get", { ids: null }],
    ["Principal/get", { ids: null }],
  ]);
  const id = calendars?.["list"]?.[0]?.id ?? "";
  const reader = people?.["list"]?.find(({ email }) => email === ENGLISH)?.id ?? "";
  const own = people?.["list"]?.find(({ email }) => email === SWEDISH)?.id ?? "";
  const rights = { mayReadFreeBusy: true };
  const event = {
    "@type": "Event",
    calendarIds: { [id]: true },
    title: SECRET,
    start: "2026-11-25T13:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
  };
  const away = { utcStart: "2026-11-25T23:00:00Z", utcEnd: "2026-11-27T23:00:00Z", text: "I fjällen" };
  await call(other, [
    ["Calendar/set", { update: { [id]: { [`shareWith/${reader}`]: rights } } }],
    ["CalendarEvent/set", { create: { k: event } }],
    ["Availability/set", { update: { singleton: { "absences/a": away } } }],
    // Only this calendar counts, not all of the busy times that members of a server see of each other.
    ["Profile/set", { update: { [own]: { "preferences/visibleTo": "nobody" } } }],
  ]);
}

/** Writes a new event with two guests: one with known busy times, and one without. */
async function beginEvent(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^New\b/ })
    .first()
    .click();
  await page.keyboard.type("Board meeting wed 13-14:30");
  await page.keyboard.press("Tab");
  const guests = page.getByRole("combobox", { name: "Guests" });
  await guests.fill("elin, nils@else.example");
  await guests.press("Enter");
  // Who has a name here is known when the server has said who there is.
  await expect(page.getByRole("list", { name: "Guests" }).getByRole("listitem")).toHaveCount(3);
}

test("guests' busy times stand beside the chosen one, which is moved by keys or dragged", async ({
  page,
  other,
}) => {
  await prepare(other);
  await beginEvent(page);
  const form = page.getByRole("form", { name: "New event" });
  await expect(form.getByText("Elin Sand is busy 12:00–14:00.")).toBeVisible();
  await expect(form.getByRole("listitem").filter({ hasText: "nils" })).toContainText("calendar not shared");
  expect(await axeProblems(page)).toEqual([]);

  const chosen = form.getByRole("slider", { name: "Chosen time" });
  const isFree = form.getByText(/^Everyone whose calendar you can see is free then/);
  await chosen.focus();
  for (let quarters = 0; quarters < 4; quarters++) await page.keyboard.press("ArrowRight");
  await expect(chosen).toHaveAttribute("aria-valuetext", /14:00–15:30, in 2 days/);
  await expect(isFree).toBeVisible();
  await expect(form.getByLabel("Starts at")).toHaveValue("14:00");

  const box = await chosen.boundingBox();
  if (!box) throw new Error("not drawn");
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 29, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(form.getByText("Elin Sand is busy 12:00–14:00.")).toBeVisible();
  await form.getByRole("button", { name: /^Move to / }).click();
  await expect(isFree).toBeVisible();

  await chosen.focus();
  await page.keyboard.press("PageUp");
  await expect(form.getByText(/^Elin Sand is away until Sat 28 Nov: I fjällen/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  // The draft is kept, and continued on the phone.
  await page.reload();
  await chosen.scrollIntoViewIfNeeded();
  expect(await axeProblems(page)).toEqual([]);
});

test("a time is found that suits everybody, chosen by keys alone, and the guests are invited to it", async ({
  page,
  other,
}) => {
  await prepare(other);
  const told: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/jmap/api"))
      void response.text().then(
        (text) => told.push(text),
        () => {},
      );
  });
  await beginEvent(page);
  await page.getByRole("button", { name: "Find a time" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Find a time" });
  const suggestions = dialog.getByRole("radiogroup", { name: "Suggestions" }).getByRole("radio");
  await expect(suggestions.first()).toBeChecked();
  expect(await axeProblems(page)).toEqual([]);
  await suggestions.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(suggestions.nth(1)).toBeChecked();
  const name = (await dialog.getByRole("button", { name: /^Move to / }).textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const chosen = page.getByRole("slider", { name: "Chosen time" });
  await expect(chosen).toHaveAttribute("aria-valuetext", new RegExp(name.replace("Move to ", "")));

  await page.getByRole("textbox", { name: "Title" }).press("Control+Enter");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("heading", { name: "Invite the guests?" })).toBeVisible();
  // This server sends no email.
  await expect(question).toContainText("nils@else.example can’t be notified");
  await question.getByRole("button", { name: "Create and invite 1 guest" }).click();
  await expect(page.getByText("“Board meeting” created")).toBeVisible();
  expect(told.some((text) => text.includes('"FreeBusy/get"'))).toBe(true);
  expect(told.filter((text) => text.includes(SECRET))).toEqual([]);
});

test("hours and absences are said in the settings, kept, and taken back", async ({ page, signIn }) => {
  await signIn(page, SWEDISH, "/settings/hours");
  const shown = page.getByRole("switch", { name: "Andra ser min arbetstid" });
  await expect(shown).not.toBeChecked();
  await shown.click();
  await expect(shown).toBeChecked();
  await page.getByRole("textbox", { name: "Text" }).fill("Skidor i fjällen");
  await page.getByRole("button", { name: "Lägg till" }).click();
  const list = page.getByRole("list", { name: "Borta" });
  await expect(list).toContainText("Skidor i fjällen");
  await expect(list.getByText("i dag")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.reload();
  await expect(shown).toBeChecked();
  await list.getByRole("button", { name: /^Ta bort / }).click();
  await expect(page.getByText("Du är inte borta.")).toBeVisible();
  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(list).toContainText("Skidor i fjällen");
  await list.getByRole("button", { name: /^Ta bort / }).click();
  await shown.click();
  await expect(shown).not.toBeChecked();
});
