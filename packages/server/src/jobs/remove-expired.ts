import { DAY } from "@snart/calendar/time/instant.ts";
import { removeDeletedAccounts } from "../app/accounts/delete-account.ts";
import type { App } from "../app/app.ts";
import { recordAudit } from "../app/audit.ts";
import { PLACES_LAST } from "../app/sign-in/known-places.ts";

/** Rows in one transaction, so that others only wait milliseconds. */
const PART = 2_000;
/** Parts of one kind in one round: what is over waits for the next. */
const MOST_PARTS = 25;

/** What a round removed that was somebody's, by kind. */
type Removed = Record<"accounts" | "calendars" | "versions" | "attachments", number>;

/**
 * Removes expired data: sessions, uploads, finished work, former versions, the trash and the old ends of the logs. What was somebody's and
 * is gone for good stands in the audit log, in one entry a round, also of a round that an error ends.
 */
export async function removeExpired(app: App): Promise<void> {
  const removed: Removed = { accounts: 0, calendars: 0, versions: 0, attachments: 0 };
  try {
    await removeOverdue(app, removed);
  } finally {
    await recordRemoved(app, removed);
  }
}

async function removeOverdue(app: App, count: Removed): Promise<void> {
  const now = app.now();
  const write: App["storage"]["write"] = (work) => app.storage.write(work, "whole");
  const removed = now - app.limits.trashDays * DAY;
  const replaced = now - app.limits.versionDays * DAY;
  count.calendars += await write(async (tx) => {
    await tx.sessions.removeExpired(now);
    await tx.attempts.removeEnded(now);
    await tx.knownPlaces.forget(now - PLACES_LAST);
    await tx.accountLinks.removeExpired(now);
    await tx.blobs.removeExpired(now, PART);
    await tx.queues.removeFinished(removed);
    return tx.history.forgetCalendars(removed);
  });
  count.accounts += await removeDeletedAccounts(app);
  count.versions += await inParts(() => write((tx) => tx.changes.forgetVersions(replaced, removed, PART)));
  await inParts(() => write((tx) => tx.changes.forgetLog(replaced, PART)));
  await inParts(() => write((tx) => tx.mail.forget(replaced, PART)));
  await inParts(() => write((tx) => tx.reminders.removeOrphans(PART)));
  const released = now - Math.max(app.limits.versionDays, app.limits.trashDays) * DAY;
  count.attachments += await inParts(() => write((tx) => tx.attachments.removeReleased(released, PART)));
  const audited = now - app.limits.auditDays * DAY;
  await inParts(() => write((tx) => tx.audit.forget(audited, PART)));
}

async function inParts(remove: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let part = 0; part < MOST_PARTS; part++) {
    const removed = await remove();
    all += removed;
    if (removed < PART) break;
  }
  return all;
}

async function recordRemoved(app: App, removed: Removed): Promise<void> {
  const some = Object.entries(removed).filter(([, count]) => count > 0);
  if (some.length === 0) return;
  const detail = Object.fromEntries(some.map(([kind, count]) => [kind, `${count}`]));
  await app.storage.write(
    (tx) => recordAudit(app, tx, { actorId: null, action: "expired-removed", subject: "", detail }),
    "whole",
  );
}
