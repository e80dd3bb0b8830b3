import { isObjectType } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  makeComponent,
  withComponents,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { whoseProperty } from "../scheduling/own/whose-property.ts";

// In a shared calendar each person has their own keywords, colour, alarms and `freeBusyStatus` (JMAP Calendars,
// "Per-user properties"). The owner's are in the object itself, as in a calendar that is not shared; everybody else's
// are stored beside it, as an object that holds only these parts. In a group's calendar each member has their own
// alarms beside the object; keywords, colour and `freeBusyStatus` say what the event is for the group, and are one.

/** The parts that each person has separately: all of them, or the alarms alone. */
export type OwnScope = "all" | "alarms";

/** Whether a property of a component belongs to each person separately. */
function isOwnProperty(property: Property, scope: OwnScope): boolean {
  const { perUser } = whoseProperty(property);
  return perUser === "always" || (perUser === "outside-groups" && scope === "all");
}

const isOwnComponent = ({ name }: Component): boolean => name === "VALARM";

/** A component without its per-user properties; the same component when it has none. */
export function withoutOwnParts(component: Component, scope: OwnScope = "all"): Component {
  const properties = component.properties.filter((property) => !isOwnProperty(property, scope));
  const components = component.components.filter((inner) => !isOwnComponent(inner));
  return properties.length === component.properties.length &&
    components.length === component.components.length
    ? component
    : { ...component, properties, components };
}

const instanceKey = (component: Component): string =>
  firstProperty(component, "RECURRENCE-ID")?.value.trim() ?? "";

/**
 * The per-user parts of an object, to be stored beside it: a VCALENDAR whose components hold only these parts;
 * undefined when there are none.
 */
export function ownPartsOf(calendar: Component, scope: OwnScope = "all"): Component | undefined {
  const items = calendar.components.filter(({ name }) => isObjectType(name));
  const isNone = items.every((item) => withoutOwnParts(item, scope) === item);
  if (isNone) return undefined;
  const kept = items.map((item) =>
    makeComponent(
      item.name,
      item.properties.filter((property) => KEPT_BESIDE.has(property.name) || isOwnProperty(property, scope)),
      item.components.filter(isOwnComponent),
    ),
  );
  return makeComponent("VCALENDAR", [], kept);
}

const KEPT_BESIDE: ReadonlySet<string> = new Set(["LAST-MODIFIED", "RECURRENCE-ID", "UID"]);

/**
 * Replaces the per-user parts of an object with one person's; without `own` it has none. An instance without stored
 * parts uses those of its series. If the own parts are newer than the rest, the object takes their time of change.
 * @returns the same calendar when no part of it is per-user
 */
export function withOwnParts(
  calendar: Component,
  own: Component | undefined,
  scope: OwnScope = "all",
): Component {
  const items = own?.components.filter(({ name }) => isObjectType(name));
  const byInstance = new Map(items?.map((component) => [instanceKey(component), component]));
  const components = calendar.components.map((component) => {
    if (!isObjectType(component.name)) return component;
    const shared = withoutOwnParts(component, scope);
    const mine = byInstance.get(instanceKey(component)) ?? byInstance.get("");
    return mine ? joined(shared, mine, scope) : shared;
  });
  const isSame = components.every((component, at) => component === calendar.components[at]);
  return isSame ? calendar : withComponents(calendar, components);
}

function joined(shared: Component, mine: Component, scope: OwnScope): Component {
  const changed = firstProperty(mine, "LAST-MODIFIED");
  const isNewer = (value: string): boolean => changed !== undefined && changed.value > value;
  const properties = shared.properties.map((property) =>
    changed && property.name === "LAST-MODIFIED" && isNewer(property.value) ? changed : property,
  );
  return {
    ...shared,
    properties: [...properties, ...mine.properties.filter((property) => isOwnProperty(property, scope))],
    components: [...shared.components, ...mine.components.filter(isOwnComponent)],
  };
}
