import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import type { Component, Property } from "../../icalendar/component.ts";
import { formatParameters } from "../../icalendar/parameter.ts";
import { closingOf, signUpTermsOf } from "../../icalendar/sign-up-terms.ts";
import { readComponentTimes } from "../../recurrence/component-times.ts";
import { zonesOf } from "../../recurrence/resolve-zone.ts";
import { instantOf } from "../../time/calendar-time.ts";
import type { Instant } from "../../time/instant.ts";
import { UTC, type Zone } from "../../time/zone.ts";
import { attendeeAt } from "../attendee.ts";
import { keyOfTime, mapComponents, recurrenceTime } from "../instance.ts";
import { counterparts, mapAttendees } from "../organizer-change.ts";
import { withParameter } from "../with-parameter.ts";
import {
  peopleOfSignUp,
  placeOf,
  signedUpAt,
  signedUpStamp,
  signUpLines,
  waitingNumber,
  withNotes,
  withNotesOf,
  type Place,
} from "./place.ts";

/** A person whose standing changed. */
export interface PlaceMove {
  /** the time of the occurrence; undefined: of the event */
  readonly key: number | undefined;
  readonly line: Property;
  readonly from: Place;
  readonly to: Place;
}

export interface AssignedSignUp {
  readonly object: CalendarObject;
  readonly moves: readonly PlaceMove[];
}

/**
 * Assigns the places of an event with sign-up, however the answers arrived. People with a place keep it; people who
 * accept get one while there is room and nobody waits; the others wait in the order in which they came, and free
 * places go to the first of them. A party of several waits until there is room for all of it, and nobody overtakes
 * it. People who accept after the close wait until it is extended.
 * @param before the former object; undefined: none, and people with a place in `after` have it
 * @param zone the zone of whole days and floating times
 * @param isTrusted the notes of the lines are the server's own; otherwise they are taken from `before`
 */
export function assignSignUpPlaces(
  before: CalendarObject | undefined,
  after: CalendarObject,
  now: Instant,
  isTrusted: boolean,
  zone: Zone = UTC,
): AssignedSignUp {
  if (!before) return { object: after, moves: [] };
  const zones = zonesOf(after);
  const former = counterparts(before);
  const moves: PlaceMove[] = [];
  const object = mapComponents(after, (component) => {
    const terms = signUpTermsOf(component);
    if (!terms) return component;
    const time = recurrenceTime(component, zones);
    const key = time && keyOfTime(time);
    const was = former(key);
    const noted = isTrusted
      ? component
      : mapAttendees(component, (line) => withNotesOf(line, was && attendeeAt(was, line.value)));
    const read = readComponentTimes(component, after.type, zones);
    const start = read.ok && read.value ? instantOf(read.value.start, zone) : Infinity;
    const room = { capacity: terms.capacity ?? Infinity, closesAt: closingOf(terms, start) };
    const given = assignFreePlaces(noted, was, room, now);
    moves.push(...given.moves.map((move) => ({ ...move, key })));
    return given.component;
  });
  return { object, moves };
}

/** Somebody who may get a place now. */
interface Candidate {
  readonly line: Property;
  readonly was: Place;
  /** undefined: new in the queue */
  readonly number: number | undefined;
}

function assignFreePlaces(
  component: Component,
  former: Component | undefined,
  { capacity, closesAt }: { readonly capacity: number; readonly closesAt: Instant },
  now: Instant,
): { readonly component: Component; readonly moves: readonly Omit<PlaceMove, "key">[] } {
  const { taken, candidates, left } = standing(component, former);
  const ordered = candidates.toSorted((a, b) => (a.number ?? Infinity) - (b.number ?? Infinity));
  let free = capacity - taken;
  let isQueued = false;
  let next = 1 + candidates.reduce((most, { number = 0 }) => Math.max(most, number), 0);
  const written = new Map<Property, Property>(
    left.map((line) => [line, withNotes(line, { waiting: undefined })]),
  );
  const moves: Omit<PlaceMove, "key">[] = left.map((line) => ({ line, from: "waiting", to: "none" }));
  for (const { line, was, number } of ordered) {
    const known = was === "none" ? undefined : signedUpAt(line);
    const people = peopleOfSignUp(line);
    const isInTime: boolean = (known ?? now) < closesAt;
    const isPlaced: boolean = isInTime && !isQueued && people <= free;
    // Nobody overtakes a party that was in time and found no room.
    isQueued ||= isInTime && !isPlaced;
    if (isPlaced) free -= people;
    const stamped = known === undefined ? withNotes(line, { at: signedUpStamp(now) }) : line;
    const waiting = isPlaced ? undefined : String(number ?? next++);
    const settled = withParameter(
      withNotes(stamped, { waiting }),
      "PARTSTAT",
      isPlaced ? "ACCEPTED" : "TENTATIVE",
    );
    if (formatParameters(settled.parameters) !== formatParameters(line.parameters))
      written.set(line, settled);
    const to = isPlaced ? "placed" : "waiting";
    if (was !== to) moves.push({ line: settled, from: was, to });
  }
  return { component: mapAttendees(component, (line) => written.get(line) ?? line), moves };
}

function standing(component: Component, former: Component | undefined) {
  let taken = 0;
  const candidates: Candidate[] = [];
  const left: Property[] = [];
  for (const line of signUpLines(component)) {
    const before = former && attendeeAt(former, line.value);
    const was = before ? placeOf(before) : "none";
    const place = placeOf(line);
    if (place === "waiting") candidates.push({ line, was, number: waitingNumber(line) });
    else if (place === "placed" && was === "placed") taken += peopleOfSignUp(line);
    else if (place === "placed") candidates.push({ line, was, number: undefined });
    else if (waitingNumber(line) !== undefined) left.push(line);
  }
  return { taken, candidates, left };
}
