import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import { withProperty, type Component, type Property } from "../../icalendar/component.ts";
import { textProperty } from "../../icalendar/text.ts";
import { ATTENDEE_COMMENT } from "../../icalendar/calendar-server.ts";
import type { IsAddressOf } from "../attendee.ts";
import { mapComponents } from "../instance.ts";

/** When a meeting takes place, whose it is, and what a later message of it is compared with. */
const KEPT: ReadonlySet<string> = new Set([
  "UID",
  "DTSTAMP",
  "DTSTART",
  "DTEND",
  "DURATION",
  "RRULE",
  "RDATE",
  "EXDATE",
  "EXRULE",
  "RECURRENCE-ID",
  "SEQUENCE",
  "STATUS",
  "TRANSP",
  "CLASS",
  "CREATED",
  "LAST-MODIFIED",
  "ORGANIZER",
  "LOCATION",
  ATTENDEE_COMMENT,
]);

/**
 * What a room or thing keeps of a meeting in which it is used: when it is and whose. What it is about, and who else comes, is nothing to
 * those who look after the room.
 * @param isBookable whether an address is the room's
 * @param title whose meeting it is
 */
export function forBookable(object: CalendarObject, isBookable: IsAddressOf, title: string): CalendarObject {
  const isKept = ({ name, value }: Property): boolean =>
    KEPT.has(name) || (name === "ATTENDEE" && isBookable(value));
  return mapComponents(object, (component: Component) => {
    const bare = { ...component, properties: component.properties.filter(isKept), components: [] };
    return withProperty(bare, textProperty("SUMMARY", title));
  });
}
