import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  parameterValue,
  propertiesNamed,
  withComponents,
  withProperties,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { pathTokens } from "../jscalendar/patch.ts";
import { participants } from "../jscalendar/properties/participants.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { addressKey, componentsOf, organizerOf, type IsAddressOf } from "../scheduling/attendee.ts";
import { othersIn, saysFlag, showsTo } from "../scheduling/hidden-guests.ts";
import { keyOfTime, recurrenceTime } from "../scheduling/instance.ts";
import { counterparts } from "../scheduling/organizer-change.ts";

// The owner of an event may hide its participants from each other (JMAP Calendars, `hideAttendees`): everybody else
// sees the owner and themselves. A write by somebody who doesn't see the others keeps them.

/** Whether an object has attendees that the person with these addresses may not see. */
function hidesFrom(object: CalendarObject, isMine: IsAddressOf): boolean {
  if (!saysFlag(object, "hideAttendees")) return false;
  const organizer = organizerOf(object);
  return organizer === undefined || !isMine(organizer.value);
}

/** The object's text without the attendees that its reader may not see; the same component when there are none. */
export function withoutHidden(object: CalendarObject, isMine: IsAddressOf): Component {
  if (!hidesFrom(object, isMine)) return object.calendar;
  const components = object.calendar.components.map((component) => {
    if (component.name !== object.type) return component;
    const hidden = hiddenIn(component, isMine);
    return withComponents(
      withProperties(
        component,
        component.properties.filter((property) => !hidden.properties.has(property)),
      ),
      component.components.filter((inner) => !hidden.components.has(inner)),
    );
  });
  return withComponents(object.calendar, components);
}

/** Restores the attendees that the writer didn't see, as they stood before the write. */
export function withHidden(former: CalendarObject, written: CalendarObject, isMine: IsAddressOf): Component {
  if (!hidesFrom(former, isMine)) return written.calendar;
  const zones = zonesOf(written);
  const before = counterparts(former);
  const own = new Set(componentsOf(written));
  const components = written.calendar.components.map((component) => {
    if (!own.has(component)) return component;
    const time = recurrenceTime(component, zones);
    const there = before(time && keyOfTime(time)) ?? former.main;
    return there ? joined(component, hiddenIn(there, isMine)) : component;
  });
  return withComponents(written.calendar, components);
}

interface Hidden {
  readonly properties: ReadonlySet<Property>;
  readonly components: ReadonlySet<Component>;
}

function hiddenIn(component: Component, isMine: IsAddressOf): Hidden {
  const isShown = showsTo(component, isMine);
  const hiddenKeys = new Set(
    Object.entries(participants.read(component, () => undefined).participants ?? {})
      .filter(([, { calendarAddress = "", roles }]) => !isShown(calendarAddress) && !roles?.["owner"])
      .map(([key]) => key),
  );
  const told = propertiesNamed(component, "JSPROP").filter((property) => {
    const [first, key = ""] = pathTokens(parameterValue(property, "JSPTR") ?? "");
    return first === "participants" && hiddenKeys.has(key);
  });
  const { attendees, people } = othersIn(component, isMine);
  return { properties: new Set([...attendees, ...told]), components: new Set(people) };
}

function joined(component: Component, hidden: Hidden): Component {
  const there = new Set(propertiesNamed(component, "ATTENDEE").map(({ value }) => addressKey(value)));
  const missing = [...hidden.properties].filter(
    ({ name, value }) => name !== "ATTENDEE" || !there.has(addressKey(value)),
  );
  return withComponents(withProperties(component, [...component.properties, ...missing]), [
    ...component.components,
    ...hidden.components,
  ]);
}
