import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  makeProperty,
  withProperties,
  withProperty,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { mapComponents } from "../scheduling/instance.ts";
import { writeTime } from "../icalendar/time-property.ts";
import { timed } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";

// iCalendar has no property for an event that nobody has been invited to yet (JMAP Calendars, `isDraft`):
// STATUS:DRAFT is for journals only (RFC 5545 §3.8.1.11).

/** TRUE in all components of a draft. */
export const DRAFT_PROPERTY = "X-SNART-DRAFT";

const STAMPS = ["DTSTAMP", "LAST-MODIFIED"] as const;
const stampOf = (name: string, now: Instant): Property => writeTime(name, timed(UTC.toLocal(now), UTC, null));

const saysDraft = (component: Component): boolean =>
  firstProperty(component, DRAFT_PROPERTY)?.value.trim().toUpperCase() === "TRUE";

/** Whether an object is a draft: any of its components says so. */
export const isDraft = ({ main, overrides }: Pick<CalendarObject, "main" | "overrides">): boolean =>
  (main !== undefined && saysDraft(main)) || overrides.some(saysDraft);

/**
 * Marks the object as a draft, or removes the mark. Every component carries the same mark and the time of the change.
 */
export function withDraft(object: CalendarObject, draft: boolean, now?: Instant): CalendarObject {
  return mapComponents(object, (component) => {
    const others = component.properties.filter(({ name }) => name !== DRAFT_PROPERTY);
    const said = withProperties(
      component,
      draft ? [...others, makeProperty(DRAFT_PROPERTY, "TRUE")] : others,
    );
    return now === undefined
      ? said
      : STAMPS.reduce((stamped, name) => withProperty(stamped, stampOf(name, now)), said);
  });
}
