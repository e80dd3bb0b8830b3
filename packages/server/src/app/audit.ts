import { isDeepStrictEqual } from "node:util";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../storage/port.ts";
import type { AuditEntry } from "../storage/records/audit.ts";
import type { App } from "./app.ts";

const LONGEST = 500;
/** How many entries are looked through for one that is the same. */
const MOST_ALIKE = 50;

/**
 * Records an action in its own transaction: neither exists without the other. User input is shortened, so that nobody
 * can fill the disk with it.
 */
export function recordAudit(
  app: Pick<App, "newId" | "now">,
  tx: WriteTransaction,
  entry: NewEntry,
): Promise<void> {
  return tx.audit.append({ ...shortened(entry), id: app.newId(), at: app.now() });
}

/**
 * The same for what may be repeated without end, such as a device with an old password: within a day the same action with the same detail
 * stays one entry, whose `times` says how often and whose `latest` when it was the last time.
 */
export async function recordRepeated(app: App, tx: WriteTransaction, entry: NewEntry): Promise<void> {
  const one = shortened(entry);
  const lately = await tx.audit.ofSubject(one.action, one.subject, app.now() - DAY, MOST_ALIKE);
  const same = lately.find((it) => isSame(one, it));
  if (!same) return recordAudit(app, tx, entry);
  const times = Number(same.detail["times"] ?? 1) + 1;
  const latest = new Date(app.now()).toISOString();
  await tx.audit.setDetail(same.id, { ...one.detail, times: `${times}`, latest });
}

type NewEntry = Omit<AuditEntry, "id" | "at">;

function shortened(entry: NewEntry): NewEntry {
  const detail = Object.entries(entry.detail).map(([key, value]) => [key, value.slice(0, LONGEST)]);
  return {
    ...entry,
    // The command line is nobody's account; the entry's detail names it.
    actorId: entry.actorId === "" ? null : entry.actorId,
    subject: entry.subject.slice(0, LONGEST),
    detail: Object.fromEntries(detail) as AuditEntry["detail"],
  };
}

/** Whether an entry is about the same, however often. */
const isSame = (one: NewEntry, { actorId, detail }: AuditEntry): boolean =>
  one.actorId === actorId && isDeepStrictEqual({ ...one.detail }, withoutTimes(detail));

const withoutTimes = (detail: AuditEntry["detail"]): AuditEntry["detail"] =>
  Object.fromEntries(Object.entries(detail).filter(([name]) => name !== "times" && name !== "latest"));

/** The newest entries first, for the command line: anybody who can run it has the data folder anyway. */
export function listAudit(app: App, limit: number): Promise<readonly AuditEntry[]> {
  return app.storage.read((tx) => tx.audit.latest(limit));
}
