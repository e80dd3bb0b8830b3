import { parameterValue, withComponents, type Component, type Property } from "../icalendar/component.ts";
import type { IsAddressOf } from "./attendee.ts";
import { withParameter } from "./with-parameter.ts";

/** What a message says of its sender besides the address. */
export interface Sender {
  /** whether an address is that of the organizer or guest in whose name it is sent */
  readonly isSender: IsAddressOf;
  /** of the one in whose name it is sent, where the text has none */
  readonly name: string;
  /** the address of whoever acts for them; undefined: they act themselves, or their app says it */
  readonly sentBy: string | undefined;
}

/**
 * A message that names its sender, and the person who acts for them (SENT-BY, RFC 5545 §3.2.18).
 * @param name the property that stands for the sender: ORGANIZER of an invitation, ATTENDEE of an answer
 */
export function withSender(
  calendar: Component,
  name: "ORGANIZER" | "ATTENDEE",
  { isSender, name: called, sentBy }: Sender,
): Component {
  const change = (property: Property): Property => {
    if (property.name !== name || !isSender(property.value)) return property;
    const isNamed = called === "" || parameterValue(property, "CN")?.trim();
    const named = isNamed ? property : withParameter(property, "CN", called);
    return sentBy === undefined ? named : withParameter(named, "SENT-BY", sentBy);
  };
  const components = calendar.components.map((component) => {
    const properties = component.properties.map(change);
    const isSame = properties.every((property, index) => property === component.properties[index]);
    return isSame ? component : { ...component, properties };
  });
  return withComponents(calendar, components);
}
