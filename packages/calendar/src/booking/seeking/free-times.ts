import { MINUTE, type Instant } from "../../time/instant.ts";
import type { Facts } from "../facts.ts";
import { passAt } from "../passes.ts";
import type { PreparedRules } from "../prepare.ts";
import { timeReasons } from "../reasons/time-reasons.ts";
import type { PassTime } from "../times.ts";
import { isAlive } from "../units.ts";
import { verdictOn } from "../verdict.ts";

/** A piece of time; the end is exclusive. */
export type TimeInterval = Pick<PassTime, "start" | "end">;

/** Times are looked at from each quarter of an hour on. */
const STEP = 15 * MINUTE;

/** The starts from `start` to `end` (exclusive) at which a time of one length can be booked: each with the quarter that it begins. */
export function* bookableStarts(
  prepared: PreparedRules,
  facts: Facts,
  { start: from, end: until, length }: TimeInterval & { readonly length: number },
  now: Instant,
): Generator<TimeInterval> {
  for (let start = Math.ceil(from / STEP) * STEP; start < until; start += STEP)
    if (verdictOn(prepared, facts, { start, end: start + length }, now).ok)
      yield { start, end: start + STEP };
}

/** Joins intervals, given in order, where one begins as another ends. */
export function joined(intervals: Iterable<TimeInterval>): readonly TimeInterval[] {
  const found: { start: Instant; end: Instant }[] = [];
  for (const { start, end } of intervals) {
    const last = found.at(-1);
    if (last && last.end >= start) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** When every unit of a thing is claimed. */
export function takenTimes(
  { rules }: PreparedRules,
  { claims }: Facts,
  { start: from, end: until }: TimeInterval,
  now: Instant,
): readonly TimeInterval[] {
  const alive = claims.filter((claim) => isAlive(claim, now) && claim.start < until && from < claim.end);
  const edges = [...new Set([from, ...alive.flatMap(({ start, end }) => [start, end]), until])]
    .filter((at) => from <= at && at <= until)
    .toSorted((a, b) => a - b);
  const pieces = edges.slice(1).map((end, at) => ({ start: edges[at] ?? from, end }));
  return joined(
    pieces.filter((piece) => {
      const met = alive.filter(({ start, end }) => start < piece.end && piece.start < end);
      return new Set(met.map(({ unit }) => unit)).size >= rules.units;
    }),
  );
}

/** When nothing can be booked, whoever has it: outside the hours and passes of the rules, and while it is looked after. */
export function closedTimes(
  prepared: PreparedRules,
  { start: from, end: until }: TimeInterval,
  now: Instant,
): readonly TimeInterval[] {
  const { mode } = prepared.rules;
  if (mode === "nights") return [];
  const isClosed = (start: Instant): boolean =>
    mode === "slots"
      ? passAt(prepared, start) === undefined
      : timeReasons(prepared, { start, end: start + STEP }, now).length > 0;
  const found: TimeInterval[] = [];
  for (let start = Math.floor(from / STEP) * STEP; start < until; start += STEP)
    if (isClosed(start)) found.push({ start: Math.max(start, from), end: Math.min(start + STEP, until) });
  return joined(found);
}
