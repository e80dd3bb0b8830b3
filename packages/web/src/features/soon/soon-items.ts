import { DAY, HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { NamedDay } from "../../grid/almanac/use-named-days.ts";
import type { DayItem, GroupItem, NamedItem } from "../../grid/spine/items.ts";
import { groupOf, hasDays, nextMonday, type SoonGroup } from "../../grid/spine/soon-groups.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { takesTime } from "../../store/items/takes-time.ts";
import { foldedFrom, isFoldable } from "./folded-series.ts";
import { freeGaps, type Stretch } from "./free-gaps.ts";

/** One line of the page of coming events. */
export type SoonItem =
  | GroupItem
  | DayItem
  | { readonly kind: "gap"; readonly key: string; readonly start: Instant; readonly end: Instant }
  | NamedItem
  | {
      readonly kind: "event";
      readonly key: string;
      readonly occurrence: ShownOccurrence;
      readonly distance: string;
      /** the row before says the same distance */
      readonly isRepeat: boolean;
      /** it runs by the hour at this moment */
      readonly isNow: boolean;
      /** it stands for all later times of its series */
      readonly isFolded: boolean;
    };

interface SoonOptions {
  readonly now: Instant;
  readonly zone: Zone;
  /** of the viewer, whose answers count */
  readonly address: string;
  /** false where hidden events may take the time as well */
  readonly withGaps: boolean;
  /** in their order, none before today */
  readonly named?: readonly NamedDay[];
  readonly distanceOf: (occurrence: ShownOccurrence) => string;
}

/** The shortest free time that is shown for a group's days. */
const LEAST: Partial<Record<SoonGroup, number>> = {
  today: 30 * MINUTE,
  tomorrow: HOUR,
  thisWeek: 2 * HOUR,
};

/** Rows after which a distance that they share is said again: fewer than a screen holds. */
const SAID_AGAIN = 12;

/** Whether its distance is told in hours: on the next day it is sooner than a whole day, which is "in 1 day". */
const isInHours = (it: ShownOccurrence, now: Instant): boolean => !it.allDay && it.start - now < DAY;

/** Whether something takes up whole days rather than hours. */
export const isWholeDays = (it: ShownOccurrence): boolean => it.allDay || it.end - it.start >= DAY;

/**
 * The coming events, in the order of how soon, under their heads: running ones, today's, tomorrow's, then by week and
 * day, with the free time between. From next week on each series stands once. Past events and empty groups are left out.
 */
export function soonItems(occurrences: readonly ShownOccurrence[], options: SoonOptions): SoonItem[] {
  const { now, zone, address, withGaps, named = [] } = options;
  const today = startOfDay(zone.toLocal(now));
  // On a Sunday tomorrow is next week's, and is shown whole nevertheless.
  const dayAfterTomorrow = addDays(today, 2);
  const monday = nextMonday(today);
  const folds = zone.toInstant(monday > dayAfterTomorrow ? monday : dayAfterTomorrow);
  const days = byDay(foldedFrom(folds, occurrences), now, zone);
  const taken = occurrences.filter((it) => !isWholeDays(it) && takesTime(it, address));
  const list = new ItemList(options.distanceOf);
  const running = (days.get(today) ?? []).filter((it) => isRunning(it, now));
  if (running.length > 0) list.begin("now", today);
  for (const it of running.toSorted((a, b) => a.end - b.end)) list.addEvent(it, "now");
  const all = [...new Set([...days.keys(), ...named.map(({ day }) => day)])].toSorted((a, b) => a - b);
  for (const day of all) {
    const here = days.get(day) ?? [];
    const ahead = here.filter((it) => !isRunning(it, now));
    const names = named.filter((it) => it.day === day);
    const group = groupOf(day, today);
    const least = withGaps && here.length > 0 ? LEAST[group] : undefined;
    const gaps = least === undefined ? [] : freeGaps(takenOn(taken, day, zone), { day, now, zone, least });
    if (ahead.length + names.length + gaps.length === 0) continue;
    list.begin(group, day);
    const add = (it: ShownOccurrence): void => {
      if (!isWholeDays(it)) while (gaps[0] && gaps[0].start <= it.start) list.addGap(gaps.shift());
      list.addEvent(it, it.start >= folds && isFoldable(it) ? "folded" : "once");
    };
    const isSooner = (it: ShownOccurrence): boolean => day > today && isInHours(it, now);
    for (const it of ahead.filter(isSooner).toSorted((a, b) => a.start - b.start)) add(it);
    for (const it of names) list.addNamed(it);
    for (const it of ahead) if (!isSooner(it)) add(it);
    for (const gap of gaps) list.addGap(gap);
  }
  return list.items;
}

/** The lines of days of the almanac alone. */
export function namedItems(named: readonly NamedDay[]): readonly NamedItem[] {
  const list = new ItemList(() => "");
  for (const it of named) list.addNamed(it);
  return list.items.filter((it) => it.kind === "named");
}

/** The lines in the order in which they are shown. */
class ItemList {
  readonly items: SoonItem[] = [];
  readonly #distanceOf: SoonOptions["distanceOf"];
  #group: SoonGroup | null = null;
  /** what the rows say since the last head */
  #said: (() => string)[] = [];

  constructor(distanceOf: SoonOptions["distanceOf"]) {
    this.#distanceOf = distanceOf;
  }

  /** Begins a day, and with the first of its group that. */
  begin(group: SoonGroup, day: Local): void {
    this.#said = [];
    if (this.#group !== group) this.items.push({ kind: "group", key: `group ${group}`, group, day });
    this.#group = group;
    if (hasDays.has(group))
      this.items.push({ kind: "day", key: `day ${dayOf(day)}`, day, isLater: group === "later" });
  }

  /** How soon is told when it is asked for: of thousands of events few are in sight. */
  addEvent(occurrence: ShownOccurrence, as: "now" | "folded" | "once"): void {
    const told = once(() => this.#distanceOf(occurrence));
    const isRepeat = this.#say(told);
    this.items.push({
      kind: "event",
      key: occurrence.key,
      occurrence,
      isNow: as === "now",
      isFolded: as === "folded",
      get distance() {
        return told();
      },
      get isRepeat() {
        return isRepeat();
      },
    });
  }

  addNamed(named: NamedDay): void {
    const key = `named ${dayOf(named.day)} ${named.name}`;
    const isRepeat = this.#say(() => named.distance);
    this.items.push({
      ...named,
      kind: "named",
      key,
      get isRepeat() {
        return isRepeat();
      },
    });
  }

  /** Returns whether the row before says the same. A long list says it again, for whoever has scrolled to there. */
  #say(told: () => string): () => boolean {
    const before = this.#said.at(-1);
    const isDue = this.#said.length % SAID_AGAIN === 0;
    this.#said.push(told);
    return () => !isDue && before?.() === told();
  }

  addGap(gap: Stretch | undefined): void {
    if (gap) this.items.push({ kind: "gap", key: `gap ${gap.start}`, start: gap.start, end: gap.end });
  }
}

function once(tell: () => string): () => string {
  let told: string | undefined;
  return () => (told ??= tell());
}

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
  for (const { it, day } of ordered) {
    const here = days.get(day);
    if (here) here.push(it);
    else days.set(day, [it]);
  }
  return days;
}

function takenOn(taken: readonly ShownOccurrence[], day: Local, zone: Zone): readonly ShownOccurrence[] {
  const [from, to] = [zone.toInstant(day), zone.toInstant(addDays(day, 1))];
  return taken.filter((it) => it.end > from && it.start < to);
}
