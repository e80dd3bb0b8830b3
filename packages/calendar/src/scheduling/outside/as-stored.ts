import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import { firstProperty, makeProperty, withProperty, type Component } from "../../icalendar/component.ts";
import { formatTimeValue, readTime, writeTime } from "../../icalendar/time-property.ts";
import { zonesOf } from "../../recurrence/resolve-zone.ts";
import { allDay, instantOf, localOf, timed, type CalendarTime } from "../../time/calendar-time.ts";
import { addDays, asLocal, startOfDay, timeOfDay } from "../../time/local.ts";
import { UTC } from "../../time/zone.ts";
import { mapComponents, timeOfInstance } from "../instance.ts";

/**
 * A message from another system that identifies a series' instances in the way of the stored series: by its UID, and
 * with RECURRENCE-IDs of the series' type. Exchange writes dates for timed instances and midnights for all-day ones,
 * Google UTC, others no zone.
 */
export function asStored(message: CalendarObject, stored: CalendarObject): CalendarObject {
  const zones = zonesOf(message);
  const start = startOf(stored);
  const change = (component: Component): Component => {
    const named =
      message.uid === stored.uid ? component : withProperty(component, makeProperty("UID", stored.uid));
    const property = firstProperty(component, "RECURRENCE-ID");
    const time = property && readTime(property, zones);
    const own = time && start && ofKind(time, start).find((one) => isInstance(stored, one));
    const isSame = own?.kind === time?.kind && own && formatTimeValue(own) === property?.value;
    if (!own || isSame) return named;
    return withProperty(named, writeTime("RECURRENCE-ID", own));
  };
  const changed = mapComponents(message, change);
  return { ...changed, uid: stored.uid };
}

function startOf({ main, timeZones }: CalendarObject): CalendarTime | undefined {
  const property = main && firstProperty(main, "DTSTART");
  return property && readTime(property, zonesOf({ timeZones }));
}

const isInstance = (stored: CalendarObject, time: CalendarTime): boolean =>
  timeOfInstance(stored, instantOf(time, UTC)) !== undefined;

/**
 * The possible meanings of a time in the form of the series' start; none if it has that form already or can't have
 * it.
 */
function ofKind(time: CalendarTime, start: CalendarTime): readonly CalendarTime[] {
  if (start.kind === "floating" || (time.kind === start.kind && time.kind !== "timed")) return [];
  if (start.kind === "timed") {
    if (time.kind === "timed") return [timed(localOf(time, start.zone), start.zone, start.tzid)];
    const local = time.kind === "allDay" ? asLocal(time.date + timeOfDay(start.local)) : time.local;
    return [timed(local, start.zone, start.tzid)];
  }
  if (time.kind === "allDay") return [];
  // Midnight stands for the written day; east of Greenwich, midnight in UTC falls on the evening before.
  const day = startOfDay(time.local);
  return [allDay(day), allDay(addDays(day, 1))];
}
