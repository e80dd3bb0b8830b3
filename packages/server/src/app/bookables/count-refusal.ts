import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { BookingRefusal } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { recordRepeated } from "../audit.ts";
import type { WriteScope } from "../scope.ts";
import { rulesInForce, type RulesInForce } from "./rules-in-force.ts";

/** A wish that the rules refused. */
export interface RefusedWish {
  readonly bookableId: PrincipalId;
  /** For whom it was. */
  readonly partyId: PrincipalId;
  readonly reasons: readonly Reason[];
}

/** As what a refusal counts in the report: by month and first reason, not by what was wished for. Without rules: not at all. */
export function refusalOf(
  inForce: RulesInForce | undefined,
  { bookableId, partyId, reasons }: RefusedWish,
  now: Instant,
): Omit<BookingRefusal, "times"> | undefined {
  const [reason] = reasons;
  if (!reason || !inForce) return undefined;
  return {
    accountId: bookableId,
    partyId,
    month: new Date(inForce.prepared.zone.toLocal(now)).toISOString().slice(0, 7),
    reason: reason.kind === "quota" ? `quota-${reason.limit.per.replace(/:.*/, "")}` : reason.kind,
  };
}

/** Counts what was refused under the lock of what was wished for. */
export async function countRefusal(tx: WriteTransaction, wish: RefusedWish, now: Instant): Promise<void> {
  const refusal = refusalOf(await rulesInForce(tx, wish.bookableId), wish, now);
  if (refusal) await tx.bookingRefusals.count([{ ...refusal, times: 1 }]);
}

/** Counts what an invitation is refused, and writes its line: a calendar app may ask for the same again and again. */
export async function noteRefusal(
  { app, tx, now, actor, within }: WriteScope,
  bookable: Principal,
  partyId: PrincipalId,
  { start, reasons }: { readonly start: Instant; readonly reasons: readonly Reason[] },
): Promise<void> {
  const by = within?.actor ?? actor;
  await countRefusal(tx, { bookableId: bookable.id, partyId, reasons }, now);
  await recordRepeated(app, tx, {
    actorId: by.via === "scheduling" ? null : by.principalId,
    action: "booking-refused",
    subject: bookable.displayName,
    detail: {
      login: by.login,
      via: by.via,
      ...(by.client !== undefined && { with: by.client }),
      bookable: bookable.login,
      start: new Date(start).toISOString(),
      reason: reasons.map(({ kind }) => kind).join(" "),
    },
  });
}
