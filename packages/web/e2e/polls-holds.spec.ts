import { callAs } from "./call-as.ts";
import { makeRooms } from "./make-bookables.ts";
import { expect, SWEDISH, test } from "./fixtures.ts";
import { makePoll } from "./make-poll.ts";

const ROOM_RULES = { mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 };

test("a poll keeps its times in the calendar and its room, until it is decided", async ({ page, signIn }) => {
  await signIn(page);
  const [roomId = ""] = await makeRooms(page, { name: "Loftet", rules: ROOM_RULES });
  await page.goto("/polls/new");
  await page.getByLabel("What do you want to ask?").fill("Attic day?");
  await page.getByLabel(/^Room that is booked/).selectOption(roomId);
  await page.getByRole("button", { name: "Suggest five times" }).click();
  const kept = page.getByText("The room is kept too, for three of the times at most");
  await expect(kept).toBeHidden();
  await page.getByLabel("Keep the times in my calendar until it is decided").check();
  await expect(kept).toBeVisible();
  await page.getByRole("button", { name: "Create the poll" }).click();
  await expect(page.getByRole("heading", { name: "Attic day?" })).toBeVisible();
  await page.getByRole("radio", { name: "Yes" }).first().click();
  await expect(page.getByText(/^The room is kept for it until .*, \d\d:\d\d/)).toBeVisible();
  const tentative = async (): Promise<number> => {
    const [found] = await callAs(page, [["CalendarEvent/query", { filter: { title: "Attic day?" } }]]);
    return (found as never as { ids: readonly string[] }).ids.length;
  };
  expect(await tentative()).toBe(5);
  const [polls] = await callAs(page, [["Poll/get", { ids: null, properties: ["title", "options"] }]]);
  const { list } = polls as never as {
    list: { title: string; options: { roomHeldUntil: string | null }[] }[];
  };
  const poll = list.find(({ title }) => title === "Attic day?");
  expect(poll?.options.filter(({ roomHeldUntil }) => roomHeldUntil !== null)).toHaveLength(3);
  await page.getByRole("button", { name: /^Decide / }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The times that are kept in the calendar are removed.");
  await dialog.getByRole("button", { name: "Decide", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Decided: / })).toBeVisible();
  expect(await tentative()).toBe(1);
  const [booked] = await callAs(page, [["Booking/get", { ids: null }]]);
  expect((booked as never as { list: object[] }).list).toMatchObject([
    { bookableId: roomId, state: "confirmed" },
  ]);
});

test("who is asked has the times they can come to held in their calendar, and gives them up", async ({
  page,
  signIn,
}) => {
  await signIn(page, SWEDISH);
  const options = ["2026-12-07T17:00:00Z", "2026-12-08T17:00:00Z"].map((start) => ({ start }));
  const { path } = await makePoll(page, { title: "Choir?", options });
  await signIn(page);
  await callAs(page, [["Poll/join", { token: path.replace("/p/", "") }]]);
  await page.goto("/polls");
  await page.getByRole("link", { name: "Choir?" }).click();
  await page.getByRole("radio", { name: "Yes" }).first().click();
  await page.getByRole("radio", { name: "No", exact: true }).last().click();
  const held = async (): Promise<number> => {
    const [found] = await callAs(page, [["CalendarEvent/query", { filter: { title: "Choir?" } }]]);
    return (found as never as { ids: readonly string[] }).ids.length;
  };
  const tick = page.getByLabel("Hold the times I can come to in my calendar until it is decided");
  await expect(tick).toBeEnabled();
  await tick.press("Space");
  await expect(tick).toBeChecked();
  expect(await held()).toBe(1);
  // What it holds itself is no clash.
  await expect(page.getByRole("cell", { name: /Choir/ })).toHaveCount(0);
  await page.getByRole("radio", { name: "Yes" }).last().click();
  await expect.poll(held).toBe(2);
  await expect(tick).toBeEnabled();
  await tick.press("Space");
  await expect(tick).not.toBeChecked();
  expect(await held()).toBe(0);
});
