import type { Page, Request } from "@playwright/test";
import { ENGLISH, expect, signInAt, startServer, SWEDISH, test as base } from "./fixtures.ts";

interface Fixtures {
  readonly login: string;
  /** signed in at a separate server: messages to guests depend on everything before */
  readonly own: void;
}
const test = base.extend<Fixtures>({
  login: [ENGLISH, { option: true }],
  own: [
    async ({ page, login }, provide) => {
      const server = await startServer();
      try {
        await signInAt(server, page, login);
        // The first page of a new server: everything is fetched.
        await expect(block(page, "Debrief|Salary|Lönesamtal|Avstämning")).toBeVisible();
        await provide();
      } finally {
        server.stop();
      }
    },
    { auto: true },
  ],
});

interface Sent {
  readonly ids: readonly string[];
  readonly tells: boolean;
}

/** The page's requests that change events, and whether others were to be notified. */
function sentChanges(page: Page): readonly Sent[] {
  const sent: Sent[] = [];
  page.on("request", (request: Request) => {
    const body = request.method() === "POST" ? (request.postData() ?? "") : "";
    if (!body.includes('"methodCalls"')) return;
    const calls = (JSON.parse(body) as { methodCalls: [string, Record<string, unknown>][] }).methodCalls;
    for (const [name, args] of calls) {
      if (name !== "CalendarEvent/set" && name !== "CalendarEvent/restore") continue;
      const ids = [args["create"], args["update"]].flatMap((it) => Object.keys(it ?? {}));
      sent.push({
        ids: [...ids, ...((args["destroy"] ?? args["ids"] ?? []) as string[])],
        tells: args["sendSchedulingMessages"] === true,
      });
    }
  });
  return sent;
}
const tellings = (sent: readonly Sent[]): boolean[] => sent.map((it) => it.tells);

const block = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(`^${title}`) })
    .first();
const question = (page: Page) => page.getByRole("alertdialog");

test("an event that somebody else organizes stays where it is, and says who decides", async ({ page }) => {
  const sent = sentChanges(page);
  const talk = block(page, "Salary talk");
  await expect(talk).toBeVisible();
  await expect(talk.locator("[data-edge]")).toHaveCount(0);
  await expect(block(page, "Debrief").locator("[data-edge]")).not.toHaveCount(0);

  const before = await talk.boundingBox();
  if (!before) throw new Error("not placed");
  await page.mouse.move(before.x + 30, before.y + 12);
  await page.mouse.down();
  await page.mouse.move(before.x + 30, before.y + 70, { steps: 6 });
  await expect(
    page.getByText("“Salary talk” is organised by Karin Björk · only they can move it"),
  ).toBeVisible();
  await expect(page.locator("[data-drag-preview]")).toHaveCount(0);
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();

  await talk.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/“Salary talk” is organised by Karin Björk ·/)).toBeVisible();
  await expect(page.locator("[data-drag-preview]")).toHaveCount(0);
  await expect.poll(() => talk.boundingBox()).toEqual(before);
  expect(sent).toEqual([]);
});

test("a guest's editor shows the organizer's fields as text, and saves the guest's own", async ({ page }) => {
  const sent = sentChanges(page);
  await block(page, "Salary talk").focus();
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Edit event" });
  await expect(form.getByRole("heading", { name: "Salary talk" })).toBeFocused();
  await expect(form.getByText(/^Organised by Karin Björk/)).toBeVisible();
  await expect(form.getByText(/^14(:00)?–14:45$/)).toBeVisible();
  for (const label of ["Title", "Starts at", "Place", "Notes"])
    await expect(form.getByLabel(label)).toHaveCount(0);
  await form.getByRole("combobox", { name: "Add a reminder" }).selectOption({ label: "30 minutes before" });
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("“Salary talk” changed")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect.poll(() => tellings(sent)).toEqual([false]);
  await expect(page.getByText("Synced").first()).toBeVisible();
  await expect(page.getByText(/was not saved/)).toHaveCount(0);
});

test("the keys that save an event save the guest who is typed, and say when that is nobody", async ({
  page,
}) => {
  await block(page, "Debrief").focus();
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Edit event" });
  const field = form.getByRole("combobox", { name: "Guests" });
  await field.fill("Somebody nobody knows");
  await field.press("Control+Enter");
  await expect(form.getByText(/^Nobody here has that name/)).toBeVisible();
  await expect(field).toHaveValue("Somebody nobody knows");
  // The button keeps what is typed too.
  await form.getByRole("button", { name: /^(Save|Send)/ }).click();
  await expect(form).toBeVisible();
  await expect(field).toHaveValue("Somebody nobody knows");
  await field.fill("maja.ek@example.org");
  await field.press("Control+Enter");
  await question(page)
    .getByRole("button", { name: /notify/ })
    .first()
    .click();
  await expect(form).toHaveCount(0);
  await block(page, "Debrief").click();
  await expect(page.getByText("maja.ek@example.org").first()).toBeVisible();
});

