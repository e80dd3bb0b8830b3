import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, makeProperty, withComponents, withProperties } from "../icalendar/component.ts";
import type { Component } from "../icalendar/component.ts";

// iCalendar has no word for an event that nobody has been told of yet (JMAP Calendars, `isDraft`): STATUS:DRAFT is for journals alone
// (RFC 5545 §3.8.1.11).

const NAME = "X-SNART-DRAFT";

const saysDraft = (component: Component): boolean =>
  firstProperty(component, NAME)?.value.trim().toUpperCase() === "TRUE";

/** Whether an object is a draft: any of its components says so. */
export const isDraft = ({ main, overrides }: Pick<CalendarObject, "main" | "overrides">): boolean =>
  (main !== undefined && saysDraft(main)) || overrides.some(saysDraft);

/** The object's text as a draft, or as none: all of its components say the same. */
export function withDraft(
  { calendar, type }: Pick<CalendarObject, "calendar" | "type">,
  draft: boolean,
): Component {
  const components = calendar.components.map((component) => {
    if (component.name !== type) return component;
    const others = component.properties.filter(({ name }) => name !== NAME);
    return withProperties(component, draft ? [...others, makeProperty(NAME, "TRUE")] : others);
  });
  return withComponents(calendar, components);
}
