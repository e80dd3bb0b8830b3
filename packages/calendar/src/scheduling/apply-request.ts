import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { textValue } from "../icalendar/text.ts";
import type { Instant } from "../time/instant.ts";
import { withoutMethod, type Applied, type Delivery } from "./applied.ts";
import { componentsOf, findAttendee, partstatOf, type IsAddressOf } from "./attendee.ts";
import { contentOf, peopleOf } from "./fingerprint.ts";
import { exceptionKeys, instanceOf, overridesByKey, withOverrides, type InstanceKey } from "./instance.ts";
import { isCancelled, sequenceOf } from "./itip-message.ts";
import { leftOutOf, startOfInstance, withInstancesBack, withoutLeftOut } from "./left-out.ts";
import { movedDates } from "./own/moved-dates.ts";
import { counterparts, isSeriesMoved, mapAttendees } from "./organizer-change.ts";
import { hasOwnValues, withOwnValues } from "./own/own-values.ts";
import { spanOf, wholeRecurrenceOf } from "./times-fingerprint.ts";
import { withParameter } from "./with-parameter.ts";

/**
 * REQUEST and ADD (RFC 5546 §3.2.2, §3.2.4): stores the new invitation and keeps what belongs to the attendee:
 * alarms, transparency, notes, and the answer as long as the time is the one that was answered.
 */
export function applyRequest(
  message: CalendarObject,
  stored: CalendarObject | undefined,
  { isMine, askedAgain }: Delivery,
): Applied {
  const guest: Guest = { isMine, askedAgain: new Set(askedAgain) };
  const fresh = withoutMethod(message);
  if (!stored)
    return isDeclined(fresh, isMine) ? UNCHANGED : { kind: "store", object: fresh, isOnlyAnswers: false };
  if (isStale(message, stored)) return { kind: "ignore", reason: "stale" };
  const object = message.main ? replaced(fresh, stored, guest) : merged(fresh, stored, guest);
  // The same message again: sent to another guest on this server, or through a mailing list.
  if (serialiseICalendar(object.calendar) === serialiseICalendar(stored.calendar)) return UNCHANGED;
  return { kind: "store", object, isOnlyAnswers: isSameButAnswers(stored, object, isMine) };
}

/** Whose copy it is, and of which parts of it they are asked anew. */
interface Guest {
  readonly isMine: IsAddressOf;
  readonly askedAgain: ReadonlySet<InstanceKey | null>;
}

const UNCHANGED: Applied = { kind: "ignore", reason: "unchanged" };

/**
 * An event that somebody has declined and deleted does not come back until its time changes, which is a new question.
 */
const isDeclined = (fresh: CalendarObject, isMine: IsAddressOf): boolean =>
  componentsOf(fresh).every((component) => {
    const mine = findAttendee(component, isMine);
    return mine === undefined || partstatOf(mine) === "DECLINED";
  });

/** RFC 5546 §2.1.5: the higher SEQUENCE is newer, then the later DTSTAMP. A cancelled event may come back. */
export function isStale(message: CalendarObject, stored: CalendarObject): boolean {
  const known = counterpartsStored(stored);
  const pairs = message.main
    ? [[message.main, stored.main] as const]
    : [...overridesByKey(message)].map(([key, component]) => [component, known(key)] as const);
  return pairs.every(([component, there]) => there !== undefined && isOlder(component, there));
}

const counterpartsStored = (stored: CalendarObject): ((key: InstanceKey) => Component | undefined) => {
  const overrides = overridesByKey(stored);
  return (key) => overrides.get(key);
};

function isOlder(component: Component, there: Component): boolean {
  const difference = sequenceOf(component) - sequenceOf(there);
  if (difference !== 0 && !isCancelled(there)) return difference < 0;
  return (textValue(component, "DTSTAMP") ?? "") < (textValue(there, "DTSTAMP") ?? "");
}

