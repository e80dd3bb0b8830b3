import { rightsOf } from "@snart/calendar/access/rights.ts";
import type { Person } from "../../server/src/testing/meeting/site.ts";
import { expect } from "./fixtures.ts";
import { invite, question } from "./invite-guests.ts";
import { council, test } from "./meeting-fixture.ts";

// Who invites as whom, and who answers for whom: from calendars of a group and of somebody else.

const WEEK = "2026-W49";

const share = async (from: Person, to: Person): Promise<void> => {
  const { list } = await from.jmap("Calendar/get", { ids: null });
  await from.jmap("Calendar/set", {
    update: { [list[0].id]: { shareWith: { [to.accountId]: rightsOf("edit") } } },
  });
};
const only = async (person: Person) => (await person.jmap("CalendarEvent/get", { ids: null })).list[0];

/** A weekly meeting with these guests. */
async function inviteToChoir(organizer: Person, guests: readonly Person[]): Promise<void> {
  const calendarId = (await organizer.jmap("Calendar/get", { ids: null })).list[0].id;
  const participants = guests.map(({ login, email }) => [
    login,
    { "@type": "Participant", calendarAddress: `mailto:${email}`, roles: { attendee: true } },
  ]);
  const event = {
    "@type": "Event",
    uid: "choir",
    calendarIds: { [calendarId]: true },
    title: "Choir",
    start: "2026-12-02T18:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
    recurrenceRule: { frequency: "weekly", count: 4 },
    participants: Object.fromEntries(participants),
  };
  await organizer.jmap("CalendarEvent/set", { create: { k: event }, sendSchedulingMessages: true });
}

test("from a group's calendar a guest is invited in its name, and the answer and its note come back", async ({
  page,
  browser,
  meeting,
}) => {
  const { site } = meeting;
  const [elin, cilla] = [await site.person("elin", "administrator"), await site.person("cilla")];
  const members = { [elin.accountId]: { isManager: true } };
  await elin.jmap("Group/set", { create: { g: { name: "Board", members } } });
  await meeting.open(page, elin, WEEK);
  await invite(page, "Council Tuesday 12-13", [cilla.email]);
  const form = page.getByRole("form", { name: "New event" });
  await expect(form.getByLabel("Who invites")).toHaveCount(0);
  await form.getByLabel("Calendar", { exact: true }).selectOption({ label: "Board" });
  await expect(form.getByLabel("Who invites").locator("option:checked")).toHaveText(/Invite for .*Board/);
  await form.getByRole("button", { name: /^Create/ }).click();
  await question(page).getByRole("button", { name: "Create and invite 1 guest" }).click();
  await meeting.settled();
  expect(await only(cilla)).toMatchObject({ title: "Council", sentBy: elin.email });

  const other = await (await browser.newContext()).newPage();
  await meeting.open(other, cilla, WEEK);
  await council(other).click();
  const invitation = other.getByRole("dialog");
  await expect(invitation.getByText("Organised by Board")).toBeVisible();
  await expect(invitation.getByText(`Sent by ${elin.email}`)).toBeVisible();
  await expect(invitation.getByRole("list", { name: "Guests" }).getByText("not answered")).toBeVisible();
  await invitation.getByLabel("Add a note to your answer").fill("Ten minutes late");
  await invitation.getByRole("radio", { name: "Yes" }).click();
  await expect(other.getByText("You said yes. Board is notified.")).toBeVisible();
  await meeting.settled();

  await council(page).click();
  const read = page.getByRole("dialog").getByRole("list", { name: "Guests" });
  await expect(read.getByText("Ten minutes late")).toBeVisible();
  await expect(read.getByText("Yes", { exact: true })).toBeVisible();
  await other.context().close();
});

