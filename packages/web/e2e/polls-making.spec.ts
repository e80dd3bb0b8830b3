import { readFileSync } from "node:fs";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, signInAt, SWEDISH, test } from "./fixtures.ts";
import { makePoll } from "./make-poll.ts";
import { sendGuestForm } from "./send-guest-form.ts";

const DAYS = { isAllDay: true, minutes: 1_440, timeZone: "Europe/Stockholm" };

test("a new poll of whole days is kept over a reload, sent, saved as CSV, and a voter who left comes back", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/polls/new");
  await page.getByLabel("What do you want to ask?").fill("=Skiing?");
  await page.getByRole("radio", { name: "Whole days" }).press("Space");
  await page.getByLabel("How many days in a row?").fill("2");
  await page.getByRole("button", { name: "Add a day" }).press("Enter");
  await page.getByRole("button", { name: "Add a day" }).press("Enter");
  await page.getByLabel("Day 2", { exact: true }).fill("12 December");
  await page.getByLabel("Day 2", { exact: true }).press("Enter");
  await page.getByLabel("Who should answer?").fill("bo@example.org");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.reload();
  await expect(page.getByText("You began this poll before.")).toBeVisible();
  await expect(page.getByLabel("What do you want to ask?")).toHaveValue("=Skiing?");
  await expect(page.getByRole("heading", { name: "2 days" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: /^Send to|^Create the poll|^Ask/ }).click();
  await expect(page.getByRole("heading", { name: "=Skiing?" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: /12 Dec/ })).toBeVisible();
  const [found] = await callAs(page, [
    ["Poll/get", { ids: null, properties: ["title", "isAllDay", "minutes"] }],
  ]);
  expect((found as { list: object[] }).list).toContainEqual(
    expect.objectContaining({ title: "=Skiing?", isAllDay: true, minutes: 2_880 }),
  );
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).press("Enter");
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("Skiing.csv");
  const text = readFileSync(await saved.path(), "utf8");
  expect(text).toMatch(/^\uFEFF"Who",".*12 December 2026","Note"\r\n/);
  expect(text).toContain('"bo","","",""');
  // Whoever was taken off comes back by one press.
  await page.getByRole("button", { name: "Change the poll" }).press("Enter");
  await page.locator("summary").first().press("Enter");
  await page.getByRole("button", { name: /bo/ }).first().press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Remove/ })
    .press("Enter");
  await expect(page.getByText("bo is removed from the poll")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.locator("summary").first()).toBeVisible();
  await page
    .getByRole("link", { name: /answers/i })
    .first()
    .click();
  await expect(page.getByRole("row", { name: /^bo/ })).toBeVisible();
  // The next one begins empty.
  await page.goto("/polls/new");
  await expect(page.getByLabel("What do you want to ask?")).toHaveValue("");
});

test("what a guest has filled in is there after a reload, and gone once it is sent", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await signIn(page);
  const options = [{ start: "2026-12-14T00:00:00Z" }, { start: "2026-12-16T00:00:00Z" }];
  const { path } = await makePoll(page, { title: "Sledge?", ...DAYS, options });
  const context = await browser.newContext({ locale: "en-GB" });
  const guest = await context.newPage();
  await guest.goto(server.url + path);
  const first = guest.getByRole("group", { name: /14 December/ });
  await first.getByRole("radio", { name: "Yes" }).press("Space");
  await guest.getByLabel("Your name").fill("Bo Ek");
  await guest.reload();
  await expect(guest.getByLabel("Your name")).toHaveValue("Bo Ek");
  await expect(first.getByRole("radio", { name: "Yes" })).toBeChecked();
  const send = guest.getByRole("button", { name: "Send your answers" });
  await sendGuestForm(send, guest.getByText("Your answers are saved."));
  await guest.goto(server.url + path);
  await expect(guest.getByLabel("Your name")).toHaveValue("");
  await context.close();
});

