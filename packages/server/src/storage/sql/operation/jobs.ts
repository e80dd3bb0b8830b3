import type { Selectable } from "kysely";
import type { Job, JobState, JobUpdate } from "../../records/queues.ts";
import type { JobTable } from "../tables/operation.ts";
import type { Scope } from "../scope.ts";

function fromRow(row: Selectable<JobTable>): Job {
  return {
    id: row.id,
    kind: row.kind,
    payload: JSON.parse(row.payload) as unknown,
    state: row.state as JobState,
    runAt: row.run_at,
    attempts: row.attempts,
    lastError: row.last_error,
    progress: JSON.parse(row.progress) as unknown,
  };
}

const isFinished = (state: JobState) => (state === "done" || state === "dead" ? 1 : 0);

export async function findJob(scope: Scope, id: string): Promise<Job | undefined> {
  const row = await scope.row(scope.query.selectFrom("job").selectAll().where("id", "=", id));
  return row && fromRow(row);
}

/** Again under the id of a finished job starts it anew; under that of one still to be done changes nothing. */
export async function schedule(scope: Scope, job: Job): Promise<void> {
  const row = {
    kind: job.kind,
    payload: JSON.stringify(job.payload ?? null),
    state: job.state,
    run_at: job.runAt,
    attempts: job.attempts,
    last_error: job.lastError,
    progress: JSON.stringify(job.progress ?? null),
    is_finished: isFinished(job.state),
  };
  await scope.run(
    scope.query
      .insertInto("job")
      .values({ id: job.id, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row).where("job.is_finished", "=", 1)),
  );
}

/** Takes due jobs, and running ones whose lease has run out, marking them as running. */
export async function takeJobs(scope: Scope, now: number, limit: number, leaseMs: number): Promise<Job[]> {
  const due = scope.dialect.skipLocked(
    scope.query
      .selectFrom("job")
      .select("id")
      .where("is_finished", "=", 0)
      .where("run_at", "<=", now)
      .orderBy("run_at")
      .orderBy("id")
      .limit(limit),
  );
  const query = scope.query
    .updateTable("job")
    .set((e) => ({ state: "running", run_at: now + leaseMs, attempts: e("attempts", "+", 1) }))
    .where("id", "in", due)
    .returningAll();
  return (await scope.rows(query)).toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(fromRow);
}

/** See `QueueWrites.updateJob`. */
export async function updateJob(
  scope: Scope,
  id: string,
  attempt: number,
  fields: JobUpdate,
): Promise<boolean> {
  const values = {
    ...(fields.state !== undefined && { state: fields.state, is_finished: isFinished(fields.state) }),
    ...(fields.runAt !== undefined && { run_at: fields.runAt }),
    ...(fields.lastError !== undefined && { last_error: fields.lastError }),
    ...("progress" in fields && { progress: JSON.stringify(fields.progress ?? null) }),
  };
  const query = scope.query.updateTable("job").set(values).where("id", "=", id);
  return (await scope.run(query.where("attempts", "=", attempt))) === 1;
}

export async function removeFinishedJobs(scope: Scope, before: number): Promise<number> {
  return await scope.run(
    scope.query.deleteFrom("job").where("is_finished", "=", 1).where("run_at", "<=", before),
  );
}
