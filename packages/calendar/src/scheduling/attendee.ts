import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  parameterValue,
  propertiesNamed,
  type Component,
  type Property,
} from "../icalendar/component.ts";

/** Whether a calendar user address belongs to a person. */
export type IsAddressOf = (address: string) => boolean;

/**
 * A calendar user address in the form for comparison: ignoring case, as mail does (RFC 5546 §3.7.1 leaves it open).
 */
export const addressKey = (address: string): string => address.trim().toLowerCase();

/** Matches a person's addresses. */
export function addressesOf(addresses: readonly string[]): IsAddressOf {
  const keys = new Set(addresses.map(addressKey));
  return (address) => keys.has(addressKey(address));
}

/** The main component, if there is one, and the overrides. */
export const componentsOf = ({ main, overrides }: CalendarObject): readonly Component[] =>
  main ? [main, ...overrides] : overrides;

/** The first ORGANIZER; all components have the same (RFC 6638 §3.2.4.2). */
export function organizerOf(object: CalendarObject): Property | undefined {
  for (const component of componentsOf(object)) {
    const organizer = firstProperty(component, "ORGANIZER");
    if (organizer) return organizer;
  }
  return undefined;
}

export const attendeesOf = (component: Component): readonly Property[] =>
  propertiesNamed(component, "ATTENDEE");

export const findAttendee = (component: Component, isWanted: IsAddressOf): Property | undefined =>
  component.properties.find(({ name, value }) => name === "ATTENDEE" && isWanted(value));

const byAddress = new WeakMap<Component, ReadonlyMap<string, Property>>();

/** The ATTENDEE of an address; a large list is indexed once for all look-ups. */
export function attendeeAt(component: Component, address: string): Property | undefined {
  let known = byAddress.get(component);
  if (!known) {
    known = new Map(
      attendeesOf(component)
        .toReversed()
        .map((attendee) => [addressKey(attendee.value), attendee]),
    );
    byAddress.set(component, known);
  }
  return known.get(addressKey(address));
}

/** The participation status in upper case; NEEDS-ACTION if absent (RFC 5545 §3.2.12). */
export const partstatOf = (attendee: Property): string =>
  parameterValue(attendee, "PARTSTAT")?.trim().toUpperCase() || "NEEDS-ACTION";

/** Whether this server sends messages to, or for, the property's person (RFC 6638 §7.1). Unknown values mean no. */
export const isServerAgent = (property: Property): boolean =>
  (parameterValue(property, "SCHEDULE-AGENT")?.trim().toUpperCase() ?? "SERVER") === "SERVER";

/** The method that the client wants sent whatever has changed (RFC 6638 §7.2). */
export const forcedMethod = (property: Property): string | undefined =>
  parameterValue(property, "SCHEDULE-FORCE-SEND")?.trim().toUpperCase();

/** Records the SEQUENCE at which people, or one of them, were last asked (asked-at.ts). */
export const ASKED_AT = "X-SNART-ASKED-AT";

/** Parameters addressed to the writer's own server; nobody else receives them (RFC 6638 §7). */
export const SERVER_PARAMETERS = [
  "SCHEDULE-AGENT",
  "SCHEDULE-STATUS",
  "SCHEDULE-FORCE-SEND",
  "X-CALENDARSERVER-DTSTAMP",
  ASKED_AT,
] as const;

/** Everybody who is invited to any part of an object, once each. */
export const guestsOf = (object: CalendarObject): ReadonlySet<string> =>
  new Set(
    componentsOf(object).flatMap((component) => attendeesOf(component).map(({ value }) => addressKey(value))),
  );

/** A person's role in an object. Nobody is invited to a journal (RFC 5546 §3.5) or to an availability. */
export function roleIn(object: CalendarObject, isMine: IsAddressOf): "organizer" | "attendee" | undefined {
  if (object.type === "VJOURNAL" || object.type === "VAVAILABILITY") return undefined;
  const organizer = organizerOf(object);
  if (!organizer) return undefined;
  const components = componentsOf(object);
  if (isMine(organizer.value))
    return components.some((component) => attendeesOf(component).length > 0) ? "organizer" : undefined;
  return components.some((component) => findAttendee(component, isMine)) ? "attendee" : undefined;
}
