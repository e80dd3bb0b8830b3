import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { textAround } from "@snart/calendar/recurrence/text-around.ts";
import type { ReadableObject } from "../../app/objects/event-pages.ts";
import { readStored } from "../../app/objects/read-stored.ts";
import type { Principal, StoredObject } from "../../app/types.ts";
import { eventRecord, type EventRecord } from "./event-record.ts";

type Shown = Pick<ReadableObject, "object" | "whole">;

interface Parsed {
  readonly object: CalendarObject;
  record?: EventRecord;
}

/** The most characters of text whose events one request keeps: a parsed text of short lines takes sixty times its room. */
const MOST_OF_ONE = 512 * 1024;
const MOST_OF_ALL = 2 * MOST_OF_ONE;

/** Reading a smaller text costs less than looking for what is needed of it. */
const LARGE = 8 * 1024;

/** The room that all requests of this process have for parsed events, in characters of their texts. */
export class ParsedRoom {
  #left = MOST_OF_ALL;

  /** @returns false if there is not so much left; else it is to be given back */
  take(size: number): boolean {
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }

  giveBack(size: number): void {
    this.#left += size;
  }
}

/**
 * Events that a request has parsed already: a get of a query's results need not parse their texts again, nor a set
 * that has checked its events. A changed event is parsed again. It gives its room back when the request is answered.
 */
export class ParsedEvents implements Disposable {
  readonly #known = new Map<string, Parsed>();
  readonly #room: ParsedRoom;
  #size = 0;

  constructor(room: ParsedRoom) {
    this.#room = room;
  }

  [Symbol.dispose](): void {
    this.#room.giveBack(this.#size);
    this.#size = 0;
    this.#known.clear();
  }

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

  /**
   * The same for who asks only what takes place within some windows: of a large series without the single occurrences elsewhere, reading
   * which would be most of the cost.
   */
  recordAround(stored: StoredObject, account: Principal, ...windows: readonly Window[]): EventRecord {
    const { id, etag, isRecurring, icalendar } = stored;
    const isLarge = isRecurring && icalendar.length >= LARGE && !this.#known.has(`${id} ${etag}`);
    const around = isLarge ? textAround(icalendar, ...windows) : icalendar;
    if (around.length === icalendar.length) return this.record(stored, account);
    return this.record({ ...stored, icalendar: around, etag: `${etag} ${JSON.stringify(windows)}` }, account);
  }

  #parsed(stored: StoredObject, object?: CalendarObject): Parsed {
    // The same text has the same tag.
    const key = `${stored.id} ${stored.etag}`;
    const known = this.#known.get(key);
    if (known) return known;
    const parsed: Parsed = { object: object ?? readStored(stored) };
    const size = stored.icalendar.length;
    if (this.#size + size > MOST_OF_ONE || !this.#room.take(size)) return parsed;
    this.#size += size;
    this.#known.set(key, parsed);
    return parsed;
  }
}
