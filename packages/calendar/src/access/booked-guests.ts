import { ATTENDEE_REF } from "../icalendar/calendar-server.ts";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  parameterValue,
  withComponents,
  withProperties,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { textValue, unescapeText } from "../icalendar/text.ts";
import { pathTokens } from "../jscalendar/patch.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { addressKey, attendeesOf, type IsAddressOf } from "../scheduling/attendee.ts";
import { keyOfTime, mapComponents, recurrenceTime } from "../scheduling/instance.ts";
import { counterparts } from "../scheduling/organizer-change.ts";
import { markOf } from "../scheduling/own/own-values.ts";

// Guests of a booking page leave an address, and maybe say where they are called. That is for their hosts, and for whoever may change the
// event: other readers see the guest's name, with an address at which nobody can be reached, and no such place. What is the guest's is told
// by the keys that the booking gave (JSID), which go to other hosts with the event.

/** The key of the participant who receives the guest. */
export const BOOKED_HOST = "host-0";
const GUEST = /^guest-([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The key of the participant who has made a booking. */
export const bookedGuestKey = (bookingId: string): string => `guest-${bookingId}`;

/** @returns the booking that a participant's key names; undefined: it names none */
export const bookingOfGuestKey = (key: string): string | undefined => GUEST.exec(key)?.[1];

/** The key of a place that a guest has said. Once somebody writes another place there, it is the guest's no more. */
export const guestPlaceKey = (place: string): string => `guest-place-${markOf(place)}`;

const keyOf = (property: Property): string => parameterValue(property, "JSID") ?? "";

/** The guests' lines that a reader is not shown; none where nobody has booked: others may have keys that look like it. */
function guestLines(component: Component, isMine: IsAddressOf): readonly Property[] {
  const lines = attendeesOf(component);
  const organizer = addressKey(firstProperty(component, "ORGANIZER")?.value ?? "");
  const isBooked = lines.some((line) => keyOf(line) === BOOKED_HOST && addressKey(line.value) === organizer);
  if (!isBooked) return [];
  return lines.filter((line) => GUEST.test(keyOf(line)) && !isMine(line.value));
}

const SHOWN: ReadonlySet<string> = new Set(["CN", "CUTYPE", "ROLE", "PARTSTAT", "JSID"]);

const shownAs = (line: Property): Property => ({
  ...line,
  parameters: line.parameters.filter(({ name }) => SHOWN.has(name)),
  value: `urn:uuid:${bookingOfGuestKey(keyOf(line)) ?? ""}`,
});

const isGuestPlace = (key: string | undefined, text: string): boolean => key === guestPlaceKey(text);

/** Other forms of a place, in which one can't be told from another. */
const isPlaceForm = ({ name }: Property): boolean => name === "X-APPLE-STRUCTURED-LOCATION";

interface Hidden {
  readonly guests: readonly Property[];
  readonly properties: ReadonlySet<Property>;
  readonly components: ReadonlySet<Component>;
}

function hiddenIn(component: Component, isMine: IsAddressOf): Hidden {
  const guests = guestLines(component, isMine);
  const addresses = new Set(guests.map(({ value }) => addressKey(value)));
  const keys = new Set(guests.map(keyOf));
  const places = component.components.filter(
    (inner) =>
      inner.name === "VLOCATION" && isGuestPlace(textValue(inner, "JSID"), textValue(inner, "NAME") ?? ""),
  );
  const said = new Set(places.map((inner) => textValue(inner, "NAME")));
  const isPlace = (line: Property): boolean =>
    line.name === "LOCATION" &&
    (isGuestPlace(keyOf(line), unescapeText(line.value)) || said.has(unescapeText(line.value)));
  const hasPlace = places.length > 0 || component.properties.some(isPlace);
  const isToldOfGuest = (property: Property): boolean => {
    const [first, key = ""] = pathTokens(parameterValue(property, "JSPTR") ?? "");
    return property.name === "JSPROP" && first === "participants" && keys.has(key);
  };
  return {
    guests,
    properties: new Set(
      component.properties.filter(
        (property) =>
          isPlace(property) ||
          (hasPlace && isPlaceForm(property)) ||
          isToldOfGuest(property) ||
          addresses.has(addressKey(parameterValue(property, ATTENDEE_REF) ?? "")),
      ),
    ),
    components: new Set([
      ...places,
      ...component.components.filter(
        (inner) =>
          inner.name === "PARTICIPANT" &&
          addresses.has(addressKey(firstProperty(inner, "CALENDAR-ADDRESS")?.value ?? "")),
      ),
    ]),
  };
}

const isNothing = ({ guests, properties, components }: Hidden): boolean =>
  guests.length + properties.size + components.size === 0;

/** An object without how its guests are reached; the same one if nobody has booked it. */
export const withoutBookedGuests = (object: CalendarObject, isMine: IsAddressOf): CalendarObject =>
  mapComponents(object, (component) => {
    const hidden = hiddenIn(component, isMine);
    if (isNothing(hidden)) return component;
    const properties = component.properties
      .filter((property) => !hidden.properties.has(property))
      .map((property) => (hidden.guests.includes(property) ? shownAs(property) : property));
    return withComponents(
      withProperties(component, properties),
      component.components.filter((inner) => !hidden.components.has(inner)),
    );
  });

/**
 * Restores what the writer didn't see of guests, as it stood before the write. All of it, beside whatever they have written there: who guesses
 * must not learn from the answer whether they are right.
 */
export function withBookedGuests(
  former: CalendarObject,
  written: CalendarObject,
  isMine: IsAddressOf,
): CalendarObject {
  const before = counterparts(former);
  const zones = zonesOf(written);
  return mapComponents(written, (component) => {
    const time = recurrenceTime(component, zones);
    const was = before(time && keyOfTime(time));
    const hidden = was && hiddenIn(was, isMine);
    if (!hidden || isNothing(hidden)) return component;
    const guests = new Map(hidden.guests.map((line) => [shownAs(line).value, line]));
    const properties = component.properties.map((line) => {
      const guest = line.name === "ATTENDEE" ? guests.get(line.value) : undefined;
      if (guest) guests.delete(line.value);
      return guest ?? line;
    });
    return withComponents(
      withProperties(component, [...properties, ...guests.values(), ...hidden.properties]),
      [...component.components, ...hidden.components],
    );
  });
}
