import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import type { Component } from "../../icalendar/component.ts";
import { escapeText } from "../../icalendar/text.ts";
import type { Instant } from "../../time/instant.ts";
import { findAttendee, partstatOf, type IsAddressOf } from "../attendee.ts";
import { ANSWER_STAMP, withAttendeeComment } from "../attendee-comment.ts";
import { instanceOf, overridesByKey, withOverrides, type InstanceKey } from "../instance.ts";
import { utcStamp } from "../itip-message.ts";
import { mapAttendees } from "../organizer-change.ts";
import { withParameter } from "../with-parameter.ts";

/** What somebody answers to an event, or to one date of it. */
export interface DateAnswer {
  /** RFC 5545 §3.2.12 */
  readonly partstat: "ACCEPTED" | "TENTATIVE" | "DECLINED" | "NEEDS-ACTION";
  /** Why, in the organizer's language; empty: nothing is said. */
  readonly comment: string;
}

/** What somebody answers to a whole event. */
export interface EventAnswer {
  /** To the series and to the dates that had its answer; undefined: they keep theirs. */
  readonly series: DateAnswer | undefined;
  /** To single dates. */
  readonly dates: ReadonlyMap<InstanceKey, DateAnswer>;
}

/**
 * An event with somebody's answer, in whosever copy: a date whose answer differs from the series' becomes an instance of its own (RFC 5546
 * §3.2.3). Dates that the event does not have are passed over, and so are parts to which they are not invited.
 * @param isTheirs whose answer it is
 */
export function withEventAnswer(
  object: CalendarObject,
  isTheirs: IsAddressOf,
  { series, dates }: EventAnswer,
  now: Instant,
): CalendarObject {
  const statusOf = (component: Component | undefined): string | undefined => {
    const line = component && findAttendee(component, isTheirs);
    return line && partstatOf(line);
  };
  const former = statusOf(object.main);
  const next = series?.partstat ?? former;
  const answered = (component: Component, answer: DateAnswer | undefined): Component =>
    answer ? withAnswer(component, isTheirs, answer, now) : component;
  const overrides = new Map<InstanceKey, Component>();
  for (const [key, component] of overridesByKey(object)) {
    const follows = !object.main || statusOf(component) === former;
    overrides.set(key, answered(component, dates.get(key) ?? (follows ? series : undefined)));
  }
  const main = object.main && answered(object.main, series);
  const whole = main ? { ...object, main } : object;
  for (const [key, answer] of dates) {
    const isLikeSeries = answer.partstat === next;
    const instance = isLikeSeries || overrides.has(key) ? undefined : instanceOf(whole, key);
    if (instance) overrides.set(key, answered(instance, answer));
  }
  return withOverrides(object, main, overrides);
}

function withAnswer(
  component: Component,
  isTheirs: IsAddressOf,
  { partstat, comment }: DateAnswer,
  now: Instant,
): Component {
  const line = findAttendee(component, isTheirs);
  if (!line) return component;
  const stamp = utcStamp(now);
  const answered = mapAttendees(component, (one) => {
    if (one !== line || partstatOf(one) === partstat) return one;
    const stamped = withParameter(withParameter(one, "PARTSTAT", partstat), ANSWER_STAMP, stamp);
    return partstat === "NEEDS-ACTION" ? stamped : withParameter(stamped, "RSVP", undefined);
  });
  return withAttendeeComment(answered, escapeText(comment), line.value, stamp);
}
