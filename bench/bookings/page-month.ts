// What the month of a booking page costs the server, facts and all: one host with 10,000 events in ten calendars, and twenty hosts who
// meet together with 1,000 events each. Both as a page is shown the first time after a host's calendars have changed, and again; and
// what it costs to find out that nothing is free for a year.
// A part of `npm run bench` (main.ts): SQLite in a file of its own, all in this process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventType } from "../../packages/calendar/src/booking-page/event-type.ts";
import { dayNumber } from "../../packages/calendar/src/time/civil.ts";
import { ianaZone, UTC } from "../../packages/calendar/src/time/zone.ts";
import { cpuMs } from "../../packages/calendar/src/testing/cpu-ms.ts";
import type { Actor } from "../../packages/server/src/app/actor.ts";
import type { App } from "../../packages/server/src/app/app.ts";
import { nextFree } from "../../packages/server/src/app/booking-pages/offered/next-free.ts";
import { startsOn } from "../../packages/server/src/app/booking-pages/offers.ts";
import { createCalendar } from "../../packages/server/src/app/calendars/create-calendar.ts";
import { createGroup } from "../../packages/server/src/app/groups/change-group.ts";
import { putObject } from "../../packages/server/src/app/write/put-object.ts";
import { openStorage } from "../../packages/server/src/storage/sql/open.ts";
import { eventType, openPage, pageFor } from "../../packages/server/src/testing/booking/open-page.ts";
import { firstCalendarOf, openTestApp, ownCalendar } from "../../packages/server/src/testing/test-app.ts";
import { vevent } from "../../packages/server/src/testing/test-jmap.ts";

const EVENTS = 10_000;
const HOSTS = 20;
const ROUNDS = 40;
const [ONE_TARGET, MANY_TARGET] = [25, 150];
const CALENDARS = 10;
const DAY = 86_400_000;
/** The page shows December; the clock of the test app stands at 20 November. */
const FIRST = dayNumber(2026, 12, 1);
const MONTH = { first: FIRST, last: FIRST + 30 };
const STOCKHOLM = ianaZone("Europe/Stockholm") ?? UTC;

/** The text of an event: one in fifty is a weekly series without end, the others are spread over three years around the month. */
function eventText(uid: string, n: number, count: number): string {
  const at = n % 50 === 0 ? (FIRST - 500 + (n % 400)) * DAY : FIRST * DAY + ((n / count) * 1_095 - 547) * DAY;
  const quarter = 900_000;
  const start = Math.floor(at / quarter) * quarter + (n % 40) * quarter;
  const text = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");
  const repeats = n % 50 === 0 ? ["RRULE:FREQ=WEEKLY"] : [];
  const lines = [`DTSTART:${text(start)}`, `DTEND:${text(start + quarter)}`, `SUMMARY:Event ${String(n)}`];
  return [...vevent(uid, ...lines, ...repeats), ""].join("\r\n");
}

async function fill(app: App, actor: Actor, count: number): Promise<void> {
  const ids: string[] = [await firstCalendarOf(app, actor)];
  while (ids.length < CALENDARS) {
    const name = `Calendar ${String(ids.length)}`;
    const made = await createCalendar(app, actor, actor.principalId, { name, components: ["VEVENT"] });
    if (!made.ok) throw new Error(made.problem.code);
    ids.push(made.value.calendar.id);
  }
  for (let n = 0; n < count; n++)
    await put(app, actor, ids[n % CALENDARS] ?? "", `${actor.login}-${String(n)}`, n, count);
}

