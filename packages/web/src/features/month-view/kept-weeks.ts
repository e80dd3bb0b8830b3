import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "../../store/entries.ts";
import { eventsNear } from "../../store/days/events-near.ts";
import { occurrencesIn } from "../../store/occurrences.ts";
import type { ShownOccurrence } from "../../store/occurrences.ts";
import type { TaskOccurrences } from "../../store/tasks/use-task-occurrences.ts";
import { touchedDays } from "../../layout/touched-days.ts";
import { localOfDay, mondayOfWeek } from "./month-weeks.ts";
import type { WeekSpan } from "./month-weeks.ts";
import type { Almanac } from "../calendar-view/screen.tsx";
import { contentsOfWeek } from "./week-contents.ts";
import type { WeekContents } from "./week-contents.ts";

/** What the weeks are made of; another of any of them makes them all anew. */
export interface WeekSource {
  readonly events: ReadonlyMap<string, EventEntry>;
  readonly calendars: readonly CalendarEntry[];
  readonly zone: Zone;
  readonly almanac: Almanac;
  readonly tasks: ReadonlyMap<string, EventEntry>;
  /** null: they do not stand among events, or what finds them is not here yet */
  readonly withTasks: TaskOccurrences | null;
}

/** Nearly two years. Each is made by itself: of 2,000 occurrences a month four at once took longer than a frame. */
const MOST_WEEKS = 96;

/** The weeks around some weeks, on a coarse grid: what is asked for changes rarely while one scrolls. */
export const wholeSpan = ({ from, to }: WeekSpan, step: number): WeekSpan => ({
  from: Math.floor(from / step) * step,
  to: Math.ceil(to / step) * step,
});

/** Keeps what weeks hold for as long as nothing that they are made of changes. Each week is the same object until then. */
export class KeptWeeks {
  #source: WeekSource | undefined;
  readonly #weeks = new Map<number, WeekContents>();

  /** What a week holds. */
  week(week: number, source: WeekSource): WeekContents {
    this.#follow(source);
    const known = this.#weeks.get(week);
    if (known) return known;
    const dated = occurrencesOf(week, source).map((occurrence) => ({
      occurrence,
      ...touchedDays(occurrence, source.zone),
    }));
    const contents = contentsOfWeek(week, dated, source.almanac);
    const [oldest] = this.#weeks.keys();
    if (this.#weeks.size >= MOST_WEEKS && oldest !== undefined) this.#weeks.delete(oldest);
    this.#weeks.set(week, contents);
    return contents;
  }

  /** Makes one of some weeks ready, for when it is scrolled to. False once all of them are. */
  prepareOne({ from, to }: WeekSpan, source: WeekSource): boolean {
    this.#follow(source);
    for (let week = from; week < to; week++) {
      if (this.#weeks.has(week)) continue;
      this.week(week, source);
      return true;
    }
    return false;
  }

  #follow(source: WeekSource): void {
    const had = this.#source;
    const isSame =
      had?.events === source.events &&
      had.calendars === source.calendars &&
      had.zone === source.zone &&
      had.tasks === source.tasks &&
      had.withTasks === source.withTasks &&
      had.almanac === source.almanac;
    this.#source = source;
    if (!isSame) this.#weeks.clear();
  }
}

function occurrencesOf(week: number, source: WeekSource): readonly ShownOccurrence[] {
  const { events, tasks, calendars, zone, withTasks } = source;
  const at = (of: number): number => zone.toInstant(localOfDay(mondayOfWeek(of)));
  const window = { from: at(week), to: at(week + 1) };
  const found = occurrencesIn(eventsNear(events, window, zone), calendars, window, zone);
  return withTasks ? withTasks(found, tasks.values(), calendars, window, zone) : found;
}
