import { isStanding } from "@snart/calendar/booking/facts.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { askedTimes, takesTime, type BookedTime } from "../bookables/booked-times.ts";
import { rulesInForce } from "../bookables/rules-in-force.ts";
import { managersOf, tellOfBooking } from "../notices/booking-news.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { queuedJob } from "../outbox/queued-job.ts";
import { isAddressOf } from "../principal-address.ts";
import { examineOne } from "./examine-bookings.ts";

/** The setting that names the release of zone data by which the times of bookings were derived. */
const ZONES = "zone-data";
/** The kind of jobs that derive them again. */
export const ZONES_JOB = "zone-data";
/** Clocks are never moved further than this, so that a date of a series is known again. */
const MOST_MOVED = 12 * HOUR;

/**
 * Bookings are stored as moments, which follow from readings of clocks. Has those that are to come derived again by a job, if this process
 * knows the rules of the clocks by another release than the last one that did.
 * @returns the former release; undefined: there is nothing to do
 */
export async function checkZones(app: App, release: string): Promise<string | undefined> {
  const known = await app.storage.read((tx) => tx.settings.get(ZONES));
  if (known === release) return undefined;
  if (known === undefined) {
    await app.storage.write((tx) => tx.settings.keep(ZONES, release));
    return undefined;
  }
  const runAt = app.now();
  const id = `${ZONES_JOB} ${release} ${runAt}`;
  await app.storage.write((tx) =>
    tx.queues.schedule(queuedJob({ id, kind: ZONES_JOB, payload: { release }, runAt })),
  );
  return known;
}

/** Runs such a job, each thing in a transaction of its own. Managers are told of bookings that have the same time from then on. */
export async function runZones(app: App, { payload }: { readonly payload: unknown }): Promise<void> {
  const { release } = payload as { readonly release: string };
  const all = await app.storage.read((tx) => tx.bookables.list());
  for (const { accountId } of all)
    await app.storage.write(async (tx) => {
      await tx.lockAccount(accountId);
      if (await deriveTimes(app, tx, accountId)) await mendAndTell(app, tx, accountId);
    });
  await app.storage.write((tx) => tx.settings.replace(ZONES, release));
}

/** @returns whether a booking has another time than before */
async function deriveTimes(app: App, tx: WriteTransaction, accountId: PrincipalId): Promise<boolean> {
  const now = app.now();
  const coming = await tx.bookings.inRange(accountId, { start: now, end: Number.MAX_SAFE_INTEGER });
  const standing = coming.filter(({ state }) => isStanding(state));
  let isChanged = false;
  for (const [objectId, bookings] of Map.groupBy(standing, (booking) => booking.objectId)) {
    const times = objectId === null ? [] : await timesNow(app, tx, accountId, objectId);
    for (const booking of bookings) {
      const time = times.find((one) => isOf(one, booking));
      if (!time || (time.start === booking.startsAt && time.end === booking.endsAt)) continue;
      const { start: startsAt, end: endsAt, recurrenceId } = time;
      await tx.bookings.update(booking.id, { startsAt, endsAt, recurrenceId, changedAt: now });
      isChanged = true;
    }
  }
  return isChanged;
}

async function timesNow(
  app: App,
  tx: WriteTransaction,
  accountId: PrincipalId,
  objectId: ObjectId,
): Promise<readonly BookedTime[]> {
  const stored = await tx.objects.byId(objectId);
  const principal = await tx.principals.byId(accountId);
  if (!stored || !principal) return [];
  const zone = (await rulesInForce(tx, accountId))?.prepared.zone ?? UTC;
  const isAsked = takesTime(isAddressOf(principal));
  const asked = askedTimes(new ReadObject(stored).object, zone, app.now() - MOST_MOVED, isAsked);
  return asked.ok ? asked.value : [];
}

const isOf = (time: BookedTime, { recurrenceId }: Booking): boolean =>
  time.recurrenceId === null || recurrenceId === null
    ? time.recurrenceId === recurrenceId
    : Math.abs(time.recurrenceId - recurrenceId) < MOST_MOVED;

async function mendAndTell(app: App, tx: WriteTransaction, accountId: PrincipalId): Promise<void> {
  const { clashes } = await examineOne(app, tx, accountId, true);
  const bookable = await tx.bookables.byId(accountId);
  const timeZone = (await rulesInForce(tx, accountId))?.prepared.zone.id ?? "UTC";
  if (!bookable) return;
  const managers = await managersOf(tx, bookable);
  for (const [, booking] of clashes) {
    const told = { booking, timeZone, news: "clocksClash", type: "updated", by: accountId } as const;
    await tellOfBooking({ app, tx, now: app.now() }, told, accountId, managers);
  }
}
