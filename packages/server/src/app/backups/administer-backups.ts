import type {
  BackupPart,
  BackupSchedule,
  BackupTrouble,
  RestoredPart,
  RestoredWhole,
  RestoreSource,
  ServerBackups,
} from "@snart/calendar/jmap/backups.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { proofProblem } from "../sign-in/proof.ts";
import type {
  BackupService,
  KeptBackup,
  KeptTime,
  RunningBackup,
} from "../../storage/port/backup-service.ts";
import { backupSchedule, backupState, keepSchedule } from "./backup-settings.ts";
import { runBackup } from "./run-backup.ts";
import { nextDue } from "./schedule.ts";

export interface BackupReport {
  readonly schedule: BackupSchedule;
  /** null: none is made by itself */
  readonly nextAt: Instant | null;
  /** null: this server makes none */
  readonly folder: string | null;
  readonly isEncrypted: boolean;
  readonly backups: readonly KeptBackup[];
  readonly running: RunningBackup | null;
  readonly moments: readonly KeptTime[];
  readonly part: RestoredPart | null;
  readonly whole: RestoredWhole | null;
  readonly database: "sqlite" | "postgres";
  readonly problem: BackupTrouble | null;
  readonly second: ServerBackups["second"];
  readonly missed: number;
}

/** The backups that are there and how they are made, for administrators. */
export async function backupReport(app: App, actor: Actor): Promise<Result<BackupReport, Problem>> {
  const read = await app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    return ok({ schedule: await backupSchedule(tx), state: await backupState(tx) });
  });
  if (!read.ok) return read;
  const { schedule, state } = read.value;
  const { backups } = app;
  return ok({
    schedule,
    nextAt: backups ? nextDue(schedule, app.now()) : null,
    folder: backups?.folder ?? null,
    isEncrypted: backups?.isEncrypted ?? false,
    backups: (await backups?.list().catch(() => [])) ?? [],
    running: backups?.running() ?? null,
    moments: (await backups?.moments().catch(() => [])) ?? [],
    part: backups?.restored() ?? null,
    whole: backups?.restoredWhole() ?? null,
    database: backups?.database ?? "sqlite",
    problem: state?.problem ?? null,
    second: backups?.secondFolder ? { folder: backups.secondFolder, problem: state?.second ?? null } : null,
    missed: state?.missed ?? 0,
  });
}

/** Begins a backup beside the work of the server; how it goes, the report says. One that is being made goes on. */
export async function beginBackup(
  app: App,
  actor: Actor,
  onError: (error: unknown) => void = () => undefined,
): Promise<Result<void, Problem>> {
  const allowed = await audited(app, actor, "backup-begun");
  if (!allowed.ok || !app.backups)
    return allowed.ok ? failed({ code: "forbidden", right: "back up this server" }) : allowed;
  void runBackup(app, "manual").catch(onError);
  return ok(undefined);
}

/**
 * Begins to restore a person's or a calendar's things beside the work of the server, or to rehearse that; how it goes, the report says.
 * What is written asks for a proof of who it is.
 */
export async function beginRestoring(
  app: App,
  actor: Actor,
  part: BackupPart,
  onError: (error: unknown) => void = () => undefined,
): Promise<Result<void, Problem>> {
  const allowed = await app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const proof = part.isRehearsal ? undefined : await proofProblem(app, tx, actor);
    return proof ? failed(proof) : ok(undefined);
  });
  if (!allowed.ok) return allowed;
  if (!app.backups) return failed({ code: "forbidden", right: "restore on this server" });
  void app.backups.restorePart(part, actor.login).catch(onError);
  return ok(undefined);
}

/**
 * Begins to restore the whole server as it was into a folder of its own, beside the one that lives, which it is compared with; how it goes,
 * the report says. What is there may be read by whoever reads the folder, so that it asks for a proof, too.
 */
export async function beginRestoringWhole(
  app: App,
  actor: Actor,
  source: RestoreSource,
  onError: (error: unknown) => void = () => undefined,
): Promise<Result<void, Problem>> {
  const refusal = await downloadProblem(app, actor);
  if (refusal) return failed(refusal);
  if (!app.backups) return failed({ code: "forbidden", right: "restore on this server" });
  const audit = await audited(app, actor, "whole-restored", source.file ?? source.asOf ?? "");
  if (audit.ok) void app.backups.restoreWhole(source).catch(onError);
  return audit;
}

/** The bytes of a backup for an administrator who has proved who they are; it stands in the audit log. */
export async function downloadBackup(
  app: App,
  actor: Actor,
  file: string,
): Promise<Result<NonNullable<Awaited<ReturnType<BackupService["read"]>>>, Problem>> {
  const refusal = await downloadProblem(app, actor);
  if (refusal) return failed(refusal);
  const found = await app.backups?.read(file);
  if (!found) return failed({ code: "not-found" });
  const audit = await audited(app, actor, "backup-downloaded", file);
  return audit.ok ? ok(found) : audit;
}

/** Why no backup may be downloaded now, if anything forbids it. */
export function downloadProblem(app: App, actor: Actor): Promise<Problem | undefined> {
  return app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    return granted.ok ? await proofProblem(app, tx, actor) : granted.problem;
  });
}

/** Ends the backup that is being made, or what is being restored; nothing of it stays. */
export async function stopBackup(app: App, actor: Actor): Promise<Result<void, Problem>> {
  const allowed = await audited(app, actor, "backup-stopped");
  if (allowed.ok) app.backups?.stop();
  return allowed;
}

function audited(
  app: App,
  actor: Actor,
  action: "backup-begun" | "backup-stopped" | "backup-downloaded" | "whole-restored",
  subject = "",
): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const detail = { login: actor.login };
    await recordAudit(app, tx, { actorId: actor.principalId, action, subject, detail });
    return ok(undefined);
  });
}

/** Changes when backups are made and how many stay; what is not named stays as it is. */
export function changeSchedule(
  app: App,
  actor: Actor,
  change: Partial<BackupSchedule>,
): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const schedule = { ...(await backupSchedule(tx)), ...change };
    await keepSchedule(tx, schedule);
    const { isOn, time, daily, weekly, monthly } = schedule;
    const to = `${isOn ? time : "off"}, ${daily}/${weekly}/${monthly}`;
    const entry = {
      action: "server-changed",
      subject: "backups",
      detail: { login: actor.login, to },
    } as const;
    await recordAudit(app, tx, { actorId: actor.principalId, ...entry });
    return ok(undefined);
  });
}
