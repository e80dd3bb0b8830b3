import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { rulesInForce } from "./rules-in-force.ts";

/** A wish that the rules refused. */
export interface RefusedWish {
  readonly bookableId: PrincipalId;
  /** For whom it was. */
  readonly partyId: PrincipalId;
  readonly reasons: readonly Reason[];
}

/** Counts what was refused, for the report: by month and first reason, not by what was wished for. */
export async function countRefusal(
  tx: WriteTransaction,
  { bookableId, partyId, reasons }: RefusedWish,
  now: Instant,
): Promise<void> {
  const [reason] = reasons;
  const inForce = await rulesInForce(tx, bookableId);
  if (!reason || !inForce) return;
  await tx.bookingRefusals.count({
    accountId: bookableId,
    partyId,
    month: new Date(inForce.prepared.zone.toLocal(now)).toISOString().slice(0, 7),
    reason: reason.kind === "quota" ? `quota-${reason.limit.per.replace(/:.*/, "")}` : reason.kind,
  });
}
