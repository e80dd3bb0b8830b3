import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parameterValue, type Property } from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { withTimeZones } from "@snart/calendar/jscalendar/write-time-zones.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { componentsOf } from "@snart/calendar/scheduling/attendee.ts";
import { mapComponents } from "@snart/calendar/scheduling/instance.ts";
import { withParameter } from "@snart/calendar/scheduling/with-parameter.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { isFromGuest } from "../app/delivery/answered-object.ts";

interface Outward {
  /** the address that the mail comes from */
  readonly from: string;
  /** where answers are received; null: the organizer reads them */
  readonly replies: string | null;
  /** tells which addresses are the sender's own */
  readonly isOwn: (address: string) => boolean;
  /** the address of the author who acts for the organizer; undefined: the organizer */
  readonly sentBy: string | undefined;
  /** the organizer's address to send; undefined: they have none */
  readonly sentAs: string | undefined;
  /** the organizer's name, if the text has none */
  readonly name: string;
}

/**
 * A scheduling message as it leaves the server. The organizer gets the address that receives answers: every mail
 * program sends them to ORGANIZER, whatever Reply-To says (Outlook, Gmail, Apple Mail). SENT-BY names the person who
 * acts or sends for another (RFC 6047 §2.2.1, §3).
 */
export function outwardText(object: CalendarObject, outward: Outward, now: Instant): string {
  const change = (property: Property): Property => {
    if (property.name === "ORGANIZER" && outward.isOwn(property.value)) return organizer(property, outward);
    if (property.name !== "ATTENDEE" || !outward.isOwn(property.value)) return property;
    if (isFromGuest(object.method)) return withParameter(property, "SENT-BY", `mailto:${outward.from}`);
    // The same address tells mail programs that this is the organizer, and not a further guest.
    return { ...property, value: organizerAddress(property, outward) };
  };
  const changed = mapComponents(object, (component) => ({
    ...component,
    properties: component.properties.map(change),
  }));
  // Outlook ignores a TZID without its VTIMEZONE (RFC 5545 §3.2.19).
  return serialiseICalendar(withTimeZones(changed.calendar, { first: firstStart(object, now), now }));
}

function firstStart(object: CalendarObject, now: Instant): Instant {
  const starts = componentsOf(object).flatMap((component) => {
    const times = readComponentTimes(component, object.type, zonesOf(object));
    return times.ok && times.value ? [instantOf(times.value.start, UTC)] : [];
  });
  return Math.min(now, ...starts);
}

function organizerAddress({ value }: Property, { from, replies, sentAs }: Outward): string {
  if (replies !== null) return `mailto:${replies}`;
  if (sentAs !== undefined) return `mailto:${sentAs}`;
  return /^mailto:/i.test(value.trim()) ? value.trim() : `mailto:${from}`;
}

function organizer(property: Property, outward: Outward): Property {
  const { from, sentBy, name } = outward;
  const value = organizerAddress(property, outward);
  const named = parameterValue(property, "CN") ? property : withParameter(property, "CN", name);
  const isSelf = (address: string): boolean => value.toLowerCase() === `mailto:${address.toLowerCase()}`;
  const sender = [sentBy, from].find((address) => address !== undefined && !isSelf(address));
  return { ...withParameter(named, "SENT-BY", sender === undefined ? undefined : `mailto:${sender}`), value };
}
