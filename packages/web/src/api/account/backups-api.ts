import type {
  BackupPart,
  BackupSchedule,
  RestoreSource,
  ServerBackups,
} from "@snart/calendar/jmap/backups.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import { below } from "../place.ts";
import type { Asked } from "../problem.ts";
import { request } from "../request.ts";

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

/** Begins to restore a part of a backup or of a moment, or to rehearse that. */
export const restorePart = (accountId: string, part: BackupPart): Asked<unknown> =>
  jmap.callOne("Server/restorePart", { accountId, ...part });

/** Begins to restore everything into a folder of its own, beside the server that lives. */
export const restoreWhole = (accountId: string, source: RestoreSource): Asked<unknown> =>
  jmap.callOne("Server/restoreWhole", { accountId, ...source });

/** Returns the download address of a backup. */
export const backupLink = (file: string): string => below(`/export/backup/${encodeURIComponent(file)}`);

/** Asks whether the server hands a backup out now: the browser shows no words for a refused download. */
export async function askForBackup(file: string): Asked<null> {
  const answer = await request(backupLink(file), { method: "HEAD" });
  if (answer.ok) return ok(null);
  const { problem } = answer;
  const isProof = problem.kind === "refused" && problem.status === 403;
  return failed(isProof ? { ...problem, code: "proof-needed" } : problem);
}
