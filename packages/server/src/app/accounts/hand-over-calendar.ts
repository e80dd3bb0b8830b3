import { OWNER_RIGHTS } from "@snart/calendar/access/rights.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Calendar, ShareLevel } from "../../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantAdministration, grantCalendar, grantManagement, type CalendarGrant } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { recordChange } from "../objects/record-change.ts";
import { becomeOrganizer } from "../delivery/become-organizer.ts";
import type { WriteScope } from "../scope.ts";
import { isLastForEvents, presentDefault, recordDefault } from "../calendars/default-calendar.ts";
import { changeShares, noteUnshared, showAgain } from "../calendars/share-calendar.ts";
import { notifyOfShare } from "../notices/share-notice.ts";

interface HandOver {
  readonly calendarId: CalendarId;
  /** A person or a group. */
  readonly to: PrincipalId;
  /** The former owner's rights afterwards. */
  readonly keep: ShareLevel | null;
}

type Work = Pick<WriteScope, "app" | "tx" | "actor">;

/**
 * Gives a whole calendar to another owner: its objects keep their ids, everybody with a share sees it as before, and
 * its trash and attachments go along. Its address changes, so clients that synchronise see it removed and added.
 * @returns `forbidden` unless it is the actor's own, or a group's that the actor manages; administrators hand over
 * any that they own; `default-calendar-needed` for the last one of its account that takes events, as deletion does
 */
export function handOverCalendar(
  app: App,
  actor: Actor,
  { calendarId, to, keep }: HandOver,
): Promise<Result<Calendar, Problem>> {
  return app.storage.write(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId);
    if (!grant.ok) return grant;
    if (!(await mayHandOver(tx, grant.value)))
      return failed({ code: "forbidden", right: "own the calendar" });
    const owner = await tx.principals.byId(grant.value.calendar.accountId);
    if (!owner) return failed({ code: "not-found" });
    if (!(await heirOf(tx, owner, to))) return failed(NO_HEIR);
    if (await isLastForEvents(tx, grant.value.calendar)) return failed({ code: "default-calendar-needed" });
    return handOver({ app, tx, actor }, owner, calendarId, to, keep);
  });
}

/** The person or group that a calendar is to be handed over to. */
async function heirOf(tx: ReadTransaction, from: Principal, to: PrincipalId): Promise<Principal | undefined> {
  const heir = await tx.principals.byId(to);
  return heir?.status === "active" && heir.id !== from.id && heir.kind !== "bookable" ? heir : undefined;
}

async function mayHandOver(
  tx: ReadTransaction,
  { actor, calendar, isOwner }: CalendarGrant,
): Promise<boolean> {
  if (!isOwner || actor.via === "app-password") return false;
  const manages = await grantManagement(tx, actor, calendar.accountId);
  return manages.ok || (await grantAdministration(tx, actor)).ok;
}

/** Everything that an account owns. */
export async function handOverAll(
  work: Work,
  from: Principal,
  to: PrincipalId,
): Promise<Result<void, Problem>> {
  for (const { id } of await work.tx.calendars.ofAccount(from.id)) {
    const given = await handOver(work, from, id, to, null);
    if (!given.ok) return given;
  }
  return ok(undefined);
}

async function handOver(
  { app, tx, actor }: Work,
  from: Principal,
  calendarId: CalendarId,
  to: PrincipalId,
  keep: ShareLevel | null,
): Promise<Result<Calendar, Problem>> {
  const heir = await heirOf(tx, from, to);
  if (!heir) return failed(NO_HEIR);
  for (const id of [from.id, to].toSorted()) await tx.lockAccount(id);
  const calendar = await tx.calendars.byId(calendarId);
  if (calendar?.accountId !== from.id) return failed({ code: "not-found" });
  const existing = await tx.calendars.ofAccount(to);
  const limit = app.limits.calendarsPerAccount;
  if (existing.length >= limit) return failed({ code: "too-many-calendars", limit });
  const leaving = await tx.lockAccount(from.id);
  const modseq = await tx.lockAccount(to, leaving);
  const uri = existing.some((other) => other.uri === calendar.uri) ? calendarId : calendar.uri;
  const now = app.now();
  const here: WriteScope = { app, tx, actor, accountId: from.id, modseq: leaving, now };
  const there: WriteScope = { app, tx, actor, accountId: to, modseq, now };
  const formerDefaults = [
    [here, await presentDefault(here)],
    [there, await presentDefault(there)],
  ] as const;
  await noteUnshared(here, calendarId);
  await tx.calendars.handOver(calendarId, leaving, { accountId: to, uri, modseq });
  await recordChange(here, "Calendar", calendarId, calendarId, "destroyed");
  await recordChange(there, "Calendar", calendarId, calendarId, "created");
  for (const [scope, former] of formerDefaults) await recordDefault(scope, former);
  const given: Calendar = {
    ...calendar,
    accountId: to,
    uri,
    createdModseq: modseq,
    modseq,
    contentModseq: modseq,
  };
  await adjustShares(there, given, from, heir, keep);
  await becomeOrganizer(there, calendarId, from, heir);
  await tx.reminders.deferCalendar(calendarId, now);
  await recordAudit(app, tx, {
    actorId: actor.principalId,
    action: "calendar-handed-over",
    subject: calendarId,
    detail: { login: actor.login, calendar: calendar.name, from: from.login, to: heir.login },
  });
  return ok(given);
}

const NO_HEIR: Problem = { code: "invalid-value", field: "to", detail: "there is no such person or group" };

/**
 * The new owner needs no share any more; the former one gets the agreed one, unless they have it as a member of the
 * group.
 */
async function adjustShares(
  scope: WriteScope,
  calendar: Calendar,
  from: Principal,
  heir: Principal,
  keep: ShareLevel | null,
): Promise<void> {
  const { tx } = scope;
  await tx.calendars.removeShare(calendar.id, heir.id);
  await showAgain(scope, calendar.id, heir.id);
  const isMember = (await tx.principals.groupsOf(from.id)).includes(heir.id);
  if (keep !== null && !isMember && from.status === "active")
    await changeShares(scope, calendar, new Map([[from.id, keep]]));
  if (heir.kind === "person" && heir.id !== scope.actor.principalId)
    await notifyOfShare(scope, calendar, { principalId: heir.id, before: null, after: OWNER_RIGHTS });
}
