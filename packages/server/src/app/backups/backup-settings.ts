import type { BackupSchedule, BackupTrouble } from "@snart/calendar/jmap/backups.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import { FIRST_SCHEDULE } from "./schedule.ts";

const SCHEDULE = "backup-schedule";
const STATE = "backup-state";

export const backupSchedule = async (tx: ReadTransaction): Promise<BackupSchedule> => ({
  ...FIRST_SCHEDULE,
  ...(JSON.parse((await tx.settings.get(SCHEDULE)) ?? "{}") as Partial<BackupSchedule>),
});

export const keepSchedule = (tx: WriteTransaction, schedule: BackupSchedule): Promise<void> =>
  tx.settings.replace(SCHEDULE, JSON.stringify(schedule));

/** How backups have gone lately, for all processes. */
export interface BackupState {
  /** When a nightly one was begun last, or the server first thought of it. */
  readonly triedAt: Instant;
  /** Why the last one was not made; null: it was. */
  readonly problem: BackupTrouble | null;
  /** Why it was not copied to the second folder. */
  readonly second: BackupTrouble | null;
  /** Administrators were warned of these nights. */
  readonly isWarned: boolean;
  /** How many nights in a row none was made. */
  readonly missed: number;
}

const NO_STATE = { second: null, isWarned: false };

export async function backupState(tx: ReadTransaction): Promise<BackupState | undefined> {
  const stored = await tx.settings.get(STATE);
  if (stored === undefined) return undefined;
  const { problem, ...read } = JSON.parse(stored) as Omit<BackupState, "problem"> & {
    // Before there were codes it was a sentence.
    readonly problem: BackupState["problem"] | string;
  };
  const trouble = typeof problem === "string" ? ({ code: "failed", detail: problem } as const) : problem;
  return { ...NO_STATE, ...read, problem: trouble };
}

export const keepState = (tx: WriteTransaction, state: BackupState): Promise<void> =>
  tx.settings.replace(STATE, JSON.stringify(state));
