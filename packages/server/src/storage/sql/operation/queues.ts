import type { QueueReads, QueueWrites } from "../../port/queues.ts";
import {
  findJob,
  jobsByState,
  latestJobs,
  latestJobsOf,
  removeFinishedJobs,
  schedule,
  takeJobs,
  updateJob,
} from "./jobs.ts";
import {
  enqueue,
  finishOutbox,
  hastenOutbox,
  outboxByKind,
  outboxSize,
  removeFinishedMessages,
  renewOutbox,
  retryOutbox,
  takeOutbox,
  unsent,
} from "./outbox.ts";
import type { Scope } from "../scope.ts";

export function queues(scope: Scope): QueueReads & QueueWrites {
  return {
    job: (id) => findJob(scope, id),
    jobs: (limit) => latestJobs(scope, limit),
    jobsOf: (kind, of, limit) => latestJobsOf(scope, kind, of, limit),
    outboxSize: () => outboxSize(scope),
    outboxByKind: () => outboxByKind(scope),
    jobsByState: () => jobsByState(scope),
    unsent: (kinds, limit) => unsent(scope, kinds, limit),
    enqueue: (message) => enqueue(scope, message),
    takeOutbox: (now, limit, leaseMs) => takeOutbox(scope, now, limit, leaseMs),
    renewOutbox: (ids, until) => renewOutbox(scope, ids, until),
    finishOutbox: (id) => finishOutbox(scope, id),
    retryOutbox: (id, availableAt, error) => retryOutbox(scope, id, availableAt, error),
    hastenOutbox: (ids, since, now) => hastenOutbox(scope, ids, since, now),
    schedule: (job) => schedule(scope, job),
    takeJobs: (now, limit, leaseMs) => takeJobs(scope, now, limit, leaseMs),
    updateJob: (id, attempt, fields) => updateJob(scope, id, attempt, fields),
    async removeFinished(before, limit) {
      const jobs = await removeFinishedJobs(scope, before, limit);
      return jobs + (await removeFinishedMessages(scope, before, limit - jobs));
    },
  };
}
