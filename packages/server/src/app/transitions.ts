import type { WriteTransaction } from "../storage/port.ts";
import type { Job, JobState } from "../storage/records.ts";

/** Every state that the server itself changes, and what each may become. Nothing else changes a state. */
export const TRANSITIONS = {
  /** `running` again: another process takes over a job whose own has been silent for too long. */
  job: {
    queued: ["running"],
    running: ["running", "done", "retrying", "dead"],
    retrying: ["running"],
    done: [],
    dead: [],
  },
} as const satisfies { readonly job: Readonly<Record<JobState, readonly JobState[]>> };

/**
 * Moves a job to another state, unless another process has taken it over.
 * @throws Error for a transition that is not in the table
 */
export async function setJobState(
  tx: WriteTransaction,
  job: Job,
  state: JobState,
  fields: Partial<Pick<Job, "runAt" | "lastError">> = {},
): Promise<void> {
  const allowed: readonly JobState[] = TRANSITIONS.job[job.state];
  if (!allowed.includes(state)) throw new Error(`a job that is ${job.state} cannot become ${state}`);
  await tx.queues.updateJob(job.id, job.attempts, { ...fields, state });
}
