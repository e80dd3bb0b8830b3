import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, SWEDISH, test as base } from "./fixtures.ts";
import { callAs } from "./call-as.ts";

interface Fixtures {
  /** another member, signed in elsewhere */
  readonly other: Page;
}
const test = base.extend<Fixtures>({
  other: async ({ server, page, browser }, provide) => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signInAt(server, page, ENGLISH);
    await signInAt(server, other, SWEDISH);
    await provide(other);
    await context.close();
  },
});
// Servers of their own: what is set here would be seen elsewhere.
test.use({ isAlone: true });

const SECRET = "Kejsarpingvin";

/** A new calendar of somebody that is shared with nobody, with an event on Wednesday at 13. */
async function makeBusy(of: Page): Promise<void> {
  const [made] = await callAs(of, [["Calendar/set", { create: { k: { name: "Elins jobb" } } }]]);
  const { k } = (made?.["created"] ?? {}) as unknown as { k: { id: string } };
  const event = {
    "@type": "Event",
    calendarIds: { [k.id]: true },
    title: SECRET,
    start: "2026-11-25T13:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
  };
  await callAs(of, [["CalendarEvent/set", { create: { k: event } }]]);
}

async function inviteOther(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^New\b/ })
    .first()
    .click();
  await page.keyboard.type("Board meeting wed 13-14:30");
  await page.keyboard.press("Tab");
  const guests = page.getByRole("combobox", { name: "Guests" });
  await guests.fill("elin sand");
  await guests.press("Enter");
  await expect(page.getByRole("list", { name: "Guests" }).getByRole("listitem")).toHaveCount(2);
}

test("a person says who sees when they are busy, over what the administrator has set", async ({
  page,
  other,
  server,
}) => {
  await makeBusy(other);
  await inviteOther(page);
  const form = page.getByRole("form", { name: "New event" });
  const row = form.getByRole("listitem").filter({ hasText: "Elin Sand" });
  await expect(form.getByText(/^Elin Sand is busy/)).toBeVisible();

  await other.goto(`${server.url}/settings/sharing`);
  const own = other.getByLabel("Vem som kan hitta dig och se när du är upptagen");
  await expect(own.locator("option").first()).toHaveText("Serverns inställning: Alla här");
  await own.selectOption("nobody");
  await expect(own).toHaveValue("nobody");
  expect(await axeProblems(other)).toEqual([]);
  await expect
    .poll(async () => (await callAs(other, [["Profile/get", { ids: null }]]))[0])
    .toMatchObject({
      list: [{ preferences: { visibleTo: "nobody" } }],
    });
  await page.reload();
  await expect(row).toContainText("calendar not shared");

  await own.selectOption("");
  await page.goto(`${server.url}/admin/people`);
  const ofServer = page.getByLabel("Who can find people here and see when they are busy");
  await expect(ofServer).toHaveValue("everybody");
  await ofServer.selectOption("nobody");
  await expect(ofServer).toHaveValue("nobody");
  expect(await axeProblems(page)).toEqual([]);
  await other.reload();
  await expect(own.locator("option").first()).toHaveText("Serverns inställning: Ingen");
});
