import type { UTCDateTime } from "../jscalendar/types.ts";

/** When backups are made by themselves, and how many stay (urn:snart:jmap, `Server/backups`). */
export interface BackupSchedule {
  readonly isOn: boolean;
  /** `03:00`, a time on the clock in that zone */
  readonly time: string;
  readonly timeZone: string;
  /** of how many of the last days, weeks and months that have one a nightly backup stays */
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

/** One backup that is there. */
export interface BackupRecord {
  readonly file: string;
  readonly madeAt: UTCDateTime;
  readonly kind: "nightly" | "manual" | "upgrade";
  readonly bytes: number;
  /** whether it was restored as a test when it was made */
  readonly isTested: boolean;
  readonly isEncrypted: boolean;
}

/** A backup that is being made: rows of its step, `verify` is the test. */
export interface BackupProgress {
  readonly startedAt: UTCDateTime;
  readonly step: "copy" | "verify";
  readonly done: number;
  readonly all: number;
}

/** The backups of the server, for administrators. */
export interface ServerBackups {
  readonly schedule: BackupSchedule;
  /** null: none is made by itself */
  readonly nextAt: UTCDateTime | null;
  /** null: this server makes none */
  readonly folder: string | null;
  readonly isEncrypted: boolean;
  /** newest first */
  readonly backups: readonly BackupRecord[];
  readonly running: BackupProgress | null;
  /** why the last one was not made; null: it was */
  readonly problem: string | null;
  /** how many nights in a row none was made */
  readonly missed: number;
}
