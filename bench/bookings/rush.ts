// Everybody wants the same times, at processes that are killed again and again; afterwards nothing may be double, over a limit or lost:
// `node bench/bookings/rush.ts [--tries=1000000] [--database=PostgreSQL|SQLite] [--processes=4] [--kill-every=2000] [--clients=64]`.
// Stays on loopback; its exit code is 1 if anything was found.
import { parseArgs } from "node:util";
import { bookingRush } from "../../packages/server/src/testing/booking/rush.ts";

const { values } = parseArgs({
  options: {
    tries: { type: "string", default: "1000000" },
    database: { type: "string", default: "PostgreSQL" },
    processes: { type: "string", default: "4" },
    "kill-every": { type: "string", default: "2000" },
    clients: { type: "string", default: "64" },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const database = values.database === "SQLite" ? "SQLite" : "PostgreSQL";
// One process alone may write to a SQLite file.
const processes = database === "SQLite" ? 1 : Number(values.processes);
const tries = Number(values.tries);
const { answers, kills, milliseconds, wrong } = await bookingRush({
  database,
  processes,
  tries,
  killEvery: Number(values["kill-every"]),
  clients: Number(values.clients),
});
say(
  `${database}, ${processes} processes: ${tries} wishes, ${kills} kills, ${(milliseconds / 1000).toFixed(0)} s`,
);
for (const [answer, count] of [...answers].toSorted(([, a], [, b]) => b - a)) say(`${count}\t${answer}`);
say(wrong.length === 0 ? "Nothing was found." : `FOUND ${wrong.length}:\n${wrong.slice(0, 50).join("\n")}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
