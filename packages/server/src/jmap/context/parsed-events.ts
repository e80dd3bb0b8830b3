import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { ReadableObject } from "../../app/objects/get-objects.ts";
import { readStored } from "../../app/objects/read-stored.ts";
import type { Principal, StoredObject } from "../../app/types.ts";
import { eventRecord, type EventRecord } from "./event-record.ts";

type Shown = Pick<ReadableObject, "object" | "whole">;

interface Parsed {
  readonly object: CalendarObject;
  record?: EventRecord;
}

/** The most characters of text whose events are kept: a parsed text takes ten times its room. */
const MAX_SIZE = 4 * 1024 * 1024;

/**
 * Events that a request has parsed already: a get of a query's results need not parse their texts again, nor a set
 * that has checked its events. A changed event is parsed again.
 */
export class ParsedEvents {
  readonly #known = new Map<string, Parsed>();
  #size = 0;

  /** @throws Error if the stored text can't be read */
  readonly object = (stored: StoredObject): CalendarObject => this.#parsed(stored).object;

  /**
   * The event as JMAP shows it, with its present calendar, also after a move.
   * @param shown the parsed text, if known, and the whole object where it shows the times alone
   * @throws Error if the stored text can't be read, or has no meaning as an event
   */
  record(stored: StoredObject, account: Principal, shown: Partial<Shown> = {}): EventRecord {
    const parsed = this.#parsed(stored, shown.object);
    const known = parsed.record;
    if (known && known.calendarIds[stored.calendarId] && !shown.whole) return known;
    return (parsed.record = eventRecord({ stored, object: parsed.object, whole: shown.whole }, account));
  }

  #parsed(stored: StoredObject, object?: CalendarObject): Parsed {
    // The same text has the same tag.
    const key = `${stored.id} ${stored.etag}`;
    const known = this.#known.get(key);
    if (known) return known;
    const parsed: Parsed = { object: object ?? readStored(stored) };
    const size = this.#size + stored.icalendar.length;
    if (size > MAX_SIZE) return parsed;
    this.#size = size;
    this.#known.set(key, parsed);
    return parsed;
  }
}
