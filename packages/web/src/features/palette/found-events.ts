import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { calendarKeyOf, entryKey, type CalendarEntry, type EventEntry } from "../../store/items/entries.ts";
import { readLocalText } from "../../store/items/local-text.ts";
import { occurrencesIn, type ShownOccurrence } from "../../store/items/occurrences.ts";

const YEAR = 366 * DAY;

/** The form for comparing texts: lower case without accents, except å ä ö, which are letters. */
const folded = (text: string): string =>
  text
    .normalize("NFC")
    .toLocaleLowerCase("sv")
    .replaceAll(/[^åäö]/gu, (letter) => letter.normalize("NFD").replaceAll(/\p{M}/gu, ""));

/** Whether the visible text of an event has all the words. */
export function hasWords({ title, description, locations, keywords }: JSEvent, words: string): boolean {
  const places = Object.values(locations ?? {}).map(({ name }) => name);
  const text = folded([title, description, ...places, ...Object.keys(keywords ?? {})].join("\n"));
  return folded(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** An event as an entry of the page, though the page's own copy need not have it. */
export const foundEntry = (accountId: string, event: JSEvent): EventEntry => ({
  key: entryKey(accountId, event.id ?? ""),
  accountId,
  id: event.id ?? "",
  event,
  calendarKey: calendarKeyOf(accountId, event),
  savingSince: null,
  problem: null,
});

/**
 * The next occurrence of each event, else the last within a year, else the first; nearest to now first. Events of
 * hidden calendars have none.
 */
export function nearestOfEach(
  entries: readonly EventEntry[],
  calendars: readonly CalendarEntry[],
  now: Instant,
  zone: Zone,
): readonly ShownOccurrence[] {
  const found = new Map<string, ShownOccurrence>();
  for (const it of occurrencesIn(entries, calendars, { from: now - YEAR, to: now + YEAR }, zone)) {
    const known = found.get(it.entry.key);
    if (!known || known.end <= now) found.set(it.entry.key, it);
  }
  for (const entry of entries.filter(({ key }) => !found.has(key))) {
    const start = readLocalText(entry.event.start);
    if (start === undefined) continue;
    // The zone is unknown, so the window has a day more on either side.
    const window = { from: zone.toInstant(start) - 2 * DAY, to: zone.toInstant(start) + 2 * DAY };
    const [first] = occurrencesIn([entry], calendars, window, zone);
    if (first) found.set(entry.key, first);
  }
  const nearness = (it: ShownOccurrence): number =>
    it.end > now ? Math.max(0, it.start - now) : now - it.end + DAY / 2;
  return [...found.values()].toSorted((a, b) => nearness(a) - nearness(b));
}
