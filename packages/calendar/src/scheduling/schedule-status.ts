import type { CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component, Property } from "../icalendar/component.ts";
import { addressKey, forcedMethod } from "./attendee.ts";
import { mapComponents } from "./instance.ts";
import { withParameter } from "./with-parameter.ts";

/** The delivery status of a message (RFC 6638 §3.2.9). */
export type ScheduleStatus =
  /** pending */
  | "1.0"
  /** sent, delivery unknown */
  | "1.1"
  /** delivered */
  | "1.2"
  /** delivered and processed */
  | "2.0"
  /** no such calendar user */
  | "3.7"
  /** not allowed to */
  | "3.8"
  /** delivery failed */
  | "5.1"
  /** there is no way to deliver */
  | "5.2"
  /** the recipient refused it */
  | "5.3";

/**
 * The object with the delivery statuses of its messages, in the ATTENDEE or ORGANIZER lines of their recipients.
 * SCHEDULE-FORCE-SEND has been carried out and is removed (RFC 6638 §7.2).
 * @param name whether the recipients are in ATTENDEE or ORGANIZER lines
 */
export function withScheduleStatuses(
  object: CalendarObject,
  name: "ATTENDEE" | "ORGANIZER",
  statuses: ReadonlyMap<string, ScheduleStatus>,
): CalendarObject {
  const byKey = new Map([...statuses].map(([address, status]) => [addressKey(address), status]));
  const change = (property: Property): Property => {
    if (property.name !== name) return property;
    const status = byKey.get(addressKey(property.value));
    const sent = forcedMethod(property)
      ? withParameter(property, "SCHEDULE-FORCE-SEND", undefined)
      : property;
    return status === undefined ? sent : withParameter(sent, "SCHEDULE-STATUS", status);
  };
  return mapComponents(object, (component): Component => {
    const properties = component.properties.map(change);
    const isSame = properties.every((property, index) => property === component.properties[index]);
    return isSame ? component : { ...component, properties };
  });
}
