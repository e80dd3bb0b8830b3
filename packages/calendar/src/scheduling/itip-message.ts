import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { makeProperty, withProperty, type Component, type Property } from "../icalendar/component.ts";
import { textValue } from "../icalendar/text.ts";
import type { Instant } from "../time/instant.ts";
import { SERVER_PARAMETERS } from "./attendee.ts";
import { withoutSignUpNotes } from "./sign-up/place.ts";
import { whoseProperty } from "./own/whose-property.ts";
import { withoutParameters } from "./with-parameter.ts";

/** The methods of RFC 5546 that change, answer or request an event or task. */
export type ItipMethod = "REQUEST" | "ADD" | "CANCEL" | "REPLY" | "COUNTER" | "DECLINECOUNTER" | "REFRESH";

/** A scheduling message on its way from one calendar user to another. */
export interface ItipMessage {
  readonly method: ItipMethod;
  readonly uid: string;
  /** calendar user addresses as written */
  readonly sender: string;
  readonly recipient: string;
  /** the VCALENDAR with its METHOD */
  readonly calendar: Component;
  /** Only the list of other guests has changed: store it without notifying the person. */
  readonly isQuiet: boolean;
  /**
   * The parts of the event of which the recipient is asked anew, though they have answered or were not invited before; null stands for the
   * series. An invitation alone doesn't say so: it may have crossed with an answer.
   */
  readonly askedAgain?: readonly (number | null)[];
  /** the organizer before the sender (RFC 5546 §3.2.2.4) */
  readonly formerOrganizer?: string;
}

/** The context in which messages are made. */
export interface MessageContext {
  readonly now: Instant;
  readonly prodId: string;
}

/** A UTC time to the second, as DTSTAMP writes it. */
export const utcStamp = (instant: Instant): string =>
  new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");

/** SEQUENCE; 0 if it is absent or not a number. */
export function sequenceOf(component: Component): number {
  const sequence = Number(textValue(component, "SEQUENCE") ?? 0);
  return Number.isSafeInteger(sequence) && sequence >= 0 ? sequence : 0;
}

export const isCancelled = (component: Component): boolean =>
  textValue(component, "STATUS")?.trim().toUpperCase() === "CANCELLED";

export const withSequence = (component: Component, sequence: number): Component =>
  withProperty(component, makeProperty("SEQUENCE", String(sequence)));

export const withStatus = (component: Component, status: string): Component =>
  withProperty(component, makeProperty("STATUS", status));

/** The VCALENDAR of a message: the sent part of each component, and the zones of its times. */
export function messageCalendar(
  method: ItipMethod,
  { calendar, timeZones }: CalendarObject,
  components: readonly Component[],
  { now, prodId }: MessageContext,
): Component {
  const scale = calendar.properties.filter(({ name }) => name === "CALSCALE");
  const used = new Set(components.flatMap(({ properties }) => properties.flatMap(zoneNames)));
  const zones = [...timeZones].filter(([tzid]) => used.has(tzid)).map(([, component]) => component);
  return {
    name: "VCALENDAR",
    properties: [
      makeProperty("VERSION", "2.0"),
      makeProperty("PRODID", prodId),
      ...scale,
      makeProperty("METHOD", method),
    ],
    components: [...zones, ...components.map((component) => forOthers(component, now))],
  };
}

const zoneNames = ({ parameters }: Property): readonly string[] =>
  parameters.flatMap(({ name, values }) => (name === "TZID" ? values.map((value) => value.trim()) : []));

/** Removes alarms and everything between a person and their own apps and server, and stamps it now. */
function forOthers(component: Component, now: Instant): Component {
  const properties = component.properties
    .filter((property) => whoseProperty(property).isSent)
    .map((property) =>
      property.name === "ATTENDEE" || property.name === "ORGANIZER"
        ? withoutParameters(withoutSignUpNotes(property), SERVER_PARAMETERS)
        : property,
    );
  const stamped = withProperty({ ...component, properties }, makeProperty("DTSTAMP", utcStamp(now)));
  return { ...stamped, components: component.components.filter(({ name }) => name !== "VALARM") };
}
