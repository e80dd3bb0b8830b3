// The time from a change by one client until it is painted in another's open tab, on loopback: `node bench/live.ts`.
// The clock starts before the PUT is sent and stops in the frame after the title is in the document.
import { signIn, withOpened } from "./open-page.ts";

const ROUNDS = 40;

const event = (n: number): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Bench//EN",
    "BEGIN:VEVENT",
    `UID:live-${n}`,
    "DTSTAMP:20261120T100000Z",
    `DTSTART:202611${String(23 + (n % 7)).padStart(2, "0")}T2${n % 3}0000Z`,
    "DURATION:PT1H",
    `SUMMARY:Painted ${n}.`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** A script that returns the time of the frame after a text has come into the calendar. */
const paintedAt = (text: string): string => `new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector("main")?.textContent?.includes(${JSON.stringify(text)})) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(Date.now()));
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
})`;

const at = new Date().toISOString();
await withOpened([`--at=${at}`], async ({ server, openPage }) => {
  const page = await openPage();
  await signIn(page, server);
  await page
    .getByRole("button", { name: /^New\b/ })
    .first()
    .waitFor();
  await page.goto(`${server.url}/week/2026-W48`);
  await page.locator("button[data-event]").first().waitFor();
  await page.waitForTimeout(1_000);
  const took: number[] = [];
  for (let n = 0; n < ROUNDS; n++) took.push(await round(n));
  took.sort((a, b) => a - b);
  const rank = (share: number): number =>
    Math.round(took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0);
  process.stdout.write(
    `PUT to painted, ${ROUNDS} rounds: median ${rank(0.5)} ms, p95 ${rank(0.95)} ms, worst ${rank(1)} ms\n`,
  );

  async function round(n: number): Promise<number> {
    const painted = page.evaluate<number>(paintedAt(`Painted ${n}.`));
    await page.waitForTimeout(150);
    const began = Date.now();
    const response = await fetch(`${server.url}/dav/calendars/elin/calendar/live-${n}.ics`, {
      method: "PUT",
      body: event(n),
      headers: { authorization: `Basic ${btoa(`elin:${server.password}`)}` },
    });
    if (response.status !== 201) throw new Error(`PUT answered ${response.status}`);
    const ended = await painted;
    await fetch(`${server.url}/dav/calendars/elin/calendar/live-${n}.ics`, {
      method: "DELETE",
      headers: { authorization: `Basic ${btoa(`elin:${server.password}`)}` },
    });
    return ended - began;
  }
});
