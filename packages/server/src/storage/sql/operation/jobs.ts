import { sql } from "kysely";
import type { Job, JobCount, JobOwner, JobState, JobUpdate } from "../../records/queues.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { job } from "../tables/operation.ts";

const isFinished = (state: JobState) => (state === "done" || state === "dead" ? 1 : 0);

export async function findJob(scope: Scope, id: string): Promise<Job | undefined> {
  return scope.record(job, scope.query.selectFrom("job").selectAll().where("id", "=", id));
}

export function latestJobs(scope: Scope, limit: number): Promise<Job[]> {
  const all = scope.query.selectFrom("job").selectAll();
  return scope.records(job, all.orderBy("run_at", "desc").orderBy("id", "desc").limit(limit));
}

/** See `QueueReads.jobsOf`. */
export function latestJobsOf(scope: Scope, kind: string, of: JobOwner, limit: number): Promise<Job[]> {
  // By its text: of the databases' own ways to read JSON one fails at texts that people may write.
  const start = JSON.stringify({ accountId: of.accountId, actorId: of.actorId }).slice(0, -1);
  const query = scope.query
    .selectFrom("job")
    .selectAll()
    .where("kind", "=", kind)
    .where(sql<string>`substr(payload, 1, ${sql.lit(start.length)})`, "=", start);
  return scope.records(job, query.orderBy("run_at", "desc").orderBy("id", "desc").limit(limit));
}

export function jobsByState(scope: Scope): Promise<JobCount[]> {
  return scope.rows(
    scope.query
      .selectFrom("job")
      .select((e) => ["kind", "state", e.fn.countAll<number>().as("count")])
      .groupBy(["kind", "state"])
      .orderBy("kind")
      .orderBy("state")
      .$narrowType<{ state: JobState }>(),
  );
}

/** With the id of a finished job it starts that again; with the id of a waiting one it changes nothing. */
export async function schedule(scope: Scope, one: Job): Promise<void> {
  const { id, ...others } = job.row(one);
  const row = { ...others, is_finished: isFinished(one.state) };
  await scope.run(
    scope.query
      .insertInto("job")
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row).where("job.is_finished", "=", 1)),
  );
}

/** Claims due jobs, and running ones whose lease has run out, marking them as running. */
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
  return (await scope.records(job, query)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** See `QueueWrites.updateJob`. */
export async function updateJob(
  scope: Scope,
  id: string,
  attempt: number,
  fields: JobUpdate,
): Promise<boolean> {
  const values = {
    ...job.changes(fields),
    ...(fields.state !== undefined && { is_finished: isFinished(fields.state) }),
  };
  const query = scope.query.updateTable("job").set(values).where("id", "=", id);
  return (await scope.run(query.where("attempts", "=", attempt))) === 1;
}

export function removeFinishedJobs(scope: Scope, before: number, limit: number): Promise<number> {
  return deleteSome(scope, "job", ["id"], sql`is_finished = 1 and run_at <= ${before}`, limit);
}
