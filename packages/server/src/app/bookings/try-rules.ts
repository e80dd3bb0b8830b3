import { isStanding } from "@snart/calendar/booking/facts.ts";
import { misfitReasons, wholeOf } from "@snart/calendar/booking/fits.ts";
import { judge, type Verdict } from "@snart/calendar/booking/judge.ts";
import { prepare } from "@snart/calendar/booking/prepare.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import { slotsOf, type Slot } from "@snart/calendar/booking/slots.ts";
import type { PassTime } from "@snart/calendar/booking/times.ts";
import { ok, type Result } from "@snart/calendar/result.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { groupsAround } from "../bookables/groups-around.ts";
import { gatherFacts, type FactsFor } from "../bookables/facts.ts";
import type { Problem } from "../problems.ts";
import type { BoardDays } from "./board.ts";
import { managedBookable, newRules } from "./change-bookable.ts";
import type { SeenBookable } from "./bookables.ts";

/** What is asked of rules that are not in force, besides which bookings they would strand. */
export interface TrialQuestions {
  /** Whose slots are shown and who wishes; absent: a neighbour who has booked nothing. */
  readonly partyId?: PrincipalId;
  readonly days?: BoardDays;
  readonly wish?: { readonly start: Instant; readonly end: Instant };
}

interface Misfit {
  readonly booking: Booking;
  /** Whose it is; null: nobody knows any more. */
  readonly partyName: string | null;
}

/** What rules would mean. */
export interface Trial {
  /** The coming bookings whose times the rules no longer have, by start. */
  readonly misfits: readonly Misfit[];
  readonly slots: readonly Slot[] | undefined;
  readonly verdict: Verdict | undefined;
}

/** What other rules would mean, for managers: a trial with all that is booked, which changes nothing. */
export function tryRules(
  app: App,
  actor: Actor,
  id: PrincipalId,
  rules: unknown,
  { partyId, days, wish }: TrialQuestions = {},
): Promise<Result<Trial, Problem>> {
  return app.storage.read(async (tx) => {
    const seen = await managedBookable(tx, actor, id);
    if (!seen.ok) return seen;
    const read = newRules(seen.value, rules);
    if (!read.ok) return read;
    const now = app.now();
    const asked = await asking(tx, seen.value, read.value, partyId, now);
    const { prepared } = asked.inForce;
    const range = days && { from: (days.first - 1) * DAY, to: (days.last + 2) * DAY };
    const shown = range && (await gatherFacts(tx, { ...asked, ...range }));
    const about = wish && (await gatherFacts(tx, { ...asked, from: wish.start, to: wish.end }));
    return ok({
      misfits: await misfits(tx, id, prepared, now),
      slots: shown && days && slotsOf(prepared, shown, days, now),
      verdict: about && wish && judge(prepared, about, wish, now),
    });
  });
}

/** Who asks about the rules: a party with what it has booked, or somebody who may book and has booked nothing. */
async function asking(
  tx: ReadTransaction,
  { bookable, inForce }: SeenBookable,
  rules: BookingRules,
  partyId: PrincipalId | undefined,
  now: Instant,
): Promise<Omit<FactsFor, "from" | "to">> {
  const groups = partyId === undefined ? (rules.mayBook ?? []) : await groupsAround(tx, partyId);
  const accepted = rules.houseRules && { acceptedRules: rules.houseRules.version };
  const party = partyId ?? ("" as PrincipalId);
  return {
    bookable,
    inForce: { version: (inForce?.version ?? 0) + 1, since: now, prepared: prepare(rules) },
    asker: { party, groups, manages: false, ...accepted },
    now,
  };
}

async function misfits(
  tx: ReadTransaction,
  id: PrincipalId,
  prepared: FactsFor["inForce"]["prepared"],
  now: Instant,
): Promise<readonly Misfit[]> {
  const coming = await tx.bookings.inRange(id, { start: now, end: Number.MAX_SAFE_INTEGER });
  const misfits: Misfit[] = [];
  for (const booking of coming) {
    // What the managers enter follows no rules.
    if (booking.partyId === null || !isStanding(booking.state)) continue;
    const time = await bookedTime(tx, booking);
    if (misfitReasons(prepared, time, now).length === 0) continue;
    const party = await tx.principals.byId(booking.partyId);
    misfits.push({ booking, partyName: party?.displayName ?? null });
  }
  return misfits;
}

/** The time as it was booked, before its party said that they come later. */
async function bookedTime(
  tx: ReadTransaction,
  { accountId, rulesVersion, startsAt: start, endsAt: end }: Booking,
): Promise<PassTime> {
  const made = await tx.bookingRules.version(accountId, rulesVersion);
  return made ? wholeOf(prepare(made.rules as BookingRules), { start, end }) : { start, end };
}
