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

// iCalendar has no words for an event that people put themselves down for (RFC 5545 §3.8.8.2 leaves them to X- names).

/** TRUE where people may put themselves down. */
export const SIGN_UP_PROPERTY = "X-SNART-SIGN-UP";
/** How many people there is room for. */
const CAPACITY = "X-SNART-CAPACITY";
/** Until when people may put themselves down: how long before it begins (`-P1D`), or a time in UTC. */
const CLOSES = "X-SNART-CLOSES";

export const MOST_PLACES = 100_000;

/** On what terms people put themselves down for an event. */
export interface SignUpTerms {
  /** how many people there is room for; undefined: for all who come */
  readonly capacity: number | undefined;
  /** ms UTC, exclusive */
  readonly closesAt: Instant | undefined;
  /** ms before it begins, for every occurrence of a series; neither: until it begins */
  readonly closesBefore: number | undefined;
}

/** When it closes, ms UTC, exclusive. @param start when it begins */
export const closingOf = ({ closesAt, closesBefore = 0 }: SignUpTerms, start: Instant): Instant =>
  closesAt ?? start - closesBefore;

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
    closesBefore: closes && !time ? lengthBefore(closes.value) : undefined,
  };
}

function lengthBefore(value: string): number | undefined {
  const duration = parseDuration(value.trim().replace(/^-/, ""));
  return duration && nominalDays(duration) * DAY + exactMilliseconds(duration);
}

/** A length in ms as `P1DT2H`. A day of it is one of 24 hours. */
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
