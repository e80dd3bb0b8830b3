import { asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";

/** The server's events by key, a number that grows with every change, and which keys changed since they were last taken. */
export class EventBase extends Map<string, JSEvent> {
  version = 0;
  #dirty = new Set<string>();

  /**
   * An unchanged event stays the same object when it is fetched again, so that nothing derived from it is computed
   * again.
   */
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
