// How long a guest waits for a booking page on a phone: `node bench/guest-page/main.ts`. A 3G network and a processor four times as slow as
// this one, both as Chromium imitates them; each time with an empty cache, a new connection not counted (Chromium does not slow it down).
// The page has a host with 200 events. Its exit code is 1 if the target is missed.
import { callAs } from "../../packages/web/e2e/call-as.ts";
import { signInAt } from "../../packages/web/e2e/fixtures.ts";
import { withOpened } from "../open-page.ts";
import { guestServer, middleAndMost, NETWORKS, openPhone, usableAt } from "./slow-phone.ts";

const TIMES = 9;
const TARGET = 1_500;
const EVENTS = 200;

await withOpened(guestServer(), async ({ browser, server, openPage }) => {
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
  const address = `${server.url}/b/${created["p"]?.slug ?? ""}?lang=en-GB&zone=Europe/Stockholm`;
  for (const network of NETWORKS) {
    const all: { readonly at: number; readonly bytes: number }[] = [];
    for (let time = 0; time < TIMES; time++) {
      const phone = await openPhone(browser, network);
      all.push(await usableAt(phone, address));
      if ((await phone.locator("a[href*='/b/']").count()) < 10) throw new Error("no times are shown");
      await phone.context().close();
    }
    const { middle, most } = middleAndMost(all.map(({ at }) => at));
    const bytes = middleAndMost(all.map((each) => each.bytes)).middle;
    const isMissed = network === NETWORKS[0] && most >= TARGET;
    process.stdout.write(
      `booking page at ${network.name}, processor ÷ 4, ${String(TIMES)} times: ${middle.toFixed(0)} ms, at most ${most.toFixed(0)} ms; ${String(bytes)} bytes${isMissed ? " (missed)" : ""}\n`,
    );
    if (isMissed) process.exitCode = 1;
  }
});
