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
  /** To all dates that are not named. */
  readonly series: DateAnswer;
  readonly dates: ReadonlyMap<InstanceKey, DateAnswer>;
}

/**
 * An event with somebody's answer, in whosever copy: each named date has its own, and becomes an instance of its own if it differs from
 * the series (RFC 5546 §3.2.3). Dates that the event does not have are passed over, and so are parts to which they are not invited.
 * @param isTheirs whose answer it is
 */
export function withEventAnswer(
  object: CalendarObject,
  isTheirs: IsAddressOf,
  { series, dates }: EventAnswer,
  now: Instant,
): CalendarObject {
  const overrides = new Map<InstanceKey, Component>();
  for (const [key, component] of overridesByKey(object))
    overrides.set(key, withAnswer(component, isTheirs, dates.get(key) ?? series, now));
  for (const [key, answer] of dates) {
    const isLikeSeries = answer.partstat === series.partstat && answer.comment === series.comment;
    const instance = isLikeSeries || overrides.has(key) ? undefined : instanceOf(object, key);
    if (instance) overrides.set(key, withAnswer(instance, isTheirs, answer, now));
  }
  const main = object.main && withAnswer(object.main, isTheirs, series, now);
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
