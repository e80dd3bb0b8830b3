import { calendarOfEntry } from "./calendar-of-entry.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import { overlaps, type Occurrence, type Window } from "@snart/calendar/recurrence/expand.ts";
import { isRecurring, type Series } from "@snart/calendar/recurrence/series.ts";
import { ownLocal } from "@snart/calendar/time/calendar-time.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT, type Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { nearestCalendarColour, type CalendarColour } from "./calendar-colour.ts";
import type { CalendarEntry, EventEntry } from "./entries.ts";
import { isBusyOnly } from "./event-facts.ts";
import { localDateTimeText, readLocalText } from "./local-text.ts";

/** One time that an event takes place, with all that is needed to draw it. */
export interface ShownOccurrence {
  /** unique on the page, and stable as long as it is the same occurrence */
  readonly key: string;
  readonly entry: EventEntry;
  readonly calendar: CalendarEntry;
  /** its own, else that of its calendar */
  readonly colour: CalendarColour;
  /** the event of this occurrence, with its override applied */
  readonly event: JSEvent;
  /** local start in the event's own zone that the series gave it; null if it does not repeat */
  readonly recurrenceId: string | null;
  /** local start in the event's own zone; the event's own `start` is that of its series */
  readonly ownStart: string;
  readonly allDay: boolean;
  readonly start: Instant;
  /** exclusive */
  readonly end: Instant;
}

interface Known {
  readonly series: Series<JSEvent> | null;
  readonly windows: Map<string, readonly Occurrence<JSEvent>[]>;
  /** the times of a non-recurring event, in the zone of the last viewer */
  once?: { readonly viewer: Zone; readonly occurrence: Occurrence<JSEvent> | undefined };
}

/** Per event object: a changed event is another object, so nothing here can go stale. */
const known = new WeakMap<JSEvent, Known>();
const MAX_WINDOWS = 6;
const ALWAYS: Window = { from: MIN_INSTANT, to: MAX_INSTANT };
const none: readonly Occurrence<JSEvent>[] = [];

/** The occurrences of one event in a window. An event whose times can't be read has none. */
function occurrencesOf(event: JSEvent, window: Window, viewer: Zone): readonly Occurrence<JSEvent>[] {
  const about = known.get(event) ?? learn(event);
  if (!about.series) return none;
  // Most events: each is expanded once, and not for every week that is turned to and every month beside it.
  if (!isRecurring(about.series)) return onceIn(about, about.series, window, viewer);
  const key = `${window.from} ${window.to} ${viewer.id}`;
  const before = about.windows.get(key);
  if (before) return before;
  const found = expandAsFar(about.series, window, viewer).occurrences;
  const [oldest] = about.windows.keys();
  if (about.windows.size >= MAX_WINDOWS && oldest !== undefined) about.windows.delete(oldest);
  about.windows.set(key, found);
  return found;
}

function onceIn(
  about: Known,
  series: Series<JSEvent>,
  window: Window,
  viewer: Zone,
): readonly Occurrence<JSEvent>[] {
  const occurrence = onceOf(about, series, viewer);
  return occurrence && overlaps(occurrence, window) ? [occurrence] : none;
}

function onceOf(about: Known, series: Series<JSEvent>, viewer: Zone): Occurrence<JSEvent> | undefined {
  if (about.once?.viewer === viewer) return about.once.occurrence;
  const [occurrence] = expandAsFar(series, ALWAYS, viewer).occurrences;
  about.once = { viewer, occurrence };
  return occurrence;
}

/** When an event takes place, its ends included; "many" for a series, null for one whose times can't be read. */
export function timeOf(event: JSEvent, viewer: Zone): Window | "many" | null {
  const about = known.get(event) ?? learn(event);
  if (!about.series) return null;
  if (isRecurring(about.series)) return "many";
  const occurrence = onceOf(about, about.series, viewer);
  return occurrence ? { from: occurrence.startInstant, to: occurrence.endInstant } : null;
}

function learn(event: JSEvent): Known {
  const series = seriesOfEvent(event);
  const about: Known = { series: series.ok ? series.value : null, windows: new Map() };
  known.set(event, about);
  return about;
}

