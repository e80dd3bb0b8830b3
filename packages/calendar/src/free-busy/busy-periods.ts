import { firstProperty } from "../icalendar/component.ts";
import type { Component } from "../icalendar/component.ts";
import type { CalendarProblem } from "../problems.ts";
import { expand } from "../recurrence/expand.ts";
import type { ExpandLimits, Window } from "../recurrence/expand.ts";
import type { Series } from "../recurrence/series.ts";
import { ok } from "../result.ts";
import type { Result } from "../result.ts";
import type { Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";

/** RFC 4791 §7.10, RFC 5545 §3.2.9: a free time is simply not listed. */
export type BusyType = "BUSY" | "BUSY-TENTATIVE";

/** From inclusive, to exclusive, within the window asked for. */
export interface BusyPeriod {
  readonly from: Instant;
  readonly to: Instant;
  readonly type: BusyType;
}

const valueOf = (component: Component, name: string): string =>
  firstProperty(component, name)?.value.trim().toUpperCase() ?? "";

/** How busy an event makes one; undefined for transparent and cancelled ones, and for what is no event. */
export function busyTypeOf(component: Component): BusyType | undefined {
  if (component.name !== "VEVENT" || valueOf(component, "TRANSP") === "TRANSPARENT") return undefined;
  const status = valueOf(component, "STATUS");
  if (status === "CANCELLED") return undefined;
  return status === "TENTATIVE" ? "BUSY-TENTATIVE" : "BUSY";
}

/** Periods of one type, joined where they touch or overlap, by start. */
function joined(periods: readonly BusyPeriod[]): BusyPeriod[] {
  const result: BusyPeriod[] = [];
  for (const period of periods.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && period.from <= last.to)
      result[result.length - 1] = { ...last, to: Math.max(last.to, period.to) };
    else result.push(period);
  }
  return result;
}

/** Parts of periods that no other period covers; both lists joined. */
function without(periods: readonly BusyPeriod[], covering: readonly BusyPeriod[]): BusyPeriod[] {
  return periods.flatMap((period) => {
    const parts: BusyPeriod[] = [];
    let { from } = period;
    for (const cover of covering) {
      if (cover.to <= from || cover.from >= period.to) continue;
      if (cover.from > from) parts.push({ ...period, from, to: cover.from });
      from = Math.max(from, cover.to);
    }
    if (from < period.to) parts.push({ ...period, from });
    return parts;
  });
}

/** Periods without overlaps, by start: firm ones cover tentative ones (RFC 4791 §7.10). */
export function mergeBusyPeriods(periods: readonly BusyPeriod[]): readonly BusyPeriod[] {
  const firm = joined(periods.filter(({ type }) => type === "BUSY"));
  const tentative = without(joined(periods.filter(({ type }) => type === "BUSY-TENTATIVE")), firm);
  return [...firm, ...tentative].toSorted((a, b) => a.from - b.from);
}

/**
 * When somebody is busy within a window, by start, without overlaps: firm periods cover tentative ones
 * (RFC 4791 §7.10). All-day and floating events are those of `zone`. Fails when there is too much to look at:
 * `maxOccurrences` of one series (10 000).
 */
export function busyPeriods(
  series: readonly Series<Component>[],
  window: Window,
  zone: Zone,
  limits?: Partial<ExpandLimits>,
): Result<readonly BusyPeriod[], CalendarProblem> {
  const periods: BusyPeriod[] = [];
  for (const one of series) {
    if (!mayBeBusy(one)) continue;
    const found = expand(one, window, zone, limits);
    if (!found.ok) return found;
    for (const { startInstant, endInstant, source } of found.value) {
      const type = busyTypeOf(source);
      const from = Math.max(startInstant, window.from);
      const to = Math.min(endInstant, window.to);
      if (type && from < to) periods.push({ from, to, type });
    }
  }
  return ok(mergeBusyPeriods(periods));
}

/** Spares expanding what is transparent throughout. */
const mayBeBusy = ({ source, overrides }: Series<Component>): boolean =>
  [source, ...overrides.map((override) => override.source)].some((one) => busyTypeOf(one) !== undefined);
