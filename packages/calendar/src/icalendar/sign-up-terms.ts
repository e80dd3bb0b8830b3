import { timed } from "../time/calendar-time.ts";
import {
  durationOf,
  exactMilliseconds,
  formatDuration,
  nominalDays,
  parseDuration,
} from "../time/duration.ts";
import { DAY, type Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { firstProperty, makeProperty, withProperties, type Component } from "./component.ts";
import { readTime, writeTime } from "./time-property.ts";

// iCalendar has no properties for events that people sign up for (RFC 5545 §3.8.8.2 leaves them to X- names).

/** TRUE where people may sign up. */
const SIGN_UP_PROPERTY = "X-SNART-SIGN-UP";
/** The number of places. */
const CAPACITY = "X-SNART-CAPACITY";
/** When sign-up closes: a length before the start (`-P1D`), or a time in UTC. */
const CLOSES = "X-SNART-CLOSES";

export const MOST_PLACES = 100_000;

/** The terms on which people sign up for an event. */
export interface SignUpTerms {
  /** the number of places; undefined: no limit */
  readonly capacity: number | undefined;
  /** ms UTC, exclusive */
  readonly closesAt: Instant | undefined;
  /** ms before the start, for every occurrence of a series; neither given: open until the start */
  readonly closesBefore: number | undefined;
}

/** When sign-up closes, ms UTC, exclusive. @param start the start of the occurrence */
export const closingOf = ({ closesAt, closesBefore = 0 }: SignUpTerms, start: Instant): Instant =>
  closesAt ?? start - closesBefore;

/** The terms of one component; undefined if people can't sign up. Values that can't be read count as absent. */
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
    closesBefore: closes && !time ? lengthBefore(closes.value) : undefined,
  };
}

function lengthBefore(value: string): number | undefined {
  const duration = parseDuration(value.trim().replace(/^-/, ""));
  return duration && nominalDays(duration) * DAY + exactMilliseconds(duration);
}

/** A length in ms as `P1DT2H`. A day counts 24 hours. */
export const lengthText = (length: number): string =>
  formatDuration({ ...durationOf(length % DAY), days: Math.floor(length / DAY) });

/** The component with these terms, or with none. */
export function withSignUpTerms(component: Component, terms: SignUpTerms | undefined): Component {
  const others = component.properties.filter(
    ({ name }) => name !== SIGN_UP_PROPERTY && name !== CAPACITY && name !== CLOSES,
  );
  if (!terms) return withProperties(component, others);
  const { capacity, closesAt, closesBefore } = terms;
  return withProperties(component, [
    ...others,
    makeProperty(SIGN_UP_PROPERTY, "TRUE"),
    ...(capacity === undefined ? [] : [makeProperty(CAPACITY, String(capacity))]),
    ...(closesAt === undefined ? [] : [writeTime(CLOSES, timed(UTC.toLocal(closesAt), UTC, null))]),
    ...(closesAt !== undefined || closesBefore === undefined
      ? []
      : [makeProperty(CLOSES, `-${lengthText(closesBefore)}`, { VALUE: "DURATION" })]),
  ]);
}
