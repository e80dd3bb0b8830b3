import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, propertiesNamed, type Component, type Property } from "../icalendar/component.ts";
import { textProperty } from "../icalendar/text.ts";
import {
  componentsOf,
  findAttendee,
  forcedMethod,
  isServerAgent,
  organizerOf,
  partstatOf,
  type IsAddressOf,
} from "./attendee.ts";
import { attendeeComment } from "./attendee-comment.ts";
import { isDelegateOf } from "./attendee-change.ts";
import { exceptionKeys, instanceOf, overridesByKey } from "./instance.ts";
import { isCancelled, messageCalendar, type ItipMessage, type MessageContext } from "./itip-message.ts";
import { leftOutOf } from "./left-out.ts";
import { withParameter } from "./with-parameter.ts";

/**
 * The answer that an attendee's server sends to the organizer when an object changes from `before` to `after` (RFC
 * 6638 §3.2.2): the changed answers, for the series and for single instances. Deleting the object, removing an
 * instance from it or oneself from the list of guests, declines. Undefined stands for an absent object.
 * @returns undefined if nothing needs to be sent, or if this server is not the one to send it
 */
export function attendeeReply(
  before: CalendarObject | undefined,
  after: CalendarObject | undefined,
  isMine: IsAddressOf,
  context: MessageContext,
): ItipMessage | undefined {
  const object = after ?? before;
  const organizer = object && organizerOf(object);
  if (!object || !organizer || !isServerAgent(organizer)) return undefined;
  const isForced = after !== undefined && forcedMethod(organizer) === "REPLY";
  const isGone = !after || !componentsOf(after).some((component) => findAttendee(component, isMine));
  const answers = isGone ? allDeclined(before, isMine) : changedAnswers(before, after, isMine, isForced);
  const components = answers.flatMap((answer) => answerComponent(answer, isMine));
  const [first] = components;
  const sender = first && findAttendee(first, isMine)?.value.trim();
  if (sender === undefined) return undefined;
  const calendar = messageCalendar("REPLY", object, components, context);
  return {
    method: "REPLY",
    uid: object.uid,
    sender,
    recipient: organizer.value.trim(),
    calendar,
    isQuiet: false,
  };
}

function changedAnswers(
  before: CalendarObject | undefined,
  after: CalendarObject,
  isMine: IsAddressOf,
  isForced: boolean,
): readonly Component[] {
  const answerOf = (component: Component | undefined): string => {
    const attendee = component && findAttendee(component, isMine);
    return attendee ? `${answerText(attendee)} ${commentOf(component, attendee)}`.trim() : "NEEDS-ACTION";
  };
  const former = before && overridesByKey(before);
  // Nobody waits for an answer to a cancelled event.
  const isAsked = (component: Component): boolean =>
    findAttendee(component, isMine) !== undefined && !isCancelled(component);
  const isOther = (component: Component, was: Component | undefined): boolean =>
    isAsked(component) && (isForced || answerOf(component) !== answerOf(was));
  const main = after.main && isOther(after.main, before?.main) ? [after.main] : [];
  const [answeredBefore, answeredNow] = [answerOf(before?.main), answerOf(after.main)];
  // What was answered as the series was would follow its new answer at the organizer's.
  const staysApart = (component: Component): boolean =>
    main.length > 0 &&
    isAsked(component) &&
    answeredBefore !== "NEEDS-ACTION" &&
    answerOf(component) === answeredBefore &&
    answerOf(component) !== answeredNow;
  const overrides = [...overridesByKey(after)].filter(([key, component]) => {
    // An instance without an override before had the answer of the series, which it still has if both are equal.
    const was = former?.get(key) ?? before?.main;
    const isNew = isOther(component, was) && (former?.has(key) || answerOf(component) !== answeredNow);
    return isNew || staysApart(component);
  });
  const leftOut = main.length > 0 && answeredBefore.startsWith("DECLINED") ? leftOutOf(after).keys() : [];
  return [
    ...main,
    ...overrides.map(([, component]) => component),
    ...[
      ...leftBehind(before, after, isMine),
      ...newlyExcepted(before, after, isMine),
      ...[...leftOut].flatMap((key) => instanceOf(after, key) ?? []),
    ].map((component) => declined(component, isMine)),
  ];
}

