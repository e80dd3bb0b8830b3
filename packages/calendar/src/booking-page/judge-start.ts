import { instantAt } from "../booking/clock.ts";
import type { Stretch } from "../free-busy/merge-busy-periods.ts";
import { MAX_INSTANT, MIN_INSTANT, MINUTE, type Instant } from "../time/instant.ts";
import { dayOf } from "../time/local.ts";
import type { PageFacts, PageSource } from "./facts.ts";
import { PAGE_LIMITS } from "./page-limits.ts";
import type { PreparedEventType } from "./prepare.ts";
import {
  limitPeriod,
  meets,
  REACH,
  readyFacts,
  type Blocker,
  type ReadyFacts,
  type ReadyHost,
  type ReadyHours,
} from "./ready-facts.ts";
import type { StartReason } from "./start-reason.ts";
import { arrivalOn, isStay } from "./stays.ts";

/** A time that a guest would like: its start and one of the lengths; `end` is exclusive. */
export interface StartWish {
  readonly start: Instant;
  readonly end: Instant;
}

/** It can be booked now. */
export interface StartGranted {
  readonly ok: true;
  /** who receives the guest: those who are required, then of those who take turns everybody who can, for `hostInTurn` to choose from */
  readonly hosts: readonly string[];
  /** the first of the rooms that is free */
  readonly room?: string;
  /** bookings of other guests that it shares its time with */
  readonly shares: readonly string[];
  /** it becomes a request that a host answers, or who manages the room */
  readonly needsApproval: boolean;
}

/** It cannot be booked now; at least one reason, all that there are. */
export interface StartRefused {
  readonly ok: false;
  readonly reasons: readonly StartReason[];
}

export type StartVerdict = StartGranted | StartRefused;

/**
 * The one place that says what guests can book, and why not. The page's list of times, the booking, the host's own question and moving a
 * booking all ask it; whoever writes asks it in the transaction in which the facts were read. Facts fail closed. Does not depend on their
 * order.
 */
export function judgeStart(
  prepared: PreparedEventType,
  facts: PageFacts,
  wish: StartWish,
  now: Instant,
): StartVerdict {
  const impossible = impossibleReason(prepared, wish);
  if (impossible) return { ok: false, reasons: [impossible] };
  const window = { from: wish.start, to: wish.end };
  return verdictOnStart(prepared, readyFacts(prepared, facts, window, now, false), wish);
}

function impossibleReason(prepared: PreparedEventType, { start, end }: StartWish): StartReason | undefined {
  const isTime = Number.isInteger(start) && Number.isInteger(end) && start < end;
  if (!isTime || start < MIN_INSTANT || end > MAX_INSTANT) return { kind: "notATime" };
  const isLength = prepared.nights ? isStay(prepared, start, end) : prepared.lengths.includes(end - start);
  return isLength ? undefined : { kind: "notALength", minutes: Math.ceil((end - start) / MINUTE) };
}

/** The verdict on a wish of a known length, for facts that were made ready for a window that holds it. */
export function verdictOnStart(
  prepared: PreparedEventType,
  ready: ReadyFacts,
  wish: StartWish,
): StartVerdict {
  const time = { from: wish.start, to: wish.end };
  const shared = ready.shared.filter(({ start, end }) => start === wish.start && end === wish.end);
  const isShared = shared.length > 0;
  // A time that is shared has its room.
  const room: RoomChoice = isShared ? { reasons: [] } : roomFor(prepared, ready, time);
  const reasons = [
    ...whenReasons(prepared, ready, wish.start),
    ...(prepared.nights ? arrivalReasons(prepared, time) : []),
    ...(ready.hours && !prepared.nights ? hoursReasons(prepared, ready.hours, time) : []),
    ...seatReasons(prepared, ready, time, shared.length),
    ...(isShared ? [] : limitReasons(prepared, ready, wish.start)),
    ...room.reasons,
    ...bookingsReasons(prepared, ready, time),
    ...ready.required.flatMap((host) => hostReasons(prepared, ready, host, time, isShared)),
  ];
  const inTurn = whoIsAble(prepared, ready, time, isShared);
  reasons.push(...inTurn.reasons);
  if (reasons.length > 0) return { ok: false, reasons };
  return {
    ok: true,
    hosts: [...ready.required.map(({ id }) => id), ...inTurn.able],
    ...(room.room !== undefined && { room: room.room }),
    shares: shared.map(({ id }) => id),
    needsApproval: prepared.type.approval === true || room.asks === true,
  };
}

