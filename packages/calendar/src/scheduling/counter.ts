import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  withProperty,
  withoutProperties,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { textProperty } from "../icalendar/text.ts";
import { writeTime } from "../icalendar/time-property.ts";
import { readComponentTimes, type ComponentTimes } from "../recurrence/component-times.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { failed, ok, type Result } from "../result.ts";
import { allDay, instantOf, timed, timedAt, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, type Instant } from "../time/instant.ts";
import { asLocal } from "../time/local.ts";
import { UTC } from "../time/zone.ts";
import type { Applied } from "./applied.ts";
import { askedAt } from "./asked-at.ts";
import { componentsOf, findAttendee, isServerAgent, organizerOf, type IsAddressOf } from "./attendee.ts";
import { exceptionKeys, instanceKey, instanceOf, overridesByKey, type InstanceKey } from "./instance.ts";
import {
  isCancelled,
  messageCalendar,
  sequenceOf,
  type ItipMessage,
  type MessageContext,
} from "./itip-message.ts";

/** Another time that a guest proposes (RFC 5546 §3.2.7). */
export interface ProposedTime {
  /** the instance that should move; null: the event, or the whole series */
  readonly instance: InstanceKey | null;
  readonly start: Instant;
  /** after the last moment */
  readonly end: Instant;
  /** whole days, from midnight to midnight in UTC */
  readonly isAllDay: boolean;
  /** what the guest says besides; empty: nothing */
  readonly note: string;
}

/** Why a guest can't propose a time. */
export type NotProposable =
  /** the person is not invited, or organizes it */
  | "not-invited"
  /** another server, or the guest's own program, sends the messages of this event */
  | "sent-elsewhere"
  | "no-such-instance"
  | "cancelled"
  /** the event is over */
  | "over"
  /** the proposed time has begun */
  | "past"
  /** the end is not after the start, a time is no number, or a day is not whole */
  | "no-time"
  /** it is the present time */
  | "same-time";

/**
 * The COUNTER with which a guest proposes another time to the organizer (RFC 5546 §3.2.7). It names the SEQUENCE that
 * the guest has seen, and no other guests.
 * @param object the guest's copy of the event
 * @param isMine whether an address is the guest's
 */
export function counterMessage(
  object: CalendarObject,
  proposed: ProposedTime,
  isMine: IsAddressOf,
  context: MessageContext,
): Result<ItipMessage, NotProposable> {
  const organizer = organizerOf(object);
  const component = componentAt(object, proposed.instance);
  if (!component) return failed("no-such-instance");
  const me = findAttendee(component, isMine);
  if (object.type !== "VEVENT" || !organizer || isMine(organizer.value) || !me) return failed("not-invited");
  if (!isServerAgent(organizer)) return failed("sent-elsewhere");
  if (isCancelled(component)) return failed("cancelled");
  const times = timesOf(object, component);
  const problem = times ? timeProblem(component, times, proposed, context.now) : "no-time";
  if (problem) return failed(problem);
  const said = counterComponent(object, component, proposed, me);
  return ok({
    method: "COUNTER",
    uid: object.uid,
    sender: me.value.trim(),
    recipient: organizer.value.trim(),
    calendar: messageCalendar("COUNTER", object, [said], context),
    isQuiet: false,
  });
}

function componentAt(object: CalendarObject, instance: InstanceKey | null): Component | undefined {
  if (instance === null) return object.main;
  if (exceptionKeys(object).has(instance)) return undefined;
  return overridesByKey(object).get(instance) ?? instanceOf(object, instance);
}

function timesOf(object: CalendarObject, component: Component): ComponentTimes | undefined {
  const read = readComponentTimes(component, object.type, zonesOf(object));
  return read.ok ? read.value : undefined;
}

/** No event lasts longer in any calendar app, and such a proposal is a mistake. */
const LONGEST = 366 * DAY;

function timeProblem(
  component: Component,
  present: ComponentTimes,
  { start, end, isAllDay }: ProposedTime,
  now: Instant,
): NotProposable | undefined {
  const isWhole = !isAllDay || (start % DAY === 0 && end % DAY === 0);
  if (![start, end].every(Number.isSafeInteger) || !(end > start) || end - start > LONGEST || !isWhole)
    return "no-time";
  const [from, to] = [instantOf(present.start, UTC), instantOf(present.end, UTC)];
  if (!repeats(component) && to <= now) return "over";
  if (start < (isAllDay ? now - DAY : now)) return "past";
  const isSame = from === start && to === end && (present.start.kind === "allDay") === isAllDay;
  return isSame ? "same-time" : undefined;
}

/** Whether a component is a series. */
export const repeats = (component: Component): boolean =>
  firstProperty(component, "RRULE") !== undefined || firstProperty(component, "RDATE") !== undefined;

function counterComponent(
  object: CalendarObject,
  component: Component,
  { start, end, isAllDay, note }: ProposedTime,
  me: Property,
): Component {
  const timeAt = (instant: Instant): CalendarTime =>
    isAllDay ? allDay(asLocal(instant)) : timed(asLocal(instant), UTC);
  const times = { start: timeAt(start), end: timeAt(end) };
  const moved = atTimes(object, component, times);
  const properties = moved.properties.filter(
    (one) => one === me || !["ATTENDEE", "COMMENT", "REQUEST-STATUS"].includes(one.name),
  );
  const named = firstProperty(moved, "SUMMARY") ? properties : [...properties, textProperty("SUMMARY", "")];
  const said = note.trim() === "" ? named : [...named, textProperty("COMMENT", note.trim())];
  return { ...moved, properties: said };
}

/** A component at other times, written in its own zone if both are timed. */
export function atTimes(
  object: CalendarObject,
  component: Component,
  { start, end }: Pick<ComponentTimes, "start" | "end">,
): Component {
  const own = timesOf(object, component)?.start;
  const like = (time: CalendarTime): CalendarTime =>
    own?.kind === "timed" && time.kind === "timed" ? timedAt(instantOf(time, UTC), own.zone, own.tzid) : time;
  return withProperty(
    withProperty(withoutProperties(component, "DURATION"), writeTime("DTSTART", like(start))),
    writeTime(object.type === "VTODO" ? "DUE" : "DTEND", like(end)),
  );
}

/**
 * What a COUNTER does at the organizer's: it is shown. One that names an earlier SEQUENCE than that of the present
 * time proposes instead of a time that is no more (RFC 5546 §2.1.4), and one of what was cancelled comes too late.
 * @param stored the organizer's object
 */
export function applyCounter(message: CalendarObject, stored: CalendarObject): Applied {
  const isLate = componentsOf(message).every((component) => {
    const key = instanceKey(component, message);
    if (key !== undefined && exceptionKeys(stored).has(key)) return true;
    const there = key === undefined ? stored.main : (overridesByKey(stored).get(key) ?? stored.main);
    if (!there) return false;
    const isFormer =
      firstProperty(component, "SEQUENCE") !== undefined && sequenceOf(component) < (askedAt(there) ?? 0);
    return isFormer || isCancelled(there);
  });
  return isLate ? { kind: "ignore", reason: "stale" } : { kind: "show" };
}
