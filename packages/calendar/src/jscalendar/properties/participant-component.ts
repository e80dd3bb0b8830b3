import { firstProperty, makeProperty, withProperty, type Component } from "../../icalendar/component.ts";
import { textValue } from "../../icalendar/text.ts";
import { sameAddress } from "../calendar-address.ts";
import type { Id, Participant } from "../types.ts";
import { readDescription, writeDescription } from "./description.ts";
import { withRaw, withText } from "./edit-property.ts";
import { keyedComponents, withKeyedComponents } from "./keyed-components.ts";
import { readLinks, writeLinks } from "./links.ts";

// RFC 9073 §7.1: holds what ATTENDEE has no parameter for, and participants without an address.

const addressOf = (component: Component): string | undefined =>
  firstProperty(component, "CALENDAR-ADDRESS")?.value.trim();

/** The participant that a PARTICIPANT describes. */
function readParticipantComponent(component: Component): Participant {
  const address = addressOf(component);
  const name = textValue(component, "SUMMARY");
  const percent = Number.parseInt(firstProperty(component, "PERCENT-COMPLETE")?.value ?? "", 10);
  return {
    "@type": "Participant",
    ...(address !== undefined && { calendarAddress: address }),
    ...(name !== undefined && { name }),
    ...readDescription(component),
    ...readLinks(component),
    ...(percent >= 0 && percent <= 100 && { percentComplete: percent }),
  };
}

/** The PARTICIPANTs with the keys of their participants; one with an attendee's address has that attendee's key. */
export function keyedParticipants(
  parent: Component,
  attendees: Readonly<Record<Id, Participant>>,
): readonly (readonly [Id, Component])[] {
  const byAddress = new Map(
    Object.entries(attendees).map(([key, { calendarAddress = "" }]) => [
      calendarAddress.trim().toLowerCase(),
      key,
    ]),
  );
  const identity = (component: Component): string =>
    addressOf(component)?.toLowerCase() ?? JSON.stringify(readParticipantComponent(component));
  const taken = new Set<Id>();
  return keyedComponents(parent, "PARTICIPANT", identity).flatMap(([own, component]) => {
    const address = addressOf(component)?.toLowerCase();
    const known = address === undefined ? undefined : byAddress.get(address);
    const key = known ?? own;
    // A second PARTICIPANT for the same person is ignored.
    if (taken.has(key) || (known === undefined && Object.hasOwn(attendees, key))) return [];
    taken.add(key);
    return [[key, component] as const];
  });
}

/** All participants, with what PARTICIPANTs add; an ATTENDEE's own parameters take precedence. */
export function withParticipantComponents(
  parent: Component,
  attendees: Readonly<Record<Id, Participant>>,
): Readonly<Record<Id, Participant>> {
  const told = keyedParticipants(parent, attendees).map(([key, component]) => [
    key,
    { ...readParticipantComponent(component), ...attendees[key] },
  ]);
  return { ...attendees, ...Object.fromEntries(told) };
}

/** Whether a participant has a property that only a PARTICIPANT can express. */
const needsComponent = (participant: Participant, hasAttendee: boolean): boolean =>
  !hasAttendee ||
  participant.description !== undefined ||
  participant.percentComplete !== undefined ||
  Object.keys(participant.links ?? {}).length > 0;

function writeOne(component: Component, participant: Participant): Component {
  const { calendarAddress, name, links = {}, percentComplete } = participant;
  const old = readParticipantComponent(component);
  // A participant with an address has their name in ATTENDEE; a SUMMARY beside it isn't read, so it isn't changed.
  const summed = calendarAddress === undefined ? withText(component, "SUMMARY", name) : component;
  const described = writeDescription(summed, participant);
  const linked =
    JSON.stringify(old.links ?? {}) === JSON.stringify(links) ? described : writeLinks(described, links);
  const counted =
    old.percentComplete === percentComplete
      ? linked
      : withRaw(linked, "PERCENT-COMPLETE", percentComplete?.toString());
  if (sameAddress(old.calendarAddress, calendarAddress)) return counted;
  if (calendarAddress === undefined) return withRaw(counted, "CALENDAR-ADDRESS", undefined);
  return withProperty(counted, makeProperty("CALENDAR-ADDRESS", calendarAddress));
}

/**
 * Writes PARTICIPANTs for the participants who need one. `attendees` are as read before the change; `hasAttendee`
 * tells whose address is in an ATTENDEE or ORGANIZER. An existing PARTICIPANT stays as long as its participant does.
 */
export function writeParticipantComponents(
  parent: Component,
  wanted: Readonly<Record<Id, Participant>>,
  attendees: Readonly<Record<Id, Participant>>,
  hasAttendee: (participant: Participant) => boolean,
): Component {
  const known = keyedParticipants(parent, attendees);
  const there = new Set(known.map(([key]) => key));
  const needed = Object.entries(wanted).filter(
    ([key, participant]) => there.has(key) || needsComponent(participant, hasAttendee(participant)),
  );
  if (needed.length === 0 && known.length === 0) return parent;
  return withKeyedComponents(parent, known, Object.fromEntries(needed), "PARTICIPANT", writeOne);
}