/** The whole invitation replaces the stored one. */
function replaced(fresh: CalendarObject, stored: CalendarObject, guest: Guest): CalendarObject {
  // A cancelled event comes back as a new question.
  const isMoved = isSeriesMoved(stored, fresh) || (stored.main !== undefined && isCancelled(stored.main));
  const moved = isMoved ? movedDates(stored, fresh) : undefined;
  const unmoved = counterparts(stored);
  const former = (key: InstanceKey | undefined): Component | undefined =>
    moved ? (key !== undefined && moved.get(key)) || stored.main : unmoved(key);
  const gone = exceptionKeys(stored);
  // A date that was out of the copy comes back as a new question.
  const isAsked = (key: InstanceKey | undefined): boolean => isMoved || (key !== undefined && gone.has(key));
  const keep = (component: Component, key: InstanceKey | undefined): Component =>
    keptOwn({ fresh, component, stored, former: former(key), key, isMoved: isAsked(key) }, guest);
  const overrides = new Map<InstanceKey, Component>();
  const declined = isMoved ? new Map<InstanceKey, Instant>() : leftOut(fresh, stored, guest);
  for (const [key, component] of overridesByKey(fresh))
    if (!declined.has(key)) overrides.set(key, keep(component, key));
  const own = moved ? ownMoved(fresh, stored, moved) : ownInstances(fresh, stored, guest);
  for (const [key, component] of own) overrides.set(key, component);
  const cancelled = isMoved ? [] : cancelledInstances(fresh, stored);
  for (const [key, component] of cancelled) overrides.set(key, component);
  const back = new Set(cancelled.map(([key]) => key));
  const main =
    fresh.main &&
    withoutLeftOut(withInstancesBack(keep(fresh.main, undefined), fresh, back), fresh, declined);
  return withOverrides(fresh, main, overrides);
}

/** What is cancelled stays, and says so, as long as the organizer says that it doesn't take place. */
function cancelledInstances(
  fresh: CalendarObject,
  stored: CalendarObject,
): readonly (readonly [InstanceKey, Component])[] {
  const gone = exceptionKeys(fresh);
  return [...overridesByKey(stored)].filter(([key, component]) => gone.has(key) && isCancelled(component));
}

/** Single instances are put into the stored series, if there is one. */
function merged(fresh: CalendarObject, stored: CalendarObject, guest: Guest): CalendarObject {
  const former = counterparts(stored);
  const overrides = new Map(overridesByKey(stored));
  for (const [key, component] of overridesByKey(fresh)) {
    const mine = findAttendee(component, guest.isMine);
    // An instance that was declined and taken out stays out until it is asked about anew.
    const isOut = !former(key) && mine !== undefined && partstatOf(mine) === "DECLINED";
    if (!isOut)
      overrides.set(
        key,
        keptOwn({ fresh, component, stored, former: former(key), key, isMoved: false }, guest),
      );
  }
  const missing = [...fresh.timeZones]
    .filter(([tzid]) => !stored.timeZones.has(tzid))
    .map(([, zone]) => zone);
  const calendar = { ...stored.calendar, components: [...missing, ...stored.calendar.components] };
  const timeZones = new Map([...fresh.timeZones, ...stored.timeZones]);
  const back = new Set(overridesByKey(fresh).keys());
  const main = stored.main && withInstancesBack(stored.main, stored, back);
  return withOverrides({ ...stored, calendar, timeZones }, main, overrides);
}

/** A component of a new invitation beside that of the copy. */
interface Pair {
  readonly fresh: CalendarObject;
  readonly component: Component;
  readonly stored: CalendarObject;
  readonly former: Component | undefined;
  /** undefined: the series */
  readonly key: InstanceKey | undefined;
  readonly isMoved: boolean;
}

function keptOwn(
  { fresh, component, stored, former, key, isMoved }: Pair,
  { isMine, askedAgain }: Guest,
): Component {
  if (!former) return component;
  const kept = withOwnValues(component, former);
  const isSameTime = !isMoved && !isCancelled(former) && spanOf(component, fresh) === spanOf(former, stored);
  return isSameTime && !askedAgain.has(key ?? null) ? withMyAnswer(kept, former, isMine) : kept;
}

const MY_ANSWER = ["PARTSTAT", "RSVP", "DELEGATED-TO"] as const;

/** My own stored answer is more current than the organizer's copy, which it may not have reached yet. */
function withMyAnswer(component: Component, former: Component, isMine: IsAddressOf): Component {
  const mine = findAttendee(former, isMine);
  if (!mine || partstatOf(mine) === "NEEDS-ACTION") return component;
  return mapAttendees(component, (attendee) => {
    if (!isMine(attendee.value)) return attendee;
    return MY_ANSWER.reduce(
      (result, name) =>
        withParameter(result, name, mine.parameters.find((parameter) => parameter.name === name)?.values[0]),
      attendee,
    );
  });
}

/**
 * Instances that I removed from my copy and that stay removed, whether or not the organizer knows. An instance at a
 * new time is a new question; so is one that the organizer asks about anew, and one of a series asked about anew unless it has an
 * override: an answer to the former question no longer counts there.
 */
