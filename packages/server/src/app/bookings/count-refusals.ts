import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { rulesInForce } from "../bookables/rules-in-force.ts";

/** A wish that the rules refused. */
export interface RefusedWish {
  readonly bookableId: PrincipalId;
  /** For whom it was. */
  readonly partyId: PrincipalId;
  readonly reasons: readonly Reason[];
}

/**
 * Counts what was refused, for the report: by month and first reason, not by what was wished for. It comes after the refusal, with which
 * nothing is written.
 */
export async function countRefusals(app: App, refused: readonly RefusedWish[]): Promise<void> {
  if (refused.length === 0) return;
  await app.storage.write(async (tx) => {
    for (const { bookableId, partyId, reasons } of refused) {
      const [reason] = reasons;
      const inForce = await rulesInForce(tx, bookableId);
      if (!reason || !inForce) continue;
      await tx.bookingRefusals.count({
        accountId: bookableId,
        partyId,
        month: new Date(inForce.prepared.zone.toLocal(app.now())).toISOString().slice(0, 7),
        reason: reason.kind === "quota" ? `quota-${reason.limit.per.replace(/:.*/, "")}` : reason.kind,
      });
    }
  });
}
