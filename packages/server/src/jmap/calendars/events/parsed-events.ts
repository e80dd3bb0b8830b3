import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { readStored } from "../../../app/objects/read-stored.ts";
import type { Principal, StoredObject } from "../../../app/types.ts";
import { eventRecord, type EventRecord } from "./event-record.ts";

interface Parsed {
  readonly etag: string;
  readonly object: CalendarObject;
  record?: EventRecord;
}

/** Kept at most: as many as one get may ask for. */
const MAX_EVENTS = 5_000;

/**
 * Events that a request has read already: a get of what a query has just found need not read their texts again. An event
 * that is not as it was is read anew.
 */
export class ParsedEvents {
  readonly #byId = new Map<string, Parsed>();

  /** @throws Error when the stored text can't be read */
  object(stored: StoredObject): CalendarObject {
    return this.#parsed(stored).object;
  }

  /**
   * The event as JMAP tells it. The calendar it is in is told as it is now, also after a move.
   * @throws Error when the stored text has no meaning as an event
   */
  record(stored: StoredObject, account: Principal): EventRecord {
    const parsed = this.#parsed(stored);
    const known = parsed.record;
    if (known && known.calendarIds[stored.calendarId]) return known;
    return (parsed.record = eventRecord({ stored, object: parsed.object }, account));
  }

  #parsed(stored: StoredObject): Parsed {
    const known = this.#byId.get(stored.id);
    if (known?.etag === stored.etag) return known;
    const parsed: Parsed = { etag: stored.etag, object: readStored(stored) };
    if (this.#byId.size < MAX_EVENTS) this.#byId.set(stored.id, parsed);
    return parsed;
  }
}
