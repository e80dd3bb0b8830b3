import { openTestJmap, vevent } from "../packages/server/src/testing/test-jmap.ts";

// A week over large series: the processor time of CalendarEvent/query, the same expanded, and the /get of what that found.
// node bench/large-series.ts [series] [overrides]

const [count = 40, overrides = 4_500] = process.argv.slice(2).map(Number);
const ROUNDS = 5;
/** Lines of a calendar before its event. */
const IN_CALENDAR = 3;
const START = Date.UTC(2026, 0, 1, 9);
const DAY = 86_400_000;
const digits = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
const local = (day: number): string => new Date(START + day * DAY).toISOString().slice(0, 19);

const jmap = await openTestJmap({ limits: { overridesPerObject: 10_000, linesPerObject: 100_000 } });
const elin = await jmap.client("elin");
const calendarId: string = (await elin.calendars())[0].id;
for (let n = 0; n < count; n++) {
  const lines = vevent(
    `s${n}`,
    `DTSTART:${digits(START)}`,
    "DURATION:PT1H",
    "RRULE:FREQ=DAILY",
    "SUMMARY:Series",
  );
  const own = Array.from({ length: overrides }, (_, day) =>
    vevent(
      `s${n}`,
      `RECURRENCE-ID:${digits(START + day * DAY)}`,
      `DTSTART:${digits(START + day * DAY)}`,
      "DURATION:PT1H",
      `SUMMARY:Day ${day}`,
    ).slice(IN_CALENDAR, -1),
  );
  await jmap.put(elin.actor, calendarId, `s${n}.ics`, [
    ...lines.slice(0, -1),
    ...own.flat(),
    ...lines.slice(-1),
  ]);
}

/** Milliseconds of the processor; the median of some rounds, each of another week, as answers are remembered. */
async function cost(work: (week: number) => Promise<unknown>): Promise<number> {
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    await work(round);
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1_000);
  }
  return Math.round(spent.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0);
}
const filter = (week: number) => ({ after: local(week * 7), before: local(week * 7 + 7) });
const query = (week: number, expandRecurrences: boolean) =>
  elin.call("CalendarEvent/query", { filter: filter(week), expandRecurrences, limit: 500 });

const weeks = await Promise.all(Array.from({ length: ROUNDS }, (_, round) => query(20 + round, true)));
console.log(`${count} series of ${overrides} overrides, ms of the processor`);
console.log(`CalendarEvent/query of a week: ${await cost((round) => query(round, false))}`);
console.log(`the same expanded: ${await cost((round) => query(10 + round, true))}`);
const properties = ["id", "title", "start", "duration"];
console.log(
  `CalendarEvent/get of ${weeks[0].ids.length} of these: ${await cost((round) => elin.call("CalendarEvent/get", { ids: weeks[round].ids, properties }))}`,
);
await jmap.close();
