import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeHousehold, makeRooms } from "./make-bookables.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const ROOT = join(import.meta.dirname, "../../..");
const CABIN = {
  mode: "nights",
  timeZone: "Europe/Stockholm",
  cellMinutes: 60,
  units: 1,
  nights: { checkIn: "15:00", checkOut: "12:00" },
  sees: "household",
};

interface Rules {
  readonly draw: { readonly periods: readonly object[] };
}

/** The rules of the only thing, of its manager's page. */
async function rulesOf(page: Page): Promise<Rules> {
  const [asked] = await callAs(page, [["Bookable/get", { ids: null }]]);
  const [first] = (asked as never as { readonly list: readonly { readonly rules: Rules }[] }).list;
  if (!first) throw new Error("there is no thing");
  return first.rules;
}

/** A manager writes the rule, which has a week three months ahead and wishes for a month from now on. */
async function writeRule(page: Page, id: string): Promise<void> {
  await page.goto(`${server.url}/bookables/${id}/rules`);
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("menuitem", { name: /times are drawn by lot/ }).click();
  await page
    .getByRole("textbox", { name: /times are drawn by lot/ })
    .first()
    .fill("Winter holiday");
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save version 2" }).click();
  await expect(page.getByText("Version 2 applies from now on.")).toBeVisible();
}

/** A neighbour on a phone enters two wishes and puts the second first, by keys. @returns the seal */
async function wishByKeys(page: Page): Promise<string> {
  const band = page.getByRole("region", { name: /^Winter holiday, .*21 feb/ });
  await expect(band.getByText(/^Lottas ons 23 dec 18:00, om en månad/)).toBeVisible();
  await band.getByRole("button", { name: "Lämna önskemål" }).click();
  const sheet = page.getByRole("dialog", { name: "Dina önskemål, i ordning" });
  await expect(sheet.getByText("1203 bokar.")).toBeVisible();
  const add = async (from: string, to: string): Promise<void> => {
    for (const [name, day] of [
      ["Ankomst", from],
      ["Avresa", to],
    ] as const) {
      const field = sheet.getByRole("textbox", { name });
      await field.fill(day);
      await field.press("Enter");
    }
    await sheet.getByRole("button", { name: "Lägg till" }).click();
  };
  await add("2027-02-25", "2027-02-28");
  await add("2027-02-21", "2027-02-24");
  await sheet.getByRole("button", { name: /^Flytta upp: .*21 feb/ }).press("Enter");
  await expect(sheet.getByRole("button", { name: /^Flytta ned: .*21 feb/ })).toBeFocused();
  await expect(sheet.getByRole("listitem").first()).toContainText("21 feb");
  expect(await axeProblems(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const seal = (await sheet.locator("code").textContent()) ?? "";
  await sheet.getByRole("button", { name: "Spara önskemålen" }).click();
  await expect(page.getByText("Dina 2 önskemål är sparade.")).toBeVisible();
  await expect(band.getByText(/Du har lämnat 2\./)).toBeVisible();
  return seal;
}

test("two households wish for one week, it is drawn, and the loser checks the draw", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const [id = ""] = await makeRooms(page, { name: "Stugan", rules: CABIN });
  await makeHousehold(page, "1201", "");
  await callAs(page, [
    ["Household/set", { create: { h: { label: "1203", name: "", people: [{ email: SWEDISH, name: "" }] } } }],
  ]);
  await writeRule(page, id);

  const context = await browser.newContext({ locale: "sv-SE", viewport: { width: 390, height: 844 } });
  const neighbour = await context.newPage();
  await neighbour.clock.install({ time: NOW });
  await signInAt(server, neighbour, SWEDISH);
  await neighbour.goto(`${server.url}/bookables/${id}/2027-W08`);
  const seal = await wishByKeys(neighbour);
  expect(seal).toMatch(/^[0-9a-f]{64}$/);
  const [asked] = await callAs(page, [["Draw/get", { ids: null }]]);
  const drawId = (asked as never as { readonly list: readonly { readonly id: string }[] }).list[0]?.id;
  const week = { start: "2027-02-21T14:00:00Z", end: "2027-02-28T11:00:00Z" };
  await callAs(page, [["Draw/wish", { drawId, wishes: [week] }]]);

  // Wishes close some minutes ago: it is drawn now.
  const rules = await rulesOf(page);
  const periods = rules.draw.periods.map((period) => ({ ...period, closes: "2026-11-23T10:15" }));
  await callAs(page, [
    ["Bookable/set", { update: { [id]: { rules: { ...rules, draw: { ...rules.draw, periods } } } } }],
  ]);
  const won = async (of: Page): Promise<number> => {
    const [own] = await callAs(of, [["Booking/get", { ids: null }]]);
    return (own as never as { readonly list: readonly object[] }).list.length;
  };
  await expect.poll(async () => (await won(page)) + (await won(neighbour)), { timeout: 20_000 }).toBe(1);

  await neighbour.reload();
  const band = neighbour.getByRole("region", { name: /^Winter holiday/ });
  const isMine = (await won(neighbour)) === 1;
  await expect(band.getByText(isMine ? /^Lottat\. Du fick/ : /^Lottat\. Det blev inget/)).toBeVisible();
  const night = neighbour.getByRole("gridcell").getByRole("button", { name: /^Natten söndag 21 februari/ });
  if (isMine) await expect(night).toHaveAccessibleName(/, Din, /);
  else await expect(night).not.toHaveAccessibleName(/Ledig|Stängd|, Din, /);
  await band.getByRole("button", { name: "Se resultatet" }).click();
  const result = neighbour.getByRole("dialog", { name: "Så lottades det" });
  await expect(result.getByRole("listitem")).toHaveCount(2);
  await expect(result.getByRole("listitem").filter({ hasText: "1203 (du, nummer 2)" })).toContainText(
    isMine ? "första önskemålet" : "inget",
  );
  expect(await axeProblems(neighbour)).toEqual([]);
  expect(await smallTargets(neighbour)).toEqual([]);
  const downloading = neighbour.waitForEvent("download");
  await result.getByRole("button", { name: "Ladda ner filen" }).click();
  const file = await (await downloading).path();
  const said = execFileSync(process.execPath, ["packages/server/src/cli/main.ts", "draw", "verify", file], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect(said).toContain("The draw holds: Stugan, 2027-02-21 to 2027-02-28, 1 of 2 got a wish.");
  expect(said).toContain(seal);
});
