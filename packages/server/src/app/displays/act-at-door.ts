import { isStanding } from "@snart/calendar/booking/facts.ts";
import { presenceTimes } from "@snart/calendar/booking/no-show.ts";
import type { DoorOutcome } from "@snart/calendar/jmap/door.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Booking, Display } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { householdByPin, householdByTag, type HouseholdAtDoor } from "../bookables/household-pin.ts";
import { rulesInForce } from "../bookables/rules-in-force.ts";
import { book } from "../bookings/book.ts";
import { countRefusals } from "../bookings/count-refusals.ts";
import { checkIn, comeLater, finishBooking, timesOf } from "../bookings/presence.ts";
import type { Problem } from "../problems.ts";

/** What somebody does at a door, and who they say that they are. */
export interface AskedAtDoor {
  /** the bookable */
  readonly thing: PrincipalId;
  /** Its label and its PIN, or a tag of its. */
  readonly who: { readonly household: string; readonly pin: string } | { readonly tag: string };
  readonly act:
    | { readonly kind: "checkIn" | "finish" }
    /** @param start when they come */
    | { readonly kind: "comeLater"; readonly start: Instant }
    | DoorBooking;
}

interface DoorBooking {
  readonly kind: "book";
  readonly start: Instant;
  readonly end: Instant;
  /** A request that comes again with the same key is the same booking. */
  readonly key: string;
  /** The version of the house rules that was accepted there. */
  readonly acceptedRules?: number;
}

/**
 * Books, or says that a household is here, done or comes later, at a display and only for what it shows. The household is known by its
 * PIN or a tag for this one act, which signs nobody in; the same verdict decides as anywhere.
 * @returns `not-found` for what it does not show, `wrong-pin`, `too-many-attempts`, `booking-not-now`
 */
export async function actAtDoor(
  app: App,
  display: Display,
  { thing, who: shown, act }: AskedAtDoor,
): Promise<Result<DoorOutcome, Problem>> {
  if (!display.bookableIds.includes(thing)) return failed({ code: "not-found" });
  const who = await householdAt(app, display, shown);
  if (!who.ok) return who;
  const { id: principalId, login, displayName } = who.value.principal;
  const actor = mintActor({ principalId, login, isAdmin: false, via: "kiosk", proof: display.id });
  if (act.kind === "book") {
    const { kind: _, ...wish } = act;
    const done = await book(app, actor, { bookableId: thing, partyId: principalId, ...wish });
    if (!done.ok) return done;
    if (done.value.kind === "booked") return ok(outcomeOf(displayName, done.value.booking));
    const { reasons } = done.value.refusal;
    // Being asked to accept the house rules first is not being refused.
    if (reasons.some(({ kind }) => kind !== "rulesNotAccepted"))
      countRefusals(app, [{ bookableId: thing, partyId: principalId, reasons }]);
    return ok({ kind: "refused", who: displayName, reasons });
  }
  const booking = await app.storage.read((tx) => presentBooking(tx, actor, thing, app.now()));
  if (!booking) return failed({ code: "booking-not-now" });
  const done = await say(app, actor, booking, act);
  return done.ok ? ok(outcomeOf(displayName, done.value)) : done;
}

/** An unknown tag is told no more than a wrong PIN. */
async function householdAt(
  app: App,
  { id: door }: Display,
  shown: AskedAtDoor["who"],
): Promise<Result<HouseholdAtDoor, Problem>> {
  if (!("tag" in shown)) return householdByPin(app, { door, label: shown.household, pin: shown.pin });
  const found = await householdByTag(app, { door, number: shown.tag });
  return !found.ok && found.problem.code === "not-found" ? failed({ code: "unknown-tag" }) : found;
}

function say(
  app: App,
  actor: Actor,
  { id }: Booking,
  act: Exclude<AskedAtDoor["act"], DoorBooking>,
): Promise<Result<Booking, Problem>> {
  switch (act.kind) {
    case "checkIn":
      return checkIn(app, actor, id, { at: "display" });
    case "finish":
      return finishBooking(app, actor, id);
    case "comeLater":
      return comeLater(app, actor, id, act.start);
  }
}

const outcomeOf = (who: string, { startsAt: start, endsAt: end, state }: Booking): DoorOutcome => ({
  kind: "done",
  who,
  start,
  end,
  state,
});

/** The booking that a household has of a thing and that runs, or to which they may come now. */
async function presentBooking(
  tx: ReadTransaction,
  { principalId }: Actor,
  thing: PrincipalId,
  now: Instant,
): Promise<Booking | undefined> {
  const inForce = await rulesInForce(tx, thing);
  const own = await tx.bookings.ofParty(principalId, now);
  return own.find(
    (one) =>
      inForce !== undefined &&
      one.accountId === thing &&
      isStanding(one.state) &&
      presenceTimes(inForce.prepared, timesOf(one)).from <= now,
  );
}
