import { withProperties, type Component, type Property } from "../../icalendar/component.ts";
import { isOwnSignUp, withoutSignUpNotes } from "./place.ts";

/** What the organizer's server stores for the organizer alone. */
const KEPT: ReadonlySet<string> = new Set([
  "X-SNART-SIGN-UP-LINK",
  "X-SNART-REMINDED",
  "X-CALENDARSERVER-ATTENDEE-COMMENT",
]);

/**
 * A component as it may be published to everybody with its address: without people who signed up, their contact
 * details, and their messages to the organizer.
 */
export function withoutSignUps(component: Component): Component {
  const isShown = (property: Property): boolean =>
    !KEPT.has(property.name) && !(property.name === "ATTENDEE" && isOwnSignUp(property));
  const properties = component.properties
    .filter(isShown)
    .map((property) => (property.name === "ATTENDEE" ? withoutSignUpNotes(property) : property));
  return withProperties(component, properties);
}
