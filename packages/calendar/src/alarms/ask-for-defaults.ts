import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  makeProperty,
  withComponents,
  withProperties,
  type Component,
} from "../icalendar/component.ts";
import { saysWhetherDefault, usesDefaultAlarms } from "./alarms-of.ts";
import { isAlarmNamed, nameOfAlarm } from "./acknowledge-alarms.ts";

const ASKS = makeProperty("JSPROP", "true", { JSPTR: "useDefaultAlerts" });

const asking = (item: Component): Component => withProperties(item, [...item.properties, ASKS]);

/** A VCALENDAR whose events ask for their calendar's alarms (`useDefaultAlerts`) where they say nothing of alarms. */
export const askingForDefaults = (calendar: Component): Component =>
  withEvents(calendar, (event) => (usesDefaultAlarms(event) === undefined ? asking(event) : event));

/**
 * An object as a client wrote it that knows only VALARMs. An event that asked for its calendar's alarms goes on doing so, also where the
 * client left that out, until the client gives it an alarm: that one rings then, alone.
 * @returns the very VCALENDAR that was written when nothing of it has to change
 */
export function heedingAlarms(former: CalendarObject, written: CalendarObject): Component {
  return withEvents(written.calendar, (event) => {
    const id = firstProperty(event, "RECURRENCE-ID")?.value;
    const same = former.overrides.find((one) => firstProperty(one, "RECURRENCE-ID")?.value === id);
    const before = (id === undefined ? undefined : same) ?? former.main;
    if (!before || usesDefaultAlarms(before) !== true) return event;
    if (hasNewAlarm(before, event))
      return withProperties(
        event,
        event.properties.filter((property) => !saysWhetherDefault(property)),
      );
    return event.properties.some(saysWhetherDefault) ? event : asking(event);
  });
}

const alarmsIn = ({ components }: Component): readonly Component[] =>
  components.filter(({ name }) => name === "VALARM");

/** Besides those that say up to when others have been dealt with, or put them off (RFC 9074 §7). */
function hasNewAlarm(before: Component, after: Component): boolean {
  const known = alarmsIn(before).map(nameOfAlarm);
  return alarmsIn(after).some(
    (alarm) =>
      !known.some((name) => isAlarmNamed(alarm, name)) && firstProperty(alarm, "RELATED-TO") === undefined,
  );
}

function withEvents(calendar: Component, change: (event: Component) => Component): Component {
  const components = calendar.components.map((item) => (item.name === "VEVENT" ? change(item) : item));
  return components.every((item, at) => item === calendar.components[at])
    ? calendar
    : withComponents(calendar, components);
}
