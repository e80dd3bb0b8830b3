import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "../../store/entries.ts";
import { eventsNear } from "../../store/days/events-near.ts";
import { occurrencesIn } from "../../store/occurrences.ts";
import type { TaskOccurrences } from "../../store/tasks/use-task-occurrences.ts";
import { touchedDays } from "../../layout/touched-days.ts";
import { localOfDay, mondayOfWeek, weekOfDay } from "./month-weeks.ts";
import type { WeekSpan } from "./month-weeks.ts";
import type { Almanac } from "../calendar-view/screen.tsx";
import { contentsOfWeek } from "./week-contents.ts";
import type { DatedOccurrence, WeekContents } from "./week-contents.ts";

/** What the weeks are made of; another of any of them makes them all anew. */
export interface BlockSource {
  readonly events: ReadonlyMap<string, EventEntry>;
  readonly calendars: readonly CalendarEntry[];
  readonly zone: Zone;
  readonly almanac: Almanac;
  readonly tasks: ReadonlyMap<string, EventEntry>;
  /** null: they do not stand among events, or what finds them is not here yet */
  readonly withTasks: TaskOccurrences | null;
}

/** Weeks are expanded this many at a time, so that scrolling rarely has to. */
const BLOCK_WEEKS = 4;
const MOST_BLOCKS = 24;

/** The weeks around some weeks, on a coarse grid: what is asked for changes rarely while one scrolls. */
export const wholeSpan = ({ from, to }: WeekSpan, step: number): WeekSpan => ({
  from: Math.floor(from / step) * step,
  to: Math.ceil(to / step) * step,
});

/** Keeps what weeks hold for as long as nothing that they are made of changes. Each week is the same object until then. */
export class OccurrenceBlocks {
  #source: BlockSource | undefined;
  readonly #blocks = new Map<number, ReadonlyMap<number, readonly DatedOccurrence[]>>();
  readonly #weeks = new Map<number, WeekContents>();

  /** What a week holds. */
  week(week: number, source: BlockSource): WeekContents {
    this.#follow(source);
    const known = this.#weeks.get(week);
    if (known) return known;
    const dated = this.#block(Math.floor(week / BLOCK_WEEKS), source).get(week) ?? [];
    const contents = contentsOfWeek(week, dated, source.almanac);
    this.#weeks.set(week, contents);
    return contents;
  }

  /** Makes one block of some weeks ready, for when it is scrolled to. False once all of them are. */
  prepareOne({ from, to }: WeekSpan, source: BlockSource): boolean {
    this.#follow(source);
    for (let block = Math.floor(from / BLOCK_WEEKS); block * BLOCK_WEEKS < to; block++) {
      if (this.#blocks.has(block)) continue;
      this.#block(block, source);
      return true;
    }
    return false;
  }

  /** The occurrences of a block, by the weeks that they touch. */
  #block(block: number, source: BlockSource): ReadonlyMap<number, readonly DatedOccurrence[]> {
    const known = this.#blocks.get(block);
    if (known) return known;
    const at = (week: number): number => source.zone.toInstant(localOfDay(mondayOfWeek(week)));
    const window = { from: at(block * BLOCK_WEEKS), to: at((block + 1) * BLOCK_WEEKS) };
    const { events, tasks, calendars, zone, withTasks } = source;
    const found = occurrencesIn(eventsNear(events, window, zone), calendars, window, zone);
    const occurrences = withTasks ? withTasks(found, tasks.values(), calendars, window, zone) : found;
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size >= MOST_BLOCKS && oldest !== undefined) this.#drop(oldest);
    const weeks = new Map<number, DatedOccurrence[]>();
    for (const occurrence of occurrences) {
      const days = touchedDays(occurrence, source.zone);
      const last = Math.min(weekOfDay(days.endDay - 1), (block + 1) * BLOCK_WEEKS - 1);
      for (let week = Math.max(weekOfDay(days.startDay), block * BLOCK_WEEKS); week <= last; week++)
        bucketOf(weeks, week).push({ occurrence, ...days });
    }
    this.#blocks.set(block, weeks);
    return weeks;
  }

  #follow(source: BlockSource): void {
    const had = this.#source;
    const isSame =
      had?.events === source.events &&
      had.calendars === source.calendars &&
      had.zone === source.zone &&
      had.tasks === source.tasks &&
      had.withTasks === source.withTasks &&
      had.almanac === source.almanac;
    this.#source = source;
    if (!isSame) this.#forget();
  }

  #drop(block: number): void {
    this.#blocks.delete(block);
    for (let week = block * BLOCK_WEEKS; week < (block + 1) * BLOCK_WEEKS; week++) this.#weeks.delete(week);
  }

  #forget(): void {
    this.#blocks.clear();
    this.#weeks.clear();
  }
}

function bucketOf(weeks: Map<number, DatedOccurrence[]>, week: number): DatedOccurrence[] {
  const known = weeks.get(week) ?? [];
  weeks.set(week, known);
  return known;
}
