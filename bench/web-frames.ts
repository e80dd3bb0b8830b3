// The cost of a frame in the web app with 10,000 events loaded: turning the week, dragging an event, scrolling the
// month. `node bench/web-frames.ts`, and a part of `npm run bench`. It counts the processor time of the page's main
// thread in the browser's trace, so that other work on the machine doesn't matter. It uses the real clock: a faked
// one would run every timer itself, and would become part of the measurement.
import type { Browser, Page } from "@playwright/test";
import type { RunningServer } from "../packages/web/e2e/fixtures.ts";
import { framesTable, watched, type FrameCosts } from "./frame-trace.ts";
import { signIn, withOpened } from "./open-page.ts";

/** How many are loaded. */
export const EVENTS = 10_000;
/** The title of the table. */
export const FRAMES_TITLE = `frames of the web app, ${String(EVENTS)} events loaded`;
/** frames watched after a week is turned */
const FRAMES_AFTER = 6;
/** Two years around now: some 96 events a week. */
const DAYS = 728;
const DAY = 86_400_000;
const FIRST_DAY = Math.floor(Date.now() / DAY) * DAY - (DAYS / 2) * DAY;
const stamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

const WORDS = "notes that an event carries with it, line after line, as minutes of meetings do. ";

function eventText(n: number, kilobytes: number): string {
  const day = FIRST_DAY + (n % DAYS) * DAY;
  const start = day + (6 + ((n * 7) % 12)) * 3_600_000 + (n % 4) * 900_000;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Bench//EN",
    "BEGIN:VEVENT",
    `UID:frames-${String(n)}`,
    "DTSTAMP:20260101T000000Z",
    `DTSTART:${stamp(start)}`,
    `DURATION:PT${String(30 + (n % 3) * 15)}M`,
    `SUMMARY:Event number ${String(n)}`,
    ...(kilobytes > 0 ? [`DESCRIPTION:${WORDS.repeat((kilobytes * 1000) / WORDS.length)}`] : []),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** Puts the events into a calendar. @param kilobytes of notes in each */
export async function fill({ url, password }: RunningServer, kilobytes = 0): Promise<void> {
  const authorization = `Basic ${btoa(`elin:${password}`)}`;
  let next = 0;
  const put = async (): Promise<void> => {
    for (let n = next++; n < EVENTS; n = next++) {
      const path = `${url}/dav/calendars/elin/calendar/frames-${String(n)}.ics`;
      const answer = await fetch(path, {
        method: "PUT",
        body: eventText(n, kilobytes),
        headers: { authorization },
      });
      await answer.arrayBuffer();
      if (answer.status !== 201) throw new Error(`PUT answered ${String(answer.status)}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, put));
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** Signs in and visits all the years, so that all events are loaded. */
export async function loaded(page: Page, server: RunningServer): Promise<void> {
  await signIn(page, server);
  await page.locator("[data-event]").first().waitFor();
  await page.keyboard.press("y");
  for (const key of ["j", "w"]) {
    await page.locator('main [aria-busy="false"]').first().waitFor({ timeout: 60_000 });
    await page.keyboard.press(key);
  }
  await page.keyboard.press("t");
  await page.locator("[data-event]").first().waitFor();
  await page.waitForTimeout(3_000);
}

async function drag(browser: Browser, page: Page): Promise<FrameCosts> {
  const box = await page.locator("section [data-event]").first().boundingBox();
  if (!box) throw new Error("there is nothing to drag");
  const [x, y] = [box.x + 20, box.y + 5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y + 8);
  const costs = await watched(
    browser,
    page,
    "drag an event over the week",
    times(150, (n) => () => page.mouse.move(x + ((n * 17) % 600), y + ((n * 11) % 300))),
    1,
  );
  await page.keyboard.press("Escape");
  await page.mouse.up();
  return costs;
}

/** Measures everything in the built app against a server of its own. Throws Error if no Chromium is found. */
export async function measureFrames(): Promise<readonly FrameCosts[]> {
  return withOpened([`--at=${new Date().toISOString()}`], async ({ browser, server, openPage }) => {
    await fill(server);
    const page = await openPage();
    await loaded(page, server);
    const key = (pressed: string) => () => page.keyboard.press(pressed);
    const weeks = await watched(
      browser,
      page,
      "week → next week",
      times(40, (n) => key(n % 20 < 10 ? "j" : "k")),
      FRAMES_AFTER,
    );
    const dragged = await drag(browser, page);
    await page.keyboard.press("m");
    await page.locator("main [role=grid]").waitFor();
    await page.waitForTimeout(2_000);
    const scroll = `document.querySelector("main [role=grid]").scrollTop += 40`;
    const month = await watched(
      browser,
      page,
      "scroll the month",
      times(300, () => () => page.evaluate(scroll)),
      1,
    );
    return [weeks, dragged, month];
  });
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(`${framesTable(FRAMES_TITLE, await measureFrames())}\n`);
