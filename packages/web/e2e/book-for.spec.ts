import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeHousehold, makeRooms, PASSES } from "./make-bookables.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const LABELS = ["1101", "1102", "1201", "1202", "1203", "1301", "1302", "1303"];

test("one of many households is found by its number to have a booking; a manager who is no administrator books for any", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const [id = ""] = await makeRooms(page, { name: "Laundry room", rules: PASSES });
  for (const label of LABELS) await makeHousehold(page, label, "Sand");
  const other = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await other.clock.setFixedTime(NOW);
  await signInAt(server, other, SWEDISH);
  const [asked] = await callAs(other, [["Booking/get", { ids: [] }]]);
  const { accountId } = asked as never as { readonly accountId: string };
  const [things] = await callAs(page, [["Bookable/get", { ids: [id] }]]);
  const { list: made } = things as never as { readonly list: readonly { readonly managersId: string }[] };
  const managersId = made[0]?.managersId ?? "";
  await callAs(page, [["Group/set", { update: { [managersId]: { [`members/${accountId}`]: {} } } }]]);
  const time = { bookableId: id, start: "2026-11-26T12:00:00Z", end: "2026-11-26T15:00:00Z" };
  await callAs(other, [["Booking/set", { create: { k: time } }]]);

  await other.goto(`${server.url}/bookables/${id}/2026-W48`);
  const slot = (name: RegExp) => other.getByRole("gridcell").getByRole("button", { name });
  await slot(/26 .*(13 till 16|13 to 16)/).click();
  await other
    .getByRole("dialog")
    .getByRole("button", { name: /^(Hand over…|Överlåt …)$/ })
    .click();
  const search = other.getByRole("searchbox", { name: /^(Number or name|Nummer eller namn)$/ });
  const found = other.getByRole("dialog").getByRole("radio");
  await expect(found).toHaveCount(7);
  await expect(other.getByText(/^[12] (more|till)\./)).toBeVisible();
  await search.fill("130");
  await expect(found).toHaveCount(3);
  await search.fill("1302");
  await expect(found).toHaveCount(1);
  await found.check();
  // Who is chosen stays, whatever else is sought.
  await search.fill("nobody");
  await expect(found).toHaveCount(1);
  await expect(found).toBeChecked();
  await expect(other.getByText(/^(Nobody is called that|Ingen heter så)\.$/)).toBeVisible();
  expect(await axeProblems(other)).toEqual([]);
  await other
    .getByRole("dialog")
    .getByRole("button", { name: /^(Ask|Fråga)$/ })
    .click();
  await expect(other.getByText(/^(Asked|Frågan är ställd)\./)).toBeVisible();
  const [handed] = await callAs(other, [["BookingHandover/get", { ids: null }]]);
  expect(handed).toMatchObject({ list: [{ toName: "1302", isAsker: true }] });

  await slot(/25 .*(13 till 16|13 to 16)/).click();
  const sheet = other.getByRole("dialog");
  await sheet.getByLabel(/^(Who books\?|Vem bokar\?)$/).selectOption({ label: "1203 Sand" });
  await sheet.getByRole("button", { name: /^(Book|Boka) / }).click();
  await expect(sheet).toHaveCount(0);
  const [own] = await callAs(page, [["Booking/get", { ids: null }]]);
  // Elin is in all of them.
  const { list } = own as never as { list: readonly { start: string; bookedById: string }[] };
  expect(list.map(({ start, bookedById }) => [start, bookedById])).toEqual([
    ["2026-11-25T12:00:00Z", accountId],
  ]);
});
