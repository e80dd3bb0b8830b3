import { firstProperty, makeProperty, withProperty, type Component } from "../icalendar/component.ts";

// Apps count SEQUENCE up for changes that guests need not answer anew, or are not even told of. From which number on an answer is
// one to the present time is therefore noted where the time has changed.

const NAME = "X-SNART-ASKED-AT";

/** The SEQUENCE of the last change of time; undefined where none is known of. */
export function askedAt(component: Component): number | undefined {
  const value = Number(firstProperty(component, NAME)?.value ?? NaN);
  return Number.isSafeInteger(value) ? value : undefined;
}

export const withAskedAt = (component: Component, sequence: number): Component =>
  withProperty(component, makeProperty(NAME, String(sequence)));

/** Takes the note over from what stood before, if the writer has dropped it. */
export function withFormerAskedAt(component: Component, former: Component): Component {
  const note = askedAt(former);
  return note === undefined || askedAt(component) !== undefined ? component : withAskedAt(component, note);
}
