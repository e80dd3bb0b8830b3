import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { NamedDay } from "../../grid/almanac/use-named-days.ts";
import type { DayItem, GroupItem, NamedItem } from "../../grid/spine/items.ts";
import { groupOf, hasDays, nextMonday, type SoonGroup } from "../../grid/spine/soon-groups.ts";
import type { PublicOccurrence } from "./read-feed.ts";

export interface EventItem {
  readonly kind: "event";
  readonly key: string;
  readonly occurrence: PublicOccurrence;
  readonly distance: string;
  /** the row before says the same distance */
  readonly isRepeat: boolean;
  readonly isPast: boolean;
  /** it runs by the hour at this moment */
  readonly isNow: boolean;
  /** it stands for all later times of its series */
  readonly isFolded: boolean;
}

/** One line of the list. */
export type ListItem = GroupItem | DayItem | NamedItem | EventItem;

interface ListOptions {
  readonly now: Instant;
  readonly zone: Zone;
  /** in their order, none before today */
  readonly named: readonly NamedDay[];
  readonly distanceOf: (occurrence: PublicOccurrence) => string;
}

/**
 * Today and what is ahead, day by day under the heads of the page of coming events; what has ended today stays. From next
 * week on each series stands once.
 */
export function listItems(occurrences: readonly PublicOccurrence[], options: ListOptions): ListItem[] {
  const { now, zone, named, distanceOf } = options;
  const today = startOfDay(zone.toLocal(now));
  const folds = foldsFrom(today, zone);
  const days = byDay(folded(occurrences, folds), today, zone);
  const items: ListItem[] = [];
  let group: SoonGroup | null = null;
  for (const day of [...new Set([...days.keys(), ...named.map((it) => it.day)])].toSorted((a, b) => a - b)) {
    const its = groupOf(day, today);
    if (its !== group) items.push({ kind: "group", key: `group ${its}`, group: its, day });
    group = its;
    if (hasDays.has(its))
      items.push({ kind: "day", key: `day ${dayOf(day)}`, day, isLater: its === "later" });
    let said = "";
    const isSaid = (distance: string): boolean => said === (said = distance);
    for (const it of named.filter((other) => other.day === day))
      items.push({
        ...it,
        kind: "named",
        key: `named ${dayOf(day)} ${it.name}`,
        isRepeat: isSaid(it.distance),
      });
    for (const occurrence of days.get(day) ?? []) {
      const distance = distanceOf(occurrence);
      items.push({
        kind: "event",
        key: occurrence.key,
        occurrence,
        distance,
        isRepeat: isSaid(distance),
        isPast: isOver(occurrence, now),
        isNow: !isWholeDays(occurrence) && occurrence.start <= now && now < occurrence.end,
        isFolded: occurrence.series !== null && occurrence.start >= folds,
      });
    }
  }
  return items;
}

/** On a Sunday tomorrow is next week's, and is shown whole nevertheless. */
function foldsFrom(today: Local, zone: Zone): Instant {
  const [monday, dayAfterTomorrow] = [nextMonday(today), addDays(today, 2)];
  return zone.toInstant(monday > dayAfterTomorrow ? monday : dayAfterTomorrow);
}

function folded(occurrences: readonly PublicOccurrence[], from: Instant): readonly PublicOccurrence[] {
  const told = new Set<number>();
  return occurrences.filter(({ start, series }) => {
    if (start < from || series === null) return true;
    return !told.has(series) && told.add(series);
  });
}

/** By the day that each begins on, or today if it has begun; whole days first, then by start. */
function byDay(
  occurrences: readonly PublicOccurrence[],
  today: Local,
  zone: Zone,
): ReadonlyMap<Local, readonly PublicOccurrence[]> {
  const begun = zone.toInstant(today);
  const ahead = occurrences.filter(({ start, end }) => end > begun || start >= begun);
  const ordered = ahead.toSorted(
    (a, b) =>
      Number(isWholeDays(b)) - Number(isWholeDays(a)) || a.start - b.start || a.end - b.end || order(a, b),
  );
  return Map.groupBy(ordered, ({ start }) => startOfDay(zone.toLocal(Math.max(start, begun))));
}

const order = (a: PublicOccurrence, b: PublicOccurrence): number => (a.key < b.key ? -1 : 1);

/** Whether something takes up whole days rather than hours. */
const isWholeDays = ({ allDay, start, end }: PublicOccurrence): boolean => allDay || end - start >= DAY;

/** Whether it has ended; what takes no time has as soon as it has begun. */
export const isOver = ({ start, end }: PublicOccurrence, now: Instant): boolean => end <= now && start < now;
