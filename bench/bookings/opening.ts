// A time opens and everybody wishes for it within one second: one gets it, and how long does everybody wait for an answer?
// `node bench/bookings/opening.ts [--people=200] [--times=40] [--database=PostgreSQL|SQLite] [--processes=4] [--pause=0]`;
// the pause is before the last time, s.
// Stays on loopback; its exit code is 1 if anything was found.
import { parseArgs } from "node:util";
import { openingRush } from "../../packages/server/src/testing/booking/opening.ts";

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "200" },
    times: { type: "string", default: "40" },
    database: { type: "string", default: "PostgreSQL" },
    processes: { type: "string", default: "4" },
    pause: { type: "string", default: "0" },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const database = values.database === "SQLite" ? "SQLite" : "PostgreSQL";
// One process alone may write to a SQLite file.
const processes = database === "SQLite" ? 1 : Number(values.processes);
const [people, times] = [Number(values.people), Number(values.times)];
const { waits, wrong } = await openingRush({
  database,
  processes,
  people,
  times,
  pauseMs: Number(values.pause) * 1_000,
});
/** A line on how long some waited. */
function tell(which: string, waited: readonly number[]): void {
  const sorted = waited.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN).toFixed(0);
  say(`${which}: a median of ${at(0.5)} ms, 99 % within ${at(0.99)} ms, the last after ${at(1)} ms`);
}

say(`${database}, ${processes} processes: ${people} people at one time, ${times} times`);
tell("all", waits);
// Processes that have just started compile and plan what they have never done.
tell("the first time", waits.slice(0, people));
tell("the others", waits.slice(people));
if (values.pause !== "0") tell(`the last time, after ${values.pause} s`, waits.slice(-people));
say(wrong.length === 0 ? "Nothing was found." : `FOUND ${wrong.length}:\n${wrong.slice(0, 20).join("\n")}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
