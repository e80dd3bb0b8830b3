import { MINUTE, type Instant } from "../time/instant.ts";
import { cellStart } from "./cells.ts";
import type { Claim, Facts, OwnBooking } from "./facts.ts";
import { dayAt, openOn, passAt, passesOn, stayOf } from "./passes.ts";
import type { PreparedRules } from "./prepare.ts";
import type { Reason } from "./reason.ts";
import { mostOf } from "./span.ts";
import { isAlive } from "./units.ts";
import { verdictOn, type Granted, type Refused } from "./verdict.ts";
import type { PassTime } from "./times.ts";

/** How a slot is drawn (docs/design.md). `byLot`: given out by a draw; `refused`: free, but the rules say no to this party. */
export type SlotState =
  | "free"
  | "yours"
  | "requested"
  | "taken"
  | "held"
  | "inUse"
  | "closed"
  | "byLot"
  | "notYet"
  | "refused"
  | "unknown"
  | "past";

/** One slot of a board, with the verdict that its state comes from. */
export interface Slot extends PassTime {
  readonly state: SlotState;
  /** what runs over into the next; milliseconds, 0 for none */
  readonly tail: number;
  /** of a past or own slot too: why it cannot be booked */
  readonly verdict: Granted | Refused;
  /** the own booking that fills it */
  readonly booking?: string;
}

/** Days that a board shows at most at once: a month of nights and the weeks around it. */
const MOST_DAYS = 62;

/**
 * The slots that begin on the local days from `first` to `last`, both inclusive and given as day numbers. A free slot
 * is one that the verdict grants: what is shown can be booked. Of a pass that runs, the pieces that are left are slots
 * of their own.
 */
export function slotsOf(
  prepared: PreparedRules,
  facts: Facts,
  days: { readonly first: number; readonly last: number },
  now: Instant,
): readonly Slot[] {
  const last = Math.min(days.last, days.first + MOST_DAYS - 1);
  const own = facts.bookings.filter((booking) => isHeldHere(facts, booking, now));
  const slots: Slot[] = [];
  for (let day = days.first; day <= last; day++)
    for (const time of timesOn(prepared, facts, day, now))
      slots.push(slotOf(prepared, facts, own, time, now));
  return slots;
}

function timesOn(prepared: PreparedRules, facts: Facts, day: number, now: Instant): readonly PassTime[] {
  switch (prepared.rules.mode) {
    case "slots": {
      const running = passAt(prepared, now);
      return passesOn(prepared, day).flatMap((pass) =>
        running?.start === pass.start && pass.start < now
          ? [pass, ...piecesOf(prepared, facts, pass, now)]
          : [pass],
      );
    }
    case "nights":
      return [stayOf(prepared, day, 1)];
    case "free":
      return freeTimesOn(prepared, day);
  }
}

/** The free pieces of a running pass from now on: between claims, on whichever unit is free for longest. */
function piecesOf(
  { cell, rules }: PreparedRules,
  { claims }: Facts,
  pass: PassTime,
  now: Instant,
): readonly PassTime[] {
  const from = Math.max(pass.start, cellStart(now, cell));
  const pieces = new Map<string, PassTime>();
  for (let unit = 0; unit < rules.units; unit++) {
    let at = from;
    const met = claims.filter(
      (claim) => claim.unit === unit && isAlive(claim, now) && claim.end > from && claim.start < pass.end,
    );
    const ends = [...met.toSorted((a, b) => a.start - b.start), { start: pass.end, end: pass.end }];
    for (const { start, end } of ends) {
      const piece = { ...pass, start: at, end: Math.min(start, pass.end) };
      if (piece.end > at) pieces.set(`${String(at)} ${String(piece.end)}`, piece);
      at = Math.max(at, end);
    }
  }
  return [...pieces.values()].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Starts of free times: the shortest length at every half hour (every cell, where cells are longer) of the open hours. */
function freeTimesOn(prepared: PreparedRules, day: number): readonly PassTime[] {
  const step = Math.max(30 * MINUTE, prepared.cell);
  const length = Math.max(prepared.least ? mostOf(prepared.least) : step, prepared.cell);
  const { start: midnight, end } = stayOf({ ...prepared, nights: undefined }, day, 1);
  const hours = openOn(prepared, day) ?? [{ start: midnight, end }];
  return hours.flatMap((open) => {
    const times: PassTime[] = [];
    for (
      let start = open.start;
      start + length <= Math.max(open.end, start) && start < open.end;
      start += step
    )
      times.push({ start, end: start + length });
    return times;
  });
}

/** Whether one of the asker's bookings holds times of this thing. */
const isHeldHere = (facts: Facts, booking: OwnBooking, now: Instant): boolean =>
  booking.bookable === facts.bookable &&
  (booking.state === "confirmed" || booking.state === "inUse" || booking.state === "requested") &&
  isAlive(booking, now);

function slotOf(
  prepared: PreparedRules,
  facts: Facts,
  held: readonly OwnBooking[],
  time: PassTime,
  now: Instant,
): Slot {
  const verdict = verdictOn(prepared, facts, { start: time.start, end: time.end }, now);
  const own = held.find(({ start, end }) => start < time.end && time.start < end);
  const state = stateOf(prepared, facts, time, verdict, own, now);
  return { ...time, state, tail: prepared.tail, verdict, ...(own && { booking: own.id }) };
}

function stateOf(
  prepared: PreparedRules,
  { claims }: Facts,
  time: PassTime,
  verdict: Granted | Refused,
  own: OwnBooking | undefined,
  now: Instant,
): SlotState {
  if (own) return own.state === "requested" ? "requested" : "yours";
  if (verdict.ok) return "free";
  if (time.end <= now) return "past";
  const has = (...kinds: readonly Reason["kind"][]): boolean =>
    verdict.reasons.some(({ kind }) => kinds.includes(kind));
  if (has("unknown")) return "unknown";
  if (has("closed", "maintenance")) return "closed";
  if (has("byLot")) return "byLot";
  if (has("offGrid", "wrongDay")) return "closed";
  const runs = (claim: Claim): boolean => isAlive(claim, now) && claim.start <= now && now < claim.end;
  if (has("taken")) return time.start <= now && claims.some(runs) ? "inUse" : "taken";
  if (has("held")) return "held";
  if (time.start < now && dayAt(prepared, time.start) <= dayAt(prepared, now)) return "past";
  return has("notYet") ? "notYet" : "refused";
}
