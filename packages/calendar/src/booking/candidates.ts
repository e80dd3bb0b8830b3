import { DAY, MINUTE, type Instant } from "../time/instant.ts";
import { cellStart } from "./cells.ts";
import type { Wish } from "./facts.ts";
import { dayAt, nightsIn, passAt, passesIn, passesOn, stayOf } from "./passes.ts";
import type { PreparedRules } from "./prepare.ts";
import type { PassTime } from "./times.ts";

/** How many days to either side of a wish others are looked for: facts must reach as far, or what lies beyond is not offered. */
export const DAYS_AROUND = 14;

/** Other times of the length of a wish, the nearest start first (the later of two as near), none before `now`. */
export function* candidatesNear(prepared: PreparedRules, wish: Wish, now: Instant): Generator<PassTime> {
  const [later, earlier] = sidesOf(prepared, wish, now);
  let [after, before] = [later.next(), earlier.next()];
  while (!after.done || !before.done) {
    const ahead = after.done ? Infinity : after.value.start - wish.start;
    const back = before.done ? Infinity : wish.start - before.value.start;
    if (ahead <= back && !after.done) {
      yield after.value;
      after = later.next();
    } else if (!before.done) {
      yield before.value;
      before = earlier.next();
    }
  }
}

type Times = Generator<PassTime, undefined>;

function sidesOf(prepared: PreparedRules, wish: Wish, now: Instant): readonly [Times, Times] {
  switch (prepared.rules.mode) {
    case "slots":
      return [laterPasses(prepared, wish, now), earlierPasses(prepared, wish, now)];
    case "nights":
      return [stays(prepared, wish, now, 1), stays(prepared, wish, now, -1)];
    case "free":
      return [shifted(prepared, wish, now, 1), shifted(prepared, wish, now, -1)];
  }
}

function* laterPasses(prepared: PreparedRules, wish: Wish, now: Instant): Times {
  const count = passesIn(prepared, wish.start, wish.end) ?? 1;
  const running = count === 1 ? restOf(prepared, now) : undefined;
  if (running && running.start > wish.start) yield running;
  const day = dayAt(prepared, wish.start);
  for (let at = day; at <= day + DAYS_AROUND; at++)
    for (const pass of passesOn(prepared, at))
      if (pass.start > wish.start && pass.start >= now) yield* runFrom(prepared, pass, count);
  return undefined;
}

function* earlierPasses(prepared: PreparedRules, wish: Wish, now: Instant): Times {
  const count = passesIn(prepared, wish.start, wish.end) ?? 1;
  const day = dayAt(prepared, wish.start);
  for (let at = day; at >= Math.max(day - DAYS_AROUND, dayAt(prepared, now)); at--)
    for (const pass of passesOn(prepared, at).toReversed())
      if (pass.start < wish.start && pass.start >= now) yield* runFrom(prepared, pass, count);
  const running = count === 1 ? restOf(prepared, now) : undefined;
  if (running && running.start <= wish.start && running.end !== wish.end) yield running;
  return undefined;
}

/** So many passes in a row from one on; nothing if the row breaks off. */
function* runFrom(prepared: PreparedRules, first: PassTime, count: number): Generator<PassTime> {
  let end = first.end;
  for (let passes = 1; passes < count; passes++) {
    const day = dayAt(prepared, end);
    const next = [...passesOn(prepared, day - 1), ...passesOn(prepared, day)].find(
      ({ start }) => start === end,
    );
    if (!next) return;
    end = next.end;
  }
  yield { ...first, end };
}

/** What is left of the pass that runs, from the cell that has begun. */
export function restOf(prepared: PreparedRules, now: Instant): PassTime | undefined {
  const pass = passAt(prepared, now);
  return pass && pass.start < now
    ? { ...pass, start: Math.max(pass.start, cellStart(now, prepared.cell)) }
    : undefined;
}

function* stays(prepared: PreparedRules, wish: Wish, now: Instant, step: 1 | -1): Times {
  const nights = Math.max(1, nightsIn(prepared, wish.start, wish.end));
  const [day, today] = [dayAt(prepared, wish.start), dayAt(prepared, now)];
  for (let by = 1; by <= DAYS_AROUND; by++)
    if (day + step * by >= today) yield stayOf(prepared, day + step * by, nights);
  return undefined;
}

/** Times shifted by half hours, or by cells where they are longer. */
function* shifted(prepared: PreparedRules, wish: Wish, now: Instant, direction: 1 | -1): Times {
  const step = Math.max(30 * MINUTE, prepared.cell);
  const from = cellStart(wish.start, prepared.cell);
  for (let by = step; by <= DAYS_AROUND * DAY; by += step) {
    const start = from + direction * by;
    if (start >= now) yield { start, end: start + (wish.end - wish.start) };
    else if (direction < 0) return undefined;
  }
  return undefined;
}
