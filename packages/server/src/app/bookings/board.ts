import { slotsOf, type Slot } from "@snart/calendar/booking/slots.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { gatherAllFacts, type KnownThing } from "../bookables/facts.ts";
import { hasLapsed } from "../bookables/has-lapsed.ts";
import { toldNames } from "../bookables/told-names.ts";
import { partyOf } from "../bookables/party-of.ts";
import type { Problem } from "../problems.ts";
import { bookablesSeen, viewerOf } from "./bookables.ts";
import { askingForAll, type Asking } from "./verdict.ts";

/** The days of a board, as day numbers since 1970 in the bookable's zone, both inclusive. */
export interface BoardDays {
  readonly first: number;
  readonly last: number;
}

/** So many days from a day number on, or from today by each bookable's clock. */
export interface AskedDays {
  readonly first: number | "today";
  readonly count: number;
}

/** A slot, and whose it is as far as may be told. */
export interface BoardSlot extends Slot {
  readonly who: string | null;
}

export interface Board {
  readonly bookableId: PrincipalId;
  readonly timeZone: string;
  readonly slots: readonly BoardSlot[];
}

/**
 * What can be booked of things on some days, by somebody for themselves or their household: each slot with its verdict, so that what
 * is shown as free can be booked.
 * @param ids things; those that the actor may not see, or that have no rules, are left out
 */
export function boardsOf(
  app: App,
  actor: Actor,
  ids: readonly PrincipalId[],
  days: AskedDays,
  partyId?: PrincipalId,
): Promise<Result<readonly Board[], Problem>> {
  return app.storage.read(async (tx) => {
    const wanted = new Set(ids);
    const viewer = await viewerOf(tx, actor);
    const seen = await bookablesSeen(tx, viewer);
    const things = seen.filter(({ bookable }) => wanted.has(bookable.accountId));
    const party = partyId ?? (await partyOf(tx, actor.principalId));
    const asking = await askingForAll(tx, viewer, things, party);
    if (!asking.ok) return asking;
    const now = app.now();
    const asked = asking.value.map((each) => ({ ...each, ...each.seen, days: daysOf(each, days, now) }));
    const from = Math.min(...asked.map((each) => (each.days.first - 1) * DAY));
    const to = Math.max(...asked.map((each) => (each.days.last + 2) * DAY));
    const boards: Board[] = [];
    for (const thing of await gatherAllFacts(tx, asked, { from, to, now }))
      boards.push(await boardOf(tx, thing, now));
    return ok(boards);
  });
}

function daysOf({ seen: { inForce } }: Asking, { first, count }: AskedDays, now: number): BoardDays {
  const day = first === "today" ? dayOf(inForce.prepared.zone.toLocal(now)) : first;
  return { first: day, last: day + count - 1 };
}

async function boardOf(
  tx: ReadTransaction,
  { seen, days, facts, claiming }: KnownThing<Asking & { readonly days: BoardDays }>,
  now: number,
): Promise<Board> {
  const { bookable, inForce, mayManage } = seen;
  const names = await toldNames(tx, inForce, claiming, mayManage);
  const named = claiming.filter((each) => names.has(each.id) && !hasLapsed(each, now));
  const whose = (slot: Slot): string | null => {
    const booking = named.find(({ startsAt, endsAt }) => startsAt < slot.end && slot.start < endsAt);
    return (booking && names.get(booking.id)) ?? null;
  };
  const slots = slotsOf(inForce.prepared, facts, days, now);
  return {
    bookableId: bookable.accountId,
    timeZone: inForce.prepared.zone.id,
    slots: slots.map((slot) => ({ ...slot, who: whose(slot) })),
  };
}
