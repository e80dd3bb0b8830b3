import type { BackupSchedule, ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** Returns the backups that are there, when they are made, and how one that is being made goes. */
export async function fetchBackups(accountId: string): Asked<ServerBackups> {
  const given = await jmap.callOne<{ readonly backups: ServerBackups }>("Server/backups", { accountId });
  return given.ok ? ok(given.value.backups) : given;
}

/** Begins a backup, which goes on beside the work of the server. */
export const beginBackup = (accountId: string): Asked<unknown> =>
  jmap.callOne("Server/backUp", { accountId });

/** Ends the one that is being made; nothing of it stays. */
export const stopBackup = (accountId: string): Asked<unknown> =>
  jmap.callOne("Server/stopBackup", { accountId });

export const changeBackups = (accountId: string, schedule: Partial<BackupSchedule>): Asked<unknown> =>
  jmap.callOne("Server/setBackups", { accountId, schedule });
