import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { parameterValue, type Component, type Property } from "../icalendar/component.ts";
import { textValue } from "../icalendar/text.ts";
import { attendeeAt, attendeesOf, partstatOf, type IsAddressOf } from "./attendee.ts";
import { ANSWER_STAMP, withCommentsOf } from "./attendee-comment.ts";
import { askedAt, lineAskedAt, withAskedAt, withAskedLineAt, withFormerAskedAt } from "./asked-at.ts";
import {
  exceptionKeys,
  instanceKey,
  instanceOf,
  mapComponents,
  overridesByKey,
  withOverrides,
  type InstanceKey,
} from "./instance.ts";
import { isCancelled, sequenceOf, withSequence } from "./itip-message.ts";
import { isOwnSignUp } from "./sign-up/place.ts";
import { recurrenceOf, spanOf, wholeRecurrenceOf } from "./times-fingerprint.ts";
import { withoutParameters, withParameter } from "./with-parameter.ts";

interface OrganizerChange {
  readonly before: CalendarObject | undefined;
  readonly after: CalendarObject;
  readonly isOrganizer: IsAddressOf;
  /** The writer may not have seen the latest answers: the stored ones stand (RFC 6638 §3.2.10). */
  readonly keepAnswers: boolean;
}

/**
 * Prepares an organizer's object before others receive it: SEQUENCE never falls, whatever a client counts, and increases
 * where RFC 5546 §2.1.4 says so; answers to a former time are reset. The same object if nothing must change.
 */
export function prepareOrganizerChange({
  before,
  after: written,
  isOrganizer,
  keepAnswers,
}: OrganizerChange): CalendarObject {
  if (!before) return written;
  const compared = counterparts(before);
  const isNewSeries = isSeriesMoved(before, written);
  // An answer to a former time knows the number of the series or of a date, whichever is higher.
  const ofSeries = before.main ? sequenceOf(before.main) : 0;
  const highest = Math.max(ofSeries, ...before.overrides.map(sequenceOf));
  const after = isNewSeries ? written : withInstancesOfGuests(before, written, keepAnswers, isOrganizer);
  return mapComponents(after, (component) => {
    const key = instanceKey(component, after);
    const former = compared(key);
    // If the whole series moved, its overrides moved along and are identified by another time.
    if (!former)
      return isNewSeries && key !== undefined
        ? askedAnew(component, sequenceOf(component), isOrganizer)
        : component;
    const answered = keepAnswers ? withAnswersOf(component, former, isOrganizer) : component;
    const isMoved =
      isNewSeries ||
      spanOf(component, after) !== spanOf(former, before) ||
      (key === undefined && recurrenceOf(component, after) !== recurrenceOf(former, before));
    const asksAgain = (line: Property): boolean => !isOrganizer(line.value) && isAskedAgain(line, former);
    const dropped = key === undefined ? droppedOverrides(before, after) : [];
    const rises =
      isMoved ||
      saysOtherTimes(former, before, component, after) ||
      attendeesOf(answered).some(asksAgain) ||
      [former, ...dropped].some((was) => isLeftBySome(was, component, isOrganizer));
    const reached = isNewSeries
      ? highest
      : Math.max(...[former, ...dropped].map(sequenceOf), isMoved ? ofSeries : 0);
    const sequence = Math.max(sequenceOf(component), reached + (rises ? 1 : 0));
    const counted = sequenceOf(component) === sequence ? answered : withSequence(answered, sequence);
    if (isMoved) return askedAnew(counted, sequence, isOrganizer);
    const isAsked = (line: Property): boolean => asksAgain(line) || isInvited(line, former, isOrganizer);
    const asked = mapAttendees(counted, (line) =>
      isAsked(line) && sequence > 0 ? withAskedLineAt(line, sequence) : line,
    );
    return withFormerAskedAt(withAskedLinesOf(asked, former), former);
  });
}

