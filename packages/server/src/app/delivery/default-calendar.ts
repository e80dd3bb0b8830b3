import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Calendar, ComponentType } from "../../storage/records/calendars.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount } from "../grants.ts";
import { defaultChanged } from "../calendars/default-changed.ts";
import type { Problem } from "../problems.ts";

/**
 * The calendar for incoming invitations (RFC 6638 §4.2): the one that the person chose, else the oldest of the account
 * that accepts them, in whatever order they are shown.
 */
export async function defaultCalendarOf(
  tx: ReadTransaction,
  principal: Principal,
  component: ComponentType,
): Promise<Calendar | undefined> {
  const calendars = await tx.calendars.ofAccount(principal.id);
  const fitting = calendars.filter(
    ({ components, isReadOnly }) => components.includes(component) && !isReadOnly,
  );
  const chosen = fitting.find(({ id }) => id === principal.preferences.defaultCalendarId);
  return chosen ?? fitting.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0];
}

interface Changed {
  readonly before: Principal;
  readonly after: Principal;
}

/**
 * Chooses the calendar for incoming invitations: one of the account's own calendars that accepts events.
 * @returns `not-found` for a principal for whom the actor does not act, `invalid-value` for another calendar
 */
export async function setDefaultCalendar(
  app: App,
  actor: Actor,
  principalId: PrincipalId,
  calendarUri: string,
): Promise<Result<undefined, Problem>> {
  const changed = await app.storage.write(async (tx): Promise<Result<Changed, Problem>> => {
    const granted = await grantAccount(tx, actor, principalId);
    if (!granted.ok) return granted;
    const principal = await tx.principals.byId(principalId);
    const calendar = await tx.calendars.byUri(principalId, calendarUri);
    if (!principal || !calendar?.components.includes("VEVENT"))
      return failed({
        code: "invalid-value",
        field: "defaultCalendarId",
        detail: "no own calendar for events",
      });
    const preferences = { ...principal.preferences, defaultCalendarId: calendar.id };
    await tx.principals.update(principalId, { preferences });
    return ok({ before: principal, after: { ...principal, preferences } });
  });
  if (!changed.ok) return changed;
  await defaultChanged(app, actor, changed.value.before, changed.value.after);
  return ok(undefined);
}
