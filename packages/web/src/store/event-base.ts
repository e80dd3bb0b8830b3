import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";

/** The server's events by key, and a number that grows with every change. */
export class EventBase extends Map<string, JSEvent> {
  version = 0;

  override set(key: string, event: JSEvent): this {
    this.version++;
    return super.set(key, event);
  }

  override delete(key: string): boolean {
    this.version++;
    return super.delete(key);
  }
}
