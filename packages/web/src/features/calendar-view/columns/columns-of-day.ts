import type { CalendarColour } from "../../../store/items/calendar-colour.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { bareAddress } from "../../../store/items/former-addresses.ts";

/** A column of a day: the events in one calendar, or of one person. */
export interface ColumnOfDay {
  readonly id: string;
  readonly name: string;
  readonly colour: CalendarColour | null;
  /** the calendar for drops and new events; null: the event keeps its own */
  readonly calendar: CalendarEntry | null;
  readonly occurrences: readonly ShownOccurrence[];
}

/**
 * Returns a column for each visible calendar with an event on the day, and for each writable calendar while there is room
 * for `most`, in the order of the sidebar.
 */
export function calendarColumns(
  occurrences: readonly ShownOccurrence[],
  calendars: readonly CalendarEntry[],
  most: number,
): readonly ColumnOfDay[] {
  const byCalendar = Map.groupBy(occurrences, ({ entry }) => entry.calendarKey);
  const shown = calendars.filter(({ isVisible }) => isVisible);
  const busy = shown.filter(({ key }) => byCalendar.has(key));
  const idle = shown.filter(({ key, mayWrite }) => mayWrite && !byCalendar.has(key));
  const wanted = new Set([...busy, ...idle.slice(0, Math.max(0, most - busy.length))]);
  return shown
    .filter((calendar) => wanted.has(calendar))
    .map((calendar) => ({
      id: calendar.key,
      name: calendar.name,
      colour: calendar.colour,
      calendar,
      occurrences: byCalendar.get(calendar.key) ?? [],
    }));
}

/** The viewer of the day. */
interface Viewer {
  readonly name: string;
  readonly address: string;
}

/**
 * Returns a column for the viewer, for everybody whose calendars they see, and for every participant in an event of the
 * day. An event is in the column of each participant; an event without guests is in that of its calendar's owner.
 */
export function personColumns(
  occurrences: readonly ShownOccurrence[],
  calendars: readonly CalendarEntry[],
  viewer: Viewer,
): readonly ColumnOfDay[] {
  const shown = calendars.filter(({ isVisible }) => isVisible);
  const people = new Map<string, Person>();
  const me = personOf(
    people,
    "",
    viewer.name,
    shown.find(({ isShared }) => !isShared),
  );
  for (const calendar of shown.filter(({ isShared }) => isShared))
    personOf(people, calendar.accountId, calendar.ownerName ?? calendar.name, calendar);
  for (const occurrence of occurrences) {
    const { calendar } = occurrence;
    const owner = calendar.isShared ? people.get(calendar.accountId) : me;
    const guests = eventFacts(occurrence.event, viewer.address).guests;
    const there = guests
      .filter(({ answer }) => answer !== "declined")
      .map((guest) => (guest.isMe ? me : namedPerson(people, guest.name)));
    for (const person of new Set([...(owner ? [owner] : []), ...there])) person.add(occurrence);
  }
  return [...people.values()].map((person) => person.column());
}

/** A person and their occurrences, gathered while the day is being sorted. */
class Person {
  readonly id: string;
  readonly name: string;
  readonly calendar: CalendarEntry | undefined;
  readonly #occurrences = new Map<string, ShownOccurrence>();

  constructor(id: string, name: string, calendar: CalendarEntry | undefined) {
    this.id = id;
    this.name = name;
    this.calendar = calendar;
  }

  /** Adds an occurrence once: the same meeting is often in several calendars. */
  add(occurrence: ShownOccurrence): void {
    const same = `${occurrence.event.uid} ${occurrence.start}`;
    if (!this.#occurrences.has(same)) this.#occurrences.set(same, occurrence);
  }

  column(): ColumnOfDay {
    return {
      id: this.id,
      name: this.name,
      colour: this.calendar?.colour ?? null,
      calendar: this.calendar?.mayWrite ? this.calendar : null,
      occurrences: [...this.#occurrences.values()],
    };
  }
}

/** Returns the person with an id; their calendar is their first writable one, else their first. */
function personOf(
  people: Map<string, Person>,
  id: string,
  name: string,
  calendar: CalendarEntry | undefined,
): Person {
  const known = people.get(id);
  if (known && (known.calendar?.mayWrite || !calendar?.mayWrite)) return known;
  const person = new Person(id, name, calendar);
  people.set(id, person);
  return person;
}

/** Returns the person with a name; guests are matched by name with owners of calendars. */
function namedPerson(people: Map<string, Person>, name: string): Person {
  const id = bareAddress(name);
  const owner = [...people.values()].find((person) => person.name.toLowerCase() === id);
  return owner ?? personOf(people, id, name, undefined);
}

/** The columns that there is room for. */
export interface ColumnsWindow {
  readonly columns: readonly ColumnOfDay[];
  /** the number of columns before them, the one that stays in its place not counted */
  readonly at: number;
  /** the number of columns that scroll */
  readonly total: number;
  /** the number of those that are shown */
  readonly room: number;
  /** whether the first column stays in its place */
  readonly isFirstKept: boolean;
}

/** Returns the columns from one on that there is room for. The viewer's own, if it comes first, stays in its place. */
export function columnsWindow(
  columns: readonly ColumnOfDay[],
  { room: all, at, keepsFirst }: { readonly room: number; readonly at: number; readonly keepsFirst: boolean },
): ColumnsWindow {
  const isFirstKept = keepsFirst && columns.length > all;
  const kept = isFirstKept ? columns.slice(0, 1) : [];
  const moving = columns.slice(kept.length);
  const room = Math.max(1, Math.min(moving.length, all - kept.length));
  const from = Math.min(Math.max(at, 0), moving.length - room);
  return {
    columns: [...kept, ...moving.slice(from, from + room)],
    at: Math.max(0, from),
    total: moving.length,
    room,
    isFirstKept,
  };
}
