import { asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";

/** The server's events by key, a number that grows with every change, and which keys changed since they were last taken. */
export class EventBase extends Map<string, JSEvent> {
  version = 0;
  #dirty = new Set<string>();

  /** An event that is fetched again as it was stays the same object: nothing that was made of it is made anew. */
  override set(key: string, event: JSEvent): this {
    const known = this.get(key);
    if (known && sameJson(asJson(known), asJson(event))) return this;
    this.version++;
    this.#dirty.add(key);
    return super.set(key, event);
  }

  override delete(key: string): boolean {
    this.version++;
    this.#dirty.add(key);
    return super.delete(key);
  }

  /** The keys that changed since this was last asked. */
  takeDirty(): ReadonlySet<string> {
    const taken = this.#dirty;
    this.#dirty = new Set();
    return taken;
  }
}
