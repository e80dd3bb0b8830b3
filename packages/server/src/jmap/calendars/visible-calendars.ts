import type { CalendarRecord } from "@snart/calendar/jmap/calendar.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { CalendarGrant } from "../../app/grants.ts";
import { listCalendars } from "../../app/calendars/list-calendars.ts";
import { sharesSeenBy } from "../../app/calendars/share-calendar.ts";
import { profile } from "../../app/accounts/profile.ts";
import type { Principal } from "../../app/types.ts";
import type { MethodContext } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import type { MethodError } from "../wire/errors.ts";
import { isVisible } from "../wire/session.ts";
import { calendarRecord, defaultCalendarId } from "./calendar-record.ts";

export interface VisibleCalendar {
  readonly grant: CalendarGrant;
  readonly record: CalendarRecord;
}

/** The visible calendars of an account, also those of which the actor only sees when they are busy. */
export async function visibleCalendars(
  { app, actor }: Pick<MethodContext, "app" | "actor">,
  account: Principal,
): Promise<Result<readonly VisibleCalendar[], MethodError>> {
  const listed = await listCalendars(app, actor, account.id);
  if (!listed.ok) return failed(accountErrorOf(listed.problem));
  // The account was read when the request began; an earlier call may have changed the default calendar.
  const own = account.id === actor.principalId ? await profile(app, actor) : undefined;
  const grants = listed.value.filter(isVisible);
  const defaultId = defaultCalendarId(own?.ok ? own.value : account, grants);
  const shares = await sharesSeenBy(app, actor, account.id);
  return ok(
    grants.map((grant) => {
      const { id } = grant.calendar;
      return { grant, record: calendarRecord(grant, id === defaultId, shares.get(id), account) };
    }),
  );
}
