import { alarmSpan, readAlarmTimes, type AlarmTimes } from "../icalendar/alarm-trigger.ts";
import {
  firstProperty,
  parameterValue,
  propertiesNamed,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { textValue } from "../icalendar/text.ts";
import { readTime } from "../icalendar/time-property.ts";
import { instantOf } from "../time/calendar-time.ts";
import { DAY, type Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";

/**
 * VALARMs that a calendar supplies to events that ask for them (JMAP Calendars: defaultAlertsWithTime, …WithoutTime).
 */
export interface DefaultAlarms {
  readonly withTime: readonly Component[];
  /** for all-day events */
  readonly withoutTime: readonly Component[];
  /** They ring too for events that say nothing of alarms, neither of their own nor whether they ask for these. */
  readonly isForUnsaid?: boolean;
}

/** A VALARM that rings at a time. */
export interface Alarm {
  /** the VALARM */
  readonly component: Component;
  readonly times: AlarmTimes;
  /** rings up to this moment have been acknowledged (RFC 9074 §6.1) */
  readonly acknowledged: Instant | undefined;
  /** UID of the alarm that this one snoozes (RFC 9074 §7) */
  readonly snoozes: string | undefined;
}

/** An alarm further from its occurrence than this is ignored, and so are repetitions that go on for longer. */
const FURTHEST = 400 * DAY;
/** Further alarms of one component are left out. */
const MAX_ALARMS = 50;

const valueOf = (component: Component, name: string): string =>
  firstProperty(component, name)?.value.trim().toUpperCase() ?? "";

/** Cancelled, or a task that is done. */
const isSilent = (component: Component): boolean =>
  ["CANCELLED", "COMPLETED"].includes(valueOf(component, "STATUS")) ||
  (component.name === "VTODO" && firstProperty(component, "COMPLETED") !== undefined);

/**
 * Whether an event or task asks for its calendar's alarms instead of its own (JSCalendar `useDefaultAlerts`, RFC 8984
 * §4.5.1), for which iCalendar has no property. Undefined when it says nothing of alarms at all.
 */
export function usesDefaultAlarms(component: Component): boolean | undefined {
  const said = component.properties.filter(saysWhetherDefault);
  if (said.length > 0) return said.some(({ value }) => value.trim() === "true");
  return component.components.some(({ name }) => name === "VALARM") ? false : undefined;
}

/**
 * The alarms of an event or task that ring at a time; none if it is cancelled or done. If it asks for default alarms,
 * those of `defaults` for its kind replace its own. Alarms that can't be read, alarms that ring at a place
 * (PROXIMITY, RFC 9074 §8) and ACTION:NONE, which Apple writes for "no alarm, not even the default one", are left
 * out. `isAllDay` is only needed where DTSTART or DUE don't say it.
 */
export function alarmsOf(
  component: Component,
  defaults?: DefaultAlarms,
  isAllDay: boolean = isDated(component),
): readonly Alarm[] {
  if (isSilent(component)) return [];
  const own = component.components.filter(({ name }) => name === "VALARM");
  const unsaid = defaults?.isForUnsaid === true && component.name === "VEVENT";
  if (!defaults || !(usesDefaultAlarms(component) ?? unsaid)) return readAlarms(own, component);
  if (own.some((alarm) => valueOf(alarm, "ACTION") === "NONE")) return [];
  return withDefaults(own, isAllDay ? defaults.withoutTime : defaults.withTime, component);
}

/**
 * The default alarms that have not been acknowledged yet: the event's own alarm with the same name says up to when
 * they have, and an alarm that snoozes one of them rings as well (JMAP Calendars, "Default alerts").
 */
function withDefaults(
  own: readonly Component[],
  given: readonly Component[],
  owner: Component,
): readonly Alarm[] {
  // A default alarm with an absolute trigger would ring for every event at once, so it is ignored.
  const relative = given.filter((alarm) => readAlarmTimes(alarm)?.trigger.kind === "relative");
  const nameOf = (alarm: Component): string | undefined =>
    textValue(alarm, "JSID") ?? textValue(alarm, "UID");
  const names = new Set(relative.map(nameOf));
  const noted = new Map(own.map((alarm) => [nameOf(alarm), alarm]));
  const snoozing = own.filter((alarm) => names.has(snoozedBy(alarm)) && !names.has(nameOf(alarm)));
  const alarms = readAlarms([...relative, ...snoozing], owner);
  return alarms.map((alarm) => {
    const note = nameOf(alarm.component) === undefined ? undefined : noted.get(nameOf(alarm.component));
    const until = note && note !== alarm.component ? acknowledgedIn(note) : undefined;
    return until === undefined
      ? alarm
      : { ...alarm, acknowledged: Math.max(until, alarm.acknowledged ?? until) };
  });
}

/** Whether a property is the one that says whether the calendar's alarms are asked for. */
export const saysWhetherDefault = (property: Property): boolean =>
  property.name === "JSPROP" && parameterValue(property, "JSPTR")?.replace(/^\//, "") === "useDefaultAlerts";

/** Whether a component has a date and no time. */
function isDated(component: Component): boolean {
  const property = firstProperty(component, "DTSTART") ?? firstProperty(component, "DUE");
  return property !== undefined && readTime(property, () => undefined)?.kind === "allDay";
}

function readAlarms(components: readonly Component[], owner: Component): readonly Alarm[] {
  const alarms = components.slice(0, MAX_ALARMS).flatMap((alarm) => readAlarm(alarm, owner));
  return alarms.map((alarm) => ({ ...alarm, acknowledged: withOriginal(alarm, alarms) }));
}

function readAlarm(component: Component, owner: Component): Alarm[] {
  const written = readAlarmTimes(component);
  if (!written || valueOf(component, "ACTION") === "NONE") return [];
  if (firstProperty(component, "PROXIMITY")) return [];
  const once = alarmSpan({ ...written, repeats: 0 });
  if (once && Math.max(-once.earliest, once.latest) > FURTHEST) return [];
  const times = { ...written, repeats: Math.min(written.repeats, Math.floor(FURTHEST / written.interval)) };
  // Thunderbird writes its own property, on the alarm or on the whole event.
  const acknowledged = acknowledgedIn(component) ?? instantIn(owner, "X-MOZ-LASTACK");
  return [{ component, times, acknowledged, snoozes: snoozedBy(component) }];
}

const acknowledgedIn = (alarm: Component): Instant | undefined =>
  instantIn(alarm, "ACKNOWLEDGED") ?? instantIn(alarm, "X-MOZ-LASTACK");

/**
 * The UID of the alarm that this one snoozes: `SNOOZE` in iCalendar (RFC 9074 §7), "parent" in JMAP Calendars
 * ("Snoozing an alert").
 */
function snoozedBy(alarm: Component): string | undefined {
  const related = propertiesNamed(alarm, "RELATED-TO");
  const kindOf = (property: Property): string =>
    parameterValue(property, "RELTYPE")?.toUpperCase() ?? "PARENT";
  const found =
    related.find((property) => kindOf(property) === "SNOOZE") ??
    related.find((property) => kindOf(property) === "PARENT");
  return found?.value.trim();
}

function instantIn(component: Component, name: string): Instant | undefined {
  const property = firstProperty(component, name);
  const time = property && readTime(property, () => undefined);
  return time?.kind === "timed" ? instantOf(time, UTC) : undefined;
}

/** Acknowledging an alarm also acknowledges, up to that moment, the alarm that snoozes it. */
function withOriginal({ acknowledged, snoozes }: Alarm, alarms: readonly Alarm[]): Instant | undefined {
  if (snoozes === undefined) return acknowledged;
  const original = alarms.find(
    ({ component }) => firstProperty(component, "UID")?.value.trim() === snoozes,
  )?.acknowledged;
  if (acknowledged === undefined || original === undefined) return acknowledged ?? original;
  return Math.max(acknowledged, original);
}
