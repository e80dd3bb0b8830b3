import { restOf } from "@snart/calendar/booking/candidates.ts";
import { cellStart } from "@snart/calendar/booking/cells.ts";
import { isStanding, type Facts } from "@snart/calendar/booking/facts.ts";
import { checkInTimes, presenceTimes } from "@snart/calendar/booking/no-show.ts";
import { dayAt, openOn, passAt, stayOf } from "@snart/calendar/booking/passes.ts";
import type { HouseRules } from "@snart/calendar/booking/rules.ts";
import { slotsOf } from "@snart/calendar/booking/slots.ts";
import { mostOf } from "@snart/calendar/booking/span.ts";
import type { PassTime } from "@snart/calendar/booking/times.ts";
import { verdictOn } from "@snart/calendar/booking/verdict.ts";
import type { DoorRecord, DoorThing, DoorTime } from "@snart/calendar/jmap/door.ts";
import { DAY, HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Bookable, Booking, Display } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { doorCode } from "../bookables/door-code.ts";
import { gatherFacts } from "../bookables/facts.ts";
import { rulesInForce, type RulesInForce } from "../bookables/rules-in-force.ts";
import { hasLapsed } from "../bookables/has-lapsed.ts";
import { toldNames } from "../bookables/told-names.ts";
import { timesOf } from "../bookings/presence.ts";

/** How many times are shown that follow, and how far ahead they are looked for. */
const MOST_NEXT = 5;
const AHEAD = 36 * HOUR;
/** How long something that is booked by the hour can be had at once. */
const LENGTHS = [15 * MINUTE, 30 * MINUTE, HOUR];

/** What a display shows: of each thing whether it is free, until when, what follows, and what can be booked at once. */
export function doorOf(app: App, display: Display): Promise<DoorRecord> {
  const now = app.now();
  return app.storage.read(async (tx) => {
    const things: DoorThing[] = [];
    for (const id of display.bookableIds) {
      const thing = await thingOf(tx, display, id, now);
      if (thing) things.push(thing);
    }
    return { kind: "door", name: display.name, now, things };
  });
}

/** Everything about a thing that its state is made of. */
interface Seen {
  readonly bookable: Bookable;
  readonly principal: Principal;
  readonly inForce: RulesInForce;
  /** As for somebody who has booked nothing and may book. */
  readonly facts: Facts;
  /** What stands and is not over, by start. */
  readonly bookings: readonly Booking[];
  readonly now: Instant;
}

async function thingOf(
  tx: ReadTransaction,
  display: Display,
  id: PrincipalId,
  now: Instant,
): Promise<DoorThing | undefined> {
  const bookable = await tx.bookables.byId(id);
  const principal = await tx.principals.byId(id);
  const inForce = await rulesInForce(tx, id);
  if (!bookable || !inForce || principal?.status !== "active") return undefined;
  const { rules } = inForce.prepared;
  const accepted = rules.houseRules ? { acceptedRules: rules.houseRules.version } : {};
  const asker = { party: "" as PrincipalId, groups: rules.mayBook ?? [], manages: false, ...accepted };
  const range = { from: now - DAY, to: now + AHEAD };
  const facts = await gatherFacts(tx, { bookable, inForce, asker, ...range, now });
  const around = await tx.bookings.inRange(id, { start: now, end: now + AHEAD });
  const bookings = around.filter((each) => isStanding(each.state) && !hasLapsed(each, now));
  const seen: Seen = { bookable, principal, inForce, facts, bookings, now };
  // What its managers enter is for nobody in particular.
  const names = await toldNames(
    tx,
    inForce,
    bookings.filter(({ partyId }) => partyId !== null),
    false,
  );
  const code = rules.checkIn?.by.includes("phoneAtDoor") ? doorCode(display, id, now) : null;
  return { ...aboutThing(seen), ...stateOf(seen, names), code };
}

const aboutThing = ({ bookable, principal, inForce }: Seen) => ({
  id: principal.id,
  name: principal.displayName,
  place: bookable.place,
  capacity: bookable.capacity,
  timeZone: inForce.prepared.zone.id,
  mode: inForce.prepared.rules.mode,
  houseRules: rulesToAccept(inForce.prepared.rules.houseRules),
});

const rulesToAccept = (rules: HouseRules | undefined): DoorThing["houseRules"] =>
  rules?.mustAccept ? { text: rules.text, version: rules.version } : null;

type Names = Awaited<ReturnType<typeof toldNames>>;

function stateOf(seen: Seen, names: Names): Omit<DoorThing, keyof ReturnType<typeof aboutThing> | "code"> {
  const { inForce, facts, bookings, now } = seen;
  const { prepared } = inForce;
  const wish = wishNow(seen);
  const verdict = wish && verdictOn(prepared, facts, wish, now);
  const running = bookings.find(({ startsAt }) => startsAt <= now);
  const awaited = bookings.find((booking) => {
    const { from, until } = presenceTimes(prepared, timesOf(booking));
    return booking.state === "confirmed" && from <= now && now < until;
  });
  const reasons = verdict?.ok === false ? verdict.reasons : [];
  const isNights = prepared.rules.mode === "nights";
  // A stay begins in the afternoon: until somebody's does, nobody is there, whether or not tonight can be booked.
  const isEmpty =
    isNights && !running && !reasons.some(({ kind }) => kind === "closed" || kind === "maintenance");
  const isFree = (verdict?.ok === true && !(isNights && running)) || isEmpty;
  const current = isFree ? undefined : running;
  const time = current && timeOf(current, names);
  const releasedAt = current?.state === "confirmed" ? releaseOf(prepared, current, now) : null;
  const isTaken = reasons.some(({ kind }) => kind === "taken" || kind === "held");
  const isByLot = reasons.some(({ kind }) => kind === "byLot");
  return {
    state: isFree
      ? "free"
      : current
        ? releasedAt === null
          ? "inUse"
          : "waiting"
        : isTaken
          ? "inUse"
          : isByLot
            ? "byLot"
            : "closed",
    current: time
      ? { ...time, hereSince: current.state === "inUse" ? current.changedAt : null, releasedAt }
      : null,
    isAwaited: awaited !== undefined,
    freeUntil: wish && isFree ? freeUntil(seen, wish) : null,
    reasons: !isFree && !current && !isTaken ? reasons : [],
    next: nextOf(seen, names),
    choices: choicesOf(seen, verdict?.ok === true && !current ? wish : undefined),
  };
}