function leftOut(
  fresh: CalendarObject,
  stored: CalendarObject,
  { isMine, askedAgain }: Guest,
): ReadonlyMap<InstanceKey, Instant> {
  const overrides = overridesByKey(fresh);
  const known = exceptionKeys(fresh);
  const noted = leftOutOf(stored);
  const kept = new Map<InstanceKey, Instant>();
  for (const key of exceptionKeys(stored)) {
    const override = overrides.get(key);
    const mine = override && findAttendee(override, isMine);
    const start = startOfInstance(fresh, key);
    const isDeclined = mine !== undefined && partstatOf(mine) === "DECLINED";
    const isAskedAgain = askedAgain.has(key) || (!override && askedAgain.has(null));
    const isNoted = noted.get(key) === start;
    if (!known.has(key) && (isDeclined || isNoted) && !isAskedAgain) kept.set(key, start);
  }
  return kept;
}

/** Overrides with an answer of mine that differs from the series and that the organizer does not know yet, or with other values of my own. */
function ownInstances(
  fresh: CalendarObject,
  stored: CalendarObject,
  guest: Guest,
): readonly (readonly [InstanceKey, Component])[] {
  const { isMine } = guest;
  const told = overridesByKey(fresh);
  const gone = exceptionKeys(fresh);
  const former = counterparts(fresh);
  const ofSeries = stored.main && findAttendee(stored.main, isMine);
  return [...overridesByKey(stored)].flatMap(([key, component]) => {
    const mine = findAttendee(component, isMine);
    const base = told.has(key) || gone.has(key) ? undefined : former(key);
    if (!base || !mine) return [];
    const isAsked = guest.askedAgain.has(null);
    const kept = keptOwn(
      { fresh, component: base, stored, former: component, key: isAsked ? undefined : key, isMoved: false },
      guest,
    );
    if (hasOwnValues(component, stored.main)) return [[key, kept] as const];
    // What is unanswered there is no answer of mine: without an override of the organizer's it follows the series.
    if (["NEEDS-ACTION", ofSeries && partstatOf(ofSeries)].includes(partstatOf(mine))) return [];
    const answered = findAttendee(kept, isMine);
    return answered && partstatOf(answered) === partstatOf(mine) ? [[key, kept] as const] : [];
  });
}

/** Instances of a moved series with values of the guest's own that the organizer doesn't know: an alarm on one date moves with it. */
function ownMoved(
  fresh: CalendarObject,
  stored: CalendarObject,
  moved: ReadonlyMap<InstanceKey, Component>,
): readonly (readonly [InstanceKey, Component])[] {
  const told = overridesByKey(fresh);
  return [...moved].flatMap(([key, former]) => {
    const base = told.has(key) || !hasOwnValues(former, stored.main) ? undefined : instanceOf(fresh, key);
    return base ? [[key, withOwnValues(base, former)] as const] : [];
  });
}

/** Whether two states of an invitation differ only in other people's answers. */
function isSameButAnswers(stored: CalendarObject, object: CalendarObject, isMine: IsAddressOf): boolean {
  const [was, is] = [overridesByKey(stored), overridesByKey(object)];
  if ((stored.main === undefined) !== (object.main === undefined) || was.size !== is.size) return false;
  const pairs = [
    [stored.main, object.main] as const,
    ...[...is].map(([key, one]) => [was.get(key), one] as const),
  ];
  const exceptions = (side: CalendarObject): string =>
    [...exceptionKeys(side)].toSorted((a, b) => a - b).join();
  if (exceptions(stored) !== exceptions(object)) return false;
  return pairs.every(([a, b]) => a === b || (a && b && isSameComponent(stored, a, object, b, isMine)));
}

function isSameComponent(
  stored: CalendarObject,
  a: Component,
  object: CalendarObject,
  b: Component,
  isMine: IsAddressOf,
): boolean {
  const mine = (component: Component): string => {
    const attendee = findAttendee(component, isMine);
    return attendee ? partstatOf(attendee) : "";
  };
  return (
    contentOf(a) === contentOf(b) &&
    peopleOf(a) === peopleOf(b) &&
    mine(a) === mine(b) &&
    sequenceOf(a) === sequenceOf(b) &&
    spanOf(a, stored) === spanOf(b, object) &&
    wholeRecurrenceOf(a, stored) === wholeRecurrenceOf(b, object)
  );
}
