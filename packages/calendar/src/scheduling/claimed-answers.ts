import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component, Property } from "../icalendar/component.ts";
import {
  addressKey,
  attendeeAt,
  attendeesOf,
  componentsOf,
  partstatOf,
  type IsAddressOf,
} from "./attendee.ts";
import { instanceKey, mapComponents } from "./instance.ts";
import { counterparts, mapAttendees, withAnswer } from "./organizer-change.ts";
import { isOwnSignUp } from "./sign-up/place.ts";
import { withParameter } from "./with-parameter.ts";

// An organizer may note the answer that somebody gave on the telephone. People who can answer here answer for themselves (RFC 6638
// §3.2.1: the participation status is the attendee's).

/** The addresses of guests whose answers a write changes, other than by asking anew. */
export function claimedAnswers(
  before: CalendarObject | undefined,
  after: CalendarObject,
  isOrganizer: IsAddressOf,
): ReadonlySet<string> {
  const former = formerOf(before);
  const claimed = new Set<string>();
  for (const component of componentsOf(after)) {
    const suspects = attendeesOf(component).filter((line) => mayBeClaim(line) && !isOrganizer(line.value));
    const there = suspects.length > 0 ? former(component, after) : undefined;
    for (const line of suspects) if (isClaim(line, there)) claimed.add(addressKey(line.value));
  }
  return claimed;
}

/** The object with the answers that these people have given. */
export function withGivenAnswers(
  before: CalendarObject | undefined,
  after: CalendarObject,
  answersAlone: IsAddressOf,
): CalendarObject {
  const former = formerOf(before);
  return mapComponents(after, (component) => {
    const there = former(component, after);
    return mapAttendees(component, (line) => {
      if (!mayBeClaim(line) || !answersAlone(line.value) || !isClaim(line, there)) return line;
      const stored = there && attendeeAt(there, line.value);
      return stored
        ? withAnswer(line, stored)
        : withParameter(withParameter(line, "PARTSTAT", "NEEDS-ACTION"), "RSVP", "TRUE");
    });
  });
}

function formerOf(
  before: CalendarObject | undefined,
): (component: Component, after: CalendarObject) => Component | undefined {
  const find = before && counterparts(before);
  return (component, after) => find?.(instanceKey(component, after));
}

const mayBeClaim = (line: Property): boolean => partstatOf(line) !== "NEEDS-ACTION" && !isOwnSignUp(line);

const isClaim = (line: Property, former: Component | undefined): boolean => {
  const stored = former && attendeeAt(former, line.value);
  return partstatOf(line) !== (stored ? partstatOf(stored) : "NEEDS-ACTION");
};
