import type { WriteTransaction } from "../storage/port.ts";
import type { AuditEntry } from "../storage/records/audit.ts";
import type { App } from "./app.ts";

const LONGEST = 500;

/**
 * Writes down in the same transaction what was done: no entry without the deed, and no deed without its entry.
 * What others have typed is cut short, so that nobody fills the disk by it.
 */
export function recordAudit(
  app: App,
  tx: WriteTransaction,
  entry: Omit<AuditEntry, "id" | "at">,
): Promise<void> {
  const detail = Object.entries(entry.detail).map(([key, value]) => [key, value.slice(0, LONGEST)]);
  return tx.audit.append({
    ...entry,
    id: app.newId(),
    at: app.now(),
    subject: entry.subject.slice(0, LONGEST),
    detail: Object.fromEntries(detail) as AuditEntry["detail"],
  });
}

/** The newest entries first, for the command line: whoever can run it has the data folder anyway. */
export function listAudit(app: App, limit: number): Promise<readonly AuditEntry[]> {
  return app.storage.read((tx) => tx.audit.latest(limit));
}
