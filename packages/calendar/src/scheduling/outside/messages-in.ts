import { isObjectType, readCalendarObject, type CalendarObject } from "../../icalendar/calendar-object.ts";
import { makeProperty, withComponents, withProperty, type Component } from "../../icalendar/component.ts";
import { textValue } from "../../icalendar/text.ts";

/** A message with more events is not a scheduling message. */
const MOST = 10;

/**
 * The scheduling messages of a VCALENDAR from another system, one for each UID. Some programs put several events into
 * one message (RFC 6047 §2.2.3 allows it), or give the method only in the type of the mail part (older Exchange).
 * @param method from the type of the mail part; the VCALENDAR's own METHOD takes precedence
 */
export function messagesIn(calendar: Component, method: string | undefined): readonly CalendarObject[] {
  const said = textValue(calendar, "METHOD")?.trim().toUpperCase() || method;
  const whole = said ? withProperty(calendar, makeProperty("METHOD", said)) : calendar;
  const byUid = new Map<string, Component[]>();
  for (const component of calendar.components) {
    const uid = isObjectType(component.name) ? textValue(component, "UID")?.trim() : undefined;
    if (!uid) continue;
    const known = byUid.get(uid) ?? [];
    known.push(component);
    byUid.set(uid, known);
  }
  const rest = calendar.components.filter(({ name }) => !isObjectType(name));
  return [...byUid.values()].slice(0, MOST).flatMap((components) => {
    const read = readCalendarObject(withComponents(whole, [...rest, ...components]));
    return read.ok ? [read.value] : [];
  });
}
