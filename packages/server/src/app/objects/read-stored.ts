import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { StorageFailure } from "../../storage/port/failure.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { isDamage } from "../storage-problem.ts";

/**
 * Reads an object that was checked when it was stored.
 * @throws StorageFailure if it can't be read: the store is damaged or a release has become stricter (`snart doctor` lists
 * them)
 */
export function readStored(stored: Pick<StoredObject, "id" | "icalendar">): CalendarObject {
  const parsed = parseICalendar(stored.icalendar);
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) {
    const cause = new Error(`stored object ${stored.id} cannot be read: ${JSON.stringify(read.problem)}`);
    throw new StorageFailure(cause, false, "damaged");
  }
  return read.value;
}

/** The same; undefined if it can't be read. */
export const readIfReadable = (stored: Pick<StoredObject, "id" | "icalendar">): CalendarObject | undefined =>
  ifReadable(() => readStored(stored));

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** A stored object with its parsed form. The text is parsed on first use, and once. */
export class ReadObject {
  readonly stored: StoredObject;
  /** The object of which this one shows the times alone. */
  readonly whole: ReadObject | undefined;
  readonly #read: (stored: StoredObject) => CalendarObject;
  #object: CalendarObject | undefined;

  constructor(
    stored: StoredObject,
    read: (stored: StoredObject) => CalendarObject = readStored,
    whole?: ReadObject,
  ) {
    this.stored = stored;
    this.whole = whole;
    this.#read = read;
  }

  /** @throws Error if the text can't be read, as `readStored` does */
  get object(): CalendarObject {
    return (this.#object ??= this.#read(this.stored));
  }

  /** undefined if the text can't be read */
  get objectIfReadable(): CalendarObject | undefined {
    return ifReadable(() => this.object);
  }
}

/**
 * The object of a VCALENDAR made from one by changing its components.
 * @throws Error if it is no longer a valid one
 */
export function objectOf(calendar: Component): CalendarObject {
  const read = readCalendarObject(calendar);
  if (!read.ok) throw new Error(`a changed object is none any more: ${JSON.stringify(read.problem)}`);
  return read.value;
}