// Who is uninvited gets a CANCEL of a higher SEQUENCE (RFC 5546 §3.2.5). The event itself reaches that number too, and who is invited
// later is asked at it: so an answer to a former invitation, which may still be on its way, is told from one to the new.

/** Whether somebody was invited to the former component and is not to this one. */
const isLeftBySome = (former: Component, component: Component, isOrganizer: IsAddressOf): boolean =>
  attendeesOf(former).some(
    (line) => !isOrganizer(line.value) && !isOwnSignUp(line) && !attendeeAt(component, line.value),
  );

const isInvited = (line: Property, former: Component, isOrganizer: IsAddressOf): boolean =>
  !isOrganizer(line.value) && !isOwnSignUp(line) && !attendeeAt(former, line.value);

/** Overrides of which nothing is left: whoever was invited to such a date alone is so no more. */
function droppedOverrides(before: CalendarObject, after: CalendarObject): readonly Component[] {
  const there = overridesByKey(after);
  return [...overridesByKey(before)].flatMap(([key, was]) => (there.has(key) ? [] : [was]));
}

/**
 * The object with overrides that the writer has left out, and that guests need: one with an answer that somebody gave for that instance,
 * which is theirs, or of which the writer may not know (RFC 6638 §3.2.10.1); one that was at another time, which its date goes back
 * from: that is a new question; and one that records when that question was asked: answers to the other time may still be on their way.
 */
function withInstancesOfGuests(
  before: CalendarObject,
  after: CalendarObject,
  keepAnswers: boolean,
  isOrganizer: IsAddressOf,
): CalendarObject {
  const there = overridesByKey(after);
  const gone = exceptionKeys(after);
  const restored = [...overridesByKey(before)].flatMap(([key, was]): [InstanceKey, Component][] => {
    const is = there.has(key) || gone.has(key) || !after.main ? undefined : instanceOf(after, key);
    if (!is || isCancelled(was)) return [];
    if (spanOf(was, before) !== spanOf(is, after))
      return attendeesOf(is).some(({ value }) => !isOrganizer(value)) ? [[key, is]] : [];
    const asked = askedAt(was);
    const isAskedApart = asked !== undefined && asked > (before.main ? (askedAt(before.main) ?? 0) : 0);
    const isAsked = (line: Property): boolean => before.main !== undefined && isAskedAgain(line, before.main);
    const stands = (line: Property, stored: Property): boolean =>
      isAskedApart ||
      keepAnswers ||
      isAskedLater(stored, line) ||
      (hasRepliedApart(line, stored) && !isAsked(line));
    const answered = withAskedLinesOf(withAnswersOf(is, was, isOrganizer, stands), was);
    if (isAskedApart) return [[key, withAskedAt(answered, asked)]];
    return answered === is ? [] : [[key, withCommentsOf(answered, was)]];
  });
  return restored.length === 0 ? after : withOverrides(after, after.main, new Map([...there, ...restored]));
}

/**
 * Whether guests need a new SEQUENCE though their answers stand (RFC 5546 §2.1.4): for the end of a series, its exceptions, and
 * whether it takes place at all.
 */
function saysOtherTimes(
  former: Component,
  before: CalendarObject,
  component: Component,
  after: CalendarObject,
): boolean {
  if (statusOf(former) !== statusOf(component)) return true;
  if (component !== after.main) return false;
  const [was, is] = [exceptionKeys(before), exceptionKeys(after)];
  return (
    was.symmetricDifference(is).size > 0 ||
    wholeRecurrenceOf(former, before) !== wholeRecurrenceOf(component, after)
  );
}

/** An event takes place unless it says otherwise. */
function statusOf(component: Component): string {
  const status = textValue(component, "STATUS")?.trim().toUpperCase() ?? "";
  return status === "CONFIRMED" ? "" : status;
}

/** Whether a guest who has answered is asked anew: an answer that was given before, and is still on its way, does not count. */
function isAskedAgain(line: Property, former: Component): boolean {
  const was = attendeeAt(former, line.value);
  return was !== undefined && partstatOf(was) !== "NEEDS-ACTION" && partstatOf(line) === "NEEDS-ACTION";
}

