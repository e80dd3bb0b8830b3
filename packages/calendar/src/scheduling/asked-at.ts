import {
  firstProperty,
  makeProperty,
  parameterValue,
  withProperty,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { ASKED_AT } from "./attendee.ts";
import { withParameter } from "./with-parameter.ts";

// Apps increase SEQUENCE for changes that guests need not answer again, or are not even sent. So this property
// records the SEQUENCE of the last change of time: only answers from that number on count for the present time.

const NAME = ASKED_AT;

const numberOf = (text: string | undefined): number | undefined => {
  const value = Number(text ?? NaN);
  return Number.isSafeInteger(value) ? value : undefined;
};

/** The SEQUENCE of the last change of time; undefined if none is recorded. */
export const askedAt = (component: Component): number | undefined =>
  numberOf(firstProperty(component, NAME)?.value);

/** The SEQUENCE at which one guest was last asked anew; undefined if none is recorded. */
export const lineAskedAt = (line: Property): number | undefined => numberOf(parameterValue(line, NAME));

export const withAskedLineAt = (line: Property, sequence: number): Property =>
  withParameter(line, NAME, String(sequence));

export const withAskedAt = (component: Component, sequence: number): Component =>
  withProperty(component, makeProperty(NAME, String(sequence)));

/** Restores the property from the former component if the writer dropped it. */
export function withFormerAskedAt(component: Component, former: Component): Component {
  const note = askedAt(former);
  return note === undefined || askedAt(component) !== undefined ? component : withAskedAt(component, note);
}
