import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../../storage/port.ts";
import type { Booking, BookingHandover } from "../../../storage/records/bookings.ts";
import type { BookingId, PrincipalId } from "../../../storage/records/ids.ts";
import type { Actor } from "../../actor.ts";
import type { App } from "../../app.ts";
import { partiesOf } from "../../bookables/party-of.ts";

/** A question that can still be answered, with the bookings that it is about. */
export interface OpenHandover {
  readonly handover: BookingHandover;
  readonly booking: Booking;
  /** What is given for it; undefined: nothing, it is no swap. */
  readonly inReturn: Booking | undefined;
}

/**
 * A question as it can be answered now.
 * @returns undefined: it is over, or void as a booking that it is about has changed since: it was cancelled, moved, released, begun or
 * handed to somebody else
 */
export async function openHandover(
  tx: ReadTransaction,
  handover: BookingHandover,
  now: Instant,
): Promise<OpenHandover | undefined> {
  if (handover.state !== "asked" || handover.expiresAt <= now) return undefined;
  const { bookingId, bookingChangedAt, fromId, returnId, returnChangedAt, toId } = handover;
  const booking = await unchanged(tx, bookingId, fromId, bookingChangedAt);
  if (!booking) return undefined;
  if (returnId === null) return { handover, booking, inReturn: undefined };
  const inReturn = await unchanged(tx, returnId, toId, returnChangedAt);
  return inReturn && { handover, booking, inReturn };
}

async function unchanged(
  tx: ReadTransaction,
  id: BookingId,
  partyId: PrincipalId,
  changedAt: Instant | null,
): Promise<Booking | undefined> {
  const booking = await tx.bookings.byId(id);
  const isAsItWas =
    booking?.state === "confirmed" && booking.changedAt === changedAt && booking.partyId === partyId;
  return isAsItWas ? booking : undefined;
}

/** What a household is called at its door, or a person. */
export async function nameOfParty(tx: ReadTransaction, id: PrincipalId): Promise<string> {
  const household = await tx.households.byId(id);
  return household?.label ?? (await tx.principals.byId(id))?.displayName ?? "";
}

/** A question as somebody of one of its parties sees it. */
export interface SeenHandover extends OpenHandover {
  /** The actor's own party has asked; else it is to answer. */
  readonly isAsker: boolean;
  readonly fromName: string;
  /** null: they are asked for their time, whoever they are */
  readonly toName: string | null;
  /** What is handed over; it may be nothing that the receiver sees otherwise. */
  readonly bookableName: string;
  readonly returnName: string | null;
}

/** What the actor and their households have asked, and are asked, by age. */
export function ownHandovers(app: App, actor: Actor): Promise<readonly SeenHandover[]> {
  return app.storage.read(async (tx) => {
    const parties = await partiesOf(tx, actor);
    const now = app.now();
    const found = new Map<string, SeenHandover>();
    for (const party of parties)
      for (const handover of await tx.bookingHandovers.ofParty(party, now)) {
        const open = found.has(handover.id) ? undefined : await openHandover(tx, handover, now);
        if (open) found.set(handover.id, await seenHandover(tx, open, parties));
      }
    return [...found.values()].toSorted((a, b) => a.handover.createdAt - b.handover.createdAt);
  });
}

/** One question for who has to do with it. @returns undefined: it is over */
export function handoverSeenBy(
  app: App,
  actor: Actor,
  handover: BookingHandover,
): Promise<SeenHandover | undefined> {
  return app.storage.read(async (tx) => {
    const open = await openHandover(tx, handover, app.now());
    return open && seenHandover(tx, open, await partiesOf(tx, actor));
  });
}

/** One question for somebody of these parties. Who stands on both sides is asked. */
async function seenHandover(
  tx: ReadTransaction,
  open: OpenHandover,
  parties: readonly PrincipalId[],
): Promise<SeenHandover> {
  const { handover, booking, inReturn } = open;
  const isAsker = !parties.includes(handover.toId);
  const thing = async (id: PrincipalId) => (await tx.principals.byId(id))?.displayName ?? "";
  return {
    ...open,
    isAsker,
    fromName: await nameOfParty(tx, handover.fromId),
    toName: isAsker && handover.isByTime ? null : await nameOfParty(tx, handover.toId),
    bookableName: await thing(booking.accountId),
    returnName: inReturn ? await thing(inReturn.accountId) : null,
  };
}
