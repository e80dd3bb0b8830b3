import type { Browser, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { createdId, makeRooms, PASSES } from "./make-bookables.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const RULES = { ...PASSES, waitlist: { offerFor: "PT2H", quiet: { from: "22:00", to: "07:00" } } };

/** One person with Thursday's third pass of the laundry room, and a Swedish neighbour on a phone. */
async function twoNeighbours(page: Page, browser: Browser) {
  await signInAt(server, page);
  const [bookableId = ""] = await makeRooms(page, { name: "Laundry room", place: "House 3", rules: RULES });
  const time = { bookableId, start: "2026-11-26T12:00:00Z", end: "2026-11-26T15:00:00Z" };
  const [made] = await callAs(page, [["Booking/set", { create: { k: time } }]]);
  const context = await browser.newContext({
    locale: "sv-SE",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const other = await context.newPage();
  await other.clock.install({ time: NOW });
  await signInAt(server, other, SWEDISH);
  return { bookableId, time, made, other, context };
}

test("who waits for a taken time is offered it when it is cancelled, and takes it", async ({
  page,
  browser,
}) => {
  const { bookableId, time, made, other, context } = await twoNeighbours(page, browser);

  // On a phone, from the no to the list.
  await other.goto(`${server.url}/bookables/${bookableId}/2026-W48`);
  await other.getByRole("button", { name: /^torsdag 26 november: / }).tap();
  const slot = other.getByRole("gridcell").getByRole("button", { name: "torsdag 26 november, 13 till 16" });
  await slot.tap();
  const no = other.getByRole("dialog", { name: "Torsdag 26 november 13–16 går inte att boka" });
  await expect(no.getByText("Du blir först i kön. Ett erbjudande gäller i 2 timmar")).toBeVisible();
  expect(await smallTargets(other)).toEqual([]);
  expect(await axeProblems(other)).toEqual([]);
  await no.getByRole("button", { name: "Ställ mig på väntelistan" }).tap();
  await expect(no.getByText("Du är först i kön.")).toBeVisible();
  await other.keyboard.press("Escape");
  await expect(slot).toContainText("först i kön");
  await other.goto(`${server.url}/bookables`);
  const line = other.getByRole("region", { name: "Väntelista" });
  await expect(line.getByText("Du är först i kön.")).toBeVisible();

  // It becomes free, for nobody else.
  await callAs(page, [["Booking/set", { destroy: [createdId(made, "k")] }]]);
  await page.goto(`${server.url}/bookables/${bookableId}/2026-W48`);
  const held = page.getByRole("gridcell").getByRole("button", { name: /^Thursday 26 November, 13 to 16/ });
  await expect(held).toContainText("Being booked");
  await held.focus();
  await page.keyboard.press("w");
  await expect(held).toContainText("you are second");

  await other.reload();
  await expect(line.getByText(/Tiden är ledig och hålls åt dig till i dag 12:2\d/)).toBeVisible();
  await expect(line.getByText(/om ungefär två timmar/)).toBeVisible();
  expect(await smallTargets(other)).toEqual([]);
  expect(await axeProblems(other)).toEqual([]);
  await line.getByRole("button", { name: "Ta tors 26 nov 13–16" }).tap();
  await expect(line).toHaveCount(0);
  await expect(other.getByRole("region", { name: "Dina" }).getByText(/Tors 26 nov/)).toBeVisible();
  const [mine] = await callAs(other, [["Booking/get", { ids: null }]]);
  expect(mine).toMatchObject({ list: [{ ...time, state: "confirmed" }] });
  await context.close();
});

test("a booking is handed over to a neighbour, who swaps it for another one", async ({ page, browser }) => {
  const { bookableId, time, other, context } = await twoNeighbours(page, browser);
  const board = `${server.url}/bookables/${bookableId}/2026-W48`;
  await page.goto(board);
  const mine = page.getByRole("gridcell").getByRole("button", { name: /^Thursday 26 November, 13 to 16/ });
  await mine.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Hand over…" }).press("Enter");
  const asking = page.getByRole("dialog", { name: "Hand over Thu 26 Nov 13–16" });
  await expect(asking.getByText("Until they accept, nothing changes.")).toBeVisible();
  await expect(asking.getByRole("button", { name: "Ask" })).toBeDisabled();
  await asking.getByLabel("Who is to have it").selectOption({ label: "Elin Sand" });
  expect(await axeProblems(page)).toEqual([]);
  await asking.getByRole("button", { name: "Ask" }).press("Enter");
  await expect(page.getByText("Until there is an answer, the booking is yours.")).toBeVisible();

  await mine.press("Enter");
  await expect(page.getByRole("dialog").getByText("Elin Sand has been asked to take it over.")).toBeVisible();
  await page.keyboard.press("Escape");

  // The neighbour takes it over on a phone.
  await other.goto(`${server.url}/bookables`);
  const questions = other.getByRole("region", { name: "Överlåta och byta" });
  await expect(questions.getByText(/vill överlåta den till dig\./)).toBeVisible();
  await expect(questions.getByText(/Frågan kan besvaras till .*, om två dagar\./)).toBeVisible();
  expect(await smallTargets(other)).toEqual([]);
  expect(await axeProblems(other)).toEqual([]);
  await questions.getByRole("button", { name: "Ta över tors 26 nov 13–16" }).tap();
  await expect(questions).toHaveCount(0);
  await expect(other.getByRole("region", { name: "Dina" }).getByText(/Tors 26 nov/)).toBeVisible();
  expect(await callAs(page, [["Booking/get", { ids: null }]])).toMatchObject([{ list: [] }]);

  // And swaps it for the next time, whoever has that.
  const next = { bookableId, start: "2026-11-26T15:00:00Z", end: "2026-11-26T18:00:00Z" };
  await callAs(page, [["Booking/set", { create: { k: next } }]]);
  await other.goto(board);
  await other.getByRole("button", { name: /^torsdag 26 november: / }).tap();
  await other
    .getByRole("gridcell")
    .getByRole("button", { name: /^torsdag 26 november, 13 till 16/ })
    .tap();
  await other.getByRole("dialog").getByRole("button", { name: "Byt tid …" }).tap();
  const swapping = other.getByRole("dialog", { name: "Byt tid tors 26 nov 13–16" });
  await swapping.getByLabel("Vilken tid").selectOption({ label: "Tors 26 nov 16–19 · Upptagen" });
  expect(await smallTargets(other)).toEqual([]);
  expect(await axeProblems(other)).toEqual([]);
  await swapping.getByRole("button", { name: "Fråga" }).tap();
  await expect(swapping).toHaveCount(0);
  await page.goto(`${server.url}/bookables`);
  const asked = page.getByRole("region", { name: "Handing over and swapping" });
  await expect(
    asked.getByText(/would like to swap it for your Laundry room, Thu 26 Nov 16–19\./),
  ).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await asked.getByRole("button", { name: "Swap", exact: true }).press("Enter");
  await expect(asked).toHaveCount(0);
  expect(await callAs(page, [["Booking/get", { ids: null }]])).toMatchObject([{ list: [time] }]);
  expect(await callAs(other, [["Booking/get", { ids: null }]])).toMatchObject([{ list: [next] }]);
  await context.close();
});