test("a group's poll is every manager's, from the list to the decision", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await signIn(page);
  const other = await (await browser.newContext({ locale: "sv-SE" })).newPage();
  await signInAt(server, other, SWEDISH);
  const [session] = await callAs(other, [["Profile/get", { ids: null }]]);
  const { accountId } = session as never as { readonly accountId: string };
  const [own] = await callAs(page, [["Profile/get", { ids: null }]]);
  const me = (own as never as { readonly accountId: string }).accountId;
  const members = { [me]: { isManager: true }, [accountId]: { isManager: true } };
  await callAs(page, [["Group/set", { create: { g: { name: "Choir board", members } } }]]);
  await page.goto("/polls/new");
  await page.getByLabel("Whose poll it is").selectOption({ label: "Choir board" });
  await page.getByLabel("What do you want to ask?").fill("Concert?");
  await page.getByRole("button", { name: "Suggest five times" }).click();
  await page.getByRole("button", { name: "Create the poll" }).click();
  await expect(page.getByRole("heading", { name: "Concert?" })).toBeVisible();
  await other.goto(`${server.url}/polls`);
  await other.getByRole("link", { name: "Concert?" }).click();
  await other.getByRole("button", { name: /^Bestäm / }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Bestäm", exact: true }).click();
  await expect(other.getByRole("heading", { name: /^Bestämt: / })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Decided: / })).toBeVisible();
  await other.context().close();
});

test("a poll goes out as a file with its votes, and another begins with what such a file asks", async ({
  page,
  signIn,
}) => {
  await signIn(page, undefined, "/polls");
  const options = [{ start: "2026-12-12T17:00:00Z" }, { start: "2026-12-13T17:00:00Z" }];
  const voters = [{ mail: "bo@example.org", isRequired: false }];
  const { id } = await makePoll(page, { title: "Lucia", options, voters });
  const [got] = await callAs(page, [["Poll/get", { ids: [id], properties: ["options"] }]]);
  const [first] = (got as never as { list: { options: { id: string }[] }[] }).list[0]?.options ?? [];
  const answers = { [first?.id ?? ""]: { answer: "ifNeeded", start: "2026-12-12T17:00:00Z" } };
  await callAs(page, [["Poll/vote", { id, answers }]]);
  await page.goto(`/polls/${id}`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as .ics" }).press("Enter");
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("Lucia.ics");
  const text = readFileSync(await saved.path(), "utf8");
  expect(text).toMatch(/BEGIN:VOTE\r\nPOLL-ITEM-ID:1\r\nRESPONSE:50\r\nEND:VOTE/);
  expect(text.match(/BEGIN:VOTE/g)).toHaveLength(1);
  expect(text.match(/BEGIN:PARTICIPANT/g)).toHaveLength(2);
  // Nobody's address leaves with it.
  expect(text).not.toContain("example");

  const choose = async (buffer: Buffer): Promise<void> => {
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Begin from an .ics file" }).press("Enter");
    await (await choosing).setFiles({ name: "poll.ics", mimeType: "text/calendar", buffer });
  };
  await page.goto("/polls/new");
  await choose(Buffer.from("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"));
  await expect(page.getByText("That file has no poll in it.")).toBeVisible();
  await choose(
    Buffer.from(text.replace("END:PARTICIPANT", "CALENDAR-ADDRESS:mailto:anna@example.org\r\n$&")),
  );
  await expect(page.getByText("The file has 2 times to ask about.")).toBeVisible();
  await expect(page.getByText("1 person has answered there")).toBeVisible();
  await expect(page.getByLabel("What do you want to ask?")).toHaveValue("Lucia");
  await expect(page.getByRole("button", { name: /anna/ }).first()).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: /^Send to|^Create the poll|^Ask/ }).press("Enter");
  await expect(page.getByRole("heading", { name: "Lucia" })).toBeVisible();
  const [all] = await callAs(page, [
    ["Poll/get", { ids: null, properties: ["title", "minutes", "options"] }],
  ]);
  const copies = (
    all as never as { list: { title: string; minutes: number; options: { start: string }[] }[] }
  ).list;
  const asked = copies
    .filter(({ title }) => title === "Lucia")
    .map(({ options: times, minutes }) => [minutes, ...times.map(({ start }) => start)]);
  expect(asked).toEqual([
    [90, ...options.map(({ start }) => start)],
    [90, ...options.map(({ start }) => start)],
  ]);
});
