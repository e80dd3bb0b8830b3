import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { recordChange } from "../objects/record-change.ts";
import { SENDS, writeAccount, type WriteScope } from "../scope.ts";
import { planEnd } from "../write/take-over.ts";
import { isLastForEvents, presentDefault, recordDefault } from "./default-calendar.ts";
import { noteUnshared, notifyOfUnsharing } from "./share-calendar.ts";

interface DeleteCalendarOptions {
  readonly withEvents: boolean;
  /** Whether guests of future events are notified, as if the events were deleted one by one (RFC 6638 §3.2). */
  readonly sendSchedulingMessages?: boolean;
}

/**
 * Deletes a calendar. What was in it stays as versions for the trash.
 * @returns `calendar-has-events` unless `withEvents` when there is something in it; `default-calendar-needed` for the last one of its
 * account that takes events (RFC 6638 §4.3): invitations would have no place
 */
export async function deleteCalendar(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  options: DeleteCalendarOptions,
): Promise<Result<void, Problem>> {
  const found = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayDelete"));
  if (!found.ok) return found;
  const work = async (scope: WriteScope): Promise<Result<void, Problem>> => {
    const grant = await grantCalendar(scope.tx, actor, calendarId, "mayDelete");
    if (!grant.ok) return grant;
    if (await isLastForEvents(scope.tx, grant.value.calendar))
      return failed({ code: "default-calendar-needed" });
    const count = await scope.tx.objects.count(calendarId);
    if (count > 0 && !options.withEvents) return failed({ code: "calendar-has-events", count });
    const formerDefault = await presentDefault(scope);
    await notifyOfRemoval(scope, calendarId);
    await noteUnshared(scope, calendarId);
    await notifyOfUnsharing(scope, grant.value.calendar);
    await scope.tx.calendars.remove(calendarId, scope.modseq, scope.now, actor.principalId);
    await recordChange(scope, "Calendar", calendarId, calendarId, "destroyed");
    await recordDefault(scope, formerDefault);
    return ok(undefined);
  };
  const scheduling = options.sendSchedulingMessages ? SENDS : {};
  return writeAccount(app, actor, found.value.calendar.accountId, work, scheduling, "half");
}

/** Past events need no cancellation. */
async function notifyOfRemoval(scope: WriteScope, calendarId: CalendarId): Promise<void> {
  if (!scope.scheduling?.sends) return;
  const heads = await scope.tx.objects.heads({ calendarIds: [calendarId], from: scope.now });
  for (const { id } of heads.filter(({ scheduleTag }) => scheduleTag !== null)) {
    const stored = await scope.tx.objects.byId(id);
    if (!stored) continue;
    const { removed } = await planEnd(scope, new ReadObject(stored));
    await removed();
  }
}
