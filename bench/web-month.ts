// The cost of a frame while the month is scrolled, with 2,100 occurrences a month: `node bench/web-month.ts`. Counted
// as in web-frames.ts. Each frame scrolls 40 px: a new week every third or fourth frame.
import type { RunningServer } from "../packages/web/e2e/fixtures.ts";
import { framesTable, watched } from "./frame-trace.ts";
import { signIn, withOpened } from "./open-page.ts";

const SERIES = 70;
const FRAMES = 400;
const STEP = 40;

const daily = (n: number): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Bench//EN",
    "BEGIN:VEVENT",
    `UID:month-${n}`,
    "DTSTAMP:20261120T100000Z",
    `DTSTART;TZID=Europe/Stockholm:20260601T${String(6 + (n % 16)).padStart(2, "0")}${n % 2 === 0 ? "00" : "30"}00`,
    "DURATION:PT45M",
    "RRULE:FREQ=DAILY;COUNT=1000",
    `SUMMARY:Daily number ${n}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

async function fill(server: RunningServer): Promise<void> {
  for (let n = 0; n < SERIES; n++) {
    const { status } = await fetch(`${server.url}/dav/calendars/elin/calendar/month-${n}.ics`, {
      method: "PUT",
      body: daily(n),
      headers: { authorization: `Basic ${btoa(`elin:${server.password}`)}` },
    });
    if (status !== 201) throw new Error(`PUT answered ${status}`);
  }
}

await withOpened(["--at=2026-11-23T10:20:00+01:00"], async ({ browser, server, openPage }) => {
  await fill(server);
  const page = await openPage();
  await signIn(page, server);
  await page
    .getByRole("button", { name: /^New\b/ })
    .first()
    .waitFor();
  await page.goto(`${server.url}/month/2026-11`);
  await page.locator("[data-more]").first().waitFor();
  await page.waitForTimeout(2_000);

  const scroll = `document.querySelector("main [role=grid]").scrollTop += ${STEP}`;
  const deeds = Array.from({ length: FRAMES }, () => () => page.evaluate(scroll));
  const month = await watched(browser, page, "scroll the month", deeds, 1);
  const rows = await page.locator("main [role=row]").count();
  const title = `frames of the month, 2,100 occurrences a month, ${rows} rows in the document`;
  process.stdout.write(`${framesTable(title, [month])}\n`);
});
