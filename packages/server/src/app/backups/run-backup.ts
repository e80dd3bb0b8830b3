import type { App } from "../app.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { BackupKind, BackupTrouble } from "../../storage/port/backup-service.ts";
import { backupSchedule, backupState, keepState, type BackupState } from "./backup-settings.ts";
import { lastDue } from "./schedule.ts";
import { warnOfMissed } from "./warn-of-missed.ts";

/** What a night is counted as until its backup is there, should the process end meanwhile. */
const INTERRUPTED: BackupTrouble = { code: "interrupted", detail: "" };
/** After so many nights it is no accident any more. */
const MISSED = 3;

/**
 * Makes the nightly backup if it is due and no other process has begun it, also when its time went by while the server was away. The
 * first night of a server is the one after its first look.
 * @returns whether it began one
 */
export async function runNightly(app: App): Promise<boolean> {
  const { backups } = app;
  if (!backups || backups.running() !== null) return false;
  const now = app.now();
  const isDue = await app.storage.read(async (tx) => {
    const [schedule, state] = [await backupSchedule(tx), await backupState(tx)];
    return state === undefined || (schedule.isOn && state.triedAt < lastDue(schedule, now));
  });
  if (!isDue || !(await claim(app, now))) return false;
  if (await runBackup(app, "nightly")) await backups.removeExpendable(await app.storage.read(backupSchedule));
  return true;
}

/** One of several processes gets it. */
function claim(app: App, now: number): Promise<boolean> {
  return app.storage.write(async (tx) => {
    const [schedule, state] = [await backupSchedule(tx), await backupState(tx)];
    if (!state) {
      await keepState(tx, { triedAt: now, problem: null, second: null, missed: 0, isWarned: false });
      return false;
    }
    if (!schedule.isOn || state.triedAt >= lastDue(schedule, now)) return false;
    // Of the nights before this one, should the process have ended in each of them.
    const isWarned = await warnedOnce(app, tx, state);
    await keepState(tx, { ...state, triedAt: now, problem: INTERRUPTED, missed: state.missed + 1, isWarned });
    return true;
  });
}

/** Makes a backup and notes how that went; one that was stopped says nothing about the next. @returns whether it is there */
export async function runBackup(app: App, kind: BackupKind): Promise<boolean> {
  const done = (await app.backups?.run(kind)) ?? "stopped";
  if (done === "running" || done === "stopped") return false;
  const isMade = !("code" in done);
  await app.storage.write(async (tx) => {
    const {
      triedAt = app.now(),
      missed = 0,
      second = null,
      isWarned = false,
    } = (await backupState(tx)) ?? {};
    if (isMade) {
      await keepState(tx, { triedAt, problem: null, second: done.second, missed: 0, isWarned: false });
      return;
    }
    const state = { triedAt, problem: done, second, missed, isWarned };
    await keepState(tx, { ...state, isWarned: await warnedOnce(app, tx, state) });
  });
  return isMade;
}

/** Warns administrators of missed nights, once until a backup is there. @returns whether they have been warned */
async function warnedOnce(app: App, tx: WriteTransaction, state: BackupState): Promise<boolean> {
  if (state.isWarned || state.missed < MISSED || state.problem === null) return state.isWarned;
  await warnOfMissed(app, tx, state.missed, state.problem);
  return true;
}
