import { isCssColour } from "../jscalendar/css-colours.ts";
import { withComponents, withProperties, type Component, type Property } from "../icalendar/component.ts";

// What anybody with the address of a published calendar sees of a public event. It names what is shown: whatever else a
// client or server has written is about guests, reminders or deliveries, or is its own affair.

const SHOWN: ReadonlySet<string> = new Set([
  "CATEGORIES",
  "CLASS",
  "COLOR",
  "COMPLETED",
  "CREATED",
  "DESCRIPTION",
  "DTEND",
  "DTSTAMP",
  "DTSTART",
  "DUE",
  "DURATION",
  "EXDATE",
  "EXRULE",
  "GEO",
  "IMAGE",
  "LAST-MODIFIED",
  "LOCATION",
  "LOCATION-TYPE",
  "NAME",
  "PERCENT-COMPLETE",
  "PRIORITY",
  "RDATE",
  "RECURRENCE-ID",
  "RRULE",
  "SEQUENCE",
  "STATUS",
  "STYLED-DESCRIPTION",
  "SUMMARY",
  "TRANSP",
  "UID",
  "URL",
]);
const SHOWN_PARAMETERS: ReadonlySet<string> = new Set([
  "ALTREP",
  "DISPLAY",
  "ENCODING",
  "FMTTYPE",
  "LABEL",
  "LANGUAGE",
  "RANGE",
  "TZID",
  "VALUE",
]);
const SHOWN_COMPONENTS: ReadonlySet<string> = new Set(["VLOCATION"]);

/**
 * A public event, task or journal as it may be published to everybody with the address: what it is, when and where. It
 * has no guests and no organizer, no way into its video meeting, no alarms, comments, delivery states or properties of a
 * vendor's own.
 */
export function published(component: Component): Component {
  const properties = component.properties.filter(isShown).map(withShownParameters);
  const components = component.components.filter(({ name }) => SHOWN_COMPONENTS.has(name)).map(published);
  return withComponents(withProperties(component, properties), components);
}

/** COLOR holds a name of CSS (RFC 7986 §5.9). */
const isShown = ({ name, value }: Property): boolean =>
  SHOWN.has(name) && (name !== "COLOR" || isCssColour(value.trim()));

const withShownParameters = (property: Property): Property => ({
  ...property,
  parameters: property.parameters.filter(({ name }) => SHOWN_PARAMETERS.has(name)),
});
