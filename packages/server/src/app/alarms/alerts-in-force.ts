import { isDraft } from "@snart/calendar/access/draft.ts";
import type { DefaultAlarms } from "@snart/calendar/alarms/alarms-of.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { alarmsOfAlerts } from "@snart/calendar/jscalendar/default-alarms.ts";
import type { Alert, Id } from "@snart/calendar/jscalendar/types.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import { grantCalendar, isSubscribed, ownScope, zoneNameOf, type CalendarGrant } from "../grants.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { seenObject } from "../objects/seen-objects.ts";

/** An object with one person's alarms: for `nextAlarm` and `ringsBetween` of `@snart/calendar/alarms`. */
interface AlertsInForce {
  /** The object as the person sees it, with their own alarms. */
  readonly object: CalendarObject;
  /** The person's default alarms of the calendar, used where the object asks for them (`useDefaultAlerts`). */
  readonly defaults: DefaultAlarms;
  /** IANA name of the zone in which all-day and floating times ring; null: the person's own. */
  readonly timeZone: string | null;
}

/**
 * The alarms of a stored object for a person, in its calendar (JMAP Calendars, "Alerts"). The calendar's owner
 * has the alarms in the object; each sharee, and each member of the owning group, has their own.
 * @returns undefined if nothing may ring: the person can't see the calendar or has left it, the object is a draft, or
 * the person sees only part of it
 */
export async function alertsInForce(
  tx: ReadTransaction,
  person: Actor,
  calendarId: CalendarId,
  stored: StoredObject,
): Promise<AlertsInForce | undefined> {
  const grant = await grantCalendar(tx, person, calendarId, "mayReadItems");
  return grant.ok ? alertsOf(tx, grant.value, stored) : undefined;
}

/** The same with an existing grant, for many objects of one calendar. */
export async function alertsOf(
  tx: ReadTransaction,
  grant: CalendarGrant,
  stored: StoredObject,
): Promise<AlertsInForce | undefined> {
  const { calendar } = grant;
  if (!isSubscribed(grant) || stored.calendarId !== calendar.id) return undefined;
  const object = (await seenObject(tx, grant, new ReadObject(stored)))?.object;
  if (!object || isDraft(object)) return undefined;
  return { object, defaults: defaultAlarmsOf(grant), timeZone: zoneNameOf(grant) };
}

/**
 * The alarms that a person has set for the events of a calendar, timed and all-day. In the calendar of another person or a
 * group, whose events can't ask for one person's defaults, they ring unless the person decides otherwise for an event.
 */
const defaultAlarmsOf = (grant: CalendarGrant): DefaultAlarms => ({
  withTime: alarmsOfAlerts(alertsIn(grant.view.defaultAlertsWithTime)),
  withoutTime: alarmsOfAlerts(alertsIn(grant.view.defaultAlertsWithoutTime)),
  isForUnsaid: ownScope(grant) !== undefined,
});

/** They were checked when they were set; values of another form ring for nothing. */
function alertsIn(value: unknown): Readonly<Record<Id, Alert>> | null {
  if (typeof value !== "object" || value === null) return null;
  const entries = Object.entries(value).filter(([, alert]) => isAlert(alert));
  return Object.fromEntries(entries) as Readonly<Record<Id, Alert>>;
}

const isAlert = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "trigger" in value && typeof value.trigger === "object";
