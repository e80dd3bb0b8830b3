import type { Page } from "@playwright/test";
import { messageIn } from "../../server/src/testing/meeting/read-mail.ts";
import { askAddress } from "./ask-address.ts";
import { expect } from "./fixtures.ts";
import { invite, question } from "./invite-guests.ts";
import { council, test, type Meeting } from "./meeting-fixture.ts";

const WEEK = "2026-W49";
const ASA = "asa@elsewhere.example";

/** Writes the meeting and invites these people to it. */
async function inviteToCouncil(page: Page, meeting: Meeting, guests: readonly string[]): Promise<void> {
  await invite(page, "Council Thursday 12-13", guests);
  await page
    .getByRole("form", { name: "New event" })
    .getByRole("button", { name: /^Create/ })
    .click();
  await question(page)
    .getByRole("button", { name: /^Create and invite/ })
    .click();
  await meeting.settled();
}

/** Takes another address in the settings and opens the link in the mail; then the new one is shown there. */
async function moveTo(page: Page, { site }: Meeting, email: string, password: string): Promise<void> {
  const { url } = site.server;
  await page.goto(`${url}/settings/profile`);
  await page.getByRole("main").getByRole("button", { name: "Change", exact: true }).click();
  await askAddress(page, email, password);
  const mail = () => site.sink.mails.find(({ to }) => to.includes(email));
  await expect.poll(() => mail()?.read.subject).toBe("Confirm your new email address for Snart");
  await page.goto(url + (/\/address\/[\w-]+/.exec(mail()?.read.text ?? "")?.[0] ?? ""));
  await page.getByRole("button", { name: "Use this address" }).click();
  await page.getByRole("link", { name: "Go to Snart" }).click();
  await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
  await page.goto(`${url}/settings/profile`);
  await expect(page.getByRole("main").getByText(email, { exact: true })).toBeVisible();
  await page.goto(`${url}/week/${WEEK}`);
}

test("who has another address changes an older meeting, and its guests are told", async ({
  page,
  meeting,
  server,
}) => {
  const { site } = meeting;
  const [elin, bengt] = [await site.person("elin"), await site.person("bengt")];
  await meeting.open(page, elin, WEEK);
  await inviteToCouncil(page, meeting, [bengt.email, ASA]);
  await moveTo(page, meeting, "elin.ek@other.example", server.password);
  await council(page).focus();
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Edit event" });
  await form.getByLabel("Title").fill("Council in the attic");
  await form.getByLabel("Title").press("Control+Enter");
  await question(page)
    .getByRole("button", { name: /notify/i })
    .first()
    .click();
  await expect(form).toHaveCount(0);
  await meeting.settled();
  const { list } = await bengt.jmap("CalendarEvent/get", { ids: null });
  expect(list.map(({ title }: { title: string }) => title)).toEqual(["Council in the attic"]);
  const mail = site.sink.mails.findLast(({ to }) => to.includes(ASA));
  expect(mail?.read.subject).toContain("Council in the attic");
  expect(mail && messageIn(mail).method).toBe("REQUEST");
});

test("who has another address is still asked whether they come, and their answer counts", async ({
  page,
  meeting,
  server,
}) => {
  const { site } = meeting;
  const [elin, bengt] = [await site.person("elin"), await site.person("bengt")];
  await meeting.open(page, elin, WEEK);
  await inviteToCouncil(page, meeting, [bengt.email]);
  await page.request.post(`${server.url}/auth/sign-in`, {
    data: { login: bengt.email, password: server.password },
  });
  await page.goto(`${server.url}/week/${WEEK}`);
  await expect(council(page)).toHaveAccessibleName(/not answered/);
  await moveTo(page, meeting, "bengt.bo@other.example", server.password);
  await expect(council(page)).toHaveAccessibleName(/not answered/);
  await council(page).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Yes" }).click();
  await expect(page.getByText("You said yes. Elin is notified.")).toBeVisible();
  await meeting.settled();
  const { list } = await elin.jmap("CalendarEvent/get", { ids: null });
  const people = Object.values(list[0].participants as Record<string, Record<string, string>>);
  expect(people.find((one) => one["calendarAddress"]?.includes("bengt"))).toMatchObject({
    calendarAddress: `mailto:${bengt.email}`,
    participationStatus: "accepted",
  });
});
