import type { Millis, PrincipalId } from "./ids.ts";

// Server-wide settings, and secrets that the server creates (setup token, signing keys).

// Queues: effects to be sent after commit (outbox) and work to be done later (jobs).

export interface OutboxMessage {
  readonly id: string;
  readonly accountId: PrincipalId;
  readonly kind: string;
  /** A second message with the same key is dropped. */
  readonly dedupeKey: string;
  /** Messages of one lane leave one after the other, in the order of writing. Absent: it waits for no other. */
  readonly lane?: string;
  readonly payload: unknown;
  readonly createdAt: Millis;
  readonly availableAt: Millis;
  readonly attempts: number;
  readonly lastError: string | null;
}

export type JobState = "queued" | "running" | "done" | "retrying" | "dead";

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly state: JobState;
  readonly runAt: Millis;
  readonly attempts: number;
  readonly lastError: string | null;
  /** Progress and result, as the job's kind defines. */
  readonly progress: unknown;
}

/** Whom a job is for: the first two fields of its payload, in this order. */
export interface JobOwner {
  readonly accountId: PrincipalId;
  readonly actorId: PrincipalId;
}

export type JobUpdate = Partial<Pick<Job, "state" | "runAt" | "lastError" | "progress">>;

/** The messages of one kind that are not sent yet. */
export interface WaitingMessages {
  readonly kind: string;
  readonly count: number;
  /** Those whose sending has failed. */
  readonly failed: number;
  /** When the first of them was written. */
  readonly oldestAt: Millis;
}

export interface JobCount {
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
}
