import { removeDeletedAccounts } from "../app/accounts/delete-account.ts";
import type { App } from "../app/app.ts";

const DAY_MS = 86_400_000;
/** Rows in one transaction, so that others only wait milliseconds. */
const PART = 2_000;
/** Parts of one kind in one round: what is over waits for the next. */
const MOST_PARTS = 25;

/**
 * Removes expired data: sessions, uploads, finished work, former versions, the trash and the old ends of the logs.
 */
export async function removeExpired(app: App): Promise<void> {
  const now = app.now();
  const write: App["storage"]["write"] = (work) => app.storage.write(work, "whole");
  const removed = now - app.limits.trashDays * DAY_MS;
  const replaced = now - app.limits.versionDays * DAY_MS;
  await write(async (tx) => {
    await tx.sessions.removeExpired(now);
    await tx.accountLinks.removeExpired(now);
    await tx.blobs.removeExpired(now);
    await tx.history.forgetCalendars(removed);
    await tx.queues.removeFinished(removed);
  });
  await removeDeletedAccounts(app);
  await inParts(() => write((tx) => tx.changes.forgetVersions(replaced, removed, PART)));
  await inParts(() => write((tx) => tx.changes.forgetLog(replaced, PART)));
  await inParts(() => write((tx) => tx.mail.forget(replaced, PART)));
  await inParts(() => write((tx) => tx.reminders.removeOrphans(PART)));
  const released = now - Math.max(app.limits.versionDays, app.limits.trashDays) * DAY_MS;
  await inParts(() => write((tx) => tx.attachments.removeReleased(released, PART)));
  const audited = now - app.limits.auditDays * DAY_MS;
  await inParts(() => write((tx) => tx.audit.forget(audited, PART)));
}

async function inParts(remove: () => Promise<number>): Promise<void> {
  for (let part = 0; part < MOST_PARTS; part++) if ((await remove()) < PART) return;
}
