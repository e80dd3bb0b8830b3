import type { AlmanacRegion } from "@snart/calendar/almanac/almanac-day.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "../../store/entries.ts";
import { occurrencesIn } from "../../store/occurrences.ts";
import { touchedDays } from "../../layout/touched-days.ts";
import { localOfDay, mondayOfWeek, weekOfDay } from "./month-weeks.ts";
import type { WeekSpan } from "./month-weeks.ts";
import { contentsOfWeek } from "./week-contents.ts";
import type { DatedOccurrence, WeekContents } from "./week-contents.ts";

/** What the weeks are made of; another of any of them makes them all anew. */
export interface BlockSource {
  readonly events: ReadonlyMap<string, EventEntry>;
  readonly calendars: readonly CalendarEntry[];
  readonly zone: Zone;
  readonly region: AlmanacRegion;
}

/** Weeks are expanded this many at a time, so that scrolling rarely has to. */
const BLOCK_WEEKS = 12;
const MOST_BLOCKS = 24;

/** The weeks of whole blocks that hold some weeks. */
export const blockSpan = ({ from, to }: WeekSpan): WeekSpan => ({
  from: Math.floor(from / BLOCK_WEEKS) * BLOCK_WEEKS,
  to: Math.ceil(to / BLOCK_WEEKS) * BLOCK_WEEKS,
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
    const contents = contentsOfWeek(week, dated, source.region);
    this.#weeks.set(week, contents);
    return contents;
  }

  /** Makes the weeks of some blocks ready, for when they are scrolled to. */
  prepare({ from, to }: WeekSpan, source: BlockSource): void {
    this.#follow(source);
    for (let week = from; week < to; week += BLOCK_WEEKS) this.#block(Math.floor(week / BLOCK_WEEKS), source);
  }

  /** The occurrences of a block, by the weeks that they touch. */
  #block(block: number, source: BlockSource): ReadonlyMap<number, readonly DatedOccurrence[]> {
    const known = this.#blocks.get(block);
    if (known) return known;
    const at = (week: number): number => source.zone.toInstant(localOfDay(mondayOfWeek(week)));
    const window = { from: at(block * BLOCK_WEEKS), to: at((block + 1) * BLOCK_WEEKS) };
    const occurrences = occurrencesIn(source.events.values(), source.calendars, window, source.zone);
    if (this.#blocks.size >= MOST_BLOCKS) this.#forget();
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
      had.region === source.region;
    this.#source = source;
    if (!isSame) this.#forget();
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
