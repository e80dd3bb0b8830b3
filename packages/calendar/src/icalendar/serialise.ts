import type { Component } from "./component.ts";

/** Writes a component as iCalendar text: CRLF line ends, lines folded at 75 octets of UTF-8 (RFC 5545 §3.1). */
export function serialiseICalendar(component: Component): string {
  throw new Error(`not built yet ${component.name}`);
}
