import { MAX_INSTANT, MIN_INSTANT, MINUTE, type Instant } from "./instant.ts";
import { asLocal, type Local } from "./local.ts";
import { TransitionZone, type Transition } from "./transition-zone.ts";

/** A time zone: the clocks' reading at every moment. */
export interface Zone {
  /** IANA name, `UTC`, or the TZID of the VTIMEZONE it was read from. */
  readonly id: string;
  /** A skipped reading uses the offset before the gap; a repeated one is the first (RFC 5545 §3.3.5). */
  toInstant(local: Local): Instant;
  toLocal(instant: Instant): Local;
  /** Milliseconds east of UTC. */
  offsetAt(instant: Instant): number;
  /** Whether the clocks never show a reading because they are put forward past it. */
  skips(local: Local): boolean;
  /** Whether there could be a day on which the clocks skip this time of day (milliseconds since midnight). */
  skipsTimeOfDay(time: number): boolean;
}

/** A zone with a constant offset; minutes east of UTC. */
export function fixedOffsetZone(minutes: number, id: string = offsetName(minutes)): Zone {
  const offset = minutes * MINUTE;
  return {
    id,
    toInstant: (local) => local - offset,
    toLocal: (instant) => asLocal(instant + offset),
    offsetAt: () => offset,
    skips: () => false,
    skipsTimeOfDay: () => false,
  };
}

function offsetName(minutes: number): string {
  const size = Math.abs(minutes);
  const digits = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${digits(size / 60)}:${digits(size % 60)}`;
}

/** Coordinated universal time. */
export const UTC: Zone = fixedOffsetZone(0, "UTC");

const known = new Map<string, Zone>();
/** Unknown names; asking the runtime costs a thrown error each time. The size is bounded against hostile text. */
const unknown = new Set<string>();
const MAX_UNKNOWN_NAMES = 500;

/**
 * The zone of an IANA name or alias, ignoring letter case and surrounding spaces; undefined if there is none. Answers
 * are cached, so equal names give the identical zone.
 */
export function ianaZone(id: string): Zone | undefined {
  const key = id.trim().toLowerCase();
  const cached = known.get(key);
  if (cached) return cached;
  if (unknown.has(key)) return undefined;
  const zone = key === "utc" || key === "etc/utc" || key === "z" ? UTC : readIanaZone(key);
  if (zone) known.set(key, zone);
  else if (key.length < 100) {
    if (unknown.size >= MAX_UNKNOWN_NAMES) unknown.clear();
    unknown.add(key);
  }
  return zone;
}

function readIanaZone(name: string): Zone | undefined {
  // Temporal would also accept an offset or a whole timestamp as a zone.
  if (!/^[a-z][a-z0-9_+\-/]{1,63}$/.test(name)) return undefined;
  try {
    const first = Temporal.Instant.fromEpochMilliseconds(MIN_INSTANT).toZonedDateTimeISO(name);
    return new TransitionZone(first.timeZoneId, offsetOf(first), transitionsAfter(first));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const offsetOf = (time: Temporal.ZonedDateTime): number => Math.trunc(time.offsetNanoseconds / 1e6);

function transitionsAfter(first: Temporal.ZonedDateTime): Transition[] {
  const transitions: Transition[] = [];
  let next = first.getTimeZoneTransition("next");
  while (next && next.epochMilliseconds < MAX_INSTANT) {
    transitions.push({ at: next.epochMilliseconds, offset: offsetOf(next) });
    next = next.getTimeZoneTransition("next");
  }
  return transitions;
}
