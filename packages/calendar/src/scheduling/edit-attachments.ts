import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, withProperties, withProperty, type Component } from "../icalendar/component.ts";
import { parseTimeValue, readTime, writeTime, type WrittenTime } from "../icalendar/time-property.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { failed, ok, type Result } from "../result.ts";
import {
  exceptionKeys,
  instanceOf,
  keyOfTime,
  mapComponents,
  overridesByKey,
  type InstanceKey,
} from "./instance.ts";
import { allDay, floating, timed, type CalendarTime } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import {
  attachProperty,
  managedIdOf,
  withAttachment,
  type ManagedAttachment,
} from "../icalendar/managed-attachment.ts";

/** The addressed components: those of single instances, and `"M"` for the main one (RFC 8607 §3.3.2). */
type Instances = ReadonlySet<"M" | InstanceKey>;

/** More instances in one request would create an excessive number of components. */
const MAX_INSTANCES = 100;

/**
 * Reads the `rid=` of a request: `M` and recurrence ids, separated by commas. A time may be in UTC, or in the form of
 * the series' start.
 * @returns undefined if one of them is not an instance of the object
 */
export function readInstances(text: string, object: CalendarObject): Instances | undefined {
  const names = text.split(",");
  if (names.length > MAX_INSTANCES) return undefined;
  const found = new Set<"M" | InstanceKey>();
  for (const name of names) {
    const instance = name === "M" ? name : keyOf(name, object);
    if (instance === undefined || !isThere(object, instance)) return undefined;
    found.add(instance);
  }
  return found;
}

function keyOf(name: string, object: CalendarObject): InstanceKey | undefined {
  const written = parseTimeValue(name);
  const shown = object.main ?? object.overrides[0];
  const property = shown && firstProperty(shown, object.main ? "DTSTART" : "RECURRENCE-ID");
  const start = property && readTime(property, zonesOf(object));
  const time = written && start && timeLike(written, start);
  return time && keyOfTime(time);
}

/** A time in the type of the series; undefined if it has another type. */
function timeLike({ local, isDate, isUtc }: WrittenTime, start: CalendarTime): CalendarTime | undefined {
  if (isDate !== (start.kind === "allDay")) return undefined;
  if (isDate) return allDay(local);
  if (isUtc) return start.kind === "timed" ? timed(local, UTC, null) : undefined;
  return start.kind === "timed" ? timed(local, start.zone, start.tzid) : floating(local);
}

function isThere(object: CalendarObject, instance: "M" | InstanceKey): boolean {
  if (instance === "M") return object.main !== undefined;
  if (overridesByKey(object).has(instance)) return true;
  return !exceptionKeys(object).has(instance) && instanceOf(object, instance) !== undefined;
}

/**
 * Attaches a file to the named instances, or to all components if none is named (RFC 8607 §3.4). A named instance
 * without an override gets one.
 */
export function addAttachment(
  object: CalendarObject,
  instances: Instances | undefined,
  attachment: ManagedAttachment,
  now: Instant,
): CalendarObject {
  const property = attachProperty(attachment);
  return changeInstances(object, instances, (component) =>
    stamped({ ...component, properties: [...component.properties, property] }, now),
  );
}

/** Replaces a file wherever it is attached (RFC 8607 §3.5). @returns `not-found` if it is nowhere */
export function replaceAttachment(
  object: CalendarObject,
  managedId: string,
  attachment: ManagedAttachment,
  now: Instant,
): Result<CalendarObject, "not-found"> {
  const changed = mapComponents(object, (component) => {
    if (!isNamed(component, managedId)) return component;
    const properties = component.properties.map((property) =>
      managedIdOf(property) === managedId ? withAttachment(property, attachment) : property,
    );
    return stamped(withProperties(component, properties), now);
  });
  return changed === object ? failed("not-found") : ok(changed);
}

/**
 * Removes a file from the named instances, or from all components if none is named (RFC 8607 §3.6).
 * @returns `not-found` if one of them does not have it
 */
export function removeAttachment(
  object: CalendarObject,
  instances: Instances | undefined,
  managedId: string,
  now: Instant,
): Result<CalendarObject, "not-found"> {
  let isMissing = false;
  const changed = changeInstances(object, instances, (component) => {
    if (!isNamed(component, managedId)) {
      isMissing ||= instances !== undefined;
      return component;
    }
    const properties = component.properties.filter((property) => managedIdOf(property) !== managedId);
    return stamped(withProperties(component, properties), now);
  });
  return isMissing || changed === object ? failed("not-found") : ok(changed);
}

const isNamed = (component: Component, managedId: string): boolean =>
  component.properties.some((property) => managedIdOf(property) === managedId);

/** The object with some of its components changed; new overrides come last. */
function changeInstances(
  object: CalendarObject,
  instances: Instances | undefined,
  change: (component: Component) => Component,
): CalendarObject {
  if (!instances) return mapComponents(object, change);
  const overrides = overridesByKey(object);
  const wanted = new Set<Component>();
  const added: Component[] = [];
  for (const instance of instances) {
    const there = instance === "M" ? object.main : overrides.get(instance);
    if (there) wanted.add(there);
    else if (instance !== "M") added.push(...[instanceOf(object, instance)].filter((it) => it !== undefined));
  }
  const changed = mapComponents(object, (component) =>
    wanted.has(component) ? change(component) : component,
  );
  if (added.length === 0) return changed;
  const made = added.map(change);
  return {
    ...changed,
    calendar: { ...changed.calendar, components: [...changed.calendar.components, ...made] },
    overrides: [...changed.overrides, ...made],
  };
}

/** Stamps the component as changed; guests only receive newer versions (RFC 5546 §2.1.5). */
function stamped(component: Component, now: Instant): Component {
  const at = timed(UTC.toLocal(now), UTC, null);
  return withProperty(withProperty(component, writeTime("DTSTAMP", at)), writeTime("LAST-MODIFIED", at));
}
