// The index may narrow a search, never lose anything (docs/architecture.md, decision 6): every query is sent to the
// server and compared with the exact filter over all objects.
import { matchesFilter } from "@snart/calendar/filter/matches-filter.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DavClient } from "../testing/dav-client.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { readStoredText } from "./reports/calendar-data.ts";
import { readFilter } from "./xml/requests/filter.ts";
import { DECLARATIONS } from "./xml/names.ts";
import { parseXml } from "./xml/parse-xml.ts";

const CALENDAR = "/dav/calendars/elin/calendar/";
let opened: TestDav;
let client: DavClient;

beforeEach(async () => {
  opened = await openTestDav();
  client = await opened.client("elin");
});
afterEach(() => opened.close());

/** The same numbers in every run. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const two = (n: number) => String(n).padStart(2, "0");

function randomObject(random: (below: number) => number, uid: string): string {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  const year = pick([1955, 1969, 2006, 2026, 2026, 2026, 2026, 2026, 2045]);
  const day = `${year}${two(10 + random(3))}${two(1 + random(28))}`;
  const time = `T${two(random(24))}${pick(["00", "30"])}00`;
  const name = pick(["VEVENT", "VEVENT", "VEVENT", "VTODO"]);
  const zone = pick(["Europe/Stockholm", "Pacific/Kiritimati", "Pacific/Pago_Pago"]);
  const start = pick([
    `DTSTART:${day}${time}Z`,
    `DTSTART;TZID=${zone}:${day}${time}`,
    `DTSTART:${day}${time}`,
    `DTSTART;VALUE=DATE:${day}`,
  ]);
  const isDate = start.includes("VALUE=DATE");
  const length = pick([
    [],
    [isDate ? "DURATION:P2D" : "DURATION:PT90M"],
    [isDate ? "DURATION:P40D" : "DURATION:P3DT1H"],
  ]);
  const rule = pick([
    [],
    [],
    ["RRULE:FREQ=WEEKLY"],
    ["RRULE:FREQ=YEARLY;COUNT=80"],
    ["RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=9"],
    ["RRULE:FREQ=DAILY;INTERVAL=400"],
  ]);
  const isBare = name === "VTODO" && random(3) === 0;
  const times = isBare
    ? pick([[], [`DUE:${day}${time}Z`], [`COMPLETED:${day}${time}Z`]])
    : [start, ...length, ...rule, ...(random(8) === 0 ? [start.replace("DTSTART", "EXDATE")] : [])];
  const alarm = pick([[], ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-P2D", "END:VALARM"]]);
  const body = [`UID:${uid}`, "DTSTAMP:20200101T000000Z", ...times, "SUMMARY:x", ...(isBare ? [] : alarm)];
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:x",
    `BEGIN:${name}`,
    ...body,
    `END:${name}`,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

function randomFilter(random: (below: number) => number): string {
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  const from = Date.UTC(
    pick([1900, 1955, 1969, 2006, 2026, 2026, 2026, 2026, 2026, 2190]),
    9 + random(3),
    1 + random(28),
    random(24),
  );
  const to = from + pick([1, 6, 24, 24, 24 * 7, 24 * 31]) * 3_600_000;
  const utc = (ms: number) => `${new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const bounds = pick([
    `start="${utc(from)}" end="${utc(to)}"`,
    `start="${utc(from)}" end="${utc(to)}"`,
    `start="${utc(from)}"`,
    `end="${utc(to)}"`,
  ]);
  const range = `<c:time-range ${bounds}/>`;
  const kind = pick(["VEVENT", "VEVENT", "VTODO", "VJOURNAL"]);
  const inside = pick([
    range,
    range,
    // No journal has an alarm: such a filter is refused.
    kind === "VJOURNAL" ? range : `<c:comp-filter name="VALARM">${range}</c:comp-filter>`,
    `${range}<c:prop-filter name="RRULE"/>`,
    '<c:prop-filter name="RRULE"><c:is-not-defined/></c:prop-filter>',
  ]);
  const filter = `<c:comp-filter name="${kind}">${inside}</c:comp-filter>`;
  return `<c:comp-filter name="VCALENDAR">${filter}</c:comp-filter>`;
}

test("a calendar-query finds exactly what its filter finds among all objects", async () => {
  const random = makeRandom(20261120);
  const objects = new Map(
    Array.from({ length: 150 }, (_, i) => [`${CALENDAR}${i}.ics`, randomObject(random, `u${i}`)]),
  );
  for (const [path, text] of objects)
    expect([text, (await client.put(path, text)).status]).toEqual([text, 201]);
  const zone = ianaZone("Europe/Stockholm");
  if (!zone) throw new Error("no zone");
  const parsed = [...objects].map(([path, text]) => [path, readStoredText(text)] as const);
  let found = 0;
  for (let i = 0; i < 120; i++) {
    const xml = randomFilter(random);
    const answer = await client.report(
      CALENDAR,
      "c:calendar-query",
      `<d:prop><d:getetag/></d:prop><c:filter>${xml}</c:filter>`,
    );
    const element = parseXml(`<c:filter${DECLARATIONS}>${xml}</c:filter>`, { maxDepth: 20, maxNodes: 1_000 });
    const filter = element.ok ? readFilter(element.value) : undefined;
    if (!filter?.ok) throw new Error(`unreadable filter ${xml}`);
    const exact = parsed
      .filter(([, object]) => matchesFilter(object, filter.value, zone))
      .map(([path]) => path);
    expect([xml, answer.hrefs.toSorted()]).toEqual([xml, exact.toSorted()]);
    found += exact.length;
  }
  expect(found).toBeGreaterThan(400);
}, 60_000);
