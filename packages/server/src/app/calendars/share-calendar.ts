import { rightsOf } from "@snart/calendar/access/rights.ts";
import type { Calendar, Share, ShareLevel } from "../../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { notifyOfShare } from "../notices/share-notice.ts";
import { grantIn, isSubscribed } from "../grants.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";

/** The new level of each person; null removes the share. */
export type ShareChanges = ReadonlyMap<PrincipalId, ShareLevel | null>;

/** The most shares of a calendar; a group counts once. */
const MOST_SHARES = 500;

/** @returns why these shares can't be made, if anything forbids them; writes nothing */
export async function shareProblem(
  { tx }: WriteScope,
  calendar: Calendar,
  changes: ShareChanges,
): Promise<Problem | undefined> {
  if (changes.size > MOST_SHARES) return wrong(`at most ${MOST_SHARES}`);
  for (const [principalId, level] of changes) {
    if (principalId === calendar.accountId) return wrong("a calendar is its owner's already");
    const principal = level === null ? undefined : await tx.principals.byId(principalId);
    if (level !== null && principal?.status !== "active") return wrong("there is no such principal");
  }
  const shares = (await tx.calendars.sharesOf(calendar.id)).filter(
    ({ principalId }) => !changes.has(principalId),
  );
  const added = [...changes.values()].filter((level) => level !== null).length;
  return shares.length + added > MOST_SHARES ? wrong(`at most ${MOST_SHARES}`) : undefined;
}

const wrong = (detail: string): Problem => ({ code: "invalid-value", field: "shareWith", detail });

/**
 * Changes a calendar's shares, inside a permitted write: the shares, the audit log, the others' `/changes`, and a
 * notice to each person (RFC 9670 §3), sent after the commit. A group's members get no single notices.
 */
export async function changeShares(
  scope: WriteScope,
  calendar: Calendar,
  changes: ShareChanges,
): Promise<void> {
  const former = new Map(
    (await scope.tx.calendars.sharesOf(calendar.id)).map(({ principalId, level }) => [principalId, level]),
  );
  for (const [principalId, level] of changes) {
    const before = former.get(principalId) ?? null;
    if (before === level) continue;
    await changeShare(scope, calendar, { principalId, before, level });
    // A person's former own alarms of it ring again, or no longer.
    await scope.tx.reminders.deferCalendar(calendar.id, scope.now);
  }
}

interface ShareStep {
  readonly principalId: PrincipalId;
  readonly before: ShareLevel | null;
  readonly level: ShareLevel | null;
}

async function changeShare(scope: WriteScope, calendar: Calendar, step: ShareStep): Promise<void> {
  const { tx, app, actor } = scope;
  const { principalId, before, level } = step;
  if (level === null) await tx.calendars.removeShare(calendar.id, principalId);
  else await tx.calendars.setShare({ calendarId: calendar.id, principalId, level });
  if (before === null) await showAgain(scope, calendar.id, principalId);
  if (shownAt(before) !== shownAt(level)) await noteSeen(scope, calendar.id, principalId);
  const principal = await tx.principals.byId(principalId);
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "share-changed",
    subject: calendar.id,
    detail: {
      login: actor.login,
      calendar: calendar.name,
      with: principal?.login ?? principalId,
      before: before ?? "none",
      after: level ?? "none",
    },
  });
  if (principal?.kind === "person" && principalId !== actor.principalId)
    await notifyOfShare(scope, calendar, {
      principalId,
      before: before === null ? null : rightsOf(before),
      after: level === null ? null : rightsOf(level),
    });
}

/** A renewed share is visible again, also for a person who had left the calendar. */
export async function showAgain(
  { tx }: WriteScope,
  calendarId: CalendarId,
  principalId: PrincipalId,
): Promise<void> {
  const seen = await tx.calendars.accessible(principalId, calendarId);
  if (!seen || isSubscribed(seen)) return;
  const { isSubscribed: _, ...others } = seen.view;
  await tx.calendars.setView(calendarId, principalId, others);
}

/** What a level shows; where it changes, everything must be read again. */
const shownAt = (level: ShareLevel | null): "nothing" | "busy times" | "events" =>
  level === null ? "nothing" : rightsOf(level).mayReadItems ? "events" : "busy times";

export const noteSeen = (
  { tx, accountId, modseq }: WriteScope,
  calendarId: CalendarId,
  principalId: PrincipalId,
) => tx.changes.shareChanged({ accountId, principalId, modseq, calendarId });

/** Before a calendar is deleted, or leaves its account: everybody who saw it must learn that it is gone. */
export async function noteUnshared(scope: WriteScope, calendarId: CalendarId): Promise<void> {
  for (const { principalId } of await scope.tx.calendars.sharesOf(calendarId))
    await noteSeen(scope, calendarId, principalId);
}

/** Notifies the people with whom a calendar was shared that is deleted (JMAP Calendars, Calendar/set). */
export async function notifyOfUnsharing(scope: WriteScope, calendar: Calendar): Promise<void> {
  for (const { principalId, level } of await scope.tx.calendars.sharesOf(calendar.id)) {
    const principal = await scope.tx.principals.byId(principalId);
    if (principal?.kind === "person" && principalId !== scope.actor.principalId)
      await notifyOfShare(scope, calendar, { principalId, before: rightsOf(level), after: null });
  }
}

/** The shares of an account's calendars, as far as the actor may change them. */
export function sharesSeenBy(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<ReadonlyMap<CalendarId, readonly Share[]>> {
  return app.storage.read(async (tx) => {
    const managed = (await grantIn(tx, actor, accountId)).filter(({ rights }) => rights.mayShare);
    if (managed.length === 0) return new Map<CalendarId, readonly Share[]>();
    const ids = new Set(managed.map(({ calendar }) => calendar.id));
    const shares = await tx.calendars.sharesOfAccount(accountId);
    return Map.groupBy(
      shares.filter(({ calendarId }) => ids.has(calendarId)),
      ({ calendarId }) => calendarId,
    );
  });
}
