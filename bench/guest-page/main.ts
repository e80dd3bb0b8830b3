// How long a guest waits for a booking page on a phone: `node bench/guest-page/main.ts`. A 3G network and a processor four times as slow as
// this one, both as Chromium imitates them; each time with an empty cache, a new connection not counted (Chromium does not slow it down).
// The page has a host with 200 events. Its exit code is 1 if the target is missed.
import type { Browser } from "@playwright/test";
import { callAs } from "../../packages/web/e2e/call-as.ts";
import { signInAt } from "../../packages/web/e2e/fixtures.ts";
import { withOpened } from "../open-page.ts";
import { openSameBytes } from "./same-bytes.ts";
import { guestServer, middleAndMost, NETWORKS, openPhone, usableAt, type SlowNetwork } from "./slow-phone.ts";

const TIMES = 9;
const TARGET = 1_500;
const EVENTS = 200;
/** Milliseconds. */
const REST = 8_000;

await withOpened(guestServer(), async ({ browser, startBrowser, server, openPage }) => {
  const owner = await openPage();
  await signInAt(server, owner);
  const [calendars] = await callAs(owner, [["Calendar/get", { ids: null }]]);
  const { list } = calendars as never as { readonly list: readonly { readonly id: string }[] };
  const create = Object.fromEntries(
    Array.from({ length: EVENTS }, (_, n) => {
      const at = Date.now() + (n + 1) * 7 * 3_600_000;
      const start = new Date(at).toISOString().slice(0, 19);
      const calendarIds = { [list[0]?.id ?? ""]: true };
      return [
        `e${String(n)}`,
        { "@type": "Event", title: "Busy", start, duration: "PT1H", timeZone: "Etc/UTC", calendarIds },
      ];
    }),
  );
  await callAs(owner, [["CalendarEvent/set", { create }]]);
  const [made] = await callAs(owner, [["BookingPage/set", { create: { p: {} } }]]);
  const { created } = made as never as {
    readonly created: Readonly<Record<string, { readonly slug: string }>>;
  };
  const path = `/b/${created["p"]?.slug ?? ""}?lang=en-GB&zone=Europe/Stockholm`;
  // What the server still does with so many new events, and the open app with the news of them, is none of the page's.
  await owner.context().close();
  await new Promise((resolve) => setTimeout(resolve, REST));
  for (const network of NETWORKS) {
    const all: Usable[] = [];
    for (let time = 0; time < TIMES; time++) all.push(await visit(browser, network, server.url + path));
    say(`booking page at ${network.name}`, all, network === NETWORKS[0]);
  }
  // A browser that has just started, and in turns with it the same bytes from a server that does nothing.
  const bare = await openSameBytes(server.url);
  const [network] = NETWORKS;
  const [first, same]: [Usable[], Usable[]] = [[], []];
  for (let time = 0; time < TIMES; time++)
    for (const [origin, all] of [
      [server.url, first],
      [bare.url, same],
    ] as const) {
      const started = await startBrowser();
      all.push(await visit(started, network, origin + path));
      await started.close();
    }
  bare.stop();
  say("booking page in a browser just started", first, true);
  say("the same bytes from a bare server, in a browser just started", same, false);
});

type Usable = Awaited<ReturnType<typeof usableAt>>;

async function visit(browser: Browser, network: SlowNetwork | undefined, address: string): Promise<Usable> {
  const phone = await openPhone(browser, network);
  const usable = await usableAt(phone, address);
  if ((await phone.locator("a[href*='/b/']").count()) < 10) throw new Error("no times are shown");
  await phone.context().close();
  return usable;
}

function say(what: string, all: readonly Usable[], hasTarget: boolean): void {
  const { middle, most } = middleAndMost(all.map(({ at }) => at));
  const bytes = middleAndMost(all.map((each) => each.bytes)).middle;
  const isMissed = hasTarget && most >= TARGET;
  process.stdout.write(
    `${what}, processor ÷ 4, ${String(all.length)} times: ${middle.toFixed(0)} ms, at most ${most.toFixed(0)} ms; ${String(bytes)} bytes${isMissed ? " (missed)" : ""}\n`,
  );
  if (isMissed) process.exitCode = 1;
}