/** Resets the answers to the former time, and records the SEQUENCE of this change. */
const askedAnew = (component: Component, sequence: number, isOrganizer: IsAddressOf): Component =>
  mapAttendees(withAskedAt(component, sequence), (attendee) =>
    isOrganizer(attendee.value) ? attendee : unanswered(attendee),
  );

/**
 * The former version of a component: the main one, the override of the same instance, or the series' values for it.
 */
export function counterparts(before: CalendarObject): (key: number | undefined) => Component | undefined {
  const overrides = overridesByKey(before);
  return (key) => (key === undefined ? before.main : (overrides.get(key) ?? instanceOf(before, key)));
}

/** Whether the series as a whole takes place at other times than before. */
export function isSeriesMoved(before: CalendarObject, after: CalendarObject): boolean {
  if (!before.main || !after.main) return false;
  return (
    spanOf(before.main, before) !== spanOf(after.main, after) ||
    recurrenceOf(before.main, before) !== recurrenceOf(after.main, after)
  );
}

/** The component with every ATTENDEE changed; the same component if none is. */
export function mapAttendees(component: Component, change: (attendee: Property) => Property): Component {
  const properties = component.properties.map((property) =>
    property.name === "ATTENDEE" ? change(property) : property,
  );
  const isSame = properties.every((property, index) => property === component.properties[index]);
  return isSame ? component : { ...component, properties };
}

/**
 * Resets an answer. A delegator is not asked again, since the delegate is; neither is a person who signed up
 * uninvited, who keeps their place.
 */
function unanswered(attendee: Property): Property {
  if (isOwnSignUp(attendee)) return attendee;
  const partstat = partstatOf(attendee);
  if (partstat === "NEEDS-ACTION" || partstat === "DELEGATED") return attendee;
  return withParameter(withParameter(attendee, "PARTSTAT", "NEEDS-ACTION"), "RSVP", "TRUE");
}

const ANSWER = ["PARTSTAT", "DELEGATED-TO", "X-CALENDARSERVER-DTSTAMP", "SCHEDULE-STATUS"] as const;

/**
 * Restores other people's answers as they are stored.
 * @param stands whether the stored line's answer is to stand
 */
function withAnswersOf(
  component: Component,
  former: Component,
  isOrganizer: IsAddressOf,
  stands: (line: Property, stored: Property) => boolean = () => true,
): Component {
  return mapAttendees(component, (attendee) => {
    const stored = isOrganizer(attendee.value) ? undefined : attendeeAt(former, attendee.value);
    const isOther = stored && partstatOf(stored) !== partstatOf(attendee) && stands(attendee, stored);
    return isOther ? withAnswer(attendee, stored) : attendee;
  });
}

/** Restores when people were asked anew about this instance alone. */
const withAskedLinesOf = (component: Component, former: Component): Component =>
  mapAttendees(component, (line) => {
    const stored = attendeeAt(former, line.value);
    return stored && isAskedLater(stored, line) ? withAskedLineAt(line, lineAskedAt(stored) ?? 0) : line;
  });

const isAskedLater = (one: Property, other: Property): boolean =>
  (lineAskedAt(one) ?? 0) > (lineAskedAt(other) ?? 0);

/** Whether somebody has answered for one instance themselves: an answer that the organizer has noted has no time of its own. */
function hasRepliedApart(ofSeries: Property, ofInstance: Property): boolean {
  const stamp = parameterValue(ofInstance, ANSWER_STAMP);
  return stamp !== undefined && stamp !== parameterValue(ofSeries, ANSWER_STAMP);
}

/** An attendee's line with the stored answer. */
export function withAnswer(attendee: Property, stored: Property): Property {
  const answer = stored.parameters.filter(({ name }) => ANSWER.some((wanted) => wanted === name));
  const base = withoutParameters(attendee, ANSWER);
  return { ...base, parameters: [...base.parameters, ...answer] };
}
