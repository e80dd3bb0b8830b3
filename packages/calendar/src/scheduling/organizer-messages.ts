import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, withoutProperties, type Component } from "../icalendar/component.ts";
import { writeTime } from "../icalendar/time-property.ts";
import {
  addressKey,
  attendeeAt,
  attendeesOf,
  componentsOf,
  forcedMethod,
  isServerAgent,
  organizerOf,
  partstatOf,
  type IsAddressOf,
} from "./attendee.ts";
import { contentOf, peopleOf } from "./fingerprint.ts";
import { saysFlag, withoutOthers } from "./hidden-guests.ts";
import { exceptionKeys, instanceOf, overridesByKey, timeOfInstance, type InstanceKey } from "./instance.ts";
import {
  isCancelled,
  messageCalendar,
  sequenceOf,
  withSequence,
  withStatus,
  type ItipMessage,
  type ItipMethod,
  type MessageContext,
} from "./itip-message.ts";
import { isSeriesMoved } from "./organizer-change.ts";
import { withoutAnswers } from "./own/guest-answers.ts";
import { spanOf, wholeRecurrenceOf } from "./times-fingerprint.ts";

/**
 * The messages that an organizer's server sends when an object changes from `before` to `after` (RFC 6638 §3.2.1, RFC
 * 5546 §3.2): REQUEST to people for whom it is new or changed, CANCEL to people who lose it, whole or in part;
 * nothing to everybody else. Undefined stands for an absent object. People whom the client invites itself
 * (SCHEDULE-AGENT) get nothing.
 */
export function organizerMessages(
  before: CalendarObject | undefined,
  after: CalendarObject | undefined,
  isOrganizer: IsAddressOf,
  context: MessageContext,
): readonly ItipMessage[] {
  const [past, now] = [before, after].map((side) => side && readSide(withoutAnswers(side)));
  return recipients([after, before], isOrganizer).flatMap((recipient) => {
    const was = past && invitationOf(past, recipient);
    const is = now && invitationOf(now, recipient);
    if (is && now) return changedInvitation({ past, was, now, is, recipient, context });
    return was && past ? [cancelAll(past, was, recipient, context)] : [];
  });
}

/** Everybody who is invited before or after, with the latest spelling of the address. */
function recipients(
  sides: readonly (CalendarObject | undefined)[],
  isOrganizer: IsAddressOf,
): readonly string[] {
  const found = new Map<string, string>();
  for (const object of sides)
    for (const component of object ? componentsOf(object) : [])
      for (const { value } of attendeesOf(component)) {
        const key = addressKey(value);
        if (!found.has(key) && !isOrganizer(value)) found.set(key, value.trim());
      }
  return [...found.values()];
}

/** One side of the change, read once for all recipients. */
interface Side {
  readonly object: CalendarObject;
  readonly overrides: ReadonlyMap<InstanceKey, Component>;
  readonly exceptions: ReadonlySet<InstanceKey>;
  /** the guests don't see each other */
  readonly hides: boolean;
  /** finished messages by invitation: most people are invited to the same */
  readonly requests: Map<string, Component>;
}

const readSide = (object: CalendarObject): Side => ({
  object,
  overrides: overridesByKey(object),
  exceptions: exceptionKeys(object),
  hides: saysFlag(object, "hideAttendees"),
  requests: new Map(),
});

/** One person's invitation: the series, single instances, and the instances of the series that are not included. */
interface Invitation {
  readonly main: Component | undefined;
  readonly overrides: ReadonlyMap<InstanceKey, Component>;
  readonly missing: ReadonlySet<InstanceKey>;
  readonly isForced: boolean;
}

function invitationOf({ object, overrides, hides }: Side, recipient: string): Invitation | undefined {
  const isAsked = (component: Component): boolean => {
    const attendee = attendeeAt(component, recipient);
    return attendee !== undefined && isServerAgent(attendee) && !isCancelled(component);
  };
  const seen = (component: Component): Component =>
    hides ? withoutOthers(component, (address) => addressKey(address) === addressKey(recipient)) : component;
  const main = object.main && isAsked(object.main) ? seen(object.main) : undefined;
  const asked = [...overrides].flatMap(([key, component]) =>
    isAsked(component) ? [[key, seen(component)] as const] : [],
  );
  if (!main && asked.length === 0) return undefined;
  const missing = [...overrides].filter(([, component]) => main && !isAsked(component)).map(([id]) => id);
  const isForced = componentsOf(object).some((component) => {
    const attendee = attendeeAt(component, recipient);
    return attendee !== undefined && forcedMethod(attendee) === "REQUEST";
  });
  return { main, overrides: new Map(asked), missing: new Set(missing), isForced };
}

