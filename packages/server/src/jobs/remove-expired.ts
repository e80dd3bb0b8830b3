import { DAY } from "@snart/calendar/time/instant.ts";
import { removeDeletedAccounts } from "../app/accounts/delete-account.ts";
import type { App } from "../app/app.ts";
import { forgetGuests } from "../app/booking-pages/forgetting/forget-guests.ts";
import { forgetPolls } from "../app/polls/forget-poll.ts";
import { forgetOlderGuests } from "../app/booking-pages/forgetting/forget-older-guests.ts";
import { recordAudit } from "../app/audit.ts";
import { PLACES_LAST } from "../app/sign-in/known-places.ts";

type WriteTransaction = Parameters<Parameters<App["storage"]["write"]>[0]>[0];

/** How much a round removes. */
interface Bounds {
  /** rows in one transaction, so that others only wait milliseconds */
  readonly part: number;
  /** parts of uploads in one transaction, which are large */
  readonly filePart: number;
  /** guests of booking pages in one transaction, who stand in several events each */
  readonly guestPart: number;
  /** date polls in one transaction, of each of which many are told */
  readonly pollPart: number;
  /** transactions of one kind: what is over waits for the next round */
  readonly parts: number;
  readonly accounts: number;
}
const BOUNDS: Bounds = { part: 2_000, filePart: 64, guestPart: 20, pollPart: 20, parts: 25, accounts: 20 };

/** What a round removed that was somebody's, by kind. */
type Removed = Record<"accounts" | "calendars" | "versions" | "attachments", number>;

/**
 * Removes expired data: sessions, uploads, finished work, former versions, the trash and the old ends of the logs. What was somebody's and
 * is gone for good stands in the audit log, in one entry a round, also of a round that an error ends.
 */
export async function removeExpired(app: App, bounds = BOUNDS): Promise<void> {
  const removed: Removed = { accounts: 0, calendars: 0, versions: 0, attachments: 0 };
  try {
    await removeOverdue(app, removed, bounds);
  } finally {
    await recordRemoved(app, removed);
  }
}

async function removeOverdue(app: App, count: Removed, bounds: Bounds): Promise<void> {
  const now = app.now();
  /** In transactions of their own, until nothing is left or the round is over. */
  const all = async (
    remove: (tx: WriteTransaction, limit: number) => Promise<number>,
    part = bounds.part,
  ): Promise<number> => {
    let sum = 0;
    for (let left = bounds.parts; left > 0; left--) {
      const removed = await app.storage.write((tx) => remove(tx, part), "whole");
      sum += removed;
      if (removed < part) break;
    }
    return sum;
  };
  const removed = now - app.limits.trashDays * DAY;
  const replaced = now - app.limits.versionDays * DAY;
  await all((tx, limit) => tx.sessions.removeExpired(now, limit));
  await all((tx, limit) => tx.collectionPushes.removeExpired(now, limit));
  await all((tx, limit) => tx.homePushes.removeExpired(now, limit));
  await all((tx, limit) => tx.signInSteps.removeExpired(now, limit));
  await all((tx, limit) => tx.attempts.removeEnded(now, limit));
  await all((tx, limit) => tx.knownPlaces.forget(now - PLACES_LAST, limit));
  await all((tx, limit) => tx.accountLinks.removeExpired(now, limit));
  await all((tx, limit) => tx.blobs.removeExpired(now, limit), bounds.filePart);
  await all((tx, limit) => tx.queues.removeFinished(removed, limit));
  count.calendars += await all((tx, limit) => tx.history.forgetCalendars(removed, limit));
  count.accounts += await removeDeletedAccounts(app, bounds.accounts);
  count.versions += await all((tx, limit) => tx.changes.forgetVersions(replaced, removed, limit));
  await all((tx, limit) => tx.changes.forgetLog(replaced, limit));
  await all((tx, limit) => tx.mail.forget(replaced, limit));
  await all((tx, limit) => tx.reminders.removeOrphans(limit));
  const released = now - Math.max(app.limits.versionDays, app.limits.trashDays) * DAY;
  count.attachments += await all((tx, limit) => tx.attachments.removeReleased(released, limit));
  // A month that ended so long ago that nobody may ask for it any more.
  const asked = new Date(replaced - 31 * DAY).toISOString().slice(0, 7);
  await all((tx, limit) => tx.bookingRefusals.forget(asked, limit));
  await all((tx, limit) => tx.bookingWaits.forget(replaced, limit));
  await all((tx, limit) => tx.bookingHandovers.forget(replaced, limit));
  await all((tx, limit) => forgetGuests(app, tx, limit), bounds.guestPart);
  for (let left = bounds.parts; left > 0 && (await forgetOlderGuests(app)); left--);
  await all((tx, limit) => tx.pageBookings.forget(now, limit));
  await all((tx, limit) => forgetPolls(app, tx, limit), bounds.pollPart);
  await all((tx, limit) => tx.bookingPages.forget(now - app.limits.pageSlugDays * DAY, limit));
  const audited = now - app.limits.auditDays * DAY;
  await all((tx, limit) => tx.audit.forget(audited, limit));
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
