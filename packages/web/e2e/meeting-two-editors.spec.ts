import { rightsOf } from "@snart/calendar/access/rights.ts";
import { expect } from "./fixtures.ts";
import { council, test } from "./meeting-fixture.ts";

test("two who edit one event are asked whose words hold, and nothing that only one of them changed is lost", async ({
  page,
  meeting,
}) => {
  const [elin, nils] = [await meeting.site.person("elin"), await meeting.site.person("nils")];
  const calendarId = (await elin.jmap("Calendar/get", { ids: null })).list[0].id;
  const event = {
    "@type": "Event",
    uid: "council",
    calendarIds: { [calendarId]: true },
    title: "Council",
    start: "2026-12-01T12:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
  };
  const { created } = await elin.jmap("CalendarEvent/set", { create: { k: event } });
  const { id } = created["k"];
  const asElin = (patch: object) => elin.jmap("CalendarEvent/set", { update: { [id]: patch } });
  await elin.jmap("Calendar/set", {
    update: { [calendarId]: { shareWith: { [nils.accountId]: rightsOf("edit") } } },
  });
  await meeting.open(page, nils, "2026-W49");
  await council(page).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const editor = page.getByRole("form");
  await editor.getByLabel("Title").fill("Council at two");
  await expect(editor.getByRole("status").filter({ hasText: "Changed elsewhere" })).toHaveCount(0);

  // What only she changed is there at once; what both changed is said.
  await asElin({ title: "Council in the loft", description: "Bring the keys" });
  await expect(editor.getByLabel("Notes")).toHaveValue("Bring the keys");
  await expect(editor.getByLabel("Title")).toHaveValue("Council at two");
  const note = editor.getByText(
    /^Changed elsewhere while you were writing: Notes\.\s+You and someone else have both changed: Title\./,
  );
  await expect(note).toBeVisible();

  // The page is left and opened again, and she goes on meanwhile.
  await page.goto("about:blank");
  await asElin({ locations: { 1: { "@type": "Location", name: "Loftet" } } });
  await page.goBack();
  await expect(editor.getByLabel("Title")).toHaveValue("Council at two");
  await expect(editor.getByLabel("Place")).toHaveValue("Loftet");
  await expect(editor.getByText(/You and someone else have both changed: Title\./)).toBeVisible();
  await editor.getByRole("button", { name: /^Save/ }).click();

  const asked = page.getByRole("alertdialog", { name: "Changed in two places" });
  await expect(asked).toContainText("Elin changed “Council at two”");
  await expect(asked.getByRole("row", { name: "Title Council at two Council in the loft" })).toBeVisible();
  await expect(page.getByText(/” changed/)).toHaveCount(0);
  const stored = async () => (await elin.jmap("CalendarEvent/get", { ids: [id] })).list[0];
  expect((await stored()).title).toBe("Council in the loft");
  await asked.getByRole("button", { name: "Keep mine" }).click();
  await expect.poll(async () => (await stored()).title).toBe("Council at two");
  expect(await stored()).toMatchObject({
    description: "Bring the keys",
    locations: { 1: { name: "Loftet" } },
  });
});
