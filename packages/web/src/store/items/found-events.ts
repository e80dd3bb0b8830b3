import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { calendarKeyOf, entryKey, type CalendarEntry, type EventEntry } from "./entries.ts";
import { readLocalText } from "./local-text.ts";
import { occurrencesIn, type ShownOccurrence } from "./occurrences.ts";

const YEAR = 366 * DAY;

/** The form for comparing texts: lower case without accents, except å ä ö, which are letters. */
export const foldedText = (text: string): string =>
  text
    .normalize("NFC")
    .toLocaleLowerCase("sv")
    .replaceAll(/[^\p{ASCII}åäö]/gu, (letter) => letter.normalize("NFD").replaceAll(/\p{M}/gu, ""));

/** An event is folded once, not for every key: it is another object when it has changed. */
const foldedEvents = new WeakMap<JSEvent, string>();

function textOf(event: JSEvent): string {
  const known = foldedEvents.get(event);
  if (known !== undefined) return known;
  const { title, description, locations, keywords } = event;
  const places = Object.values(locations ?? {}).map(({ name }) => name);
  const text = foldedText([title, description, ...places, ...Object.keys(keywords ?? {})].join("\n"));
  foldedEvents.set(event, text);
  return text;
}

/** A test whether the visible text of an event has all the words. */
export function wordsTest(words: string): (event: JSEvent) => boolean {
  const each = foldedText(words).split(/\s+/);
  return (event) => {
    const text = textOf(event);
    return each.every((word) => text.includes(word));
  };
}

/** How many are folded between two frames. */
const AT_ONCE = 500;

/**
 * Prepares events for being searched, part by part, so that the first key need not wait for it.
 * @returns what ends it
 */
export function prepareSearch(events: Iterable<JSEvent>): () => void {
  const rest = events[Symbol.iterator]();
  let timer: ReturnType<typeof setTimeout>;
  const part = (): void => {
    for (let count = 0; count < AT_ONCE; count++) {
      const next = rest.next();
      if (next.done) return;
      textOf(next.value);
    }
    timer = setTimeout(part);
  };
  timer = setTimeout(part);
  return () => clearTimeout(timer);
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
