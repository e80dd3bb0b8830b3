import type { App } from "../app.ts";
import type { BackupKind } from "../../storage/port/backup-service.ts";
import { backupSchedule, backupState, keepState } from "./backup-settings.ts";
import { lastDue } from "./schedule.ts";

/** What a night is counted as until its backup is there, should the process end meanwhile. */
const INTERRUPTED = "Interrupted.";

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
    if (state && (!schedule.isOn || state.triedAt >= lastDue(schedule, now))) return false;
    const missed = state ? state.missed + 1 : 0;
    await keepState(tx, { triedAt: now, problem: state ? INTERRUPTED : null, missed });
    return state !== undefined;
  });
}

/** Makes a backup and notes how that went; one that was stopped says nothing about the next. @returns whether it is there */
export async function runBackup(app: App, kind: BackupKind): Promise<boolean> {
  const problem = (await app.backups?.run(kind)) ?? null;
  if (problem === "running" || problem === "stopped") return false;
  await app.storage.write(async (tx) => {
    const { triedAt = app.now(), missed = 0 } = (await backupState(tx)) ?? {};
    await keepState(tx, { triedAt, problem, missed: problem === null ? 0 : missed });
  });
  return problem === null;
}
