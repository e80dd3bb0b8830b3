import type { Component } from "../icalendar/component.ts";
import type { Instant } from "../time/instant.ts";

/** A VTIMEZONE for an IANA zone that is right from `from` (inclusive) to `to` (exclusive). Throws on an unknown zone. */
export function vtimezoneFor(zoneId: string, from: Instant, to: Instant): Component {
  throw new Error(`not built yet ${zoneId} ${from} ${to}`);
}
