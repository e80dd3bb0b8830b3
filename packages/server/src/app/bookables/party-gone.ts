import type { WriteTransaction } from "../../storage/port.ts";
import { queuedJob } from "../outbox/queued-job.ts";
import type { Millis, PrincipalId } from "../../storage/records/ids.ts";

/** The kind of jobs that give up what somebody who is gone has booked. */
export const PARTY_GONE_JOB = "booking-party-gone";

/** Lets somebody have the coming bookings of who leaves, as they get the calendars that those stand in. */
export async function passBookings(
  tx: WriteTransaction,
  from: PrincipalId,
  to: PrincipalId,
  now: Millis,
): Promise<void> {
  for (const { id } of await tx.bookings.ofParty(from, now)) await tx.bookings.update(id, { partyId: to });
}

/** Has the coming bookings of a person or group given up, who leave with the transaction. */
export const schedulePartyGone = (
  tx: WriteTransaction,
  principalId: PrincipalId,
  now: Millis,
): Promise<void> =>
  tx.queues.schedule(
    queuedJob({
      id: `${PARTY_GONE_JOB} ${principalId} ${now}`,
      kind: PARTY_GONE_JOB,
      payload: { principalId },
      runAt: now,
    }),
  );
