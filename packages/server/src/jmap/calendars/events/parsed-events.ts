import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { readStored } from "../../../app/objects/read-stored.ts";
import type { Principal, StoredObject } from "../../../app/types.ts";
import { eventRecord, type EventRecord } from "./event-record.ts";

interface Parsed {
  readonly object: CalendarObject;
  record?: EventRecord;
}

/** Kept at most: as many as one get may ask for. */
const MAX_EVENTS = 5_000;

/**
 * Events that a request has read already: a get of what a query has just found need not read their texts again, nor a set that has
 * looked at what it changes. An event that is not as it was is read anew.
 */
export class ParsedEvents {
  readonly #known = new Map<string, Parsed>();

  /** @throws Error when the stored text can't be read */
  readonly object = (stored: StoredObject): CalendarObject => this.#parsed(stored).object;

  /**
   * The event as JMAP tells it. The calendar it is in is told as it is now, also after a move.
   * @param object what its text says, should that be known
   * @throws Error when the stored text can't be read, or has no meaning as an event
   */
  record(stored: StoredObject, account: Principal, object?: CalendarObject): EventRecord {
    const parsed = this.#parsed(stored, object);
    const known = parsed.record;
    if (known && known.calendarIds[stored.calendarId]) return known;
    return (parsed.record = eventRecord({ stored, object: parsed.object }, account));
  }

  #parsed(stored: StoredObject, object?: CalendarObject): Parsed {
    // The same text has the same tag.
    const key = `${stored.id} ${stored.etag}`;
    const known = this.#known.get(key);
    if (known) return known;
    const parsed: Parsed = { object: object ?? readStored(stored) };
    if (this.#known.size < MAX_EVENTS) this.#known.set(key, parsed);
    return parsed;
  }
}
