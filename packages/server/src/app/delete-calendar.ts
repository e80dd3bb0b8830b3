import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { CalendarId, Modseq } from "../storage/records.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { grantCalendar } from "./grants.ts";
import type { Problem } from "./problems.ts";
import { recordChange } from "./record-change.ts";
import { movedPast, writeAccount } from "./scope.ts";

/**
 * Deletes a calendar. What was in it stays as versions for the trash.
 * @returns `calendar-has-events` unless `withEvents` when there is something in it, `state-mismatch` when its account
 *   has moved past `ifInState`
 */
export async function deleteCalendar(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  options: { readonly withEvents: boolean; readonly ifInState?: Modseq | undefined },
): Promise<Result<void, Problem>> {
  const found = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayDelete"));
  if (!found.ok) return found;
  return writeAccount(app, actor, found.value.calendar.accountId, async (scope) => {
    const grant = await grantCalendar(scope.tx, actor, calendarId, "mayDelete");
    if (!grant.ok) return grant;
    const moved = movedPast(scope, options.ifInState);
    if (moved) return failed(moved);
    const count = await scope.tx.objects.count(calendarId);
    if (count > 0 && !options.withEvents) return failed({ code: "calendar-has-events", count });
    await scope.tx.calendars.remove(calendarId, scope.modseq, scope.now, actor.principalId);
    await recordChange(scope, "Calendar", calendarId, calendarId, "destroyed");
    return ok(undefined);
  });
}
