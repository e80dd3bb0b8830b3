import { DAY, MINUTE, type Instant } from "../../time/instant.ts";
import { instantAt } from "../clock.ts";
import { dayNameOf, DAY_NAMES } from "../day-kinds.ts";
import type { Wish } from "../facts.ts";
import { closedDayOf, dayAt, nightsIn, openOn, passesIn, passesOn } from "../passes.ts";
import type { PreparedRules } from "../prepare.ts";
import type { Reason } from "../reason.ts";
import { isPiece } from "./piece.ts";

/**
 * Whether such a time is one that the rules have at all: passes, hours, check-in times, and no maintenance. What is taken over stood there
 * before.
 */
export function timeReasons(prepared: PreparedRules, wish: Wish, now: Instant): readonly Reason[] {
  const own = wish.isTakenOver
    ? undefined
    : { slots: slotReason, free: hoursReason, nights: nightReason }[prepared.rules.mode](prepared, wish, now);
  return [...(own ? [own].flat() : []), ...maintenanceReasons(prepared, wish)];
}

function slotReason(prepared: PreparedRules, wish: Wish, now: Instant): Reason | undefined {
  if (passesIn(prepared, wish.start, wish.end) !== undefined || isPiece(prepared, wish, now))
    return undefined;
  const day = dayAt(prepared, wish.start);
  const passes = passesOn(prepared, day);
  const [first] = passes;
  // A pass that began the day before may still run.
  const all = [...passesOn(prepared, day - 1), ...passes];
  if (!first && !all.some(({ end }) => end > wish.start)) {
    return { kind: "closed", why: closedDayOf(prepared, day), day, ...nextAfter(prepared, day) };
  }
  const nearest = all.toSorted(
    (a, b) => Math.abs(a.start - wish.start) - Math.abs(b.start - wish.start) || a.start - b.start,
  )[0];
  if (!nearest) return { kind: "notATime" };
  return { kind: "offGrid", nearest, isBefore: nearest === first && wish.start < first.start };
}

/** The first pass or hours on a later day, within two weeks. */
function nextAfter(prepared: PreparedRules, day: number): { readonly next?: Instant } {
  for (let later = day + 1; later <= day + 14; later++) {
    const times = prepared.rules.mode === "slots" ? passesOn(prepared, later) : openOn(prepared, later);
    const next = times ? times[0]?.start : instantAt(prepared.zone, later, 0);
    if (next !== undefined) return { next };
  }
  return {};
}

function hoursReason(prepared: PreparedRules, { start, end }: Wish): Reason | undefined {
  const [first, last] = [dayAt(prepared, start), dayAt(prepared, end - 1)];
  let at = start;
  for (let day = first; day <= last; day++) {
    const hours = openOn(prepared, day);
    const midnight = Math.min(end, instantAt(prepared.zone, day + 1, 0));
    if (!hours) {
      at = midnight;
      continue;
    }
    for (const open of hours) if (open.start <= at && open.end > at) at = Math.min(midnight, open.end);
    if (at >= midnight) continue;
    const later = hours.find((open) => open.start > at)?.start;
    const why = hours.length === 0 ? closedDayOf(prepared, day) : "hours";
    return {
      kind: "closed",
      why,
      day,
      ...(later === undefined ? nextAfter(prepared, day) : { next: later }),
    };
  }
  return undefined;
}

function nightReason(prepared: PreparedRules, wish: Wish): Reason | Reason[] | undefined {
  const { nights, zone } = prepared;
  if (!nights) return { kind: "notATime" };
  const [arrival, departure] = [dayAt(prepared, wish.start), dayAt(prepared, wish.end)];
  const isStay = departure > arrival;
  const start = instantAt(zone, arrival, nights.checkIn);
  const end = instantAt(zone, isStay ? departure : arrival + 1, nights.checkOut);
  if (start !== wish.start || end !== wish.end)
    return { kind: "offGrid", nearest: { start, end }, isBefore: false };
  const within = (day: number) => nights.exceptions.find(({ from, to }) => from <= day && day <= to);
  const arrivals = (within(arrival) ?? nights).arrivals;
  const departures = (within(departure) ?? nights).departures;
  return [
    ...(arrivals && !arrivals.has(dayNameOf(arrival)) ? [wrongDay("arrival", arrivals)] : []),
    ...(departures && !departures.has(dayNameOf(departure)) ? [wrongDay("departure", departures)] : []),
  ];
}

const wrongDay = (end: "arrival" | "departure", days: ReadonlySet<string>): Reason => ({
  kind: "wrongDay",
  end,
  days: DAY_NAMES.filter((day) => days.has(day)),
});

function maintenanceReasons({ zone, maintenance }: PreparedRules, { start, end }: Wish): readonly Reason[] {
  const met: { readonly to: Instant; readonly reason: string }[] = maintenance.once.filter(
    ({ from, to }) => from < end && start < to,
  );
  const found = [...met];
  const [first, last] = [Math.floor(zone.toLocal(start) / DAY) - 1, Math.floor(zone.toLocal(end) / DAY)];
  for (const { days, from, to, reason } of maintenance.weekly)
    for (let day = first; day <= last; day++) {
      if (!days.has(dayNameOf(day))) continue;
      const [begins, ends] = [instantAt(zone, day, from), instantAt(zone, day, to)];
      if (begins < end && start < ends) found.push({ to: ends, reason });
    }
  // One reason for each thing that is done, and the last of its times.
  const until = new Map<string, Instant>();
  for (const { to, reason } of found) until.set(reason, Math.max(to, until.get(reason) ?? to));
  return [...until].map(([why, to]): Reason => ({ kind: "maintenance", until: to, why }));
}

/** How long a wish is, in the unit of its mode. A piece of a pass counts as one. */
export function lengthOf(prepared: PreparedRules, { start, end }: Wish): number {
  const { mode } = prepared.rules;
  if (mode === "nights") return nightsIn(prepared, start, end);
  return mode === "slots" ? (passesIn(prepared, start, end) ?? 1) : Math.round((end - start) / MINUTE);
}
