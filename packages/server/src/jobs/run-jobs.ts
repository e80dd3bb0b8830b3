import type { App } from "../app/app.ts";
import { setJobState } from "../app/transitions.ts";
import type { Job } from "../app/types.ts";
import { retryDelay } from "./retry-delay.ts";

/** The runners of jobs by kind. A runner that returns has done the job; one that throws is tried again. */
export type JobRunners = ReadonlyMap<string, (app: App, job: Job) => Promise<void>>;

const MOST_ATTEMPTS = 5;

/** Runs every job that is due, one at a time. */
export async function runJobs(
  app: App,
  runners: JobRunners,
  onError: (error: unknown) => void,
  isStopped: () => boolean,
): Promise<void> {
  if (runners.size === 0) return;
  while (!isStopped()) {
    const [job] = await app.storage.write((tx) => tx.queues.takeJobs(app.now(), 1, leaseOf(app)));
    if (!job) return;
    await runOne(app, runners, job, onError);
  }
}

/** How long a process may be silent before another takes its job over, ms; renewed while the job runs. */
const leaseOf = ({ limits }: App): number => limits.jobLeaseSeconds * 1_000;

async function runOne(
  app: App,
  runners: JobRunners,
  job: Job,
  onError: (error: unknown) => void,
): Promise<void> {
  const lease = leaseOf(app);
  const renewal = setInterval(() => {
    const runAt = app.now() + lease;
    app.storage.write((tx) => tx.queues.updateJob(job.id, job.attempts, { runAt })).catch(onError);
  }, lease / 3);
  try {
    const run = runners.get(job.kind);
    if (!run) throw new Error(`nothing runs jobs of the kind ${job.kind}`);
    if (job.attempts > MOST_ATTEMPTS) throw new Error("it was begun too often without ending");
    await run(app, job);
    await app.storage.write((tx) => setJobState(tx, job, "done", { lastError: null }));
  } catch (error) {
    onError(error);
    await giveBack(app, job, error);
  } finally {
    clearInterval(renewal);
  }
}

function giveBack(app: App, job: Job, error: unknown): Promise<void> {
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const state = job.attempts >= MOST_ATTEMPTS ? "dead" : "retrying";
  const runAt = app.now() + retryDelay(job.attempts);
  return app.storage.write((tx) => setJobState(tx, job, state, { runAt, lastError }));
}
