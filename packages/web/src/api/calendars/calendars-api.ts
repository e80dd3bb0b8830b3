import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import { ok } from "@snart/calendar/result.ts";
import { alertOffset, type AlertOffset } from "../alert-offset.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { text, type JsonRecord } from "../read-json.ts";
import { exportLink } from "./export-link.ts";

/** A calendar as its administrator sees it. */
export interface ManagedCalendar extends CalendarRecord {
  readonly accountId: string;
  readonly alertTimed: AlertOffset;
  readonly alertAllDay: AlertOffset;
  /** the address of its .ics file; undefined if the server offers none or the person may not read the calendar */
  readonly href: string | undefined;
}

/** An owner of calendars that the person sees: the person, a group, or somebody who shares. */
export interface CalendarOwner {
  readonly accountId: string;
  readonly name: string;
  readonly isPersonal: boolean;
  readonly calendars: readonly ManagedCalendar[];
}

/** The settable fields of a calendar. */
export interface CalendarFields {
  readonly name?: string;
  readonly color?: string;
  readonly timeZone?: string | null;
  readonly sortOrder?: number;
  readonly isVisible?: boolean;
  readonly alertTimed?: AlertOffset;
  readonly alertAllDay?: AlertOffset;
  readonly isMuted?: boolean;
}

/** Returns the owners of all accessible calendars, the person first, without calendars that the person has left. */
export async function fetchOwners(): Asked<readonly CalendarOwner[]> {
  const session = await jmap.session(true);
  if (!session.ok) return session;
  const { accounts } = session.value;
  const answers = await jmap.each(
    accounts.map(({ id }) => ["Calendar/get", { accountId: id, ids: null }, id] as const),
  );
  if (!answers.ok) return answers;
  const owners: CalendarOwner[] = [];
  for (const { id, name, isPersonal } of accounts) {
    const given = answers.value.list<"Calendar">(id);
    if (!given.ok) return given;
    const calendars = given.value
      .filter(({ isSubscribed }) => isSubscribed)
      .map((calendar) => ({ ...managed(id, calendar), href: exportLink(session.value, id, calendar) }));
    owners.push({ accountId: id, name, isPersonal, calendars: calendars.toSorted(byOrder) });
  }
  return ok(owners);
}

const byOrder = (a: ManagedCalendar, b: ManagedCalendar): number => a.sortOrder - b.sortOrder;

const managed = (accountId: string, calendar: CalendarRecord) => ({
  ...calendar,
  accountId,
  alertTimed: alertOffset(calendar.defaultAlertsWithTime),
  alertAllDay: alertOffset(calendar.defaultAlertsWithoutTime),
});

const alertsOf = (offset: AlertOffset): JsonRecord | null =>
  offset === null
    ? null
    : { default: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset }, action: "display" } };

const patchOf = ({ alertTimed, alertAllDay, ...fields }: CalendarFields): JsonRecord => ({
  ...fields,
  ...(alertTimed !== undefined && { defaultAlertsWithTime: alertsOf(alertTimed) }),
  ...(alertAllDay !== undefined && { defaultAlertsWithoutTime: alertsOf(alertAllDay) }),
});

/** Makes a calendar; returns its id. */
export async function makeCalendar(accountId: string, fields: CalendarFields): Asked<string> {
  const made = await jmap.setOne("Calendar/set", { accountId, create: { new: patchOf(fields) } });
  return made.ok ? ok(text(made.value["id"])) : made;
}

/** Changes calendars of one account, by id. */
export const changeCalendars = (
  accountId: string,
  changes: Readonly<Record<string, CalendarFields>>,
): Asked<unknown> =>
  jmap.setOne("Calendar/set", {
    accountId,
    update: Object.fromEntries(Object.entries(changes).map(([id, fields]) => [id, patchOf(fields)])),
  });

/** Deletes a calendar with everything in it. */
export const deleteCalendar = (accountId: string, id: string): Asked<unknown> =>
  jmap.setOne("Calendar/set", { accountId, destroy: [id], onDestroyRemoveEvents: true });

/** Restores a deleted calendar with everything in it. */
export const undeleteCalendar = (accountId: string, id: string): Asked<unknown> =>
  jmap.setOne("TrashItem/restore", { accountId, ids: [id] });

/** Returns the accounts in which the person may make calendars, by name: their own and those of groups. */
export async function fetchMakers(): Asked<readonly { readonly id: string; readonly name: string }[]> {
  const session = await jmap.session();
  if (!session.ok) return session;
  return ok(session.value.accounts.filter(({ mayCreateCalendar }) => mayCreateCalendar));
}