interface Change {
  readonly past: Side | undefined;
  readonly was: Invitation | undefined;
  readonly now: Side;
  readonly is: Invitation;
  readonly recipient: string;
  readonly context: MessageContext;
}

function changedInvitation(change: Change): readonly ItipMessage[] {
  const { past, was, now, is, recipient, context } = change;
  const lost =
    was && past && !isSeriesMoved(past.object, now.object) ? lostInstances(past, was, now, is) : [];
  const isTold = lost.length > 0 && lost.length <= MOST_CANCELLED;
  const cancelled = isTold && past ? [cancelSome(past, lost, recipient, context)] : [];
  const askedAgain = partsAskedAgain(change);
  const isNews = lost.length > MOST_CANCELLED || askedAgain.length > 0 || is.isForced;
  const extent = isNews ? "news" : extentOfChange(change, new Set(lost));
  if (extent === "none") return cancelled;
  const asked = request(now, is, recipient, context, extent === "people");
  return [...cancelled, askedAgain.length > 0 ? { ...asked, askedAgain } : asked];
}

/**
 * The parts of an event to which the organizer asks for a new answer of somebody who has given one, or was not invited to that part
 * before; null stands for the series.
 */
function partsAskedAgain({ past, is, recipient }: Change): readonly (InstanceKey | null)[] {
  if (!past) return [];
  const isAskedAgain = (component: Component, former: Component | undefined): boolean => {
    const line = attendeeAt(component, recipient);
    if (!line || partstatOf(line) !== "NEEDS-ACTION") return false;
    const was = former && attendeeAt(former, recipient);
    return !was || partstatOf(was) !== "NEEDS-ACTION";
  };
  const keys = [...is.overrides].filter(([key, component]) =>
    isAskedAgain(component, past.exceptions.has(key) ? undefined : formerPart(past, key)),
  );
  const isSeriesAsked = is.main && isAskedAgain(is.main, past.object.main);
  return [...(isSeriesAsked ? [null] : []), ...keys.map(([key]) => key)];
}

const formerPart = ({ object, overrides }: Side, key: InstanceKey): Component | undefined =>
  overrides.get(key) ?? instanceOf(object, key);

/** More instances at once are not cancelled one by one: the whole invitation says in one line that they are gone. */
const MOST_CANCELLED = 50;

/**
 * The extent of a change to an invitation: something that matters to the guest, only the list of other guests, or
 * nothing.
 * @param lost the instances that the guest loses, of which a message of its own tells
 */
function extentOfChange(
  { past, was, now, is }: Change,
  lost: ReadonlySet<InstanceKey>,
): "news" | "people" | "none" {
  if (!past || !was) return "news";
  const isNews =
    saysOther(past, was.main, now, is.main) ||
    [...is.overrides].some(([key, component]) =>
      saysOther(past, formerInstance(past, was, key), now, component),
    ) ||
    [...was.overrides].some(([key]) => !is.overrides.has(key) && is.main && takesPlace(now, is, key)) ||
    [...was.missing, ...past.exceptions].some((key) => is.main && takesPlace(now, is, key));
  if (isNews) return "news";
  const people = ({ main, overrides }: Invitation): string =>
    [main, ...[...overrides].flatMap(([key, one]) => (lost.has(key) ? [] : [one]))]
      .map((component) => (component ? peopleOf(component) : ""))
      .join("\n\n");
  return people(was) === people(is) ? "none" : "people";
}

/** Whether the series' instance takes place unchanged. */
const takesPlace = ({ exceptions }: Side, { missing, overrides }: Invitation, key: InstanceKey): boolean =>
  !exceptions.has(key) && !missing.has(key) && !overrides.has(key);

function formerInstance(past: Side, was: Invitation, key: InstanceKey): Component | undefined {
  if (past.exceptions.has(key) || was.missing.has(key)) return undefined;
  return was.overrides.get(key) ?? (was.main && instanceOf(past.object, key));
}

