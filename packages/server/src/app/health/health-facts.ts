import type { BackupTrouble } from "@snart/calendar/jmap/backups.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { JobCount, WaitingMessages } from "../../storage/records/queues.ts";
import type { StorageHealth, StorageLoad } from "../../storage/port.ts";
import type { Certificate } from "../app.ts";

/** What is known of a server when it is judged; nothing about anybody. */
export interface HealthFacts {
  readonly now: Instant;
  readonly storage: StorageHealth;
  readonly load: StorageLoad;
  readonly outbox: readonly WaitingMessages[];
  readonly jobs: readonly JobCount[];
  readonly feeds: { readonly all: number; readonly failing: number };
  readonly mail: {
    readonly isSetUp: boolean;
    /** undefined: none is read, or not by this process */
    readonly mailbox: { readonly lookedAt: Instant | null; readonly problem: string | null } | undefined;
  };
  /** Devices that are told of changes while they sleep. */
  readonly devices: number;
  /** undefined: this server makes none */
  readonly backups:
    | {
        readonly missed: number;
        readonly problem: BackupTrouble | null;
        readonly newestAt: Instant | null;
        readonly nextAt: Instant | null;
      }
    | undefined;
  readonly clockSteadySince: Instant | undefined;
  /** Bookings refused this month because somebody else was first; undefined: there is nothing to book. */
  readonly conflicts: number | undefined;
  readonly people: { readonly people: number; readonly groups: number };
  readonly untrustedProxy: string | null;
  /** undefined: it is not asked of a process that serves */
  readonly process: ProcessFacts | undefined;
}

export interface ProcessFacts {
  readonly version: string;
  readonly node: string;
  readonly startedAt: Instant | undefined;
  readonly publicUrl: string | null;
  readonly eventSources: number | undefined;
  /** undefined: it could not be seen */
  readonly certificate: Certificate | undefined;
}