/** Who of those who take turns can have a time; where nobody can, why each cannot. */
function whoIsAble(
  prepared: PreparedEventType,
  ready: ReadyFacts,
  time: Stretch,
  isShared: boolean,
): { readonly able: readonly string[]; readonly reasons: readonly StartReason[] } {
  const able: string[] = [];
  const reasons: StartReason[] = [];
  for (const { host, hours } of ready.pool ?? []) {
    const own = [
      ...(hours ? hoursReasons(prepared, hours, time, host.id) : []),
      ...hostReasons(prepared, ready, host, time, isShared),
    ];
    if (own.length === 0) able.push(host.id);
    reasons.push(...own);
  }
  if (!ready.pool || able.length > 0) return { able, reasons: [] };
  // Where everybody takes turns, that goes without saying.
  const isSaid = ready.required.length > 0 || reasons.length === 0;
  return { able, reasons: [...(isSaid ? [{ kind: "nobodyInTurn" } as const] : []), ...reasons] };
}

/**
 * Whether a start is refused at every length, as nobody has its time or a limit is used up: most starts of a full calendar are, and a verdict
 * on each length of each would say the same.
 */
export function isRuledOut(prepared: PreparedEventType, ready: ReadyFacts, start: Instant): boolean {
  const shortest = prepared.lengths[0] ?? 0;
  // A time that guests share is there although its host is busy, and counts once.
  if (ready.shared.length > 0 || prepared.nights) return false;
  const time = { from: start, to: start + shortest };
  const cannot = ({ blocking }: ReadyHost): boolean => blocking(time).length > 0;
  const isBusy = ready.required.some(cannot) || ready.pool?.every(({ host }) => cannot(host)) === true;
  return isBusy || limitReasons(prepared, ready, start).length > 0;
}

function whenReasons(
  { horizon, zone }: PreparedEventType,
  { facts: { paused }, now, earliest, latest }: ReadyFacts,
  start: Instant,
): readonly StartReason[] {
  const reasons: StartReason[] = [];
  if (paused && (paused.until === undefined || now < paused.until))
    reasons.push({ kind: "paused", ...(paused.until !== undefined && { until: paused.until }) });
  // What begins now has begun.
  if (start <= now) reasons.push({ kind: "past" });
  else if (start < earliest) reasons.push({ kind: "tooSoon", earliest });
  if (latest !== undefined && start > latest) reasons.push({ kind: "tooFar", latest });
  if ("within" in horizon) return reasons;
  const day = dayOf(zone.toLocal(start));
  if (day < horizon.from || day > horizon.until) reasons.push({ kind: "outsidePeriod", ...horizon });
  return reasons;
}

/** The rules of the thing say which nights there are; a page says at what time they begin. */
function arrivalReasons(prepared: PreparedEventType, { from: start }: Stretch): readonly StartReason[] {
  const nearest = arrivalOn(prepared, dayOf(prepared.zone.toLocal(start)));
  return start === nearest ? [] : [{ kind: "offRaster", nearest }];
}

function hoursReasons(
  { every }: PreparedEventType,
  { openings, unknown, raster = openings }: ReadyHours,
  { from: start, to: end }: Stretch,
  host?: string,
): readonly StartReason[] {
  if (unknown.length > 0)
    return unknown.map((id) => ({ kind: "unknown", of: "host", id, source: "hours", health: "unreadable" }));
  const reasons: StartReason[] = [];
  if (!openings.cover(start, end)) reasons.push({ kind: "notOpen", ...(host !== undefined && { host }) });
  const opening = raster.at(start);
  const over = opening ? (start - opening.from) % every : 0;
  if (opening && over > 0) {
    const later = start - over + every;
    const isNearer = over * 2 > every && later < opening.to;
    const nearest = isNearer ? later : start - over;
    reasons.push({ kind: "offRaster", nearest, ...(host !== undefined && { host }) });
  }
  return reasons;
}

function seatReasons(
  { seats, type }: PreparedEventType,
  { shared }: ReadyFacts,
  time: Stretch,
  sharing: number,
): readonly StartReason[] {
  if (shared.length === 0) return [];
  const full: readonly StartReason[] = sharing >= seats ? [{ kind: "full", seats }] : [];
  // Guests share a time as it is; another time of the same type keeps this one away like any event.
  const others = shared.filter(
    ({ start, end, blocks }) => !(start === time.from && end === time.to) && meets(blocks, time),
  );
  return [...full, ...others.flatMap((other) => type.hosts.map(({ id }) => blockReason(id, other, time)))];
}

