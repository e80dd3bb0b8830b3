import type { Millis } from "../records/ids.ts";
import type {
  Job,
  JobCount,
  JobOwner,
  JobUpdate,
  OutboxMessage,
  WaitingMessages,
} from "../records/queues.ts";

export interface QueueReads {
  job(id: string): Promise<Job | undefined>;
  outboxSize(): Promise<number>;
  /** What is not sent yet, by kind. */
  outboxByKind(): Promise<readonly WaitingMessages[]>;
  /** The latest `limit` of the jobs that are kept, by when they are or were due, the latest first. */
  jobs(limit: number): Promise<readonly Job[]>;
  /** The latest `limit` of one kind whose payload begins with this account and this actor, in the same order. */
  jobsOf(kind: string, of: JobOwner, limit: number): Promise<readonly Job[]>;
  /** The jobs that are kept, by kind and state. */
  jobsByState(): Promise<readonly JobCount[]>;
  /** Unsent messages of these kinds, in the order of writing. */
  unsent(kinds: readonly string[], limit: number): Promise<readonly OutboxMessage[]>;
}

export interface QueueWrites {
  enqueue(message: OutboxMessage): Promise<"queued" | "duplicate">;
  /**
   * Claims up to `limit` due messages in the order of writing, hiding them from others until `now + leaseMs`; counts as an attempt.
   * Of each lane only the first unsent message is claimed: the next one waits until that is sent, or has failed often.
   */
  takeOutbox(now: Millis, limit: number, leaseMs: number): Promise<readonly OutboxMessage[]>;
  /** Hides messages that are being sent from others until `until`; sent ones stay unchanged. */
  renewOutbox(ids: readonly string[], until: Millis): Promise<void>;
  /** Marks it as sent; its key still drops repetitions. */
  finishOutbox(id: string): Promise<void>;
  retryOutbox(id: string, availableAt: Millis, error: string): Promise<void>;
  /** Makes messages that wait until after `since` due at `now`. @returns how many */
  hastenOutbox(ids: readonly string[], since: Millis, now: Millis): Promise<number>;
  /** With the id of a finished job it starts that again; with the id of a waiting one it changes nothing. */
  schedule(job: Job): Promise<void>;
  takeJobs(now: Millis, limit: number, leaseMs: number): Promise<readonly Job[]>;
  /** Removes finished jobs and sent messages whose time was at or before `before`, at most `limit`. @returns how many */
  removeFinished(before: Millis, limit: number): Promise<number>;
  /** @param attempt the caller's attempt: a job taken over since stays unchanged. @returns whether it was done */
  updateJob(id: string, attempt: number, fields: JobUpdate): Promise<boolean>;
}
