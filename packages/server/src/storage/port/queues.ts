import type { Millis } from "../records/ids.ts";
import type { Job, JobUpdate, OutboxMessage } from "../records/queues.ts";

export interface QueueReads {
  job(id: string): Promise<Job | undefined>;
  outboxSize(): Promise<number>;
  /** What is not sent yet, of these kinds, oldest first. */
  unsent(kinds: readonly string[], limit: number): Promise<readonly OutboxMessage[]>;
}

export interface QueueWrites {
  enqueue(message: OutboxMessage): Promise<"queued" | "duplicate">;
  /** Takes up to `limit` messages that are due, hiding them from others until `now + leaseMs`; counts as an attempt. */
  takeOutbox(now: Millis, limit: number, leaseMs: number): Promise<readonly OutboxMessage[]>;
  /** Hides messages that are being sent from others until `until`; those sent meanwhile stay as they are. */
  renewOutbox(ids: readonly string[], until: Millis): Promise<void>;
  /** It is sent; its key goes on dropping repetitions. */
  finishOutbox(id: string): Promise<void>;
  retryOutbox(id: string, availableAt: Millis, error: string): Promise<void>;
  /** Lets messages that wait until after `since` be sent from `now` on. @returns how many */
  hastenOutbox(ids: readonly string[], since: Millis, now: Millis): Promise<number>;
  /** Under the id of a finished job starts it anew; under that of one still to be done changes nothing. */
  schedule(job: Job): Promise<void>;
  takeJobs(now: Millis, limit: number, leaseMs: number): Promise<readonly Job[]>;
  /** Removes finished jobs and sent messages whose time was at or before `before`. @returns how many */
  removeFinished(before: Millis): Promise<number>;
  /** @param attempt which one asks: a job that was taken over since stays as it is. @returns whether it was done */
  updateJob(id: string, attempt: number, fields: JobUpdate): Promise<boolean>;
}
