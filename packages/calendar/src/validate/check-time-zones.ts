import { firstProperty, parameterValue } from "../icalendar/component.ts";
import { ianaZone } from "../time/zone.ts";
import { quoted, type Place, type Violations } from "./violation.ts";

/** Checks that every TZID has its VTIMEZONE and every VTIMEZONE its own TZID (RFC 5545 §3.2.19, §3.6.5). */
export function checkTimeZones(calendar: Place, byReference: boolean, violations: Violations): void {
  const defined = new Set<string>();
  for (const component of calendar.component.components) {
    if (component.name !== "VTIMEZONE") continue;
    const property = firstProperty(component, "TZID");
    if (!property) continue;
    if (defined.has(property.value))
      violations.ofProperty(
        "tzid",
        { component, parent: calendar },
        property,
        `a second VTIMEZONE of ${quoted(property.value)}`,
        "5545 3.6.5",
      );
    defined.add(property.value);
  }
  const isKnown = (tzid: string): boolean =>
    defined.has(tzid) || tzid.startsWith("/") || (byReference && ianaZone(tzid) !== undefined);
  visit(calendar, isKnown, violations);
}

function visit(place: Place, isKnown: (tzid: string) => boolean, violations: Violations): void {
  for (const property of place.component.properties) {
    const tzid = parameterValue(property, "TZID");
    if (tzid !== undefined && !isKnown(tzid))
      violations.ofProperty(
        "tzid",
        place,
        property,
        `there is no VTIMEZONE of ${quoted(tzid)}`,
        "5545 3.2.19",
      );
  }
  for (const component of place.component.components)
    visit({ component, parent: place }, isKnown, violations);
}
