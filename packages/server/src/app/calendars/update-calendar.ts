import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Calendar, CalendarView } from "../../storage/records/calendars.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { nameProblem } from "../given-text.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { recordChange } from "../objects/record-change.ts";
import { writeAccount, type WriteScope } from "../scope.ts";
import { changeShares, shareProblem, type ShareChanges } from "./share-calendar.ts";

export interface CalendarChanges {
  readonly name?: string;
  readonly description?: string;
  readonly color?: string | null;
  readonly sortOrder?: number;
  readonly timeZone?: string | null;
  readonly timeZoneText?: string | null;
  /** The whole map, not a part. */
  readonly deadProperties?: Readonly<Record<string, string>>;
  /** The people whose rights on it change. */
  readonly shares?: ShareChanges;
  /** The actor's own view: colour, order, visibility. */
  readonly view?: CalendarView;
}

/**
 * Changes a calendar's own properties (needs `mayShare`, which the manage level and owners have) or the actor's view of it
 * (needs only to see it).
 */
export async function updateCalendar(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  changes: CalendarChanges,
): Promise<Result<CalendarGrant, Problem>> {
  const found = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId));
  if (!found.ok) return found;
  return writeAccount(app, actor, found.value.calendar.accountId, (scope) =>
    applyChanges(scope, calendarId, changes),
  );
}

/** Whether a change affects who gets which reminders, or when. */
const ringsOtherwise = (view: CalendarView | undefined, timeZone: string | null | undefined): boolean =>
  timeZone !== undefined ||
  ["isSubscribed", "timeZone", "defaultAlertsWithTime", "defaultAlertsWithoutTime"].some(
    (name) => view !== undefined && name in view,
  );

async function applyChanges(
  scope: WriteScope,
  calendarId: CalendarId,
  { view, shares, ...own }: CalendarChanges,
): Promise<Result<CalendarGrant, Problem>> {
  const { tx, actor, app } = scope;
  const changesItself = Object.keys(own).length > 0 || (shares?.size ?? 0) > 0;
  // The view is its owner's, also on their other devices: a limited app password changes none.
  const needed = changesItself || actor.scope ? "mayShare" : undefined;
  const grant = await grantCalendar(tx, actor, calendarId, needed);
  if (!grant.ok) return grant;
  const problem =
    (own.name === undefined ? undefined : nameProblem(app, own.name)) ??
    (shares && (await shareProblem(scope, grant.value.calendar, shares)));
  if (problem) return failed(problem);
  if (changesItself)
    await tx.calendars.update(calendarId, { ...(own satisfies Partial<Calendar>), modseq: scope.modseq });
  if (shares) await changeShares(scope, grant.value.calendar, shares);
  if (view) {
    await tx.calendars.setView(calendarId, actor.principalId, { ...grant.value.view, ...view });
    if (!changesItself) await tx.calendars.update(calendarId, { modseq: scope.modseq });
  }
  if (changesItself || view) await recordChange(scope, "Calendar", calendarId, calendarId, "updated");
  if (ringsOtherwise(view, own.timeZone)) await tx.reminders.deferCalendar(calendarId, scope.now);
  const updated = await grantCalendar(tx, actor, calendarId);
  return updated.ok ? ok(updated.value) : updated;
}
