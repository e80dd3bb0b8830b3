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

/** Why a backup was not made, or not copied. */
export interface BackupTrouble {
  readonly code: BackupTroubleCode;
  /** in English, for who looks after the server */
  readonly detail: string;
}
const BACKUP_TROUBLES = ["no-room", "not-writable", "damaged", "interrupted", "failed"] as const;
export type BackupTroubleCode = (typeof BACKUP_TROUBLES)[number];
export const isBackupTrouble = (code: string): code is BackupTroubleCode =>
  BACKUP_TROUBLES.some((known) => known === code);

/** A backup that is being made (`verify` is the test), or restored from: rows of its step. */
export interface BackupProgress {
  readonly startedAt: UTCDateTime;
  readonly step: "copy" | "verify" | "open" | "restore";
  readonly done: number;
  readonly all: number;
}

/** What is restored from a backup (`Server/restorePart`). */
export interface BackupPart {
  readonly file: string;
  /** the id of a person or a group */
  readonly owner: string;
  /** the last part of its address; null: all of theirs */
  readonly calendar: string | null;
  /** what has changed since gets its former text */
  readonly replaces: boolean;
  /** only counts what would be done */
  readonly isRehearsal: boolean;
}

/** What became of one calendar's contents, or would. */
export interface RestoredCalendar {
  readonly name: string;
  readonly uri: string;
  /** it was not there, and is made anew */
  readonly isNew: boolean;
  /** a feed fills it; bookings are its contents; it belongs to somebody else by now */
  readonly leftOut: "feed" | "bookable" | "handed-over" | null;
  /** in the backup */
  readonly events: number;
  readonly tasks: number;
  readonly others: number;
  /** not here any more: restored */
  readonly missing: number;
  /** here as in the backup: left alone */
  readonly same: number;
  /** here, and changed since (the same UID): replaced if that was asked for */
  readonly differing: number;
  /** refused, such as by a quota: how many by the code of the problem */
  readonly refused: Readonly<Record<string, number>>;
}

/** How the last restoration or rehearsal went. */
export interface RestoredPart extends BackupPart {
  readonly calendars: readonly RestoredCalendar[];
  /** why nothing was done; null: it was */
  readonly problem: { readonly code: PartProblem; readonly detail: string } | null;
}
export type PartProblem = "not-in-backup" | "owner-not-here" | "encrypted" | "stopped" | "failed";

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
  /** of this process; null: there was none yet */
  readonly part: RestoredPart | null;
  /** why the last one was not made; null: it was */
  readonly problem: BackupTrouble | null;
  /** where each is copied to, too, and why the last one was not; null: nowhere */
  readonly second: { readonly folder: string; readonly problem: BackupTrouble | null } | null;
  /** how many nights in a row none was made */
  readonly missed: number;
}
