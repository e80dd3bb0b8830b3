import { DAY, type Instant } from "../time/instant.ts";
import { dayOf } from "../time/local.ts";
import { instantAt } from "./clock.ts";
import { dayNameOf, specialKindOf } from "./day-kinds.ts";
import type { PreparedRules } from "./prepare.ts";
import type { DayKind } from "./rules.ts";
import type { Minutes, PassTime } from "./times.ts";

/** What rules do not open on a day: a kind of day that is closed, or has no times planned. */
export type ClosedDay = "redDay" | "eve" | "squeezeDay" | "weekday";

/** How many days' passes are remembered: a board of a year, and what a verdict looks at beside it. */
const MOST_KNOWN = 800;

/** The number of the day that the clocks of the rules' zone show. */
export const dayAt = ({ zone }: PreparedRules, instant: Instant): number => dayOf(zone.toLocal(instant));

/**
 * The kind of day whose times hold on a day: the most special that the rules name, else its weekday. A red day that
 * they do not name is closed, like a Sunday or like its weekday, as they say.
 */
function kindFor(
  { rules: { almanac, redDays } }: PreparedRules,
  planned: ReadonlyMap<DayKind, unknown>,
  day: number,
): DayKind | "closed" {
  const special = specialKindOf(day, almanac);
  if (special && planned.has(special)) return special;
  if (special === "redDay" && redDays === "closed") return "closed";
  return special === "redDay" && redDays === "asSunday" ? "su" : dayNameOf(day);
}

/** All kinds that a day is, for parts of limits. */
export function kindsOf({ rules: { almanac, redDays } }: PreparedRules, day: number): readonly DayKind[] {
  const special = specialKindOf(day, almanac);
  const name = special === "redDay" && redDays === "asSunday" ? "su" : dayNameOf(day);
  return special ? [special, name] : [name];
}

/** The passes that begin on a local day, in order. One that the clocks skip whole is left out. */
export function passesOn(prepared: PreparedRules, day: number): readonly PassTime[] {
  const { known } = prepared;
  const found = known.get(day);
  if (found) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = timesOn(prepared, prepared.plans, day);
  known.set(day, made);
  return made;
}

/** The open hours of a local day, in order; undefined if it is always open. */
export const openOn = (prepared: PreparedRules, day: number): readonly PassTime[] | undefined => {
  if (prepared.open) return timesOn(prepared, prepared.open, day);
  return isClosedRedDay(prepared, day) ? [] : undefined;
};

const isClosedRedDay = ({ rules }: PreparedRules, day: number): boolean =>
  rules.redDays === "closed" && specialKindOf(day, rules.almanac) === "redDay";

function timesOn(
  prepared: PreparedRules,
  planned: ReadonlyMap<DayKind, readonly Minutes[]>,
  day: number,
): readonly PassTime[] {
  const kind = kindFor(prepared, planned, day);
  if (kind === "closed") return [];
  return (planned.get(kind) ?? []).flatMap(({ from, to, name }) => {
    const start = instantAt(prepared.zone, day, from);
    const end = instantAt(prepared.zone, day, to);
    return end > start ? [{ start, end, ...(name !== undefined && { name }) }] : [];
  });
}

/** Why nothing begins on a day that has no times. */
export function closedDayOf({ rules }: PreparedRules, day: number): ClosedDay {
  const special = specialKindOf(day, rules.almanac);
  const isAsWeekday = special === "redDay" && rules.redDays !== "closed" && rules.redDays !== "asSunday";
  return special === undefined || isAsWeekday ? "weekday" : special;
}

/**
 * How many passes a time is made of: it begins with one, ends with one, and nothing lies between them. Undefined if it
 * is not so.
 */
export function passesIn(prepared: PreparedRules, start: Instant, end: Instant): number | undefined {
  let [at, count, day] = [start, 0, dayAt(prepared, start) - 1];
  for (; at < end && day <= dayAt(prepared, end); day++)
    for (const pass of passesOn(prepared, day)) {
      if (pass.start < at) continue;
      if (pass.start > at || pass.end > end) return undefined;
      at = pass.end;
      count++;
      if (at === end) return count;
    }
  return undefined;
}

/** The pass that runs at a moment. */
export function passAt(prepared: PreparedRules, now: Instant): PassTime | undefined {
  const today = dayAt(prepared, now);
  return [...passesOn(prepared, today - 1), ...passesOn(prepared, today)].find(
    ({ start, end }) => start <= now && now < end,
  );
}

/** The stay of so many nights from a date: from check-in to check-out. */
export function stayOf({ zone, nights }: PreparedRules, day: number, count: number): PassTime {
  return {
    start: instantAt(zone, day, nights?.checkIn ?? 0),
    end: instantAt(zone, day + count, nights?.checkOut ?? 0),
  };
}

/** Nights between two moments, counted by date. */
export const nightsIn = (prepared: PreparedRules, start: Instant, end: Instant): number =>
  dayAt(prepared, end) - dayAt(prepared, start);

/** Whether a time is longer than any that a year of nights makes: nothing more is asked of it. */
export const isBeyondReason = (start: Instant, end: Instant): boolean => end - start > 400 * DAY;
