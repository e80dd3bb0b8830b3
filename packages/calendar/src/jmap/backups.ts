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

/** Whose state is restored: that of a backup, or that of a moment; exactly one is named. */
export interface RestoreSource {
  readonly file: string | null;
  readonly asOf: UTCDateTime | null;
}

/** Moments that can be gone back to: all from one to the other. */
export interface KeptMoments {
  readonly from: UTCDateTime;
  readonly through: UTCDateTime;
}

/** What is restored (`Server/restorePart`). */
export interface BackupPart extends RestoreSource {
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
export type PartProblem =
  | "not-in-backup"
  | "owner-not-here"
  | "encrypted"
  | "no-moment"
  | "no-room"
  | "stopped"
  | "failed";

/** How much there is of what people have. */
export interface ServerCounts {
  /** people, groups and things that can be booked */
  readonly principals: number;
  readonly calendars: number;
  /** events and tasks */
  readonly objects: number;
  readonly attachments: number;
}

/** The whole server as it was, restored into a folder of its own (`Server/restoreWhole`). */
export interface RestoredWhole extends RestoreSource {
  /** for SNART_DATA; null: there is none */
  readonly folder: string | null;
  /** whose state it is; null: nothing was restored */
  readonly stateOf: UTCDateTime | null;
  readonly former: ServerCounts | null;
  /** of the server that lives, when it was restored */
  readonly present: ServerCounts | null;
  /** why nothing was done; null: it was */
  readonly problem: { readonly code: PartProblem; readonly detail: string } | null;
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
  /** what SNART_POINT_IN_TIME has kept, oldest first */
  readonly moments: readonly KeptMoments[];
  readonly running: BackupProgress | null;
  /** of this process; null: there was none yet */
  readonly part: RestoredPart | null;
  /** of this process; null: there was none yet */
  readonly whole: RestoredWhole | null;
  /** what the server keeps everything in */
  readonly database: "sqlite" | "postgres";
  /** why the last one was not made; null: it was */
  readonly problem: BackupTrouble | null;
  /** where each is copied to, too, and why the last one was not; null: nowhere */
  readonly second: { readonly folder: string; readonly problem: BackupTrouble | null } | null;
  /** how many nights in a row none was made */
  readonly missed: number;
}
