import { rightsOf, type CalendarRights } from "@snart/calendar/access/rights.ts";
import { countsAsBusy, isSubscribed, zoneNameOf, type CalendarGrant } from "../../app/grants.ts";
import type { Principal, Share } from "../../app/types.ts";

/** A Calendar object as one person sees it (JMAP Calendars, "Calendars"). */
export interface CalendarRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly color: string | null;
  readonly sortOrder: number;
  readonly isSubscribed: boolean;
  readonly isVisible: boolean;
  readonly isDefault: boolean;
  readonly includeInAvailability: "all" | "attending" | "none";
  readonly defaultAlertsWithTime: unknown;
  readonly defaultAlertsWithoutTime: unknown;
  /** Snart's own: nothing in it rings for the actor. */
  readonly isMuted: boolean;
  readonly timeZone: string | null;
  readonly shareWith: Readonly<Record<string, CalendarRights>> | null;
  readonly myRights: CalendarRights;
}

/** What is not inherited from the owner has the same value for everybody at first. */
export function calendarRecord(
  grant: CalendarGrant,
  isDefault: boolean,
  shares: readonly Share[] = [],
): CalendarRecord {
  const { calendar, view, rights, isOwner } = grant;
  return {
    id: calendar.id,
    name: view.name ?? calendar.name,
    description: calendar.description === "" ? null : calendar.description,
    color: view.color ?? calendar.color,
    sortOrder: view.sortOrder ?? (isOwner ? calendar.sortOrder : 0),
    isSubscribed: isSubscribed(grant),
    isVisible: view.isVisible ?? true,
    isDefault,
    includeInAvailability: countsAsBusy(grant),
    defaultAlertsWithTime: view.defaultAlertsWithTime ?? null,
    defaultAlertsWithoutTime: view.defaultAlertsWithoutTime ?? null,
    isMuted: view.isMuted ?? false,
    timeZone: zoneNameOf(grant),
    shareWith: shares.length > 0 ? shareWithOf(shares) : null,
    myRights: rights,
  };
}

const shareWithOf = (shares: readonly Share[]): Readonly<Record<string, CalendarRights>> =>
  Object.fromEntries(shares.map(({ principalId, level }) => [principalId, rightsOf(level)]));

/**
 * The id of the account's default calendar: the one its owner chose, else the owner's first that holds events.
 * Undefined when none of those is seen.
 */
export function defaultCalendarId(account: Principal, grants: readonly CalendarGrant[]): string | undefined {
  const chosen = grants.find(({ calendar }) => calendar.id === account.preferences.defaultCalendarId);
  const first = grants.find(
    ({ calendar, isOwner, rights }) =>
      isOwner && rights.mayWriteOwn && calendar.components.includes("VEVENT"),
  );
  return (chosen ?? first)?.calendar.id;
}
