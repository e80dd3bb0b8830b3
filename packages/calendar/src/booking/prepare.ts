import { DAY, MINUTE, type Instant } from "../time/instant.ts";
import { ianaZone, type Zone } from "../time/zone.ts";
import { instantAt, readDate, readDateTime, readTime } from "./clock.ts";
import type { BookingRules, DayKind, DayName, Limit, Nights } from "./rules.ts";
import { mostOf, readSpan, type Span } from "./span.ts";
import type { Minutes, PassTime } from "./times.ts";

export interface PreparedLimit {
  readonly limit: Limit;
  /** days of a rolling window */
  readonly rollingDays?: number;
  readonly exempt?: Span;
  readonly dayPart?: { readonly days: ReadonlySet<DayKind>; readonly from: number; readonly to: number };
}

interface PreparedNights {
  readonly checkIn: number;
  readonly checkOut: number;
  readonly arrivals: ReadonlySet<DayName> | undefined;
  readonly departures: ReadonlySet<DayName> | undefined;
  /** day numbers, both inclusive */
  readonly exceptions: readonly (Pick<PreparedNights, "arrivals" | "departures"> & {
    readonly from: number;
    readonly to: number;
  })[];
}

interface PreparedMaintenance {
  readonly weekly: readonly (Minutes & { readonly days: ReadonlySet<DayName>; readonly reason: string })[];
  readonly once: readonly { readonly from: Instant; readonly to: Instant; readonly reason: string }[];
}

/** A draw's days (`to` exclusive) and the moments between which one may wish for them. */
export interface PreparedDraw {
  readonly from: number;
  readonly to: number;
  readonly opens: Instant;
  readonly closes: Instant;
}

/** Rules in the form in which verdicts need them: texts read, days looked up. Made once and used for many verdicts. */
export interface PreparedRules {
  readonly rules: BookingRules;
  readonly zone: Zone;
  /** milliseconds */
  readonly cell: number;
  readonly gap: number;
  readonly tail: number;
  readonly plans: ReadonlyMap<DayKind, readonly Minutes[]>;
  /** undefined: always open */
  readonly open: ReadonlyMap<DayKind, readonly Minutes[]> | undefined;
  readonly maintenance: PreparedMaintenance;
  readonly nights: PreparedNights | undefined;
  readonly opens:
    | { readonly before: Span; readonly at?: number }
    | { readonly day: number; readonly at: number }
    | undefined;
  readonly closesBefore: Span | undefined;
  readonly limits: readonly PreparedLimit[];
  readonly least: Span | undefined;
  readonly most: Span | undefined;
  readonly exemptLength: Span | undefined;
  readonly ownGap: number;
  readonly draws: readonly PreparedDraw[];
  /** passes of days that were asked for; never more than a few years of them */
  readonly known: Map<number, readonly PassTime[]>;
}

/** Prepares rules that `readRules` let through; an exception for others is a bug. */
export function prepare(rules: BookingRules): PreparedRules {
  const zone = ianaZone(rules.timeZone);
  if (!zone) throw new Error(`no zone ${rules.timeZone}`);
  const { lengths = {}, chain = {} } = rules;
  return {
    rules,
    zone,
    cell: rules.cellMinutes * MINUTE,
    gap: exact(rules.gap),
    tail: exact(rules.tail),
    plans: byKind(
      (rules.slotPlans ?? []).map(({ days, passes }) => ({ days, minutes: passes.map(minutesOf) })),
    ),
    open:
      rules.open && byKind(rules.open.map((hours) => ({ days: hours.days, minutes: [minutesOf(hours)] }))),
    maintenance: maintenanceOf(rules, zone),
    nights: rules.nights && nightsOf(rules.nights),
    opens: opensOf(rules),
    closesBefore: spanOf(rules.closesBefore),
    limits: (rules.limits ?? []).map(limitOf),
    least: spanOf(lengths.min),
    most: spanOf(lengths.max),
    exemptLength: spanOf(lengths.exemptWithin),
    ownGap: exact(chain.minGapBetweenOwn),
    draws: drawsOf(rules, zone),
    known: new Map(),
  };
}

