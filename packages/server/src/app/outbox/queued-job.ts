import type { Job } from "../../storage/records/queues.ts";

/** Work to be done later that nobody has begun. With the id of one that waits already, scheduling it changes nothing. */
export const queuedJob = (job: Pick<Job, "id" | "kind" | "payload" | "runAt">): Job => ({
  ...job,
  state: "queued",
  attempts: 0,
  lastError: null,
  progress: null,
});