async function put(
  app: App,
  actor: Actor,
  calendarId: string,
  uid: string,
  n: number,
  count: number,
): Promise<void> {
  const text = eventText(uid, n, count);
  const done = await putObject(app, actor, ownCalendar(actor, calendarId), `${uid}.ics`, text, {});
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? NaN;

/** Processor time of many views of a month, ms. @param between what happens before each, and is not counted */
async function measure(
  name: string,
  view: () => Promise<readonly unknown[]>,
  target: number | undefined,
  between: (round: number) => Promise<void> = async () => {},
): Promise<string> {
  const times: number[] = [];
  let starts = 0;
  for (let round = -10; round < ROUNDS; round++) {
    await between(round);
    const from = cpuMs();
    starts = (await view()).length;
    if (round >= 0) times.push(cpuMs() - from);
  }
  const p95 = at(times, 0.95);
  const met = target === undefined ? "" : `${p95 <= target ? "met" : "MISSED"} (≤ ${String(target)})`;
  return `| ${name} | ${String(starts)} | ${at(times, 0.5).toFixed(1)} | ${p95.toFixed(1)} | ${met} |`;
}

async function viewOf(
  app: App,
  page: Awaited<ReturnType<typeof openPage>>,
): Promise<() => Promise<readonly unknown[]>> {
  const [asked] = (await pageFor(app, page)).types;
  if (!asked) throw new Error("nothing can be booked there");
  return () => startsOn(app, asked, MONTH, STOCKHOLM);
}

const SEVERAL: Partial<EventType> = {
  lengths: ["PT15M", "PT30M", "PT1H"],
  start: { every: "PT15M" },
  before: "PT5M",
  after: "PT10M",
};

/** The table of docs/benchmarks.md. */
export async function measurePageMonth(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "snart-page-month-"));
  const storage = await openStorage({ kind: "sqlite", path: join(folder, "snart.sqlite") });
  try {
    const { app, person } = await openTestApp({ storage });
    const rows = [
      ...(await oneHost(app, person)),
      await nothingFree(app, person),
      await manyHosts(app, person),
    ];
    const head = "| Page | Starts | Median, ms | 95 %, ms | Target |\n|---|---:|---:|---:|---|";
    return `### the month of a booking page\n\n${head}\n${rows.join("\n")}\n`;
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Person = (login: string) => Promise<Actor>;

async function oneHost(app: App, person: Person): Promise<readonly string[]> {
  const elin = await person("elin");
  await fill(app, elin, EVENTS);
  const view = await viewOf(app, await openPage(app, elin, eventType([elin.principalId], SEVERAL)));
  const calendarId = await firstCalendarOf(app, elin);
  const changed = (round: number): Promise<void> =>
    put(app, elin, calendarId, `new-${String(round)}`, round + 60, 1_095);
  const name = `one host, ${String(EVENTS)} events in ${String(CALENDARS)} calendars`;
  return [
    await measure(name, view, ONE_TARGET),
    await measure(`${name}, one written before each view`, view, ONE_TARGET, changed),
  ];
}

/** How long a page looks for the first free time where there is none for a year. */
async function nothingFree(app: App, person: Person): Promise<string> {
  const nils = await person("nils");
  await fill(app, nils, EVENTS / 5);
  const page = await openPage(app, nils, eventType([nils.principalId], SEVERAL));
  const calendarId = await firstCalendarOf(app, nils);
  const lines = ["DTSTART;VALUE=DATE:20261101", "DTEND;VALUE=DATE:20281101", "SUMMARY:Away"];
  const text = [...vevent("away", ...lines), ""].join("\r\n");
  const away = await putObject(app, nils, ownCalendar(nils, calendarId), "away.ics", text, {});
  const [asked] = (await pageFor(app, page)).types;
  if (!away.ok || !asked) throw new Error("nobody is away");
  const look = async (): Promise<readonly unknown[]> => {
    const next = await nextFree(app, asked, undefined, STOCKHOLM, []);
    return next ? [next] : [];
  };
  const changed = (round: number): Promise<void> =>
    put(app, nils, calendarId, `new-${String(round)}`, round + 60, 1_095);
  const name = `${String(EVENTS / 5)} events and nothing free for a year, one written before each look`;
  return measure(name, look, undefined, changed);
}

async function manyHosts(app: App, person: Person): Promise<string> {
  const team: Actor[] = [];
  for (let n = 0; n < HOSTS; n++) {
    const host = await person(`host${String(n)}`);
    await fill(app, host, EVENTS / 10);
    team.push(host);
  }
  const [first = await person("first")] = team;
  await app.storage.write((tx) => tx.principals.update(first.principalId, { isAdmin: true }));
  const members = new Map(team.map((host) => [host.principalId, { isManager: true }]));
  const group = await createGroup(app, first, "Team", members);
  if (!group.ok) throw new Error(group.problem.code);
  const ids = team.map(({ principalId }) => principalId);
  const page = await openPage(
    app,
    first,
    eventType(ids, { ...SEVERAL, mode: "collective" }),
    {},
    group.value,
  );
  const name = `${String(HOSTS)} hosts together, ${String(EVENTS / 10)} events each`;
  return measure(name, await viewOf(app, page), MANY_TARGET);
}
