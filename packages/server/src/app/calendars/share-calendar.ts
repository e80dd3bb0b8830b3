import { rightsOf } from "@snart/calendar/access/rights.ts";
import type { Calendar, Share, ShareLevel } from "../../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { tellOfShare } from "../notices/share-notice.ts";
import { grantAll, isSubscribed } from "../grants.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";

/** What somebody is to be allowed; null takes everything back. */
export type ShareChanges = ReadonlyMap<PrincipalId, ShareLevel | null>;

/** The most that a calendar can be shared with; a group counts once. */
const MOST_SHARES = 500;

/** @returns what keeps these shares from being made, if anything; nothing is written */
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
 * Changes with whom a calendar is shared, in a write that has been allowed: the shares, the audit log, what `/changes`
 * tells the others, and a notice to each person (RFC 9670 §3), sent after the commit. A group's members are not told one
 * by one.
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
    // What somebody kept of it from before rings again, or no more.
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
  if (shows(before) !== shows(level)) await noteSeen(scope, calendar.id, principalId);
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
    await tellOfShare(scope, calendar, {
      principalId,
      before: before === null ? null : rightsOf(before),
      after: level === null ? null : rightsOf(level),
    });
}

/** What is given anew is seen anew, also by who has once left it. */
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

/** Whether a level shows more than busy times. */
const shows = (level: ShareLevel | null): boolean => level !== null && rightsOf(level).mayReadItems;

export const noteSeen = (
  { tx, accountId, modseq }: WriteScope,
  calendarId: CalendarId,
  principalId: PrincipalId,
) => tx.changes.shareChanged({ accountId, principalId, modseq, calendarId });

/** Before a calendar is deleted: whoever saw it has to learn that it is gone. */
export async function noteUnshared(scope: WriteScope, calendarId: CalendarId): Promise<void> {
  for (const { principalId, level } of await scope.tx.calendars.sharesOf(calendarId))
    if (shows(level)) await noteSeen(scope, calendarId, principalId);
}

/** With whom the calendars of an account are shared, as far as the actor may change it. */
export function sharesSeenBy(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<ReadonlyMap<CalendarId, readonly Share[]>> {
  return app.storage.read(async (tx) => {
    const managed = (await grantAll(tx, actor)).filter(
      ({ calendar, rights }) => calendar.accountId === accountId && rights.mayShare,
    );
    if (managed.length === 0) return new Map<CalendarId, readonly Share[]>();
    const ids = new Set(managed.map(({ calendar }) => calendar.id));
    const shares = await tx.calendars.sharesOfAccount(accountId);
    return Map.groupBy(
      shares.filter(({ calendarId }) => ids.has(calendarId)),
      ({ calendarId }) => calendarId,
    );
  });
}
