import { isDraft } from "@snart/calendar/access/draft.ts";
import type { DefaultAlarms } from "@snart/calendar/alarms/alarms-of.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { alarmsOfAlerts } from "@snart/calendar/jscalendar/default-alarms.ts";
import type { Alert, Id } from "@snart/calendar/jscalendar/types.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import { grantCalendar, isSubscribed, zoneNameOf, type CalendarGrant } from "../grants.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { seenObject } from "../objects/seen-objects.ts";

/** What rings for one person of an object: for `nextAlarm` and `ringsBetween` of `@snart/calendar/alarms`. */
export interface AlertsInForce {
  /** The object as the person sees it, with the person's own alarms in it. */
  readonly object: CalendarObject;
  /** The person's default alarms of the calendar, which ring where the object asks for them (`useDefaultAlerts`). */
  readonly defaults: DefaultAlarms;
  /** IANA name of the zone in which all-day and floating times ring; null: the person's own. */
  readonly timeZone: string | null;
}

/**
 * What rings of a stored object for a person, in the calendar that it is in (JMAP Calendars, "Alerts"). Who owns the calendar, and each
 * member of a group that does, has the alarms that are in the object; each sharee has alarms of their own.
 * @returns undefined when nothing may ring: the calendar is none of the person's or they have left it, the object is a draft, or it is
 * not all for the person to see
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

/** The same by a grant that is there already, for many objects of one calendar. */
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
 * The alarms that a person has set for the events of a calendar, timed and all-day. In a calendar of somebody else's, where nobody can
 * say for each event that they are wanted, they ring until the person says otherwise of one.
 */
const defaultAlarmsOf = ({ view, isOwner }: CalendarGrant): DefaultAlarms => ({
  withTime: alarmsOfAlerts(alertsIn(view.defaultAlertsWithTime)),
  withoutTime: alarmsOfAlerts(alertsIn(view.defaultAlertsWithoutTime)),
  isForUnsaid: !isOwner,
});

/** They were checked when they were set; what is of another form rings for nothing. */
function alertsIn(value: unknown): Readonly<Record<Id, Alert>> | null {
  if (typeof value !== "object" || value === null) return null;
  const entries = Object.entries(value).filter(([, alert]) => isAlert(alert));
  return Object.fromEntries(entries) as Readonly<Record<Id, Alert>>;
}

const isAlert = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "trigger" in value && typeof value.trigger === "object";
