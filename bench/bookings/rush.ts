// Everybody wants the same times, at processes that are killed again and again; afterwards nothing may be double, over a limit or lost:
// `node bench/bookings/rush.ts [--tries=1000000] [--round=50000] [--database=PostgreSQL|SQLite] [--processes=4] [--kill-every=2000] [--clients=64] [--together=10]`.
// Each round begins with an empty database and is compared at its end with what was answered.
// Stays on loopback; its exit code is 1 if anything was found.
import { parseArgs } from "node:util";
import { bookingRush } from "../../packages/server/src/testing/booking/rush.ts";

const { values } = parseArgs({
  options: {
    tries: { type: "string", default: "1000000" },
    round: { type: "string", default: "50000" },
    database: { type: "string", default: "PostgreSQL" },
    processes: { type: "string", default: "4" },
    "kill-every": { type: "string", default: "2000" },
    clients: { type: "string", default: "64" },
    together: { type: "string", default: "10" },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const database = values.database === "SQLite" ? "SQLite" : "PostgreSQL";
// One process alone may write to a SQLite file.
const processes = database === "SQLite" ? 1 : Number(values.processes);

const answered = new Map<string, number>();
const found: string[] = [];
let [made, killed, seconds] = [0, 0, 0];
for (let left = Number(values.tries); left > 0; left -= Number(values.round)) {
  const { tries, answers, kills, milliseconds, wrong } = await bookingRush({
    database,
    processes,
    tries: Math.min(left, Number(values.round)),
    killEvery: Number(values["kill-every"]),
    clients: Number(values.clients),
    together: Number(values.together),
  });
  made += tries;
  killed += kills;
  seconds += milliseconds / 1000;
  found.push(...wrong);
  for (const [answer, count] of answers) answered.set(answer, (answered.get(answer) ?? 0) + count);
  say(
    `${database}, ${processes} processes: ${made} wishes, ${killed} kills, ${seconds.toFixed(0)} s, ${found.length} found`,
  );
}
for (const [answer, count] of [...answered].toSorted(([, a], [, b]) => b - a)) say(`${count}\t${answer}`);
say(found.length === 0 ? "Nothing was found." : `FOUND ${found.length}:\n${found.slice(0, 50).join("\n")}`);
process.exitCode = found.length === 0 ? 0 : 1;
