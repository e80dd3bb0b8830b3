// The cost of a frame while 200 things that can be booked are scrolled, each with 20 bookings of the coming week, and
// while the board of one of them is walked by keys: `node bench/web-bookables.ts`. Counted as in web-frames.ts; 40 px a frame.
import type { Page } from "@playwright/test";
import { callAs } from "../packages/web/e2e/call-as.ts";
import { SWEDISH, type RunningServer } from "../packages/web/e2e/fixtures.ts";
import { makeRooms, PASSES } from "../packages/web/e2e/make-bookables.ts";
import { framesTable, watched } from "./frame-trace.ts";
import { signIn, withOpened } from "./open-page.ts";

const THINGS = 200;
const BOOKINGS = 20;
const FRAMES = 250;
const STEP = 40;
/** Things, or bookings, that one call makes. */
const AT_ONCE = 50;
const [HOUR, DAY, PASSES_A_DAY] = [3_600_000, 86_400_000, 4];
/** The first pass of tomorrow. */
const TOMORROW = Math.ceil(Date.now() / DAY) * DAY + 7 * HOUR;
const RULES = { ...PASSES, timeZone: "Etc/UTC", limits: [] };

const utc = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");
const names = Array.from({ length: THINGS }, (_, n) => `Room ${String(n).padStart(3, "0")}`);

/** @returns the ids of the things */
async function makeThings(page: Page): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let at = 0; at < THINGS; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE).map((name) => ({ name, rules: RULES }));
    ids.push(...(await makeRooms(page, ...some)));
  }
  return ids;
}

/** Somebody else has the first passes of each thing. */
async function fill(page: Page, ids: readonly string[]): Promise<void> {
  const wishes = ids.flatMap((bookableId) =>
    Array.from({ length: BOOKINGS }, (_, n) => {
      const start = TOMORROW + Math.floor(n / PASSES_A_DAY) * DAY + (n % PASSES_A_DAY) * 3 * HOUR;
      return { bookableId, start: utc(start), end: utc(start + 3 * HOUR) };
    }),
  );
  let made = 0;
  for (let at = 0; at < wishes.length; at += AT_ONCE) {
    const create = Object.fromEntries(
      wishes.slice(at, at + AT_ONCE).map((wish, n) => [`k${String(n)}`, wish]),
    );
    const [answer] = await callAs(page, [["Booking/set", { create }]]);
    made += Object.keys((answer as never as { readonly created: object | null }).created ?? {}).length;
  }
  if (made !== wishes.length) throw new Error(`${String(made)} of ${String(wishes.length)} were booked`);
}

async function signedInAs(page: Page, { url, password }: RunningServer, login: string): Promise<void> {
  await page.request.post(`${url}/auth/sign-in`, { data: { login, password } });
  await page.goto(`${url}/bookables`);
}

await withOpened([`--at=${new Date().toISOString()}`], async ({ browser, server, openPage }) => {
  const page = await openPage();
  await signIn(page, server);
  await page
    .getByRole("button", { name: /^New\b/ })
    .first()
    .waitFor();
  const ids = await makeThings(page);
  const other = await openPage();
  await signedInAs(other, server, SWEDISH);
  await fill(other, ids);
  await other.close();

  await page.goto(`${server.url}/bookables`);
  await page
    .getByRole("link", { name: names.at(-1) ?? "" })
    .first()
    .waitFor();
  await page.waitForTimeout(2_000);
  const scroll = `(() => { let at = document.querySelector("main ul");
    while (at && at.scrollHeight <= at.clientHeight + 1) at = at.parentElement;
    at.scrollTop += ${String(STEP)}; })()`;
  const down = Array.from({ length: FRAMES }, () => () => page.evaluate(scroll));
  const scrolled = await watched(browser, page, `scroll ${String(THINGS)} things`, down, 1);
  await page.goto(`${server.url}/bookables/${ids[0] ?? ""}/now`);
  await page.getByRole("gridcell").first().waitFor();
  await page.waitForTimeout(1_000);
  await page.getByRole("gridcell").getByRole("button").first().focus();
  const keys = ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft"];
  const steps = Array.from({ length: 60 }, (_, n) => () => page.keyboard.press(keys[n % keys.length] ?? ""));
  const walked = await watched(browser, page, "walk one board", steps, 2);
  const title = `frames of ${String(THINGS)} things with ${String(BOOKINGS)} bookings each`;
  process.stdout.write(`${framesTable(title, [scrolled, walked])}\n`);
});
