import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Calendar, ComponentType } from "../../storage/records/calendars.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { recordChange } from "../objects/record-change.ts";
import { writeAccount, type WriteScope } from "../scope.ts";

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

/**
 * Chooses the calendar for incoming invitations: one of the account's own calendars that accepts events.
 * @returns `not-found` for a principal for whom the actor does not act, `invalid-value` for another calendar
 */
export function setDefaultCalendar(
  app: App,
  actor: Actor,
  principalId: PrincipalId,
  calendarUri: string,
): Promise<Result<undefined, Problem>> {
  return writeAccount(app, actor, principalId, async (scope) => {
    const { tx } = scope;
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
    const former = await presentDefault(scope);
    await tx.principals.update(principalId, { preferences });
    await recordDefault(scope, former);
    return ok(undefined);
  });
}

/** The default calendar of a write's account, before the write. */
export async function presentDefault({ tx, accountId }: WriteScope): Promise<Calendar | undefined> {
  const owner = await tx.principals.byId(accountId);
  return owner && defaultCalendarOf(tx, owner, "VEVENT");
}

/**
 * Logs that a write has made another calendar the default one, if it has: clients learn it of both by Calendar/changes.
 * @param former see `presentDefault`
 */
export async function recordDefault(scope: WriteScope, former: Calendar | undefined): Promise<void> {
  const next = await presentDefault(scope);
  if (next?.id === former?.id) return;
  const { tx, accountId, modseq } = scope;
  for (const one of [former, next]) {
    const there = one && (await tx.calendars.byId(one.id));
    if (there?.accountId !== accountId) continue;
    await tx.calendars.update(there.id, { modseq });
    await recordChange(scope, "Calendar", there.id, there.id, "updated");
  }
}

/**
 * Whether a calendar is the last one of its account that takes events (RFC 6638 §4.3): without it invitations would have
 * no place.
 */
export async function isLastForEvents(
  tx: ReadTransaction,
  { id, accountId, ...calendar }: Calendar,
): Promise<boolean> {
  const takesEvents = ({ components, isReadOnly }: Pick<Calendar, "components" | "isReadOnly">): boolean =>
    components.includes("VEVENT") && !isReadOnly;
  if (!takesEvents(calendar)) return false;
  return !(await tx.calendars.ofAccount(accountId)).some((one) => one.id !== id && takesEvents(one));
}
