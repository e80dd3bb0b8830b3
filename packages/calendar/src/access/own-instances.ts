import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  parameterValue,
  withComponents,
  withProperty,
  type Component,
} from "../icalendar/component.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import {
  exceptionKeys,
  instanceKey,
  instanceOf,
  overridesByKey,
  type InstanceKey,
} from "../scheduling/instance.ts";
import { withoutOwnParts, type OwnScope } from "./own-parts.ts";
import { saysSameForAll } from "./what-changed.ts";

// Each person may have their own parts of one occurrence, as they have of a whole object (JMAP Calendars, "Per-user
// properties"). To them, that occurrence is an override; to everybody else it is one of the series like any other. So
// such an override is added when the object is shown to them, and taken out of what they write.

/**
 * Adds the overrides that hold a person's own parts of single occurrences which are none apart for everybody. Call it
 * before `withOwnParts`, which fills them. Occurrences that the series no longer has stay away.
 * @param own the person's own parts, as `ownPartsOf` gives them
 * @returns the same calendar when there are none
 */
export function withOwnInstances(
  calendar: Component,
  own: Component | undefined,
  scope: OwnScope = "all",
): Component {
  const known = new Set(calendar.components.map(idOf));
  const missing = own?.components.filter((one) => idOf(one) !== undefined && !known.has(idOf(one))) ?? [];
  const read = missing.length > 0 ? readCalendarObject(calendar) : undefined;
  if (!read?.ok || !read.value.main) return calendar;
  const object = read.value;
  const ofSeries = own?.components.find((one) => one.name === object.type && idOf(one) === undefined);
  const taken = new Set<InstanceKey>([...overridesByKey(object).keys(), ...exceptionKeys(object)]);
  const added = missing.flatMap((one) => {
    if (one.name !== object.type || ownTextOf(one, scope) === ownTextOf(ofSeries, scope)) return [];
    const key = instanceKey(one, object);
    const instance = key === undefined || taken.has(key) ? undefined : instanceOf(object, key);
    const id = firstProperty(one, "RECURRENCE-ID");
    if (!instance || key === undefined || !id) return [];
    taken.add(key);
    return [withProperty(withoutOwnParts(instance, scope), id)];
  });
  return added.length === 0 ? calendar : withComponents(calendar, [...calendar.components, ...added]);
}

const idOf = (component: Component): string | undefined =>
  firstProperty(component, "RECURRENCE-ID")?.value.trim();

/** The own parts of a component as text, in one order. */
function ownTextOf(component: Component | undefined, scope: OwnScope): string {
  if (!component) return "";
  const shared = withoutOwnParts(component, scope);
  const lines = component.properties.filter((one) => !shared.properties.includes(one));
  const inner = component.components.filter((one) => !shared.components.includes(one));
  return [
    ...lines.map((one) => serialiseICalendar({ ...component, properties: [one], components: [] })),
    ...inner.map((one) => serialiseICalendar(one)),
  ]
    .toSorted()
    .join("");
}

/**
 * Takes out the overrides of a written object that are there for the writer's own parts alone: without them each says
 * what the series says there. An app that changes the series may leave such an override as it was shown, with the former
 * values of the series: that is one too. What is an override for everybody already stays one.
 * @param former the object as everybody has it; undefined for a new one
 * @param own reads the writer's own parts before this write
 * @returns the same object when there are none
 */
export function withoutOwnInstances(
  former: CalendarObject | undefined,
  written: CalendarObject,
  own: () => Component | undefined,
  scope: OwnScope = "all",
): CalendarObject {
  if (!written.main || written.overrides.length === 0) return written;
  const known = new Set(former && [...overridesByKey(former).keys(), ...exceptionKeys(former)]);
  let ownKeys: ReadonlySet<InstanceKey | undefined> | undefined;
  const isShown = (key: InstanceKey): boolean => {
    ownKeys ??= new Set(own()?.components.map((component) => instanceKey(component, written)));
    return ownKeys.has(key);
  };
  const isOnlyOwn = (override: Component): boolean => {
    const key = instanceKey(override, written);
    if (key === undefined || known.has(key) || isRange(override)) return false;
    const says = (object: CalendarObject): boolean => {
      const instance = instanceOf(object, key);
      return instance !== undefined && saysSameForAll([object, instance], [written, override], scope);
    };
    return says(written) || (former !== undefined && isShown(key) && says(former));
  };
  const gone = new Set(written.overrides.filter(isOnlyOwn));
  if (gone.size === 0) return written;
  const components = written.calendar.components.filter((component) => !gone.has(component));
  const overrides = written.overrides.filter((component) => !gone.has(component));
  return { ...written, calendar: withComponents(written.calendar, components), overrides };
}

/** Whether an override says what holds from its occurrence on. */
const isRange = (override: Component): boolean => {
  const id = firstProperty(override, "RECURRENCE-ID");
  return id !== undefined && parameterValue(id, "RANGE") !== undefined;
};
