import type { Page } from "@playwright/test";
import { startOfIsoWeek } from "@snart/calendar/time/iso-week.ts";
import { testClock, type TestClock } from "../../server/src/testing/clock.ts";
import { openSite, PASSWORD, Post, type Person, type Site } from "../../server/src/testing/meeting/site.ts";
import { expect, test as base } from "./fixtures.ts";
import { question } from "./invite-guests.ts";

/** The Monday before the first of the five Tuesdays that the meeting is on. */
const START = "2026-11-30T10:20:00+01:00";

export class Meeting {
  readonly site: Site;
  readonly clock: TestClock;
  readonly #post: Post;
  readonly #pages: Page[] = [];

  constructor(site: Site, clock: TestClock) {
    this.site = site;
    this.clock = clock;
    this.#post = new Post([site]);
  }

  /** Waits until the server has processed the pages' changes, and everything that follows. */
  readonly settled = async (): Promise<void> => {
    for (const page of this.#pages)
      await expect(page.getByText(/^\s*(?:Synced|Synkad)/).first()).toBeVisible();
    await this.#post.settled();
    this.clock.advance(60_000);
  };

  /** Opens a week of somebody's calendar. */
  async open(page: Page, { login }: Person, week: string): Promise<void> {
    await page.clock.install({ time: new Date(START) });
    this.#pages.push(page);
    const { url } = this.site.server;
    const answer = await page.request.post(`${url}/auth/sign-in`, { data: { login, password: PASSWORD } });
    expect(answer.status()).toBe(200);
    await page.goto(`${url}/week/${week}`);
    await expect(page.getByRole("button", { name: /^(New|Ny)\b/ }).first()).toBeVisible();
  }
}

export const test = base.extend<{ readonly meeting: Meeting }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
  meeting: async ({}, provide) => {
    const clock = testClock(START);
    const site = await openSite("snart.example", clock);
    await provide(new Meeting(site, clock));
    await site.close();
  },
  // In this process, so that it can be seen when everything is done.
  server: async ({ meeting: { site, clock } }, provide) => {
    const { url } = site.server;
    await provide({
      url,
      setupToken: null,
      password: PASSWORD,
      port: Number(new URL(url).port),
      stop: () => {},
      now: clock.now,
      advance: (ms) => clock.advance(ms),
    });
  },
});

export const council = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("button", { name: /^Council,/ })
    .first();

/** Turns to another week, and waits until it is drawn: what the former week shows has the same names. */
export async function turnTo(page: Page, week: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, "", "/week/${week}"); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  const [year, number] = week.split("-W").map(Number) as [number, number];
  const monday = new Date(startOfIsoWeek({ year, week: number }));
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  await expect(
    page.getByRole("main").getByRole("region", { name: new RegExp(`\\b${day.format(monday)}`, "i") }),
  ).toBeVisible();
}

/** Answers which events are meant, by the words of the choice and of the button. */
export async function choose(page: Page, scope: string, button: string): Promise<void> {
  await question(page)
    .getByRole("radio", { name: new RegExp(`^${scope}`) })
    .check();
  await question(page).getByRole("button", { name: button }).click();
  await expect(question(page)).toHaveCount(0);
}
