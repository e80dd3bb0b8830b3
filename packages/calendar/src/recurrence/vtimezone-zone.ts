import { firstProperty, propertiesNamed, type Component } from "../icalendar/component.ts";
import { parseTimeValue } from "../icalendar/time-property.ts";
import { HOUR, MINUTE, SECOND } from "../time/instant.ts";
import { asLocal, localFromFields, type Local } from "../time/local.ts";
import { TransitionZone, type Transition } from "../time/transition-zone.ts";
import { fixedOffsetZone, type Zone } from "../time/zone.ts";
import { walkRule } from "./iterate.ts";
import { parseRule } from "./rule.ts";

/** A STANDARD or DAYLIGHT component; offsets in milliseconds east of UTC. */
interface Observance {
  readonly start: Local;
  readonly offsetFrom: number;
  readonly offsetTo: number;
  readonly component: Component;
}

const MAX_OBSERVANCES = 500;
const MAX_TRANSITIONS = 10_000;
/** RFC 5545 §3.6.5 allows one; a few more do no harm. */
const MAX_RULES = 5;
/** A yearly rule takes some hundred steps for the supported range. */
const MAX_STEPS = 20_000;
/**
 * Windows starts its rules in 1601; a year before the supported range is early enough to know the offset at its
 * start.
 */
const EARLIEST = localFromFields(1899, 1, 1);

/** Reads a UTC-OFFSET such as `+0130` (RFC 5545 §3.3.14) into milliseconds. */
export function parseUtcOffset(value: string): number | undefined {
  const match = /^([+-]?)(\d{2}):?(\d{2}):?(\d{2})?$/.exec(value.trim());
  if (!match) return undefined;
  const size = Number(match[2]) * HOUR + Number(match[3]) * MINUTE + Number(match[4] ?? 0) * SECOND;
  if (size >= 24 * HOUR) return undefined;
  return match[1] === "-" && size > 0 ? -size : size;
}

/** The zone that a VTIMEZONE describes by its own rules (RFC 5545 §3.6.5); undefined if it cannot be understood. */
export function zoneOfVtimezone(id: string, vtimezone: Component): Zone | undefined {
  const observances = vtimezone.components.flatMap((component) => readObservance(component) ?? []);
  const [first] = observances.sort((a, b) => a.start - b.start);
  if (!first || observances.length > MAX_OBSERVANCES) return undefined;
  const transitions: Transition[] = [];
  for (const observance of observances) if (!addTransitions(observance, transitions)) return undefined;
  transitions.sort((a, b) => a.at - b.at);
  if (transitions.every(({ offset }) => offset === first.offsetTo) && first.offsetFrom === first.offsetTo)
    return fixedOffsetZone(first.offsetTo / MINUTE, id);
  return new TransitionZone(id, first.offsetFrom, transitions);
}

function readObservance(component: Component): Observance | undefined {
  if (component.name !== "STANDARD" && component.name !== "DAYLIGHT") return undefined;
  const start = parseTimeValue(firstProperty(component, "DTSTART")?.value ?? "");
  const offsetFrom = parseUtcOffset(firstProperty(component, "TZOFFSETFROM")?.value ?? "");
  const offsetTo = parseUtcOffset(firstProperty(component, "TZOFFSETTO")?.value ?? "");
  if (!start || offsetFrom === undefined || offsetTo === undefined) return undefined;
  return { start: start.local, offsetFrom, offsetTo, component };
}

/** Adds the onsets of an observance; false if there are too many or a rule can't be read. */
function addTransitions(
  { start, offsetFrom, offsetTo, component }: Observance,
  transitions: Transition[],
): boolean {
  const add = (local: Local): boolean => {
    transitions.push({ at: local - offsetFrom, offset: offsetTo });
    return transitions.length <= MAX_TRANSITIONS;
  };
  if (!add(start)) return false;
  // Onsets use the clock before the change, so a UNTIL in UTC refers to that clock too (RFC 5545 §3.6.5).
  const zone = fixedOffsetZone(offsetFrom / MINUTE);
  const rules = propertiesNamed(component, "RRULE");
  if (rules.length > MAX_RULES) return false;
  for (const property of rules) {
    const rule = parseRule(property.value);
    if (!rule.ok) return false;
    const from = asLocal(Math.max(EARLIEST, start + 1));
    if (!walkRule(rule.value, start, { from, zone, maxSteps: MAX_STEPS }, add).ok) return false;
  }
  for (const property of propertiesNamed(component, "RDATE"))
    for (const value of property.value.split(",")) {
      const time = parseTimeValue(value);
      if (time && !add(time.isUtc ? asLocal(time.local + offsetFrom) : time.local)) return false;
    }
  return transitions.length <= MAX_TRANSITIONS;
}
