import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";

/** The server's events by key, a number that grows with every change, and which keys changed since they were last taken. */
export class EventBase extends Map<string, JSEvent> {
  version = 0;
  #dirty = new Set<string>();

  override set(key: string, event: JSEvent): this {
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
