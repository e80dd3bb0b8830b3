import { isObjectType } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  makeComponent,
  parameterValue,
  withComponents,
  type Component,
  type Property,
} from "../icalendar/component.ts";

// In a calendar that is shared, everybody has own keywords, an own colour, own alarms, and an own opinion of whether an event takes
// time (JMAP Calendars, "Per-user properties"). Who owns the calendar keeps them in the object itself, as with a calendar that is not
// shared; what others have is kept beside it, as an object with nothing but these parts in it.

const OWN: ReadonlySet<string> = new Set(["CATEGORIES", "COLOR", "TRANSP"]);
/** Where Thunderbird notes which alarms its user has seen. */
const OF_ALARMS = /^X-MOZ-(?:LASTACK|SNOOZE)/;
/** JSCalendar properties without a place in iCalendar are kept as `JSPROP`, by their path. */
const OWN_PATH = /^\/?(?:keywords|color|freeBusyStatus|useDefaultAlerts|alerts)(?:\/|$)/;

/** Whether a property of a component is everybody's own. */
export const isOwnProperty = (property: Property): boolean =>
  OWN.has(property.name) ||
  OF_ALARMS.test(property.name) ||
  (property.name === "JSPROP" && OWN_PATH.test(parameterValue(property, "JSPTR") ?? ""));

const isOwnComponent = ({ name }: Component): boolean => name === "VALARM";

/** A component without what is everybody's own; the component itself when it has nothing of the kind. */
export function withoutOwnParts(component: Component): Component {
  const properties = component.properties.filter((property) => !isOwnProperty(property));
  const components = component.components.filter((inner) => !isOwnComponent(inner));
  return properties.length === component.properties.length &&
    components.length === component.components.length
    ? component
    : { ...component, properties, components };
}

const instanceKey = (component: Component): string =>
  firstProperty(component, "RECURRENCE-ID")?.value.trim() ?? "";

/**
 * What of an object is everybody's own, to be kept beside it: a VCALENDAR with these parts of each of its components alone; undefined
 * when there are none.
 */
export function ownPartsOf(calendar: Component): Component | undefined {
  const items = calendar.components.filter(({ name }) => isObjectType(name));
  const isNone = items.every((item) => withoutOwnParts(item) === item);
  if (isNone) return undefined;
  const kept = items.map((item) =>
    makeComponent(
      item.name,
      item.properties.filter((property) => KEPT_BESIDE.has(property.name) || isOwnProperty(property)),
      item.components.filter(isOwnComponent),
    ),
  );
  return makeComponent("VCALENDAR", [], kept);
}

const KEPT_BESIDE: ReadonlySet<string> = new Set(["LAST-MODIFIED", "RECURRENCE-ID", "UID"]);

/**
 * An object with somebody's own parts in the place of what is in it; without any, it has none. An instance of which nothing is kept has
 * those of its series. When the own parts are newer than the rest, the object is as new as they are.
 * @returns the very calendar that was given when nothing of it is anybody's own
 */
export function withOwnParts(calendar: Component, own: Component | undefined): Component {
  const byInstance = new Map(own?.components.map((component) => [instanceKey(component), component]));
  const components = calendar.components.map((component) => {
    if (!isObjectType(component.name)) return component;
    const shared = withoutOwnParts(component);
    const mine = byInstance.get(instanceKey(component)) ?? byInstance.get("");
    return mine ? joined(shared, mine) : shared;
  });
  const isSame = components.every((component, at) => component === calendar.components[at]);
  return isSame ? calendar : withComponents(calendar, components);
}

function joined(shared: Component, mine: Component): Component {
  const changed = firstProperty(mine, "LAST-MODIFIED");
  const isNewer = (value: string): boolean => changed !== undefined && changed.value > value;
  const properties = shared.properties.map((property) =>
    changed && property.name === "LAST-MODIFIED" && isNewer(property.value) ? changed : property,
  );
  return {
    ...shared,
    properties: [...properties, ...mine.properties.filter(isOwnProperty)],
    components: [...shared.components, ...mine.components.filter(isOwnComponent)],
  };
}
