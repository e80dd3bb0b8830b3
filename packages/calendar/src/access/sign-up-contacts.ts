import { withComponents, type Component, type Property } from "../icalendar/component.ts";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { formatParameters } from "../icalendar/parameter.ts";
import { signUpTermsOf } from "../icalendar/sign-up-terms.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { attendeeAt, type IsAddressOf } from "../scheduling/attendee.ts";
import { isCommentOfOther } from "../scheduling/attendee-comment.ts";
import { keyOfTime, mapComponents, recurrenceTime } from "../scheduling/instance.ts";
import { counterparts, mapAttendees } from "../scheduling/organizer-change.ts";
import { withNotes } from "../scheduling/sign-up/place.ts";

// Only the organizer sees the contact details and notes that people give when they sign up. Everybody else sees their
// names.

const bare = (line: Property): Property => withNotes(line, { mail: undefined, language: undefined });
const textOf = ({ name, parameters, value }: Property): string =>
  `${name}${formatParameters(parameters)}:${value}`;
const isSame = (a: Property, b: Property): boolean =>
  formatParameters(a.parameters) === formatParameters(b.parameters);

/** A calendar without the contacts meant for the organizer; the same value when there are none. */
export function withoutContacts(calendar: Component, isMine: IsAddressOf): Component {
  const components = calendar.components.map((component) => {
    if (!signUpTermsOf(component)) return component;
    const named = mapAttendees(component, (line) => {
      const without = isMine(line.value) ? line : bare(line);
      return isSame(without, line) ? line : without;
    });
    const properties = named.properties.filter((property) => !isCommentOfOther(property, isMine));
    return properties.length === named.properties.length ? named : { ...named, properties };
  });
  const isUntouched = components.every((component, at) => component === calendar.components[at]);
  return isUntouched ? calendar : withComponents(calendar, components);
}

/** Restores the contacts that the writer didn't see, as they stood before the write. */
export function withContacts(
  former: CalendarObject,
  written: CalendarObject,
  isMine: IsAddressOf,
): CalendarObject {
  const before = counterparts(former);
  const zones = zonesOf(written);
  return mapComponents(written, (component) => {
    const time = recurrenceTime(component, zones);
    const was = before(time && keyOfTime(time));
    if (!was || !signUpTermsOf(was)) return component;
    const lined = mapAttendees(component, (line) => {
      const there = isMine(line.value) ? undefined : attendeeAt(was, line.value);
      return there && isSame(bare(there), line) ? there : line;
    });
    const seen = new Set(lined.properties.map(textOf));
    const unseen = was.properties.filter(
      (property) => isCommentOfOther(property, isMine) && !seen.has(textOf(property)),
    );
    return unseen.length === 0 ? lined : { ...lined, properties: [...lined.properties, ...unseen] };
  });
}
