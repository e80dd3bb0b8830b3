import { BackupRunner } from "./backup/backup-runner.ts";
import { isEncryptedFor } from "./backup/encryption.ts";
import { backupRecipients, targetOf, type ServerConfig } from "./open-app.ts";

/**
 * Backups of the configured database, made by a process of their own that gets the same configuration.
 * @param program the command line's, by default the one beside this code
 */
export function backupsOf(config: ServerConfig, program?: string): BackupRunner {
  const { data, databaseUrl, backups, backupsSecond, backupTo, backupPassphrase, pointInTime } = config;
  const env = {
    SNART_DATA: data,
    SNART_DATABASE_URL: databaseUrl ?? "",
    SNART_BACKUP_TO: backupTo.join(","),
    SNART_BACKUP_PASSPHRASE: backupPassphrase ?? "",
    SNART_POINT_IN_TIME: String(pointInTime),
    SNART_BACKUPS: backups ?? "",
    SNART_BACKUPS_SECOND: backupsSecond ?? "",
  };
  const folder = backups ?? data;
  return new BackupRunner({
    folder,
    secondFolder: backupsSecond,
    data,
    target: targetOf(config),
    env,
    isEncrypted: isEncryptedFor(backupRecipients(config)),
    now: Date.now,
    ...(program !== undefined && { program }),
  });
}
