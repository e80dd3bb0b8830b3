import type { Window } from "@snart/calendar/recurrence/expand.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "../../store/items/entries.ts";
import { eventsNear } from "../../store/days/events-near.ts";
import { occurrencesIn, type ShownOccurrence } from "../../store/items/occurrences.ts";
import { withTaskOccurrences } from "../../store/tasks/task-occurrences.ts";
import { touchedDays } from "../../layout/touched-days.ts";
import { localOfDay, mondayOfWeek, type WeekSpan } from "./month-weeks.ts";
import type { Almanac } from "../../grid/almanac/red-days.ts";
import { contentsOfWeek, type WeekContents } from "./week-contents.ts";

/** The inputs of the weeks; after a change of any of them all weeks are computed again. */
export interface WeekSource {
  readonly events: ReadonlyMap<string, EventEntry>;
  readonly calendars: readonly CalendarEntry[];
  readonly zone: Zone;
  readonly almanac: Almanac;
  readonly tasks: ReadonlyMap<string, EventEntry>;
  /** whether tasks stand among events */
  readonly showsTasks: boolean;
}

/** Nearly two years. Each week is computed alone: with 2,000 occurrences a month, four at once took longer than a frame. */
const MOST_WEEKS = 96;

/** Returns the weeks around some weeks, on a coarse grid, so that the request rarely changes while scrolling. */
export const wholeSpan = ({ from, to }: WeekSpan, step: number): WeekSpan => ({
  from: Math.floor(from / step) * step,
  to: Math.ceil(to / step) * step,
});

interface KeptWeek {
  readonly contents: WeekContents;
  /** the entries that may have an occurrence in it */
  readonly near: readonly EventEntry[];
  /** the source for which it is valid */
  source: WeekSource;
}

/**
 * Remembers the contents of weeks until one of their inputs changes. Until then each week is the same object: events that
 * arrive for other weeks do not change it.
 */
export class KeptWeeks {
  #source: WeekSource | undefined;
  readonly #weeks = new Map<number, KeptWeek>();

  /** Returns the contents of a week. */
  week(week: number, given: WeekSource): WeekContents {
    const source = this.#follow(given);
    const known = this.#weeks.get(week);
    if (known?.source === source) return known.contents;
    const window = windowOf(week, source.zone);
    const near = [...eventsNear(source.events, window, source.zone)];
    if (known && sameParts(known.near, near)) {
      known.source = source;
      return known.contents;
    }
    const dated = occurrencesOf(near, window, source).map((occurrence) => ({
      occurrence,
      ...touchedDays(occurrence, source.zone),
    }));
    const contents = contentsOfWeek(week, dated, source.almanac);
    const [oldest] = this.#weeks.keys();
    if (this.#weeks.size >= MOST_WEEKS && oldest !== undefined) this.#weeks.delete(oldest);
    this.#weeks.set(week, { contents, near, source });
    return contents;
  }

  /** Prepares one of some weeks before the person scrolls to it. Returns false once all of them are prepared. */
  prepareOne({ from, to }: WeekSpan, given: WeekSource): boolean {
    const source = this.#follow(given);
    for (let week = from; week < to; week++) {
      if (this.#weeks.get(week)?.source === source) continue;
      this.week(week, source);
      return true;
    }
    return false;
  }

  /** Returns the source in use: the former object if the new one holds the same. */
  #follow(source: WeekSource): WeekSource {
    const had = this.#source;
    const isAlike =
      had?.calendars === source.calendars &&
      had.zone === source.zone &&
      had.showsTasks === source.showsTasks &&
      had.almanac === source.almanac &&
      (had.tasks === source.tasks || sameParts([...had.tasks.values()], [...source.tasks.values()]));
    if (isAlike && had.events === source.events) return had;
    if (!isAlike) this.#weeks.clear();
    this.#source = source;
    return source;
  }
}

function windowOf(week: number, zone: Zone): Window {
  const at = (of: number): number => zone.toInstant(localOfDay(mondayOfWeek(of)));
  return { from: at(week), to: at(week + 1) };
}

function occurrencesOf(
  near: readonly EventEntry[],
  window: Window,
  { tasks, calendars, zone, showsTasks }: WeekSource,
): readonly ShownOccurrence[] {
  const found = occurrencesIn(near, calendars, window, zone);
  return showsTasks ? withTaskOccurrences(found, tasks.values(), calendars, window, zone) : found;
}

const sameParts = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index]);
