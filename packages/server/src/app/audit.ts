import type { WriteTransaction } from "../storage/port.ts";
import type { AuditEntry } from "../storage/records/audit.ts";
import type { App } from "./app.ts";

const LONGEST = 500;

/**
 * Records an action in its own transaction: neither exists without the other. User input is shortened, so that nobody
 * can fill the disk with it.
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

/** The newest entries first, for the command line: anybody who can run it has the data folder anyway. */
export function listAudit(app: App, limit: number): Promise<readonly AuditEntry[]> {
  return app.storage.read((tx) => tx.audit.latest(limit));
}
