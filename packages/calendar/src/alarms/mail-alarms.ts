import {
  firstProperty,
  makeProperty,
  withComponents,
  withProperties,
  type Component,
} from "../icalendar/component.ts";
import { escapeText, textValue } from "../icalendar/text.ts";

const isByMail = (alarm: Component): boolean =>
  alarm.name === "VALARM" && firstProperty(alarm, "ACTION")?.value.trim().toUpperCase() === "EMAIL";

const alarmsIn = (calendar: Component): readonly Component[] =>
  calendar.components.flatMap(({ components }) => components.filter(isByMail));

const isWhole = (alarm: Component): boolean =>
  ["ATTENDEE", "SUMMARY", "DESCRIPTION"].every((name) => firstProperty(alarm, name));

/** Whether alarms that send mail were written since `before` without what RFC 5545 §3.6.6 requires of them. */
export function hasIncompleteMailAlarms(calendar: Component, before?: Component): boolean {
  const known = new Set(before ? alarmsIn(before) : []);
  return alarmsIn(calendar).some((alarm) => !isWhole(alarm) && !known.has(alarm));
}

/**
 * A VCALENDAR whose alarms that send mail say to whom and what (RFC 5545 §3.6.6: ATTENDEE, SUMMARY, DESCRIPTION).
 * @param address the URI of the person who is reminded
 * @param before the former VCALENDAR: what was in it stays as it was written
 */
export function withMailAlarms(calendar: Component, address: string, before?: Component): Component {
  const known = new Set(before ? alarmsIn(before) : []);
  return withComponents(
    calendar,
    calendar.components.map((item) => {
      const text = textValue(item, "SUMMARY") || "…";
      const complete = (alarm: Component): Component =>
        isByMail(alarm) && !known.has(alarm) ? completed(alarm, address, text) : alarm;
      return withComponents(item, item.components.map(complete));
    }),
  );
}

function completed(alarm: Component, address: string, text: string): Component {
  const needed = [
    makeProperty("ATTENDEE", address),
    makeProperty("SUMMARY", escapeText(text)),
    makeProperty("DESCRIPTION", escapeText(text)),
  ];
  const missing = needed.filter(({ name }) => !firstProperty(alarm, name));
  return withProperties(alarm, [...alarm.properties, ...missing]);
}
