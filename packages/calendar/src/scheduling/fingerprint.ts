import { parameterValue, type Component, type Property } from "../icalendar/component.ts";
import { formatParameters } from "../icalendar/parameter.ts";
import { unescapeText } from "../icalendar/text.ts";
import { addressKey, attendeesOf } from "./attendee.ts";
import { whoseProperty } from "./own/whose-property.ts";

// Texts that are compared to decide whether people must be notified: they are equal if nothing of that kind has
// changed.

/** Servers and clients maintain these, or they are compared separately. */
const NOT_CONTENT = new Set([
  "DTSTAMP",
  "LAST-MODIFIED",
  "CREATED",
  "SEQUENCE",
  "ATTENDEE",
  "EXDATE",
  "REQUEST-STATUS",
  "RECURRENCE-ID",
  "DTSTART",
  "DTEND",
  "DUE",
  "DURATION",
  "RRULE",
  "RDATE",
  "EXRULE",
  "TRANSP",
  "COMPLETED",
  "PERCENT-COMPLETE",
  "BEGIN",
]);

/** Caches by component: components are never changed in place, and each is compared for every guest. */
function remembered(make: (component: Component) => string): (component: Component) => string {
  const known = new WeakMap<Component, string>();
  return (component) => {
    const text = known.get(component) ?? make(component);
    known.set(component, text);
    return text;
  };
}

/**
 * The contents of a component besides times and people; alarms and private X- notes of clients concern nobody else.
 */
export const contentOf = remembered((component) =>
  component.properties
    .filter(isContent)
    .map((property) =>
      property.name === "ORGANIZER" ? `ORGANIZER:${addressKey(property.value)}` : lineOf(property),
    )
    .toSorted()
    .join("\n"),
);

/** Nobody hears of what is not sent; a client's X- notes alone are no news either. */
const isContent = (property: Property): boolean =>
  !NOT_CONTENT.has(property.name) && !property.name.startsWith("X-") && whoseProperty(property).isSent;

const lineOf = ({ name, parameters, value }: Property): string =>
  `${name}${formatParameters(parameters)}:${unescapeText(value).trim()}`;

/** The invited people without their answers. */
export const peopleOf = remembered((component) =>
  attendeesOf(component)
    .map((property) =>
      [
        addressKey(property.value),
        ...["ROLE", "CUTYPE", "CN"].map((name) => parameterValue(property, name)),
      ].join(";"),
    )
    .toSorted()
    .join("\n"),
);
