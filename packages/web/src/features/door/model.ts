import type { Reason } from "@snart/calendar/booking/reason.ts";
import type { DoorThing, DoorTime } from "@snart/calendar/jmap/door.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";

/** After so long without the server only the clock is sure. */
export const TRUSTED_FOR = HOUR;

/** The picture moves through so many places. */
const PLACES = 4;

/** Where the picture stands: one that never moves burns into some screens, so it moves each hour. */
export const placeAt = (now: number): number => Math.floor(now / HOUR) % PLACES;

/** What is shown of a thing at a moment; what the server said may be older. */
export interface Shown {
  readonly state: DoorThing["state"];
  /** who has it, and until when */
  readonly current: DoorThing["current"];
  /** until when it is free; undefined: nothing is known to follow, or it is not */
  readonly freeUntil: number | undefined;
  readonly reasons: readonly Reason[];
  readonly next: readonly DoorTime[];
}

/** The state of a thing at `now`, by what was known when the server was asked last: bookings begin and end without it. */
export function shownAt(thing: DoorThing, now: number): Shown {
  const next = thing.next.filter(({ start }) => start > now);
  const { current } = thing;
  const nothing = { current: null, freeUntil: undefined, reasons: [], next };
  if (current && now < current.end) {
    const isWaiting = current.releasedAt !== null && now < current.releasedAt;
    // Somebody who did not come has lost the rest, whether or not this screen has heard of it.
    if (current.releasedAt !== null && !isWaiting)
      return { ...nothing, state: "free", freeUntil: current.end };
    return { ...nothing, state: isWaiting ? "waiting" : "inUse", current };
  }
  const running = thing.next.find(({ start, end }) => start <= now && now < end);
  if (running && running.state !== "free") {
    const { state: _, ...time } = running;
    const isTaken = running.state === "taken";
    const whose = isTaken ? { ...time, hereSince: null, releasedAt: null } : null;
    const state = running.state === "taken" ? "inUse" : running.state;
    return { ...nothing, state, current: whose };
  }
  if (running) return { ...nothing, state: "free", freeUntil: running.end };
  if (thing.state === "free" || current) {
    const until = thing.freeUntil !== null && now < thing.freeUntil ? thing.freeUntil : next[0]?.start;
    return { ...nothing, state: "free", freeUntil: until };
  }
  return { ...nothing, state: thing.state, reasons: thing.reasons };
}

/** From so long on a time is told with the day on which it ends: a stay is, a pass over a night is not. */
const WITH_DAY = 20 * HOUR;

/** Words of a moment and of its day, by the clocks of the thing. */
interface ClockWords {
  readonly time: (at: number) => string;
  readonly shortDay: (at: number) => string;
}

/** "13–16", "10:15–13", "15 – Sun 29 Nov 12": a time in words that can be read from afar. */
export function spanText(start: number, end: number, { time, shortDay }: ClockWords): string {
  const [from, to] = [time(start), time(end)].map((it) => it.replace(/^(\d+):00/, "$1"));
  if (end - start >= WITH_DAY) return `${from ?? ""} – ${shortDay(end)} ${to ?? ""}`;
  return `${from ?? ""}–${to === "00" ? "24" : (to ?? "")}`;
}

/** "13:00", "Sun 29 Nov 12:00": a moment that comes, with its day if that is not today. */
export const momentText = (at: number, now: number, { time, shortDay }: ClockWords): string =>
  shortDay(at - 1) === shortDay(now) ? time(at) : `${shortDay(at)} ${time(at)}`;