test("an answer is sent at once; withdrawing an invitation asks first", async ({ page }) => {
  const sent = sentChanges(page);
  await block(page, "Salary talk, not answered").click();
  await page.getByRole("radio", { name: "Yes" }).click();
  await expect(block(page, "Salary talk, Friday")).toBeVisible();
  await expect.poll(() => tellings(sent)).toEqual([true]);
  await expect(question(page)).toHaveCount(0);

  await block(page, "Salary talk").focus();
  await page.keyboard.press("Delete");
  await expect(question(page).getByRole("heading", { name: "Decline the invitation?" })).toBeVisible();
  await question(page).getByRole("button", { name: "Delete without notifying" }).click();
  await expect(block(page, "Salary talk")).toHaveCount(0);
  await expect.poll(() => tellings(sent)).toEqual([true, false]);
});

const consultation = "Planning consultation, city";

test("moving a meeting asks once whether to notify its guests, and undoing it notifies them too", async ({
  page,
}) => {
  const sent = sentChanges(page);
  const meeting = block(page, consultation);
  const name = (await meeting.getAttribute("aria-label")) ?? "";
  const carry = async (answer: string) => {
    await meeting.focus();
    for (const key of ["Space", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await expect(question(page).getByRole("heading", { name: "Notify the guests?" })).toBeVisible();
    await expect(question(page).getByText(/^2 guests are invited to/)).toBeVisible();
    await question(page).getByRole("button", { name: answer }).click();
    await expect(question(page)).toHaveCount(0);
  };
  await carry("Cancel");
  await expect(meeting).toHaveAttribute("aria-label", name);
  expect(sent).toEqual([]);

  await carry("Change and notify 2 guests");
  await expect(meeting).not.toHaveAttribute("aria-label", name);
  await expect.poll(() => tellings(sent)).toEqual([true]);
  await page.keyboard.press("Control+z");
  await expect(page.getByText(/is back as it was · guests have been notified again/)).toBeVisible();
  await expect(meeting).toHaveAttribute("aria-label", name);
  await expect.poll(() => tellings(sent)).toEqual([true, true]);

  await carry("Change without notifying");
  await expect(meeting).not.toHaveAttribute("aria-label", name);
  await page.keyboard.press("Control+z");
  await expect(meeting).toHaveAttribute("aria-label", name);
  await expect.poll(() => tellings(sent)).toEqual([true, true, false, false]);
});

test("what concerns no guest, and events without any, are changed without a question", async ({ page }) => {
  const sent = sentChanges(page);
  await block(page, consultation).focus();
  await page.keyboard.press("e");
  await page.getByRole("combobox", { name: "Show as" }).selectOption("free");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(`“${consultation}” changed`)).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await block(page, "Invoices").focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText("“Invoices” deleted")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect.poll(() => tellings(sent)).toEqual([false, false]);
});

test("a meeting is cancelled for its guests, and back for them when that is undone", async ({ page }) => {
  const sent = sentChanges(page);
  await block(page, consultation).focus();
  await page.keyboard.press("Delete");
  await expect(question(page).getByRole("heading", { name: "Cancel the meeting?" })).toBeVisible();
  await question(page).getByRole("button", { name: "Cancel the meeting and notify 2 guests" }).click();
  await expect(block(page, consultation)).toHaveCount(0);
  await expect.poll(() => tellings(sent)).toEqual([true]);
  await page.keyboard.press("Control+z");
  await expect(block(page, consultation)).toBeVisible();
  await expect.poll(() => tellings(sent)).toEqual([true, true]);
});

test("one question about a series asks which events, and whether to notify the guests", async ({ page }) => {
  const sent = sentChanges(page);
  await block(page, "Board meeting").focus();
  await page.keyboard.press("Delete");
  await expect(question(page)).toHaveCount(1);
  await expect(question(page).getByRole("radio")).toHaveCount(2);
  const tell = question(page).getByRole("checkbox", { name: /^Notify the \d guests$/ });
  await expect(tell).toBeChecked();
  await tell.uncheck();
  await question(page).getByRole("button", { name: "Delete this one" }).click();
  await expect(block(page, "Board meeting")).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  await expect.poll(() => tellings(sent)).toEqual([false]);
  await page.keyboard.press("Control+z");
  await block(page, "Board meeting").focus();
  await page.keyboard.press("Delete");
  await question(page).getByRole("button", { name: "Delete this one" }).click();
  await expect.poll(() => tellings(sent)).toEqual([false, false, true]);
});

test.describe("in Swedish", () => {
  test.use({ login: SWEDISH });
  test("says the same", async ({ page }) => {
    await block(page, "Lönesamtal").focus();
    await page.keyboard.press("Space");
    await expect(
      page.getByText("Karin Björk är arrangör för ”Lönesamtal” · bara arrangören kan flytta den"),
    ).toBeVisible();
    await block(page, "Samrådsmöte").focus();
    await page.keyboard.press("Delete");
    await expect(question(page).getByRole("heading", { name: "Ställa in mötet?" })).toBeVisible();
    await expect(
      question(page).getByRole("button", { name: "Ställ in mötet och meddela 2 gäster" }),
    ).toBeVisible();
    await question(page).getByRole("button", { name: "Behåll mötet" }).click();
    await expect(block(page, "Samrådsmöte")).toBeVisible();
  });
});
