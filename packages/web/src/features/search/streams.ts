import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "../../store/items/entries.ts";
import { nearestOfEach } from "../../store/items/found-events.ts";
import { readLocalText } from "../../store/items/local-text.ts";
import { occurrencesIn, type ShownOccurrence } from "../../store/items/occurrences.ts";

/** coming: something of it is still ahead; past: it is over. */
export type Part = "coming" | "past";

/** The events of one account that have been fetched, in the server's order. */
export interface Stream {
  readonly accountId: string;
  readonly part: Part;
  /** how many the server has given */
  readonly position: number;
  readonly entries: readonly EventEntry[];
  readonly isDone: boolean;
}

export interface Where {
  /** those whose events are shown, all of them visible */
  readonly calendars: readonly CalendarEntry[];
  readonly now: Instant;
  readonly zone: Zone;
}

/** A series may come so seldom. */
const FAR = 60 * 366 * DAY;

/** One occurrence of each event of a part: of what is coming the next, of what is over the last. */
export function hitsOf(entries: readonly EventEntry[], part: Part, where: Where): readonly ShownOccurrence[] {
  const { calendars, now, zone } = where;
  return nearestOfEach(entries, calendars, now, zone).map((it) => {
    if (part === "past" || it.end > now) return it;
    const window = { from: now, to: now + FAR };
    return occurrencesIn([it.entry], calendars, window, zone).find(({ end }) => end > now) ?? it;
  });
}

/** How far from now a hit is, ms. */
export const farness = (it: ShownOccurrence, part: Part, now: Instant): number =>
  part === "past" ? now - it.end : Math.max(0, it.start - now);

/**
 * The hits of a part, nearest first, and how near everything is of which all are known. The server sorts a series by
 * its whole time, so that what a stream has yet to bring may come before a hit that is here: such hits are held back.
 */
export function nearHits(
  streams: readonly Stream[],
  part: Part,
  where: Where,
): { readonly hits: readonly ShownOccurrence[]; readonly known: number } {
  const own = streams.filter((it) => it.part === part);
  const { now } = where;
  const known = Math.min(
    ...own.map(({ isDone, entries }) => {
      if (isDone) return Infinity;
      const last = entries.at(-1);
      return last === undefined ? -1 : boundOf(last, part, where);
    }),
  );
  const entries = [...new Map(own.flatMap((it) => it.entries).map((it) => [it.key, it])).values()];
  const hits = hitsOf(entries, part, where).filter((it) => farness(it, part, now) <= known);
  return { hits: hits.toSorted((a, b) => farness(a, part, now) - farness(b, part, now)), known };
}

/** How near the next event of a stream may be: as near as its last one, which for a series under way is now. */
function boundOf(entry: EventEntry, part: Part, where: Where): number {
  const { event } = entry;
  const { now, zone } = where;
  const start = readLocalText(event.start);
  const hasBegun = start === undefined || zone.toInstant(start) <= now;
  if (part === "coming" && hasBegun && (event.recurrenceRule || event.recurrenceOverrides)) return 0;
  const [hit] = hitsOf([entry], part, where);
  return hit ? farness(hit, part, now) : 0;
}
