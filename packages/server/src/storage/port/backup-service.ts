import type { BackupSchedule } from "@snart/calendar/jmap/backups.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";

export type BackupKind = "nightly" | "manual";

/** A backup that is there. */
export interface KeptBackup {
  readonly file: string;
  readonly madeAt: Instant;
  readonly kind: BackupKind | "upgrade";
  readonly bytes: number;
  readonly isTested: boolean;
  readonly isEncrypted: boolean;
}

export interface RunningBackup {
  readonly startedAt: Instant;
  readonly step: "copy" | "verify";
  readonly done: number;
  readonly all: number;
}

/** Makes backups beside the work of the server, one at a time, for who administers it. */
export interface BackupService {
  readonly folder: string;
  readonly isEncrypted: boolean;
  /** Newest first. */
  list(): Promise<readonly KeptBackup[]>;
  /** Of this process; null: none is being made */
  running(): RunningBackup | null;
  /**
   * Makes one and tests it.
   * @returns why there is none, in a sentence; null: it is there. `running`: another one is being made; `stopped`:
   * somebody ended it
   */
  run(kind: BackupKind): Promise<string | null>;
  /** Ends the one that is being made; nothing of it stays. */
  stop(): void;
  /** Removes the nightly ones that are not to be kept any more. */
  removeExpendable(keep: Pick<BackupSchedule, "daily" | "weekly" | "monthly">): Promise<void>;
}
