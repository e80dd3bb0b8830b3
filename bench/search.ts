// The time of a search over 100,000 events, through JMAP's handlers and without a socket: `node bench/search.ts
// [events]`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importObjects } from "../packages/server/src/app/calendars/import-calendar.ts";
import { listCalendars } from "../packages/server/src/app/calendars/list-calendars.ts";
import { openStorage } from "../packages/server/src/storage/sql/open.ts";
import { openTestJmap } from "../packages/server/src/testing/test-jmap.ts";

const EVENTS = Number(process.argv[2] ?? 100_000);
const ROUNDS = 30;
const WORDS =
  "möte styrelse tvättstuga lunch middag frisör tandläkare träning gympa städdag resa flyg hotell konsert teater bio bok " +
  "cirkel årsmöte budget projekt plan granskning demo intervju lön rapport kaffe fika promenad skola föräldramöte läxa";
const words = WORDS.split(" ");
const DAY = 86_400_000;

/** The same events in every run. */
function* events(): Generator<string> {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const word = (): string => words[next(words.length)] ?? "";
  yield "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Bench//EN\r\n";
  for (let n = 0; n < EVENTS; n++) {
    const at = new Date(Date.UTC(2016, 0, 1) + next(7_300) * DAY + next(24) * 3_600_000);
    const start = at.toISOString().replace(/[-:]|\.\d+/g, "");
    const rare = n % 10_000 === 0 ? " Xylofonkonsert IT" : "";
    yield [
      "BEGIN:VEVENT",
      `UID:bench-${n}`,
      "DTSTAMP:20261101T120000Z",
      `DTSTART:${start}`,
      "DURATION:PT1H",
      `SUMMARY:${word()} ${word()}${rare}`,
      `LOCATION:${word()} ${next(100)}`,
      `DESCRIPTION:${word()} ${word()} ${word()} ${word()} ${word()}`,
      "END:VEVENT",
      "",
    ].join("\r\n");
  }
  yield "END:VCALENDAR\r\n";
}

const folder = mkdtempSync(join(tmpdir(), "snart-search-"));
const storage = await openStorage({ kind: "sqlite", path: join(folder, "snart.sqlite") });
const jmap = await openTestJmap({ storage });
try {
  const elin = await jmap.client("elin");
  const calendars = await listCalendars(jmap.app, elin.actor);
  const calendar = calendars.ok ? calendars.value[0]?.calendar : undefined;
  if (!calendar) throw new Error("no calendar");
  const begun = performance.now();
  const report = await importObjects(jmap.app, elin.actor, calendar, { chunks: events() });
  console.log(`stored ${report.added} events in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  console.log("| Search | Found on the first page | Median ms | 95 % ms |\n|---|---:|---:|---:|");
  for (const text of [
    "xylofonkonsert",
    "fonkons",
    "tandläkare hotell",
    "möte",
    "tandläkare",
    '"årsmöte budget"',
    "it",
    "mö",
    "finnsinte",
  ]) {
    const filter = { text };
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      const args = { filter, sort: [{ property: "nearness" }], limit: 50 };
      const [answer] = await elin.calls(
        ["CalendarEvent/query", args, "q"],
        ["CalendarEvent/get", { "#ids": { resultOf: "q", name: "CalendarEvent/query", path: "/ids" } }, "g"],
      );
      times.push(performance.now() - start);
      found = answer.ids.length;
    }
    times.sort((a, b) => a - b);
    const at = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
    console.log(`| ${text} | ${found} | ${at(0.5)} | ${at(0.95)} |`);
  }
} finally {
  await jmap.close();
  rmSync(folder, { recursive: true });
}
