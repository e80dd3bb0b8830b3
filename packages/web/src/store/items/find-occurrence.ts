import { DAY } from "@snart/calendar/time/instant.ts";
import { UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "./entries.ts";
import { readLocalText } from "./local-text.ts";
import { occurrencesIn, type ShownOccurrence } from "./occurrences.ts";

/** How far from its day in the series an occurrence is looked for: others may have moved it. */
const MOVED_AT_MOST = 400 * DAY;

interface KnownEvents {
  readonly events: ReadonlyMap<string, EventEntry>;
  readonly calendars: readonly CalendarEntry[];
}

/** The occurrence of a key (`ShownOccurrence.key`), wherever in time it is; undefined once it is gone or hidden. */
export function findOccurrence(
  { events, calendars }: KnownEvents,
  key: string,
  viewer: Zone,
): ShownOccurrence | undefined {
  const hash = key.lastIndexOf("#");
  for (const entry of events.values()) {
    const lasting = `${entry.calendarKey}/${entry.event.uid}`;
    if (lasting !== key && (hash < 0 || lasting !== key.slice(0, hash))) continue;
    const local = readLocalText((lasting === key ? entry.event.start : key.slice(hash + 1)).slice(0, 10));
    if (local === undefined) continue;
    const at = UTC.toInstant(local);
    const around = { from: at - MOVED_AT_MOST, to: at + MOVED_AT_MOST };
    const found = occurrencesIn([entry], calendars, around, viewer).find((it) => it.key === key);
    if (found) return found;
  }
  return undefined;
}
