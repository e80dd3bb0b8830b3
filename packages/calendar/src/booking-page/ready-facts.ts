import { after } from "../booking/span.ts";
import { isAlive } from "../booking/units.ts";
import { periodOf } from "../booking/reasons/quota-periods.ts";
import type { Stretch } from "../free-busy/merge-busy-periods.ts";
import { DAY, MINUTE, type Instant } from "../time/instant.ts";
import { dayOf } from "../time/local.ts";
import type { PageLimit } from "./event-type.ts";
import type { HostFacts, PageBooking, PageFacts, PageSource, RoomFacts } from "./facts.ts";
import { countBegun, hostOpenings, inBoth, joined, Openings, pageOpenings } from "./openings.ts";
import { hostRoles } from "./host-roles.ts";
import { PAGE_LIMITS } from "./page-limits.ts";
import type { PreparedEventType } from "./prepare.ts";

/** A time that somebody is busy (`from`, `to`), and the time that it keeps others from, buffers included. */
export interface Blocker extends Stretch {
  readonly blocks: Stretch;
}

export interface ReadyHost {
  readonly id: string;
  readonly sources: readonly PageSource[];
  /** what all of them know */
  readonly known: Stretch;
  /** what keeps a time from this host */
  readonly blocking: (time: Stretch) => readonly Blocker[];
}

/** Openings, and the hosts whose hours would have to be known and are not. */
export interface ReadyHours {
  readonly openings: Openings;
  readonly unknown: readonly string[];
  /** from whose beginnings starts are counted; `openings` if absent */
  readonly raster?: Openings;
}

/** Somebody who takes turns. */
export interface InTurn {
  readonly host: ReadyHost;
  /** theirs, where each host has hours of their own; starts are counted from what they have in common with who is required */
  readonly hours?: ReadyHours;
}

/** Facts in the form in which starts near a window are judged. */
export interface ReadyFacts {
  readonly facts: PageFacts;
  readonly now: Instant;
  readonly earliest: Instant;
  /** undefined where the horizon is a period between two dates */
  readonly latest: Instant | undefined;
  /** of everybody together; of those who are required, where others have hours of their own and take turns */
  readonly hours?: ReadyHours;
  /** who takes part in every booking */
  readonly required: readonly ReadyHost[];
  /** of whom one does besides; undefined: nobody takes turns */
  readonly pool?: readonly InTurn[];
  /** bookings of this type whose time further guests can share */
  readonly shared: readonly (PageBooking & Blocker)[];
  readonly used: UsedTimes;
  /** of which time the bookings are needed to judge a start on a day, by day number; filled as days are asked for */
  readonly needed: Map<number, Stretch>;
  readonly rooms: ReadonlyMap<
    string,
    Pick<RoomFacts, "source" | "suits" | "asks"> & { readonly free: Openings }
  >;
}

/**
 * Makes facts ready for the starts whose times lie in a window. With `isMany` busy times are joined: answers are the same, faster for many
 * starts, and no longer say which of them stands in the way.
 */
export function readyFacts(
  prepared: PreparedEventType,
  facts: PageFacts,
  window: Stretch,
  now: Instant,
  isMany: boolean,
): ReadyFacts {
  const { own = [] } = facts;
  const { horizon, minNotice, zone } = prepared;
  const standing = facts.bookings.filter((each) => isAlive(each, now) && !own.includes(each.id));
  const isShared = (booking: PageBooking): boolean => canShare(prepared, facts, booking);
  const alone = standing.filter((booking) => !isShared(booking));
  const host = (id: string): ReadyHost => readyHost(prepared, facts, alone, id, window, isMany);
  return {
    facts,
    now,
    earliest: after(now, minNotice, zone),
    latest: "within" in horizon ? after(now, horizon.within, zone) : undefined,
    ...hoursAndHosts(prepared, facts, window, host),
    shared: standing.filter(isShared).map((booking) => ({ ...booking, ...blockerOf(prepared, booking) })),
    used: usedTimes(prepared, facts, standing),
    needed: new Map(),
    rooms: new Map(
      facts.rooms.map(({ room, free, ...rest }) => [room, { ...rest, free: new Openings(joined(free)) }]),
    ),
  };
}

/** Whether further guests of this type can join a booking: it is of the type, and of the hosts that the type has now. */
function canShare({ seats, type }: PreparedEventType, facts: PageFacts, booking: PageBooking): boolean {
  const areSame =
    booking.hosts.length === type.hosts.length && type.hosts.every(({ id }) => booking.hosts.includes(id));
  return seats > 1 && booking.type === facts.type && areSame;
}