/** Parts from which an attendee has removed themselves alone, and which they had not declined. */
function leftBehind(
  before: CalendarObject | undefined,
  after: CalendarObject,
  isMine: IsAddressOf,
): readonly Component[] {
  if (!before) return [];
  const overrides = overridesByKey(after);
  const pairs = [
    [before.main, after.main] as const,
    ...[...overridesByKey(before)].map(([key, one]) => [one, overrides.get(key)] as const),
  ];
  return pairs.flatMap(([was, is]) =>
    was && is && isStillOpen(was, isMine) && !findAttendee(is, isMine) ? [was] : [],
  );
}

const answerText = (attendee: Property): string =>
  [
    partstatOf(attendee),
    ...attendee.parameters.flatMap(({ name, values }) => (name === "DELEGATED-TO" ? values : [])),
  ].join(" ");

/** What the guest says besides (`attendee-comment.ts`). */
const commentOf = (component: Component, attendee: Property): string =>
  attendeeComment(component, attendee.value);

/**
 * Instances that an attendee removes from their own copy and had not declined or lost before. An attendee who
 * declined the series also declines these: they stay removed if the series is accepted later.
 */
function newlyExcepted(
  before: CalendarObject | undefined,
  after: CalendarObject,
  isMine: IsAddressOf,
): readonly Component[] {
  if (!before) return [];
  const overrides = overridesByKey(before);
  if (!before.main && !after.main) {
    const left = overridesByKey(after);
    return [...overrides].flatMap(([key, one]) => (!left.has(key) && isStillOpen(one, isMine) ? [one] : []));
  }
  const known = exceptionKeys(before);
  return [...exceptionKeys(after)]
    .filter((key) => !known.has(key))
    .flatMap((key) => {
      const override = overrides.get(key);
      if (override) return isStillOpen(override, isMine) ? [override] : [];
      const instance = instanceOf(before, key);
      return instance && !isCancelled(instance) && findAttendee(instance, isMine) ? [instance] : [];
    });
}

/** Whether declining it would be new to the organizer. */
function isStillOpen(component: Component, isMine: IsAddressOf): boolean {
  const attendee = findAttendee(component, isMine);
  return (
    attendee !== undefined &&
    !isCancelled(component) &&
    !["DECLINED", "DELEGATED"].includes(partstatOf(attendee))
  );
}

function allDeclined(object: CalendarObject | undefined, isMine: IsAddressOf): readonly Component[] {
  return (object ? componentsOf(object) : [])
    .filter((component) => isStillOpen(component, isMine))
    .map((component) => declined(component, isMine));
}

const declined = (component: Component, isMine: IsAddressOf): Component => ({
  ...component,
  properties: component.properties.map((property) =>
    property.name === "ATTENDEE" && isMine(property.value)
      ? withParameter(property, "PARTSTAT", "DECLINED")
      : property,
  ),
});

/** The contents of an answer (RFC 5546 §3.2.3): which event and instance, by whom, and a comment. */
const TOLD = ["UID", "DTSTAMP", "SEQUENCE", "ORGANIZER", "RECURRENCE-ID", "DTSTART", "SUMMARY", "COMMENT"];
const TOLD_OF_TASKS = ["PERCENT-COMPLETE", "COMPLETED"];

function answerComponent(component: Component, isMine: IsAddressOf): readonly Component[] {
  const me = findAttendee(component, isMine);
  if (!me) return [];
  const names = component.name === "VTODO" ? [...TOLD, ...TOLD_OF_TASKS] : TOLD;
  const delegates = propertiesNamed(component, "ATTENDEE").filter((attendee) =>
    isDelegateOf(attendee, isMine),
  );
  const comment = firstProperty(component, "COMMENT") ? "" : commentOf(component, me);
  const told = [
    ...component.properties.filter(({ name }) => names.includes(name)),
    ...(comment === "" ? [] : [textProperty("COMMENT", comment)]),
  ];
  const answer = withParameter(withParameter(me, "RSVP", undefined), "PARTSTAT", partstatOf(me));
  return [{ name: component.name, properties: [...told, answer, ...delegates], components: [] }];
}