function saysOther(
  past: Side,
  former: Component | undefined,
  now: Side,
  component: Component | undefined,
): boolean {
  if (!former || !component) return former !== component;
  return (
    contentOf(former) !== contentOf(component) ||
    spanOf(former, past.object) !== spanOf(component, now.object) ||
    wholeRecurrenceOf(former, past.object) !== wholeRecurrenceOf(component, now.object)
  );
}

/** Instances that a person loses from a series that otherwise stays theirs, whole or in part. */
function lostInstances(past: Side, was: Invitation, now: Side, is: Invitation): readonly InstanceKey[] {
  const candidates = new Set([...was.overrides.keys(), ...now.overrides.keys(), ...now.exceptions]);
  return [...candidates].filter((key) => {
    const wasAsked =
      was.overrides.has(key) || (was.main && !past.exceptions.has(key) && !was.missing.has(key));
    const isAsked = !now.exceptions.has(key) && (is.overrides.has(key) || (is.main && !is.missing.has(key)));
    if (!wasAsked || isAsked) return false;
    return was.overrides.has(key) || timeOfInstance(past.object, key) !== undefined;
  });
}

function message(
  method: ItipMethod,
  { object }: Side,
  calendar: Component,
  recipient: string,
  isQuiet = false,
): ItipMessage {
  const sender = organizerOf(object)?.value.trim() ?? "";
  return { method, uid: object.uid, sender, recipient, calendar, isQuiet };
}

/** The whole current invitation; the series without the instances to which this person is not invited. */
function request(
  side: Side,
  invitation: Invitation,
  recipient: string,
  context: MessageContext,
  isQuiet: boolean,
): ItipMessage {
  const { main, overrides, missing } = invitation;
  const parts = [main ? "series" : "", [...overrides.keys()].join(), [...missing].join()];
  const key = [...parts, side.hides ? recipient : ""].join(" ");
  const calendar = side.requests.get(key) ?? requestCalendar(side, invitation, context);
  side.requests.set(key, calendar);
  return message("REQUEST", side, calendar, recipient, isQuiet);
}

function requestCalendar(
  side: Side,
  { main, overrides, missing }: Invitation,
  context: MessageContext,
): Component {
  const times = [...missing]
    .filter((key) => !side.exceptions.has(key))
    .flatMap((key) => timeOfInstance(side.object, key) ?? []);
  const series = main && {
    ...main,
    properties: [...main.properties, ...times.map((time) => writeTime("EXDATE", time))],
  };
  const components = [...(series ? [series] : []), ...overrides.values()];
  return messageCalendar("REQUEST", side.object, components.map(named(side)), context);
}

/** A component without an ORGANIZER has that of its object, which a message must name (RFC 5546 §3.2.2). */
const named =
  ({ object }: Side) =>
  (component: Component): Component => {
    const organizer = firstProperty(component, "ORGANIZER") ?? organizerOf(object);
    return organizer && !component.properties.includes(organizer)
      ? { ...component, properties: [...component.properties, organizer] }
      : component;
  };

function cancelAll(
  past: Side,
  { main, overrides }: Invitation,
  recipient: string,
  context: MessageContext,
): ItipMessage {
  const components = main ? [main] : [...overrides.values()];
  return cancellation(past, components, recipient, context);
}

function cancelSome(
  past: Side,
  keys: readonly InstanceKey[],
  recipient: string,
  context: MessageContext,
): ItipMessage {
  const components = keys.flatMap((key) => formerPart(past, key) ?? []);
  return cancellation(past, components, recipient, context);
}

function cancellation(
  past: Side,
  components: readonly Component[],
  recipient: string,
  context: MessageContext,
): ItipMessage {
  const cancelled = components.map(named(past)).map((component) => cancelledFor(component, recipient));
  return message("CANCEL", past, messageCalendar("CANCEL", past.object, cancelled, context), recipient);
}

/** RFC 5546 §3.2.5: with an increased SEQUENCE and the person for whom it is cancelled, without the other guests. */
function cancelledFor(component: Component, recipient: string): Component {
  const attendee = attendeeAt(component, recipient);
  const seen = withoutOthers(component, (address) => addressKey(address) === addressKey(recipient));
  const alone = withoutProperties(seen, "ATTENDEE");
  const properties = attendee ? [...alone.properties, attendee] : alone.properties;
  const next = withSequence({ ...alone, properties }, sequenceOf(component) + 1);
  return withStatus(next, "CANCELLED");
}
