import { timed } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { firstProperty, makeProperty, withProperties } from "./component.ts";
import type { Component } from "./component.ts";
import { readTime, writeTime } from "./time-property.ts";

// iCalendar has no words for an event that people put themselves down for (RFC 5545 §3.8.8.2 leaves them to X- names).

/** TRUE where people may put themselves down. */
export const SIGN_UP_PROPERTY = "X-SNART-SIGN-UP";
/** How many people there is room for. */
const CAPACITY = "X-SNART-CAPACITY";
/** Until when people may put themselves down, in UTC. */
const CLOSES = "X-SNART-CLOSES";

export const MOST_PLACES = 100_000;

/** On what terms people put themselves down for an event. */
export interface SignUpTerms {
  /** how many people there is room for; undefined: for all who come */
  readonly capacity: number | undefined;
  /** ms UTC, exclusive; undefined: until it begins */
  readonly closesAt: Instant | undefined;
}

/** The terms of one component; undefined where nobody may put themselves down. What cannot be read of them counts as not said. */
export function signUpTermsOf(component: Component): SignUpTerms | undefined {
  if (firstProperty(component, SIGN_UP_PROPERTY)?.value.trim().toUpperCase() !== "TRUE") return undefined;
  const capacity = firstProperty(component, CAPACITY)?.value.trim() ?? "";
  const closes = firstProperty(component, CLOSES);
  const time = closes && readTime(closes, () => undefined);
  return {
    capacity:
      /^\d{1,6}$/.test(capacity) && Number(capacity) > 0
        ? Math.min(MOST_PLACES, Number(capacity))
        : undefined,
    closesAt: time?.kind === "timed" ? UTC.toInstant(time.local) : undefined,
  };
}

/** The component with these terms, or with none. */
export function withSignUpTerms(component: Component, terms: SignUpTerms | undefined): Component {
  const others = component.properties.filter(
    ({ name }) => name !== SIGN_UP_PROPERTY && name !== CAPACITY && name !== CLOSES,
  );
  if (!terms) return withProperties(component, others);
  const { capacity, closesAt } = terms;
  return withProperties(component, [
    ...others,
    makeProperty(SIGN_UP_PROPERTY, "TRUE"),
    ...(capacity === undefined ? [] : [makeProperty(CAPACITY, String(capacity))]),
    ...(closesAt === undefined ? [] : [writeTime(CLOSES, timed(UTC.toLocal(closesAt), UTC, null))]),
  ]);
}
