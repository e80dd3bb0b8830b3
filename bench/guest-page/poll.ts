// How long a poll of 60 times with 300 voters takes to draw with a processor four times as slow as this one: its page in the app, and the
// one without an account on a phone. The app draws the first people with all sums, and the others as one scrolls to them; the page
// without an account has the sums, and the votes of so many on a page of their own. `node bench/guest-page/poll.ts`. Its exit code is 1 if the target is missed.
import type { Page } from "@playwright/test";
import { callAs } from "../../packages/web/e2e/call-as.ts";
import { signInAt } from "../../packages/web/e2e/fixtures.ts";
import { withOpened } from "../open-page.ts";
import { guestServer, middleAndMost, openPhone, usableAt } from "./slow-phone.ts";

const TIMES = 7;
const TARGET = 1_000;
const OPTIONS = 60;
const VOTERS = 300;
const HOUR = 3_600_000;

/** @returns the ids of the poll and its public path */
async function makePoll(owner: Page): Promise<{ readonly id: string; readonly path: string }> {
  const first = Math.ceil(Date.now() / HOUR) * HOUR + 48 * HOUR;
  const options = Array.from({ length: OPTIONS }, (_, n) => {
    const at = first + Math.floor(n / 4) * 24 * HOUR + (n % 4) * 2 * HOUR;
    return { start: new Date(at).toISOString().replace(".000Z", "Z") };
  });
  const poll = { title: "When?", minutes: 60, timeZone: "Europe/Stockholm", options };
  const [made] = await callAs(owner, [["Poll/set", { create: { p: poll } }]]);
  const { created } = made as never as {
    readonly created: Readonly<Record<string, { readonly id: string }>>;
  };
  const id = created["p"]?.id ?? "";
  const [link] = await callAs(owner, [["Poll/link", { id }]]);
  return { id, path: (link as never as { readonly path: string }).path };
}

/** Votes as people without an account do, by the form of the page. */
async function vote(page: Page, address: string): Promise<void> {
  const text = await (await page.request.get(`${address}?lang=en-GB`)).text();
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const kept = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  const names = [...new Set([...text.matchAll(/type="radio" name="([^"]*)"/g)].map(([, name = ""]) => name))];
  if (names.length !== OPTIONS) throw new Error(`${String(names.length)} times can be answered`);
  // Nobody fills in a form faster than this.
  await page.waitForTimeout(2_500);
  for (let voter = 1; voter < VOTERS; voter++) {
    const answers = names.map((name, n) => [name, ["yes", "ifNeeded", "no"][(n * 7 + voter * 5) % 3] ?? ""]);
    const form = {
      ...kept,
      ...Object.fromEntries(answers),
      once: `${kept["once"] ?? ""}-${String(voter)}`,
      name: `Voter ${String(voter)}`,
      do: "vote",
    };
    const answer = await page.request.post(address, { form });
    if (!answer.ok()) throw new Error(`${String(answer.status())}: ${await answer.text()}`);
  }
}

/** Presses a poll; the frame in which its first rows and its sums stand has to be painted. */
const opening = (id: string): string => `new Promise((resolve) => {
  const begun = performance.now();
  const look = () => {
    if (document.querySelectorAll("table tfoot td").length < ${String(OPTIONS)}) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
  };
  document.querySelector("a[href='/polls/${id}']").click();
  look();
})`;

await withOpened(guestServer(), async ({ browser, server, openPage }) => {
  const owner = await openPage();
  await signInAt(server, owner);
  const { id, path } = await makePoll(owner);
  await vote(owner, `${server.url}${path}`);
  const say = (what: string, all: readonly number[]): void => {
    const { middle, most } = middleAndMost(all);
    const isMissed = middle >= TARGET;
    if (isMissed) process.exitCode = 1;
    process.stdout.write(
      `${what}, ${String(OPTIONS)} times × ${String(VOTERS)} voters, processor ÷ 4, ${String(TIMES)} times: ${middle.toFixed(0)} ms, at most ${most.toFixed(0)} ms${isMissed ? " (missed)" : ""}\n`,
    );
  };
  const guests: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const phone = await openPhone(browser);
    guests.push((await usableAt(phone, `${server.url}${path}?lang=en-GB`)).at);
    await phone.context().close();
  }
  say("page of a voter without an account", guests);
  say("table in the app, from pressing the poll in the list", await tableTimes(owner, server.url, id));
});

/** From the press on a poll in the list until its votes are painted, in milliseconds. */
async function tableTimes(page: Page, url: string, id: string): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const found: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await page.goto(`${url}/polls`);
    await page.locator(`a[href='/polls/${id}']`).waitFor();
    await page.waitForTimeout(1_000);
    const took = await page.evaluate<number>(opening(id));
    found.push(took);
  }
  return found;
}
