import type {
  AccessibleCalendar,
  Calendar,
  CalendarReader,
  CalendarView,
  Share,
} from "../records/calendars.ts";
import type { CalendarId, Millis, Modseq, PrincipalId } from "../records/ids.ts";

export interface CalendarReads {
  byId(id: CalendarId): Promise<Calendar | undefined>;
  byUri(accountId: PrincipalId, uri: string): Promise<Calendar | undefined>;
  ofAccount(accountId: PrincipalId): Promise<readonly Calendar[]>;
  /** Every calendar to which `actorId` has any access: own, of own groups, shared directly or by group. One query. */
  accessibleTo(actorId: PrincipalId): Promise<readonly AccessibleCalendar[]>;
  /** The same in one account: what it costs does not grow with the number of accounts. One query. */
  accessibleIn(actorId: PrincipalId, accountId: PrincipalId): Promise<readonly AccessibleCalendar[]>;
  /** The same for one calendar; undefined also if it exists but the actor has no access. */
  accessible(actorId: PrincipalId, id: CalendarId): Promise<AccessibleCalendar | undefined>;
  sharesOf(id: CalendarId): Promise<readonly Share[]>;
  /** The people (not groups) with whom a calendar is shared so that they see its contents, in id order. One query. */
  readers(id: CalendarId): Promise<readonly CalendarReader[]>;
  /** Of all of an account's calendars. */
  sharesOfAccount(accountId: PrincipalId): Promise<readonly Share[]>;
}

export interface CalendarWrites {
  /** @returns "duplicate" if the uri is taken in the account */
  insert(calendar: Calendar): Promise<"inserted" | "duplicate">;
  update(
    id: CalendarId,
    fields: Partial<Omit<Calendar, "id" | "accountId" | "createdModseq">>,
  ): Promise<void>;
  /** Removes the calendar and its objects, leaving a tombstone for each; versions stay for the trash. */
  remove(id: CalendarId, modseq: Modseq, now: Millis, actorId: PrincipalId): Promise<void>;
  /**
   * Gives a calendar with its contents, trash and attachments to another account, with the same ids. The former
   * account keeps a tombstone of it and of each object; in the new one everything is new. Shares and views stay.
   * @param leaving of the former account
   * @param to its modseq is greater than that of `leaving`, so that former texts stay older than new ones
   */
  handOver(
    id: CalendarId,
    leaving: Modseq,
    to: { readonly accountId: PrincipalId; readonly uri: string; readonly modseq: Modseq },
  ): Promise<void>;
  setShare(share: Share): Promise<void>;
  removeShare(calendarId: CalendarId, principalId: PrincipalId): Promise<void>;
  setView(calendarId: CalendarId, principalId: PrincipalId, view: CalendarView): Promise<void>;
}
