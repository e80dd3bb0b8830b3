import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, startServer, signInAt, SWEDISH, test } from "./fixtures.ts";

/** Makes a calendar as the person signed in on a page, shares it, and puts three events into it. */
async function share(page: Page, sharedWith: string): Promise<void> {
  await page.evaluate(async (principalId) => {
    const call = async (name: string, args: object): Promise<Record<string, unknown>> => {
      const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
      const answer = await fetch("/jmap/api", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ using, methodCalls: [[name, args, "0"]] }),
      });
      const { methodResponses } = (await answer.json()) as {
        methodResponses: [[string, Record<string, unknown>]];
      };
      return methodResponses[0][1];
    };
    const me = (await (await fetch("/auth/session")).json()) as { account: { id: string } };
    const accountId = me.account.id;
    const made = await call("Calendar/set", { accountId, create: { k: { name: "Stugan" } } });
    const { id } = (made["created"] as Record<string, { id: string }>)["k"] ?? { id: "" };
    const rights = { mayReadFreeBusy: true, mayReadItems: true, mayUpdatePrivate: true };
    await call("Calendar/set", { accountId, update: { [id]: { [`shareWith/${principalId}`]: rights } } });
    const event = (day: number) => ({
      "@type": "Event",
      calendarIds: { [id]: true },
      title: "Sail",
      start: `2026-11-2${day}T10:00:00`,
      timeZone: "Europe/Stockholm",
    });
    await call("CalendarEvent/set", { accountId, create: { a: event(4), b: event(5), c: event(6) } });
  }, sharedWith);
}

test("the bell shows other people's changes at once, and is quiet when they have been read", async ({
  page,
  browser,
}) => {
  const server = await startServer();
  const elsewhere = await browser.newContext({ locale: "sv-SE", timezoneId: "Europe/Stockholm" });
  try {
    await signInAt(server, page, ENGLISH);
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
    const other = await elsewhere.newPage();
    await signInAt(server, other, SWEDISH);
    const sharedWith = await page.evaluate(
      async () => ((await (await fetch("/auth/session")).json()) as { account: { id: string } }).account.id,
    );
    await share(other, sharedWith);
    await expect(page.getByRole("button", { name: /^Notifications, \d unread/ })).toBeVisible();
    // The contents of a newly shared account are known by then.
    await page.reload();
    const bell = page.getByRole("button", { name: "Notifications, 4 unread" });
    await bell.click();
    const dialog = page.getByRole("dialog", { name: "Notifications" });
    await expect(dialog.getByText(/ shares Stugan with you$/)).toBeVisible();
    // Much of the same is one line.
    await expect(dialog.getByText(/ added 3 events to Stugan$/)).toBeVisible();
    await expect(dialog.getByRole("listitem")).toHaveCount(2);
    expect(await axeProblems(page)).toEqual([]);
    // The list hangs below its bell, and all of a row opens what it speaks of.
    const [below, at] = [await dialog.boundingBox(), await bell.boundingBox()];
    expect(below && at && below.y > at.y && below.x + below.width < at.x + 200).toBe(true);
    const row = dialog.getByRole("listitem").filter({ hasText: "shares Stugan" });
    await row.click({ position: { x: 260, y: 40 } });
    await expect(page).toHaveURL(/\/settings\/sharing$/);
    await page.goBack();
    await page.getByRole("button", { name: "Notifications, 3 unread" }).click();
    await dialog.getByRole("button", { name: "Mark all as read" }).click();
    await expect(dialog.getByText(/^Nothing new/)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.reload();
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  } finally {
    await elsewhere.close();
    server.stop();
  }
});
