import { firstProperty, makeProperty, withProperty, type Component } from "../icalendar/component.ts";

// Apps increase SEQUENCE for changes that guests need not answer again, or are not even sent. So this property
// records the SEQUENCE of the last change of time: only answers from that number on count for the present time.

const NAME = "X-SNART-ASKED-AT";

/** The SEQUENCE of the last change of time; undefined if none is recorded. */
export function askedAt(component: Component): number | undefined {
  const value = Number(firstProperty(component, NAME)?.value ?? NaN);
  return Number.isSafeInteger(value) ? value : undefined;
}

export const withAskedAt = (component: Component, sequence: number): Component =>
  withProperty(component, makeProperty(NAME, String(sequence)));

/** Restores the property from the former component if the writer dropped it. */
export function withFormerAskedAt(component: Component, former: Component): Component {
  const note = askedAt(former);
  return note === undefined || askedAt(component) !== undefined ? component : withAskedAt(component, note);
}
