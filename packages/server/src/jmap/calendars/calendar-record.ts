import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import { rightsOf, withoutWriting, type CalendarRights } from "@snart/calendar/access/rights.ts";
import { countsAsBusy, isShown, isSubscribed, zoneNameOf, type CalendarGrant } from "../../app/grants.ts";
import { addressesOf, addressOf } from "../../app/principal-address.ts";
import type { ComponentType, Principal, Share } from "../../app/types.ts";

/** Values that are not inherited from the owner are at first the same for everybody. */
export function calendarRecord(
  grant: CalendarGrant,
  isDefault: boolean,
  shares: readonly Share[] = [],
  owner?: Principal,
): CalendarRecord {
  const { calendar, view, rights, isOwner, actor } = grant;
  return {
    id: calendar.id,
    name: view.name ?? calendar.name,
    description: calendar.description === "" ? null : calendar.description,
    color: view.color ?? calendar.color,
    sortOrder: view.sortOrder ?? (isOwner ? calendar.sortOrder : 0),
    isSubscribed: isSubscribed(grant),
    isVisible: isShown(grant),
    isDefault,
    includeInAvailability: countsAsBusy(grant),
    defaultAlertsWithTime: alertsOf(view.defaultAlertsWithTime),
    defaultAlertsWithoutTime: alertsOf(view.defaultAlertsWithoutTime),
    isMuted: view.isMuted ?? false,
    ownerAddress: owner && owner.id !== actor.principalId ? addressOf(owner) : null,
    ownerFormerAddresses: owner && owner.id !== actor.principalId ? addressesOf(owner).slice(1) : [],
    timeZone: zoneNameOf(grant),
    shareWith: shares.length > 0 ? shareWithOf(shares) : null,
    myRights: holds(grant, "VEVENT") ? rights : withoutWriting(rights),
    "snart:itemTypes": [
      ...(holds(grant, "VEVENT") ? (["CalendarEvent"] as const) : []),
      ...(holds(grant, "VTODO") ? (["Task"] as const) : []),
    ],
    "snart:isOfBookable": grant.isOfBookable,
  };
}

const holds = ({ calendar }: CalendarGrant, component: ComponentType): boolean =>
  calendar.components.includes(component);

/** Storage keeps them as JSON, which was checked when it was written. */
const alertsOf = (stored: unknown): CalendarRecord["defaultAlertsWithTime"] =>
  (stored ?? null) as CalendarRecord["defaultAlertsWithTime"];

const shareWithOf = (shares: readonly Share[]): Readonly<Record<string, CalendarRights>> =>
  Object.fromEntries(shares.map(({ principalId, level }) => [principalId, rightsOf(level)]));

/**
 * The id of the account's default calendar: the one that its owner chose, else the owner's oldest for events, which
 * stays the same when calendars are put into another order. Undefined if the actor sees neither.
 */
export function defaultCalendarId(account: Principal, grants: readonly CalendarGrant[]): string | undefined {
  const chosen = grants.find(({ calendar }) => calendar.id === account.preferences.defaultCalendarId);
  if (chosen) return chosen.calendar.id;
  const fitting = grants.filter(
    ({ calendar, isOwner, rights }) =>
      isOwner && rights.mayWriteOwn && calendar.components.includes("VEVENT"),
  );
  return fitting.map(({ calendar }) => calendar.id).toSorted()[0];
}
