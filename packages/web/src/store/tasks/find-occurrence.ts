import type { Item } from "@snart/calendar/jscalendar/types.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "../items/entries.ts";
import { readLocalText } from "../items/local-text.ts";
import { occurrencesIn, type ShownOccurrence } from "../items/occurrences.ts";
import { taskOccurrences } from "./task-occurrences.ts";

/** How far from its day in the series an occurrence is looked for: most are near it, others may have moved it far. */
const REACHES = [31 * DAY, 400 * DAY] as const;

interface KnownItems {
  readonly events: ReadonlyMap<string, EventEntry>;
  readonly tasks: ReadonlyMap<string, EventEntry>;
  readonly calendars: readonly CalendarEntry[];
}

/**
 * Returns the occurrence of a key (`ShownOccurrence.key`), of an event or of a task, wherever in time it is. Returns
 * undefined once it is gone, hidden, or a task that is over.
 */
export function findOccurrence(
  { events, tasks, calendars }: KnownItems,
  key: string,
  viewer: Zone,
): ShownOccurrence | undefined {
  return (
    foundIn(events, occurrencesIn, calendars, key, viewer) ??
    foundIn(tasks, taskOccurrences, calendars, key, viewer)
  );
}

function foundIn(
  entries: ReadonlyMap<string, EventEntry>,
  expand: typeof occurrencesIn,
  calendars: readonly CalendarEntry[],
  key: string,
  viewer: Zone,
): ShownOccurrence | undefined {
  const hash = key.lastIndexOf("#");
  for (const entry of entries.values()) {
    const lasting = `${entry.calendarKey}/${entry.event.uid}`;
    if (lasting !== key && (hash < 0 || lasting !== key.slice(0, hash))) continue;
    const local = readLocalText((lasting === key ? firstDay(entry.event) : key.slice(hash + 1)).slice(0, 10));
    if (local === undefined) continue;
    const at = UTC.toInstant(local);
    for (const reach of REACHES) {
      const around = { from: at - reach, to: at + reach };
      const found = expand([entry], calendars, around, viewer).find((it) => it.key === key);
      if (found) return found;
    }
  }
  return undefined;
}

/** A task stands where it is due. */
const firstDay = ({ start, due = start }: Item): string => due ?? "";