const timeOf = ({ id, startsAt: start, endsAt: end, state }: Booking, names: Names) => ({
  start,
  end,
  who: names.get(id) ?? null,
  isRequested: state === "requested",
});

function releaseOf(prepared: RulesInForce["prepared"], booking: Booking, now: Instant): Instant | null {
  const until = checkInTimes(prepared, timesOf(booking))?.until;
  return until !== undefined && now < until ? until : null;
}

/** What somebody who wants it now would book: what is left of the pass that runs, the shortest time, or tonight. */
function wishNow({ inForce: { prepared }, facts, now }: Seen): PassTime | undefined {
  switch (prepared.rules.mode) {
    case "slots":
      return freePiece(prepared, facts, now) ?? restOf(prepared, now) ?? passAt(prepared, now);
    case "free": {
      const start = cellStart(now, MINUTE);
      return { start, end: start + Math.max(prepared.least ? mostOf(prepared.least) : 0, prepared.cell) };
    }
    case "nights":
      return stayOf(prepared, dayAt(prepared, now), 1);
  }
}

/** What can be had of the pass that runs: all that is left of it, or what is before somebody who comes later. */
function freePiece(prepared: RulesInForce["prepared"], facts: Facts, now: Instant): PassTime | undefined {
  const today = dayAt(prepared, now);
  const slots = slotsOf(prepared, facts, { first: today - 1, last: today }, now);
  return slots.find(({ start, end, state }) => state === "free" && start <= now && now < end);
}

function freeUntil({ inForce: { prepared }, bookings, now }: Seen, wish: PassTime): Instant | null {
  if (prepared.rules.mode === "slots") return wish.end;
  if (prepared.rules.mode === "nights")
    return bookings.find(({ startsAt }) => startsAt > now)?.startsAt ?? null;
  const open = openOn(prepared, dayAt(prepared, now))?.find(({ start, end }) => start <= now && now < end);
  const next = prepared.rules.units === 1 ? bookings.find(({ startsAt }) => startsAt > now) : undefined;
  const until = Math.min(open?.end ?? Infinity, next?.startsAt ?? Infinity);
  return until === Infinity ? null : until;
}

/** Of passes each that follows, with whether it is free; of other things what is booked. */
function nextOf(seen: Seen, names: Names): readonly DoorTime[] {
  const { inForce, facts, bookings, now } = seen;
  const { prepared } = inForce;
  if (prepared.rules.mode !== "slots")
    return bookings
      .filter(({ startsAt }) => startsAt > now)
      .slice(0, MOST_NEXT)
      .map((booking) => ({ ...timeOf(booking, names), state: "taken" as const }));
  const today = dayAt(prepared, now);
  const passes = slotsOf(prepared, facts, { first: today, last: today + 1 }, now);
  const running = passAt(prepared, now);
  // The pieces of the pass that runs are no passes that follow; who comes to it later is what follows.
  const later = bookings.filter(
    ({ startsAt }) => prepared.rules.units === 1 && now < startsAt && running && startsAt < running.end,
  );
  const following = passes
    .filter(({ start, state }) => start > now && state !== "closed")
    .filter(({ start }) => !running || running.end <= start)
    .map(({ start, end, state }) => {
      const whose = bookings.find(({ startsAt, endsAt }) => startsAt < end && start < endsAt);
      const isRequested = whose?.state === "requested";
      const who = whose ? (names.get(whose.id) ?? null) : null;
      const of = state === "free" || state === "byLot" ? state : whose ? "taken" : "closed";
      return { start, end, who, isRequested, state: of } as const;
    });
  const taken = later.map((booking) => ({ ...timeOf(booking, names), state: "taken" as const }));
  return [...taken, ...following].slice(0, MOST_NEXT);
}

/** What one press books: now, in the lengths that the verdict grants, and of passes the next free one. */
function choicesOf(seen: Seen, wish: PassTime | undefined): DoorThing["choices"] {
  const { inForce, facts, now } = seen;
  const { prepared } = inForce;
  if (prepared.rules.mode === "slots") {
    const next = nextOf(seen, new Map()).find(({ state }) => state === "free");
    return [...(wish ? [wish] : []), ...(next ? [next] : [])].map(({ start, end }) => ({ start, end }));
  }
  if (!wish) return [];
  if (prepared.rules.mode === "nights") return [wish].map(({ start, end }) => ({ start, end }));
  const lengths = new Set([...LENGTHS, wish.end - wish.start]);
  return [...lengths]
    .toSorted((a, b) => a - b)
    .map((length) => ({ start: wish.start, end: wish.start + length }))
    .filter((one) => verdictOn(prepared, facts, one, now).ok)
    .slice(0, LENGTHS.length);
}
