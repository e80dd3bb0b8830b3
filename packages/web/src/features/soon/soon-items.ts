import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, startOfDay, startOfWeek } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownOccurrence } from "../../store/occurrences.ts";
import { freeGaps } from "./free-gaps.ts";

export type SoonGroup = "now" | "today" | "tomorrow" | "thisWeek" | "nextWeek" | "later";

/** One line of the page of what comes soon. */
export type SoonItem =
  /** `day` is the first that the group is about */
  | { readonly kind: "group"; readonly key: string; readonly group: SoonGroup; readonly day: Local }
  | { readonly kind: "day"; readonly key: string; readonly day: Local; readonly isLater: boolean }
  | { readonly kind: "gap"; readonly key: string; readonly start: Instant; readonly end: Instant }
  | {
      readonly kind: "event";
      readonly key: string;
      readonly occurrence: ShownOccurrence;
      readonly distance: string;
      /** the row before says the same distance */
      readonly isRepeat: boolean;
      /** it runs by the hour at this moment */
      readonly isNow: boolean;
    };

export interface SoonOptions {
  readonly now: Instant;
  readonly zone: Zone;
  /** false where what is not shown may take the time as well */
  readonly withGaps: boolean;
  readonly distanceOf: (occurrence: ShownOccurrence) => string;
}

/** The shortest free time that is told of a group's days. */
const LEAST: Partial<Record<SoonGroup, number>> = {
  today: 30 * MINUTE,
  tomorrow: HOUR,
  thisWeek: 2 * HOUR,
};

/** Whether something takes up whole days rather than hours. */
export const isWholeDays = (it: ShownOccurrence): boolean => it.allDay || it.end - it.start >= DAY;

/** Whether its hours are no longer free for other things. */
const takesTime = (it: ShownOccurrence): boolean =>
  !isWholeDays(it) && it.end > it.start && it.event.freeBusyStatus !== "free";

/**
 * What is ahead, in the order of how soon, under its heads: what runs now, today's, tomorrow's, then by week and day, with
 * the free time between. What has ended is left out, and groups without anything in them.
 */
export function soonItems(occurrences: readonly ShownOccurrence[], options: SoonOptions): SoonItem[] {
  const { now, zone, withGaps, distanceOf } = options;
  const today = startOfDay(zone.toLocal(now));
  const days = byDay(occurrences, now, zone);
  const taken = occurrences.filter(takesTime);
  const items: SoonItem[] = [];
  let [group, said]: [SoonGroup | null, string] = [null, ""];
  const add = (occurrence: ShownOccurrence, isNow: boolean): void => {
    const distance = distanceOf(occurrence);
    items.push({
      kind: "event",
      key: occurrence.key,
      occurrence,
      distance,
      isRepeat: distance === said,
      isNow,
    });
    said = distance;
  };
  const begin = (next: SoonGroup, day: Local): void => {
    if (group !== next) items.push({ kind: "group", key: `group ${next}`, group: next, day });
    group = next;
  };
  const running = (days.get(today) ?? []).filter((it) => isRunning(it, now));
  if (running.length > 0) begin("now", today);
  for (const it of running.toSorted((a, b) => a.end - b.end)) add(it, true);
  for (const [day, all] of days) {
    const ahead = all.filter((it) => !isRunning(it, now));
    const of = groupOf(day, today);
    const least = withGaps ? LEAST[of] : undefined;
    const gaps = least === undefined ? [] : freeGaps(takenOn(taken, day, zone), { day, now, zone, least });
    if (ahead.length === 0 && (gaps.length === 0 || running.length === 0)) continue;
    begin(of, day);
    if (hasDays.has(of)) items.push({ kind: "day", key: `day ${dayOf(day)}`, day, isLater: of === "later" });
    for (const it of ahead) {
      if (!isWholeDays(it))
        while (gaps[0] && gaps[0].start <= it.start) items.push(gapItem(gaps.shift() ?? gaps[0]));
      add(it, false);
    }
    items.push(...gaps.map(gapItem));
  }
  return items;
}

const hasDays: ReadonlySet<SoonGroup> = new Set(["thisWeek", "nextWeek", "later"]);

const gapItem = ({ start, end }: { readonly start: Instant; readonly end: Instant }): SoonItem => ({
  kind: "gap",
  key: `gap ${start}`,
  start,
  end,
});

const isRunning = (it: ShownOccurrence, now: Instant): boolean => it.start <= now && !isWholeDays(it);

/** By the day that each begins on, or today if it has begun; whole days first, then by start. */
function byDay(
  occurrences: readonly ShownOccurrence[],
  now: Instant,
  zone: Zone,
): ReadonlyMap<Local, readonly ShownOccurrence[]> {
  const ordered = occurrences
    .filter((it) => it.end > now || it.start >= now)
    .map((it) => ({ it, day: startOfDay(zone.toLocal(Math.max(it.start, now))) }))
    .toSorted(
      (a, b) =>
        a.day - b.day ||
        Number(isWholeDays(b.it)) - Number(isWholeDays(a.it)) ||
        a.it.start - b.it.start ||
        a.it.end - b.it.end ||
        (a.it.key < b.it.key ? -1 : 1),
    );
  const days = new Map<Local, ShownOccurrence[]>();
  for (const { it, day } of ordered) days.set(day, [...(days.get(day) ?? []), it]);
  return days;
}

function takenOn(taken: readonly ShownOccurrence[], day: Local, zone: Zone): readonly ShownOccurrence[] {
  const [from, to] = [zone.toInstant(day), zone.toInstant(addDays(day, 1))];
  return taken.filter((it) => it.end > from && it.start < to);
}

function groupOf(day: Local, today: Local): SoonGroup {
  if (day <= today) return "today";
  if (day === addDays(today, 1)) return "tomorrow";
  const monday = startOfWeek(today);
  if (day < addDays(monday, 7)) return "thisWeek";
  return day < addDays(monday, 14) ? "nextWeek" : "later";
}

/**
 * What lies beyond the days that are told whole: of a series only the first time, and nothing of one that was there
 * before, for what comes every week is no news in half a year.
 */
export function farAhead(
  near: readonly ShownOccurrence[],
  far: readonly ShownOccurrence[],
): readonly ShownOccurrence[] {
  const told = new Set(near.map((it) => it.entry.key));
  return far.filter((it) => !told.has(it.entry.key) && told.add(it.entry.key));
}