/** The occurrences of visible calendars that overlap a window, by start, the longer first. */
export function occurrencesIn(
  events: Iterable<EventEntry>,
  calendars: readonly CalendarEntry[],
  window: Window,
  viewer: Zone,
): ShownOccurrence[] {
  const visible = new Map(calendars.filter((it) => it.isVisible).map((it) => [it.key, it]));
  const shown: ShownOccurrence[] = [];
  for (const entry of events) {
    const calendar = visible.get(entry.calendarKey);
    if (!calendar) continue;
    for (const occurrence of occurrencesOf(entry.event, window, viewer))
      shown.push(show(entry, calendar, occurrence));
  }
  return shown.sort((a, b) => a.start - b.start || b.end - a.end || (a.key < b.key ? -1 : 1));
}

/**
 * The same occurrence of an event that was changed since; undefined if the event has none there any more. Its key stays,
 * also in another calendar.
 */
export function occurrenceAgain(
  entry: EventEntry,
  calendars: readonly CalendarEntry[],
  former: ShownOccurrence,
  viewer: Zone,
): ShownOccurrence | undefined {
  const { recurrenceId, start, end } = former;
  const calendar = calendars.find((it) => it.key === entry.calendarKey);
  const override = entry.event.recurrenceOverrides?.[recurrenceId ?? ""]?.["start"];
  const zone = (entry.event.timeZone ? ianaZone(entry.event.timeZone) : undefined) ?? viewer;
  // It may lie where it was, where its series puts it, or where it was moved to.
  const places = [recurrenceId, override].flatMap((text) => {
    const local = typeof text === "string" ? readLocalText(text) : undefined;
    return local === undefined ? [] : [zone.toInstant(local)];
  });
  const near = { from: Math.min(start, ...places) - DAY, to: Math.max(end, ...places) + DAY };
  const window = recurrenceId === null && timeOf(entry.event, viewer) !== "many" ? ALWAYS : near;
  const found = calendar && occurrencesOf(entry.event, window, viewer).map((it) => show(entry, calendar, it));
  const again = found?.find((it) => it.recurrenceId === recurrenceId);
  return again && { ...again, key: former.key };
}

/**
 * A calendar has each UID once, and an event has its UID before the server assigns an id. So the element on screen
 * stays the same, with its focus, when the id arrives.
 */
const lastingKey = (entry: EventEntry): string => `${entry.calendarKey}/${entry.event.uid}`;

const colours = new Map<string, CalendarColour>();

/** Ours that is nearest to an event's own colour; undefined without one. */
export function colourOf(color: string | undefined): CalendarColour | undefined {
  if (!color) return undefined;
  const colour = colours.get(color) ?? nearestCalendarColour(color, color);
  // Programs that write colours of any kind must not fill the memory.
  if (colours.size < 500) colours.set(color, colour);
  return colour;
}

/** Remembers the result per object, so that unchanged data stays the same object. */
function once<T extends object>(make: (of: T) => T): (of: T) => T {
  const made = new WeakMap<T, T>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

const nameless = once((event: JSEvent): JSEvent => ({ ...event, title: "" }));
/** A private event of somebody else has no calendar's colour, and nobody else may change it (docs/design.md §4.4). */
const closed = once((calendar: CalendarEntry): CalendarEntry => ({
  ...calendar,
  colour: "granite" as const,
  mayWrite: false,
}));

function show(entry: EventEntry, of: CalendarEntry, occurrence: Occurrence<JSEvent>): ShownOccurrence {
  const { recurrenceId, startInstant, endInstant } = occurrence;
  const isClosed = isBusyOnly(occurrence.source);
  const source = isClosed && !of.isShared ? nameless(occurrence.source) : occurrence.source;
  const calendar = isClosed && of.isShared ? closed(of) : calendarOfEntry(entry, of);
  const id = recurrenceId && localDateTimeText(ownLocal(recurrenceId));
  return {
    key: id === null ? lastingKey(entry) : `${lastingKey(entry)}#${id}`,
    entry,
    calendar,
    colour: (isClosed ? undefined : colourOf(source.color)) ?? calendar.colour,
    event: source,
    recurrenceId: id,
    ownStart: localDateTimeText(ownLocal(occurrence.start)),
    allDay: occurrence.start.kind === "allDay" || source.showWithoutTime === true,
    start: startInstant,
    end: Math.max(startInstant, endInstant),
  };
}
