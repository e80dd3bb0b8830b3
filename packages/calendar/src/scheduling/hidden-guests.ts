import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  parameterValue,
  propertiesNamed,
  withComponents,
  withProperties,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { addressKey, type IsAddressOf } from "./attendee.ts";

// The organizer of an event may hide its participants from each other (JMAP Calendars, `hideAttendees`): everybody
// sees the organizer and themselves.

/** Whether an object has a JSCalendar flag that iCalendar has no property for. */
export const saysFlag = ({ main }: Pick<CalendarObject, "main">, flag: string): boolean =>
  main !== undefined &&
  propertiesNamed(main, "JSPROP").some(
    (property) => parameterValue(property, "JSPTR") === flag && property.value.trim() === "true",
  );

/** Tells which addresses of a component one of its participants may see. */
export function showsTo(component: Component, isMine: IsAddressOf): IsAddressOf {
  const organizer = addressKey(firstProperty(component, "ORGANIZER")?.value ?? "");
  return (address) => addressKey(address) === organizer || isMine(address);
}

/** The lines and components of the participants whom one of them may not see. */
export function othersIn(
  component: Component,
  isMine: IsAddressOf,
): { readonly attendees: readonly Property[]; readonly people: readonly Component[] } {
  const isShown = showsTo(component, isMine);
  return {
    attendees: propertiesNamed(component, "ATTENDEE").filter(
      (attendee) => !isShown(attendee.value) && parameterValue(attendee, "ROLE")?.toUpperCase() !== "OWNER",
    ),
    people: component.components.filter(
      (inner) =>
        inner.name === "PARTICIPANT" && !isShown(firstProperty(inner, "CALENDAR-ADDRESS")?.value ?? ""),
    ),
  };
}

/** A component for a message to one of its participants, without the others, and without what else is said of any. */
export function withoutOthers(component: Component, isMine: IsAddressOf): Component {
  const { attendees, people } = othersIn(component, isMine);
  const hidden = new Set(attendees);
  const isSaidOfOne = (property: Property): boolean =>
    property.name === "JSPROP" && (parameterValue(property, "JSPTR") ?? "").startsWith("participants");
  return withComponents(
    withProperties(
      component,
      component.properties.filter((property) => !hidden.has(property) && !isSaidOfOne(property)),
    ),
    component.components.filter((inner) => !people.includes(inner)),
  );
}