/** A span that `readRules` has checked; undefined where there is none. */
export const spanOf = (text: string | undefined): Span | undefined =>
  text === undefined ? undefined : readSpan(text);
const exact = (text: string | undefined): number => {
  const span = spanOf(text);
  return span ? mostOf(span) : 0;
};
export const timeOf = (text: string): number => readTime(text, true) ?? 0;

function minutesOf({ from, to, name }: { from: string; to: string; name?: string }): Minutes {
  const [start, end] = [timeOf(from), timeOf(to)];
  return { from: start, to: end > start ? end : end + 1440, ...(name !== undefined && { name }) };
}

/** The times of each kind of day, in order. */
function byKind(
  entries: readonly { readonly days: readonly DayKind[]; readonly minutes: readonly Minutes[] }[],
): ReadonlyMap<DayKind, readonly Minutes[]> {
  const found = new Map<DayKind, readonly Minutes[]>();
  for (const { days, minutes } of entries)
    for (const day of days)
      found.set(
        day,
        [...(found.get(day) ?? []), ...minutes].toSorted((a, b) => a.from - b.from),
      );
  return found;
}

function maintenanceOf({ maintenance = [] }: BookingRules, zone: Zone): PreparedMaintenance {
  const at = (text: string): Instant => {
    const { day, minutes } = readDateTime(text) ?? { day: 0, minutes: 0 };
    return instantAt(zone, day, minutes);
  };
  return {
    weekly: maintenance.flatMap((each) =>
      "days" in each ? [{ ...minutesOf(each), days: new Set(each.days), reason: each.reason }] : [],
    ),
    once: maintenance.flatMap((each) =>
      "start" in each ? [{ from: at(each.start), to: at(each.end), reason: each.reason }] : [],
    ),
  };
}

function nightsOf({ checkIn, checkOut, exceptions = [], ...days }: Nights): PreparedNights {
  const sets = ({ arrivals, departures }: Pick<Nights, "arrivals" | "departures">) => ({
    arrivals: arrivals && new Set(arrivals),
    departures: departures && new Set(departures),
  });
  return {
    checkIn: timeOf(checkIn),
    checkOut: timeOf(checkOut),
    ...sets(days),
    exceptions: exceptions.map((each) => ({
      from: readDate(each.from) ?? 0,
      to: readDate(each.to) ?? 0,
      ...sets(each),
    })),
  };
}

function opensOf({ opens }: BookingRules): PreparedRules["opens"] {
  if (!opens) return undefined;
  if ("release" in opens) return { day: opens.day, at: timeOf(opens.at) };
  const before = spanOf(opens.before) ?? { months: 0, days: 0, milliseconds: 0 };
  return { before, ...(opens.at !== undefined && { at: timeOf(opens.at) }) };
}

function limitOf(limit: Limit): PreparedLimit {
  const { per, exemptWithin, dayPart } = limit;
  const exempt = spanOf(exemptWithin);
  const rolling = per.startsWith("rolling:") ? spanOf(per.slice("rolling:".length)) : undefined;
  return {
    limit,
    ...(rolling && { rollingDays: Math.round(mostOf(rolling) / DAY) }),
    ...(exempt && { exempt }),
    ...(dayPart && {
      dayPart: { days: new Set(dayPart.days), from: timeOf(dayPart.from), to: timeOf(dayPart.to) },
    }),
  };
}

function drawsOf({ draw }: BookingRules, zone: Zone): readonly PreparedDraw[] {
  const at = (text: string): Instant => {
    const { day, minutes } = readDateTime(text) ?? { day: 0, minutes: 0 };
    return instantAt(zone, day, minutes);
  };
  return (draw?.periods ?? []).map(({ from, to, opens, closes }) => ({
    from: readDate(from) ?? 0,
    to: readDate(to) ?? 0,
    opens: at(opens),
    closes: at(closes),
  }));
}
