import type { BackupPart, BackupSchedule, RestoredPart } from "@snart/calendar/jmap/backups.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";

export type { BackupPart, RestoredPart };
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
  readonly step: "copy" | "verify" | "open" | "restore";
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
  /**
   * Restores a person's or a calendar's things, or rehearses that; begins nothing while something else is being done.
   * @param askedBy for the audit log
   */
  restorePart(part: BackupPart, askedBy: string): Promise<void>;
  /** How the last one of this process went; null: there was none. */
  restored(): RestoredPart | null;
  /** The bytes of one that is there; undefined: there is none of that name. */
  read(file: string): Promise<{ readonly size: number; bytes(): AsyncIterable<Uint8Array> } | undefined>;
  /** Ends what is being made or restored; nothing of it stays. */
  stop(): void;
  /** Removes the nightly ones that are not to be kept any more. */
  removeExpendable(keep: Pick<BackupSchedule, "daily" | "weekly" | "monthly">): Promise<void>;
}