test("in a shared calendar one invites as oneself or for its owner, and answers all dates for its owner", async ({
  page,
  meeting,
}) => {
  const { site } = meeting;
  const [elin, bengt, cilla] = [
    await site.person("elin"),
    await site.person("bengt"),
    await site.person("cilla"),
  ];
  await share(bengt, elin);
  await meeting.open(page, elin, WEEK);
  await invite(page, "Council Thursday 12-13", [cilla.email]);
  const form = page.getByRole("form", { name: "New event" });
  const { list } = await bengt.jmap("Calendar/get", { ids: null });
  await form
    .getByLabel("Calendar", { exact: true })
    .selectOption({ value: `${bengt.accountId}/${list[0].id}` });
  const who = form.getByLabel("Who invites");
  await expect(who.locator("option:checked")).toHaveText(/Invite for .*Bengt/);
  await who.selectOption({ label: "Invite as yourself" });
  await form.getByRole("button", { name: /^Create/ }).click();
  await question(page).getByRole("button", { name: "Create and invite 1 guest" }).click();
  await meeting.settled();
  expect(await only(cilla)).toMatchObject({ organizerCalendarAddress: `mailto:${elin.email}` });
  expect(await only(bengt)).toMatchObject({ organizerCalendarAddress: `mailto:${elin.email}` });

  await inviteToChoir(cilla, [bengt, elin]);
  await meeting.settled();
  const choir = page.getByRole("main").getByRole("button", { name: /^Choir,/ });
  await expect(choir).toHaveCount(2);
  const popover = page.getByRole("dialog");
  const isBengts = popover.getByText(/Is .*Bengt.* going\?/).first();
  for (const index of [0, 1]) {
    await choir.nth(index).click();
    await expect(popover.getByRole("radio", { name: "No" })).toBeVisible();
    if (await isBengts.isVisible()) break;
    await page.keyboard.press("Escape");
  }
  await popover.getByRole("radio", { name: "No" }).click();
  await expect(choir).toHaveCount(2);
  await expect(page.getByText(/You answered no for .*Bengt.*cilla.* is notified\./)).toBeVisible();
  await meeting.settled();
  await expect(
    choir.filter({ hasText: "Choir" }).and(page.getByRole("button", { name: /^Choir, declined/ })),
  ).toHaveCount(1);
  const { participants } = (await cilla.jmap("CalendarEvent/get", { ids: null })).list.find(
    ({ title }: { title: string }) => title === "Choir",
  );
  expect(participants.bengt).toMatchObject({ participationStatus: "declined" });
  expect(participants.elin.participationStatus ?? "needs-action").toBe("needs-action");
});

test("a deleted meeting whose organizer may no longer write there comes back as a copy, and the page says so", async ({
  page,
  meeting,
}) => {
  const { site } = meeting;
  const [elin, nils, cilla] = [
    await site.person("elin"),
    await site.person("nils"),
    await site.person("cilla"),
  ];
  await share(elin, nils);
  const calendarId = (await elin.jmap("Calendar/get", { ids: null })).list[0].id;
  const event = {
    "@type": "Event",
    uid: "council",
    calendarIds: { [calendarId]: true },
    title: "Council",
    start: "2026-12-01T12:00:00",
    timeZone: "Europe/Stockholm",
    organizerCalendarAddress: `mailto:${nils.email}`,
    participants: {
      n: {
        "@type": "Participant",
        name: "Nils",
        calendarAddress: `mailto:${nils.email}`,
        roles: { owner: true },
      },
      c: { "@type": "Participant", calendarAddress: `mailto:${cilla.email}`, roles: { attendee: true } },
    },
  };
  const { accountId } = elin;
  await nils.jmap("CalendarEvent/set", { accountId, create: { k: event }, sendSchedulingMessages: true });
  await meeting.settled();
  const { id } = await only(elin);
  await elin.jmap("CalendarEvent/set", { destroy: [id], sendSchedulingMessages: true });
  await elin.jmap("Calendar/set", { update: { [calendarId]: { shareWith: {} } } });
  await meeting.settled();
  await meeting.open(page, elin, WEEK);
  await page.goto("/trash");
  await page.getByRole("button", { name: "Restore “Council”" }).press("Enter");
  const said =
    "“Council” is back, but only as a copy: Nils no longer organises it here, and the guests are not notified.";
  await expect(page.getByText(said)).toBeVisible();
  await expect.poll(async () => (await only(elin))?.title).toBe("Council");
  expect(await only(cilla)).toMatchObject({ status: "cancelled" });
});
