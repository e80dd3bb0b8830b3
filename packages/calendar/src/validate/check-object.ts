import { isObjectType } from "../icalendar/calendar-object.ts";
import { firstProperty, type Component } from "../icalendar/component.ts";
import { checkRecurrenceId } from "./check-times.ts";
import { quoted, type Place, type Violations } from "./violation.ts";

interface Series {
  main?: Component;
  readonly exceptions: Component[];
  readonly recurrenceIds: Set<string>;
}

/**
 * Checks the components of each UID together: at most one without RECURRENCE-ID, no two with the same, and all of the
 * same type of time. With `asResource`, also the rules of RFC 4791 §4.1 for stored objects.
 */
export function checkObject(calendar: Place, asResource: boolean, violations: Violations): void {
  const bySeries = new Map<string, Series>();
  for (const component of calendar.component.components) {
    if (!isObjectType(component.name)) continue;
    const uid = firstProperty(component, "UID")?.value;
    if (uid === undefined) continue;
    const key = `${component.name} ${uid}`;
    const series = bySeries.get(key) ?? { exceptions: [], recurrenceIds: new Set() };
    bySeries.set(key, series);
    addToSeries({ component, parent: calendar }, uid, series, violations);
  }
  for (const { main, exceptions } of bySeries.values())
    if (main)
      for (const component of exceptions)
        checkRecurrenceId({ component, parent: calendar }, main, violations);
  if (asResource) checkResource(calendar, violations);
}

function addToSeries(place: Place, uid: string, series: Series, violations: Violations): void {
  const { component } = place;
  const id = firstProperty(component, "RECURRENCE-ID");
  if (!id) {
    if (series.main)
      violations.ofComponent(
        "object",
        place,
        `a second ${component.name} of the UID ${quoted(uid)}`,
        "5545 3.8.4.7",
        "UID",
      );
    series.main ??= component;
    return;
  }
  const time = `${id.value} ${JSON.stringify(id.parameters)}`;
  if (series.recurrenceIds.has(time))
    violations.ofProperty("object", place, id, "the same occurrence is changed twice", "5545 3.8.4.4");
  series.recurrenceIds.add(time);
  series.exceptions.push(component);
}

function checkResource(calendar: Place, violations: Violations): void {
  const section = "4791 4.1";
  const method = firstProperty(calendar.component, "METHOD");
  if (method)
    violations.ofProperty("object", calendar, method, "METHOD is for messages, not for storage", section);
  const items = calendar.component.components.filter(({ name }) => name !== "VTIMEZONE");
  const [first, ...others] = items;
  if (!first) {
    violations.ofComponent("object", calendar, "there is nothing but time zones", section);
    return;
  }
  const uidOf = (component: Component): string | undefined => firstProperty(component, "UID")?.value;
  for (const component of others) {
    const place = { component, parent: calendar };
    if (component.name !== first.name)
      violations.ofComponent("object", place, `${component.name} beside ${first.name}`, section);
    else if (uidOf(component) !== uidOf(first))
      violations.ofComponent("object", place, "another UID than that of the first component", section, "UID");
  }
}
