import { commandLineActor } from "../../../app/actor.ts";
import { listJobs, retryJob } from "../../../app/health/jobs.ts";
import type { Job } from "../../../app/types.ts";
import type { Command } from "../../command.ts";
import { wholeNumber } from "../../numbers.ts";
import { JSON_FLAG, printRow, printRows, timeOf } from "../../print-rows.ts";
import { unwrap } from "../../unwrap.ts";
import { jobRun } from "./job-run.ts";

const jobJson = ({ id, kind, state, runAt, attempts, lastError }: Job) => ({
  id,
  kind,
  state,
  dueAt: timeOf(runAt),
  attempts,
  lastError,
});
const cells = ({ id, kind, state, dueAt, attempts, lastError }: ReturnType<typeof jobJson>) => [
  id,
  kind,
  state,
  dueAt,
  attempts,
  lastError,
];

const list: Command = {
  name: "job list",
  summary:
    "Lists background work (imports, draws, series of bookings), the latest first: id, kind, state, when it is due (UTC), tries, what failed last; separated by tabs.",
  args: [],
  flags: { limit: { value: "N", says: "At most so many, 100 if it is not said." }, ...JSON_FLAG },
  examples: ["job list --json"],
  calls: ["Server/health"],
  async run(context) {
    const limit = wholeNumber(context, "limit", 100);
    const jobs = unwrap(await listJobs(await context.openApp(), commandLineActor(), limit));
    return printRows(context, jobs.map(jobJson), cells);
  },
};

const retry: Command = {
  name: "job retry",
  summary:
    "Makes a piece of background work that failed due at once, also one that was given up. A running server takes it within a second.",
  args: [{ name: "ID", says: "As job list names it." }],
  flags: JSON_FLAG,
  examples: ["job retry 01a2b3c4"],
  async run(context) {
    const [id = ""] = context.positionals;
    const job = unwrap(await retryJob(await context.openApp(), commandLineActor(), id));
    return printRow(context, jobJson(job), cells);
  },
};

export const jobCommands: readonly Command[] = [list, retry, jobRun];
