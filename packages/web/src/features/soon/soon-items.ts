import { DAY, HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, startOfDay, startOfWeek, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { freeGaps, type Stretch } from "./free-gaps.ts";

type SoonGroup = "now" | "today" | "tomorrow" | "thisWeek" | "nextWeek" | "later";

/** One line of the page of coming events. */
export type SoonItem =
  /** `day` is the first day of the group */
  | { readonly kind: "group"; readonly key: string; readonly group: SoonGroup; readonly day: Local }
  | { readonly kind: "day"; readonly key: string; readonly day: Local; readonly isLater: boolean }
  | { readonly kind: "gap"; readonly key: string; readonly start: Instant; readonly end: Instant }
  | (NamedDay & {
      readonly kind: "named";
      readonly key: string;
      /** the row before says the same distance */
      readonly isRepeat: boolean;
    })
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

/** A red day, an eve, or another day with a name in the almanac. */
export interface NamedDay {
  readonly day: Local;
  readonly name: string;
  readonly distance: string;
}

interface SoonOptions {
  readonly now: Instant;
  readonly zone: Zone;
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

/** Whether something takes up whole days rather than hours. */
export const isWholeDays = (it: ShownOccurrence): boolean => it.allDay || it.end - it.start >= DAY;

/** Whether its hours are no longer free for other things. */
const takesTime = (it: ShownOccurrence): boolean =>
  !isWholeDays(it) && it.end > it.start && it.event.freeBusyStatus !== "free";

/**
 * The coming events, in the order of how soon, under their heads: running ones, today's, tomorrow's, then by week and
 * day, with the free time between. Past events and empty groups are left out.
 */
export function soonItems(occurrences: readonly ShownOccurrence[], options: SoonOptions): SoonItem[] {
  const { now, zone, withGaps, named = [] } = options;
  const today = startOfDay(zone.toLocal(now));
  const days = byDay(occurrences, now, zone);
  const taken = occurrences.filter(takesTime);
  const list = new ItemList(options.distanceOf);
  const running = (days.get(today) ?? []).filter((it) => isRunning(it, now));
  if (running.length > 0) list.begin("now", today);
  for (const it of running.toSorted((a, b) => a.end - b.end)) list.addEvent(it, true);
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
    for (const it of names) list.addNamed(it);
    for (const it of ahead) {
      if (!isWholeDays(it)) while (gaps[0] && gaps[0].start <= it.start) list.addGap(gaps.shift());
      list.addEvent(it, false);
    }
    for (const gap of gaps) list.addGap(gap);
  }
  return list.items;
}

/** The lines of days of the almanac alone. */
export function namedItems(named: readonly NamedDay[]): readonly Extract<SoonItem, { kind: "named" }>[] {
  const list = new ItemList(() => "");
  for (const it of named) list.addNamed(it);
  return list.items.filter((it) => it.kind === "named");
}

/** The lines in the order in which they are shown. */
class ItemList {
  readonly items: SoonItem[] = [];
  readonly #distanceOf: SoonOptions["distanceOf"];
  #group: SoonGroup | null = null;
  #said: () => string = () => "";

  constructor(distanceOf: SoonOptions["distanceOf"]) {
    this.#distanceOf = distanceOf;
  }

  /** Begins a day, and with the first of its group that. */
  begin(group: SoonGroup, day: Local): void {
    if (this.#group !== group) this.items.push({ kind: "group", key: `group ${group}`, group, day });
    this.#group = group;
    if (hasDays.has(group))
      this.items.push({ kind: "day", key: `day ${dayOf(day)}`, day, isLater: group === "later" });
  }

  /** How soon is told when it is asked for: of thousands of events few are in sight. */
  addEvent(occurrence: ShownOccurrence, isNow: boolean): void {
    const told = once(() => this.#distanceOf(occurrence));
    const before = this.#said;
    this.#said = told;
    this.items.push({
      kind: "event",
      key: occurrence.key,
      occurrence,
      isNow,
      get distance() {
        return told();
      },
      get isRepeat() {
        return before() === told();
      },
    });
  }

  addNamed(named: NamedDay): void {
    const key = `named ${dayOf(named.day)} ${named.name}`;
    const before = this.#said;
    this.#said = () => named.distance;
    this.items.push({
      ...named,
      kind: "named",
      key,
      get isRepeat() {
        return before() === named.distance;
      },
    });
  }

  addGap(gap: Stretch | undefined): void {
    if (gap) this.items.push({ kind: "gap", key: `gap ${gap.start}`, start: gap.start, end: gap.end });
  }
}

function once(tell: () => string): () => string {
  let told: string | undefined;
  return () => (told ??= tell());
}

const hasDays: ReadonlySet<SoonGroup> = new Set(["thisWeek", "nextWeek", "later"]);

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

function groupOf(day: Local, today: Local): SoonGroup {
  if (day <= today) return "today";
  if (day === addDays(today, 1)) return "tomorrow";
  const monday = startOfWeek(today);
  if (day < addDays(monday, 7)) return "thisWeek";
  return day < addDays(monday, 14) ? "nextWeek" : "later";
}

/**
 * The events beyond the days that are shown whole: of a series only the first time, and nothing of a series that was
 * shown before, because a weekly event is not worth a line in half a year.
 */
export function farAhead(
  near: readonly ShownOccurrence[],
  far: readonly ShownOccurrence[],
): readonly ShownOccurrence[] {
  const told = new Set(near.map((it) => it.entry.key));
  return far.filter((it) => !told.has(it.entry.key) && told.add(it.entry.key));
}
