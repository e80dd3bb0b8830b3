import type { CalendarColour } from "../../../store/items/calendar-colour.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { eventFacts } from "../../../store/items/event-facts.ts";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";
import { guestAddress } from "../../../grid/shown-filter.ts";

/** A column of a day: what takes place in a calendar, or for a person. */
export interface ColumnOfDay {
  readonly id: string;
  /** empty for what had no room of its own */
  readonly name: string;
  readonly colour: CalendarColour | null;
  /** the calendar for drops and new events; null: the event keeps its own */
  readonly calendar: CalendarEntry | null;
  readonly occurrences: readonly ShownOccurrence[];
  /** how many columns would not fit and are in this one */
  readonly others?: number;
}

/**
 * A column for each calendar on show that has something on the day, and for those that one may write to while there is
 * room for `most`; in the order of the sidebar. What finds no room shares the last.
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

/** The person who looks at the day. */
interface Viewer {
  readonly name: string;
  readonly address: string;
}

/**
 * A column for the viewer, for everybody whose calendars they see, and for everybody who takes part in an event of
 * the day. An event is in the column of each participant; one without guests in that of its calendar's owner.
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

/** Somebody while the day is being sorted. */
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

  /** The same meeting is often in several calendars: it stands here once. */
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

/** The person of an id, made with the first of their calendars, or the first that may be written. */
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

/** The person with that name; guests are matched by name with owners of calendars. */
function namedPerson(people: Map<string, Person>, name: string): Person {
  const id = guestAddress(name);
  const owner = [...people.values()].find((person) => person.name.toLowerCase() === id);
  return owner ?? personOf(people, id, name, undefined);
}

/** The first columns, and all that come after the last of them in it. */
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