const blockReason = (host: string, { from, to }: Stretch, time: Stretch): StartReason => ({
  kind: meets({ from, to }, time) ? "busy" : "buffer",
  host,
  from,
  to,
});

function limitReasons(
  prepared: PreparedEventType,
  { used }: ReadyFacts,
  start: Instant,
  host?: string,
): readonly StartReason[] {
  return prepared.limits.flatMap((limit): StartReason[] => {
    if ((limit.of === "host") !== (host !== undefined)) return [];
    const { from: day } = limitPeriod(prepared, limit.per, start);
    const count =
      used
        .get(limit)
        ?.get(host ?? "")
        ?.get(day)?.size ?? 0;
    return count < limit.max
      ? []
      : [{ kind: "limit", ...limit, used: count, day, ...(host !== undefined && { host }) }];
  });
}

interface RoomChoice {
  readonly room?: string;
  readonly asks?: boolean;
  readonly reasons: readonly StartReason[];
}

function roomFor({ type: { rooms } }: PreparedEventType, ready: ReadyFacts, time: Stretch): RoomChoice {
  const { anyOf = [], required = false } = rooms ?? {};
  const unknown: StartReason[] = [];
  for (const room of anyOf) {
    const known = ready.rooms.get(room);
    const reason = unknownReason("room", room, known ? [known.source] : [], time);
    const isFree = known?.free.cover(time.from, time.to) === true && known.suits?.(time) !== false;
    if (reason.length === 0 && isFree) return { room, asks: known.asks?.(time) === true, reasons: [] };
    unknown.push(...reason);
  }
  return { reasons: required ? [{ kind: "noRoom", rooms: anyOf }, ...unknown] : [] };
}

function hostReasons(
  prepared: PreparedEventType,
  ready: ReadyFacts,
  { id, sources, known, blocking }: ReadyHost,
  time: Stretch,
  isShared: boolean,
): readonly StartReason[] {
  const around = { from: time.from - prepared.before, to: time.to + prepared.after };
  const isKnown = known.from <= around.from && around.to <= known.to;
  return [
    ...(isKnown ? [] : unknownReason("host", id, sources, around)),
    ...blockReasons(id, blocking(time), time),
    ...(isShared ? [] : limitReasons(prepared, ready, time.from, id)),
  ];
}

function blockReasons(host: string, blockers: readonly Blocker[], time: Stretch): readonly StartReason[] {
  if (blockers.length === 0) return [];
  return blockers
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .slice(0, PAGE_LIMITS.namedTimes)
    .map((blocker) => blockReason(host, blocker, time));
}

/** The sources that do not know a time, by name; one that does not reach so far counts as cut short. No source at all knows nothing. */
function unknownReason(
  of: "host" | "room",
  id: string,
  sources: readonly PageSource[],
  { from, to }: Stretch,
): readonly StartReason[] {
  if (sources.length === 0) return [{ kind: "unknown", of, id, source: id, health: "unreadable" }];
  return sources
    .filter((source) => source.health !== "fresh" || source.from > from || source.to < to)
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.from - b.from))
    .map(({ name, health, since }) => ({
      kind: "unknown",
      of,
      id,
      source: name,
      health: health === "fresh" ? "truncated" : health,
      ...(since !== undefined && { since }),
    }));
}

/** Whether bookings are known as far as neighbours and limits need. */
function bookingsReasons(
  prepared: PreparedEventType,
  { facts: { page, bookingsFrom, bookingsTo }, needed }: ReadyFacts,
  { from: start, to: end }: Stretch,
): readonly StartReason[] {
  const day = dayOf(prepared.zone.toLocal(start));
  const periods = needed.get(day) ?? periodsAround(prepared, start);
  needed.set(day, periods);
  const isKnown =
    bookingsFrom <= Math.min(periods.from, start - REACH) && Math.max(periods.to, end + REACH) <= bookingsTo;
  return isKnown ? [] : [{ kind: "unknown", of: "page", id: page, source: page, health: "truncated" }];
}

/** From the beginning of the first period that a start counts in to the end of the last; empty where nothing is counted. */
function periodsAround(prepared: PreparedEventType, start: Instant): Stretch {
  const periods = prepared.limits.map(({ per }) => limitPeriod(prepared, per, start));
  return {
    from: Math.min(start, ...periods.map(({ from }) => instantAt(prepared.zone, from, 0))),
    to: Math.max(start, ...periods.map(({ to }) => instantAt(prepared.zone, to, 0))),
  };
}
