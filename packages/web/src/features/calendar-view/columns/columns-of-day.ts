import type { CalendarColour } from "../../../store/items/calendar-colour.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { guestAddress } from "../../../grid/shown-filter.ts";

/** A column of a day: the events in one calendar, or of one person. */
export interface ColumnOfDay {
  readonly id: string;
  /** empty: the column that several share for want of room */
  readonly name: string;
  readonly colour: CalendarColour | null;
  /** the calendar for drops and new events; null: the event keeps its own */
  readonly calendar: CalendarEntry | null;
  readonly occurrences: readonly ShownOccurrence[];
  /** the number of columns that share this one for want of room */
  readonly others?: number;
}

/**
 * Returns a column for each visible calendar with an event on the day, and for each writable calendar while there is room
 * for `most`, in the order of the sidebar. Calendars without room share the last column.
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
  const columns = shown
    .filter((calendar) => wanted.has(calendar))
    .map((calendar) => ({
      id: calendar.key,
      name: calendar.name,
      colour: calendar.colour,
      calendar,
      occurrences: byCalendar.get(calendar.key) ?? [],
    }));
  return withinRoom(columns, most);
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
  most: number,
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
  return withinRoom(
    [...people.values()].map((person) => person.column()),
    most,
  );
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
  const id = guestAddress(name);
  const owner = [...people.values()].find((person) => person.name.toLowerCase() === id);
  return owner ?? personOf(people, id, name, undefined);
}

/** Returns the first columns; the last of them holds the contents of all the others. */
function withinRoom(columns: readonly ColumnOfDay[], most: number): readonly ColumnOfDay[] {
  if (columns.length <= most) return columns;
  const kept = columns.slice(0, Math.max(1, most) - 1);
  const others = columns.slice(kept.length);
  const occurrences = [...new Map(others.flatMap((it) => it.occurrences).map((it) => [it.key, it])).values()];
  const sorted = occurrences.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return [
    ...kept,
    { id: "others", name: "", colour: null, calendar: null, occurrences: sorted, others: others.length },
  ];
}
