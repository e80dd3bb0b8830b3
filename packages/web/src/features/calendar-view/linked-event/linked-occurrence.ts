import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "../../../store/items/entries.ts";
import { readLocalText } from "../../../store/items/local-text.ts";
import { occurrencesIn, type ShownOccurrence } from "../../../store/items/occurrences.ts";

/** The target of a link's id: an event or task, or one occurrence of it (JMAP's synthetic ids). */
interface LinkTarget {
  readonly id: string;
  /** local start in the event's own zone; null: the nearest one */
  readonly recurrenceId: string | null;
}

const SYNTHETIC = /^(.+)[._](\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})$/;

export function linkTarget(id: string): LinkTarget {
  const [, base, year, month, day, hour, minute, second] = SYNTHETIC.exec(id) ?? [];
  if (base === undefined) return { id, recurrenceId: null };
  return { id: base, recurrenceId: `${year}-${month}-${day}T${hour}:${minute}:${second}` };
}

const YEAR = 366 * DAY;

interface Where {
  readonly calendars: readonly CalendarEntry[];
  readonly now: Instant;
  readonly zone: Zone;
}

/**
 * Returns the occurrence that a link means, in a hidden calendar as well: the one that it names, wherever that was moved;
 * else the current or next one, else the last, else the first. Undefined if the event has no occurrence.
 */
export function linkedOccurrence(
  entry: EventEntry,
  recurrenceId: string | null,
  { calendars, now, zone }: Where,
): ShownOccurrence | undefined {
  const seen = calendars.map((it) => ({ ...it, isVisible: true }));
  const within = (from: Instant, to: Instant) => occurrencesIn([entry], seen, { from, to }, zone);
  // A day on either side covers every time zone.
  const around = (text: string | null | undefined): readonly ShownOccurrence[] => {
    const local = readLocalText(text ?? "");
    if (local === undefined) return [];
    const at = zone.toInstant(local);
    return within(at - 2 * DAY, at + 2 * DAY);
  };
  if (recurrenceId !== null) {
    const override = entry.event.recurrenceOverrides?.[recurrenceId];
    const moved = override?.["start"];
    const found = [...around(typeof moved === "string" ? moved : null), ...around(recurrenceId)];
    return found.find((it) => it.recurrenceId === recurrenceId);
  }
  const near = within(now - YEAR, now + YEAR);
  const first = () => around(entry.event.start).at(0);
  return near.find((it) => it.end > now) ?? near.at(-1) ?? first();
}
