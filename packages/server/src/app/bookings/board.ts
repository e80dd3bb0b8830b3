import { CLAIMING } from "@snart/calendar/booking/facts.ts";
import { slotsOf, type Slot } from "@snart/calendar/booking/slots.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingRange } from "../../storage/port/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { gatherFacts } from "../bookables/facts.ts";
import { toldNames } from "../bookables/told-names.ts";
import { partyOf } from "../bookables/party-of.ts";
import type { Problem } from "../problems.ts";
import type { SeenBookable } from "./bookables.ts";
import { askingFor } from "./verdict.ts";

/** The days of a board, as day numbers since 1970 in the bookable's zone, both inclusive. */
export interface BoardDays {
  readonly first: number;
  readonly last: number;
}

/** A slot, and whose it is as far as may be told. */
export interface BoardSlot extends Slot {
  readonly who: string | null;
}

export interface Board {
  readonly timeZone: string;
  readonly slots: readonly BoardSlot[];
}

/**
 * What can be booked of a thing on some days, by somebody for themselves or their household: each slot with its verdict, so that what
 * is shown as free can be booked.
 * @returns `not-found` for what the actor may not see, or what has no rules
 */
export function boardOf(
  app: App,
  actor: Actor,
  bookableId: PrincipalId,
  days: BoardDays,
  partyId?: PrincipalId,
): Promise<Result<Board, Problem>> {
  return app.storage.read(async (tx) => {
    const party = partyId ?? (await partyOf(tx, actor.principalId));
    const asking = await askingFor(tx, actor, bookableId, party);
    if (!asking.ok) return asking;
    const { seen, asker } = asking.value;
    const { bookable, inForce } = seen;
    const now = app.now();
    const [from, to] = [(days.first - 1) * DAY, (days.last + 2) * DAY];
    const facts = await gatherFacts(tx, { bookable, inForce, asker, from, to, now });
    const slots = slotsOf(inForce.prepared, facts, days, now);
    const names = await namesOf(tx, seen, { start: from, end: to });
    const whose = (slot: Slot) => names.find(({ start, end }) => start < slot.end && slot.start < end);
    return ok({
      timeZone: inForce.prepared.zone.id,
      slots: slots.map((slot) => ({ ...slot, who: whose(slot)?.name ?? null })),
    });
  });
}

interface Named {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Managers see who, others as far as the rules say. */
async function namesOf(
  tx: ReadTransaction,
  { bookable, inForce, mayManage }: SeenBookable,
  range: BookingRange,
): Promise<readonly Named[]> {
  const found = await tx.bookings.inRange(bookable.accountId, range, CLAIMING);
  const names = await toldNames(tx, inForce, found, mayManage);
  return found.flatMap(({ id, startsAt: start, endsAt: end }) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ start, end, name }];
  });
}
