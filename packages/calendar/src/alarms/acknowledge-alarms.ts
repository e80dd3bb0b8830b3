import {
  firstProperty,
  makeComponent,
  makeProperty,
  propertiesNamed,
  withComponents,
  withoutProperties,
  withProperty,
  type Component,
} from "../icalendar/component.ts";
import { textProperty, textValue } from "../icalendar/text.ts";
import { writeTime } from "../icalendar/time-property.ts";
import { timed } from "../time/calendar-time.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { isObjectType } from "../icalendar/calendar-object.ts";

/** What identifies an alarm across copies: its name if it has one, else its trigger. */
export interface AlarmName {
  /** UID or JSID; null: it has none */
  readonly name: string | null;
  /** TRIGGER as written */
  readonly trigger: string;
}

export const nameOfAlarm = (alarm: Component): AlarmName => ({
  name: textValue(alarm, "UID") ?? textValue(alarm, "JSID") ?? null,
  trigger: firstProperty(alarm, "TRIGGER")?.value ?? "",
});

export const isAlarmNamed = (alarm: Component, { name, trigger }: AlarmName): boolean => {
  const own = nameOfAlarm(alarm);
  return alarm.name === "VALARM" && own.name === name && (name !== null || own.trigger === trigger);
};

/** A moment as an alarm's property writes it: always in UTC (RFC 9074 §6.1, RFC 5545 §3.8.6.3). */
const atMoment = (name: string, at: Instant, parameters: Record<string, string> = {}) =>
  writeTime(name, timed(UTC.toLocal(at), UTC, null), parameters);

/**
 * A VCALENDAR in which the alarms that have rung are acknowledged (RFC 9074 §6.1), in whichever component they stand,
 * and the alarms that snoozed them are removed. A default alarm, which no component holds, gets an acknowledged copy
 * in the main component or its substitute (JMAP Calendars, "Default alerts").
 * @param rung VALARMs as they rang
 */
export function acknowledgeAlarms(calendar: Component, rung: readonly Component[], at: Instant): Component {
  return rung.reduce((result, alarm) => acknowledgeOne(result, alarm, at), calendar);
}

function acknowledgeOne(calendar: Component, alarm: Component, at: Instant): Component {
  const wanted = nameOfAlarm(alarm);
  const isSnooze = originalOf(alarm) !== undefined;
  let isThere = false;
  const settled = inItems(calendar, (alarms) => {
    if (!alarms.some((one) => isAlarmNamed(one, wanted))) return alarms;
    isThere = true;
    const without = alarms.filter((one) => originalOf(one) !== wanted.name || wanted.name === null);
    // An alarm that snoozed another is no longer needed once it has rung: the other one records the acknowledgement.
    if (isSnooze) return acknowledgedWhere(without, at, (one) => wasPutOff(one, alarm), wanted);
    return acknowledgedWhere(without, at, (one) => isAlarmNamed(one, wanted));
  });
  return isThere ? settled : withNote(calendar, withProperty(alarm, atMoment("ACKNOWLEDGED", at)));
}

const wasPutOff = (alarm: Component, snooze: Component): boolean =>
  textValue(alarm, "UID") !== undefined && textValue(alarm, "UID") === originalOf(snooze);

const acknowledgedWhere = (
  alarms: readonly Component[],
  at: Instant,
  isWanted: (alarm: Component) => boolean,
  gone?: AlarmName,
): readonly Component[] =>
  alarms
    .filter((alarm) => !gone || !isAlarmNamed(alarm, gone))
    .map((alarm) =>
      isWanted(alarm)
        ? withProperty(withoutProperties(alarm, "X-MOZ-LASTACK"), atMoment("ACKNOWLEDGED", at))
        : alarm,
    );

/**
 * Acknowledges the alarms and makes the first of them ring again at a moment: a new VALARM names it (RFC 9074 §7) and
 * replaces an earlier one that did so.
 * @param newId a new UUID for each alarm that has none
 */
export function snoozeAlarms(
  calendar: Component,
  rung: readonly Component[],
  { at, until, newId }: { readonly at: Instant; readonly until: Instant; readonly newId: () => string },
): Component {
  const [first] = rung;
  if (!first) return calendar;
  const original = originalOf(first) ?? textValue(first, "UID") ?? textValue(first, "JSID") ?? newId();
  const named = originalOf(first) !== undefined || textValue(first, "UID") !== undefined;
  const wanted = nameOfAlarm(first);
  const withUid = named
    ? calendar
    : inItems(calendar, (alarms) =>
        alarms.map((one) =>
          isAlarmNamed(one, wanted) ? withProperty(one, textProperty("UID", original)) : one,
        ),
      );
  const known = named
    ? rung
    : rung.map((one) => (one === first ? withProperty(one, textProperty("UID", original)) : one));
  const settled = acknowledgeAlarms(withUid, known, at);
  return withNote(
    settled,
    makeComponent("VALARM", [
      textProperty("UID", newId()),
      makeProperty("RELATED-TO", original, { RELTYPE: "SNOOZE" }),
      makeProperty("ACTION", firstProperty(first, "ACTION")?.value ?? "DISPLAY"),
      atMoment("TRIGGER", until, { VALUE: "DATE-TIME" }),
      ...["DESCRIPTION", "SUMMARY"].flatMap((name) => firstProperty(first, name) ?? []),
      ...propertiesNamed(first, "ATTENDEE"),
    ]),
    original,
  );
}

/** The UID of the alarm that this one snoozes; Apple and JMAP write it as its parent. */
function originalOf(alarm: Component): string | undefined {
  return firstProperty(alarm, "RELATED-TO")?.value.trim();
}

/** Adds an alarm to the component that holds the named one, or else to the main component. */
function withNote(calendar: Component, alarm: Component, beside?: string): Component {
  const items = calendar.components.filter(({ name }) => isObjectType(name));
  const home =
    items.find(
      ({ components }) => beside !== undefined && components.some((one) => textValue(one, "UID") === beside),
    ) ??
    items.find((item) => !firstProperty(item, "RECURRENCE-ID")) ??
    items[0];
  return withComponents(
    calendar,
    calendar.components.map((item) =>
      item === home ? withComponents(item, [...item.components, alarm]) : item,
    ),
  );
}

function inItems(
  calendar: Component,
  change: (alarms: readonly Component[]) => readonly Component[],
): Component {
  return withComponents(
    calendar,
    calendar.components.map((item) => {
      if (!isObjectType(item.name)) return item;
      const changed = change(item.components);
      return changed === item.components ? item : withComponents(item, changed);
    }),
  );
}
