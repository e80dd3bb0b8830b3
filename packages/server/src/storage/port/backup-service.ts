import type {
  BackupPart,
  BackupSchedule,
  BackupTrouble,
  RestoredPart,
  RestoredWhole,
  RestoreSource,
  ServerCounts,
} from "@snart/calendar/jmap/backups.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";

export type { BackupPart, BackupTrouble, RestoredPart, RestoredWhole, RestoreSource, ServerCounts };
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

/** Moments that can be gone back to: all from one to the other. */
export interface KeptTime {
  readonly from: Instant;
  readonly through: Instant;
}

export interface RunningBackup {
  readonly startedAt: Instant;
  readonly step: "copy" | "verify" | "open" | "restore";
  readonly done: number;
  readonly all: number;
}

/** It is there; and why it was not copied to the second folder, if that was to be. */
export interface MadeIt {
  readonly second: BackupTrouble | null;
}

/** Makes backups beside the work of the server, one at a time, for who administers it. */
export interface BackupService {
  readonly folder: string;
  readonly isEncrypted: boolean;
  /** Where each is copied to, too; null: nowhere */
  readonly secondFolder: string | null;
  readonly database: "sqlite" | "postgres";
  /** Newest first. */
  list(): Promise<readonly KeptBackup[]>;
  /** Oldest first. */
  moments(): Promise<readonly KeptTime[]>;
  /** Of this process; null: none is being made */
  running(): RunningBackup | null;
  /**
   * Makes one and tests it.
   * @returns why there is none, or that it is there. `running`: another one is being made; `stopped`: somebody ended it
   */
  run(kind: BackupKind): Promise<BackupTrouble | "running" | "stopped" | MadeIt>;
  /**
   * Restores a person's or a calendar's things, or rehearses that; begins nothing while something else is being done.
   * @param askedBy for the audit log
   */
  restorePart(part: BackupPart, askedBy: string): Promise<void>;
  /** How the last one of this process went; null: there was none. */
  restored(): RestoredPart | null;
  /**
   * Restores everything into a folder of its own, beside the server that lives, which it is compared with; begins nothing while something
   * else is being done.
   */
  restoreWhole(source: RestoreSource): Promise<void>;
  /** How the last one of this process went; null: there was none. */
  restoredWhole(): RestoredWhole | null;
  /** The bytes of one that is there; undefined: there is none of that name. */
  read(file: string): Promise<{ readonly size: number; bytes(): AsyncIterable<Uint8Array> } | undefined>;
  /** Ends what is being made or restored; nothing of it stays. */
  stop(): void;
  /** Removes the nightly ones that are not to be kept any more. */
  removeExpendable(keep: Pick<BackupSchedule, "daily" | "weekly" | "monthly">): Promise<void>;
}
