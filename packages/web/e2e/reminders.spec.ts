import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, SWEDISH, test, type RunningServer } from "./fixtures.ts";

/** JMAP's answer to one call of the page's own session. */
const jmap = (page: Page, name: string, args: object): Promise<unknown> =>
  page.evaluate(
    async ([method, given]) => {
      const session = (await (await fetch("/jmap/session")).json()) as {
        primaryAccounts: Record<string, string>;
      };
      const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
      const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars", "urn:snart:jmap"];
      const body = JSON.stringify({
        using,
        methodCalls: [[method, { accountId, ...(given as object) }, "0"]],
      });
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch("/jmap/api", { method: "POST", headers, body });
      const { methodResponses } = (await answer.json()) as { methodResponses: [string, unknown][] };
      return methodResponses[0]?.[1];
    },
    [name, args] as const,
  );

const utc = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, "");

/** An event in an hour by the server's clock, which reminds in a few seconds. */
async function remindedOf(page: Page, server: RunningServer, title: string): Promise<string> {
  const { list } = (await jmap(page, "Calendar/get", { ids: null })) as { list: { id: string }[] };
  for (;;) {
    const at = server.now();
    const when = at + 4_000;
    const event = {
      calendarIds: { [list[0]?.id ?? ""]: true },
      title,
      start: utc(at + 3_600_000).replace("Z", ""),
      timeZone: "Etc/UTC",
      duration: "PT1H",
      alerts: { one: { trigger: { "@type": "AbsoluteTrigger", when: utc(when) }, action: "display" } },
    };
    const made = (await jmap(page, "CalendarEvent/set", { create: { e: event } })) as {
      created: { e: { id: string } };
    };
    // An event made too late to ring is made again.
    if (server.now() < when - 1_000) return made.created.e.id;
  }
}

/** The page's clock is the server's in these. */
const byTheServersClock = (page: Page, server: RunningServer): Promise<void> =>
  page.clock.setSystemTime(server.now());

test("what rings is shown in the open app, put off, rings again, and is dismissed everywhere", async ({
  page,
  server,
  signIn,
}) => {
  await byTheServersClock(page, server);
  await signIn(page);
  const id = await remindedOf(page, server, "Tandläkare, Viggo");
  const region = page.getByRole("region", { name: "Reminders" });
  await expect(region.getByRole("heading", { name: "Tandläkare, Viggo" })).toBeVisible();
  await expect(region).toContainText(/in about 1 hour|in 60 minutes/);
  expect(await axeProblems(page)).toEqual([]);
  await region.getByLabel("When to be reminded of Tandläkare, Viggo again").selectOption("fiveMinutes");
  await expect(region).toBeHidden();
  const put = async (): Promise<unknown> =>
    ((await jmap(page, "CalendarEvent/get", { ids: [id] })) as { list: { alerts: object }[] }).list[0]
      ?.alerts;
  await expect.poll(async () => Object.keys((await put()) as object)).toHaveLength(2);
  await remindedOf(page, server, "Städdag");
  await remindedOf(page, server, "Styrelsemöte");
  await expect(region.getByRole("listitem")).toHaveCount(2);
  await region.getByRole("button", { name: "Dismiss: Städdag" }).click();
  await expect(region.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(region.getByRole("listitem")).toHaveCount(1);
  await region.getByRole("button", { name: "Dismiss: Styrelsemöte" }).press("Enter");
  await expect(region).toBeHidden();
  await expect
    .poll(async () => (await jmap(page, "Reminder/get", { ids: null })) as { list: unknown[] })
    .toMatchObject({ list: [] });
});

test("what comes and when it is quiet is chosen in the settings, and kept", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/settings/notifications");
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await page.getByRole("switch", { name: "The day’s events by email" }).check();
  await page.getByRole("switch", { name: "Quiet" }).check();
  await page.getByLabel("Quiet from").fill("22:15");
  await page.getByLabel("Quiet from").press("Enter");
  await page.getByRole("checkbox", { name: "Reminders, by: Email" }).check();
  await page.getByRole("checkbox", { name: "New invitation, by: Email" }).check();
  await page.getByRole("checkbox", { name: "Answers from guests, by: App" }).press("Space");
  // What comes and when it is quiet says how soon.
  await expect(page.getByText("Every morning, next in about 20 hours.", { exact: false })).toBeVisible();
  await page.getByRole("switch", { name: "The coming week by email" }).check();
  await expect(page.getByText("On Sundays, next in 6 days.", { exact: false })).toBeVisible();
  await expect(page.getByText("in these hours, next in about 12 hours.", { exact: false })).toBeVisible();
  await page.getByRole("switch", { name: "Elin" }).uncheck();
  expect(await axeProblems(page)).toEqual([]);
  await expect
    .poll(async () => (await jmap(page, "Profile/get", { ids: null })) as { list: unknown[] })
    .toMatchObject({
      list: [
        {
          preferences: {
            agendaAt: "06:30",
            weekAt: "18:00",
            quietHours: { from: "22:15", to: "06:30" },
            reminders: { mail: true },
            notices: { invitations: { mail: true }, answers: { app: false } },
          },
        },
      ],
    });
  await expect
    .poll(async () =>
      ((await jmap(page, "Calendar/get", { ids: null })) as { list: { isMuted: boolean }[] }).list.filter(
        (it) => it.isMuted,
      ),
    )
    .toHaveLength(1);
  await page.reload();
  await expect(page.getByRole("switch", { name: "Quiet" })).toBeChecked();
  await page.getByRole("switch", { name: "Quiet" }).uncheck();
  await expect
    .poll(async () => (await jmap(page, "Profile/get", { ids: null })) as { list: { preferences: object }[] })
    .not.toHaveProperty("list.0.preferences.quietHours");
});

test("reminders and their settings hold on a phone, in Swedish, in the dark", async ({
  page,
  server,
  signIn,
}) => {
  await byTheServersClock(page, server);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, SWEDISH, "/settings/notifications");
  await expect(page.getByRole("heading", { level: 1, name: "Aviseringar" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Ny inbjudan, via: Appen" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Ny inbjudan, via: E-post" })).not.toBeChecked();
  await remindedOf(page, server, "En händelse med en ganska lång titel som inte får plats på en rad");
  const region = page.getByRole("region", { name: "Påminnelser" });
  await expect(region.getByRole("listitem")).toHaveCount(1);
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await region.getByRole("button", { name: /^Stäng: / }).click();
  await expect(region).toBeHidden();
});