function hoursAndHosts(
  prepared: PreparedEventType,
  facts: PageFacts,
  window: Stretch,
  ready: (id: string) => ReadyHost,
): Pick<ReadyFacts, "hours" | "required" | "pool"> {
  const { type } = prepared;
  const roles = hostRoles(type);
  const required = roles.required.map(({ id }) => id);
  const pool = roles.pool.map(({ id }) => id);
  const hoursOf = (those: readonly string[]): ReadyHours => {
    const each = those.map((id) => hostOpenings(hostFacts(facts, id), window));
    const unknown = those.filter((_, index) => each[index] === undefined);
    const known = each.flatMap((openings) => (openings ? [openings] : []));
    const common = known.length > 0 ? known.reduce(inBoth) : [];
    return { openings: new Openings(unknown.length > 0 ? [] : common), unknown };
  };
  const isInTurn = type.mode === "rotate" || type.mode === "mixed";
  const own = pageOpenings(prepared, window);
  const hours = own ? { openings: new Openings(own), unknown: [] } : undefined;
  const always = { required: required.map(ready) };
  if (!isInTurn) return { hours: hours ?? hoursOf(required), ...always };
  if (hours) return { hours, ...always, pool: pool.map((id) => ({ host: ready(id) })) };
  return {
    ...(required.length > 0 && { hours: { ...hoursOf(required), raster: NO_OPENINGS } }),
    ...always,
    pool: pool.map((id) => {
      const raster = hoursOf([...required, id]).openings;
      return { host: ready(id), hours: { ...hoursOf([id]), raster } };
    }),
  };
}

const NO_OPENINGS = new Openings([]);

const hostFacts = (facts: PageFacts, id: string): HostFacts | undefined =>
  facts.hosts.find(({ host }) => host === id);

/** What a booking keeps free: between two neighbours the longer buffer counts, never the sum. */
const blockerOf = (
  { before, after: following }: PreparedEventType,
  booking: Pick<PageBooking, "start" | "end" | "before" | "after">,
): Blocker => ({
  from: booking.start,
  to: booking.end,
  blocks: {
    from: booking.start - Math.max(following, booking.before),
    to: booking.end + Math.max(booking.after, before),
  },
});

function readyHost(
  prepared: PreparedEventType,
  facts: PageFacts,
  bookings: readonly PageBooking[],
  id: string,
  window: Stretch,
  isMany: boolean,
): ReadyHost {
  const known = hostFacts(facts, id);
  const blockers: Blocker[] = [];
  const add = (blocker: Blocker): void => {
    if (blocker.from < blocker.to && meets(blocker.blocks, window)) blockers.push(blocker);
  };
  for (const { from, to } of known?.busy ?? [])
    // Most of what a host does lies far from the window, and is passed by without ado.
    if (from < window.to + prepared.after && window.from < to + prepared.before)
      add(blockerOf(prepared, { start: from, end: to, before: 0, after: 0 }));
  for (const booking of bookings) if (booking.hosts.includes(id)) add(blockerOf(prepared, booking));
  return {
    id,
    sources: known?.sources ?? [],
    known: knownToAll(known?.sources ?? []),
    blocking: isMany ? amongJoined(blockers) : (time) => blockers.filter(({ blocks }) => meets(blocks, time)),
  };
}

/** The time of which every source knows; empty if one is sick, or there is none. */
function knownToAll(sources: readonly PageSource[]): Stretch {
  if (sources.length === 0 || sources.some(({ health }) => health !== "fresh")) return { from: 0, to: 0 };
  return {
    from: Math.max(...sources.map(({ from }) => from)),
    to: Math.min(...sources.map(({ to }) => to)),
  };
}

export const meets = (one: Stretch, other: Stretch): boolean => one.from < other.to && other.from < one.to;

function amongJoined(blockers: readonly Blocker[]): ReadyHost["blocking"] {
  const all = joined(blockers.map(({ blocks }) => blocks));
  return ({ from, to }) => {
    const last = all[countBegun(all, to - 1) - 1];
    return last && last.to > from ? [{ ...last, blocks: last }] : [];
  };
}

/** The day numbers of the period of a limit that a start counts in. */
export function limitPeriod(
  { zone }: PreparedEventType,
  per: PageLimit["per"],
  start: Instant,
): { readonly from: number; readonly to: number } {
  const day = dayOf(zone.toLocal(start));
  return periodOf(per, day) ?? { from: day, to: day + 1 };
}

/** Times that are used up, by limit, host ("" where it counts all) and first day of the period. Guests who share a time use one. */
export type UsedTimes = ReadonlyMap<PageLimit, ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>>;

function usedTimes(
  prepared: PreparedEventType,
  facts: PageFacts,
  bookings: readonly PageBooking[],
): UsedTimes {
  return new Map(
    prepared.limits.map((limit) => {
      const byHost = new Map<string, Map<number, Set<string>>>();
      for (const booking of bookings) {
        const { type, page, hosts, start, end } = booking;
        if (limit.of === "type" && type !== facts.type) continue;
        if (limit.of === "page" && page !== facts.page) continue;
        const time = [type, start, end, ...hosts.toSorted()].join(" ");
        const { from } = limitPeriod(prepared, limit.per, start);
        for (const host of limit.of === "host" ? hosts : [""]) {
          const byDay = byHost.get(host) ?? new Map<number, Set<string>>();
          byHost.set(host, byDay.set(from, (byDay.get(from) ?? new Set()).add(time)));
        }
      }
      return [limit, byHost];
    }),
  );
}

/** How far bookings next to a time can reach by their buffers, milliseconds. */
export const REACH = PAGE_LIMITS.bufferMinutes * MINUTE;

/** How long a time of any event type is at most, milliseconds: `longest` of a prepared one says it of that one. */
export const LONGEST = (PAGE_LIMITS.nights + 1) * DAY;
