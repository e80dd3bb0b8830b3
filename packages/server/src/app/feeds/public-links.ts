import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { AuditAction } from "../../storage/records/audit.ts";
import type { CalendarId, Millis, PrincipalId } from "../../storage/records/ids.ts";
import type { PublicLink } from "../../storage/records/feeds.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { nameProblem } from "../given-text.ts";
import { grantAll, grantCalendar } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { writeWhole, type WriteScope } from "../scope.ts";

interface LinkFields {
  readonly label: string;
  readonly detail: PublicLink["detail"];
  readonly mayEmbed: boolean;
  readonly expiresAt: Millis | null;
}

/** The stored form of a token: it has so many random bits that no slow hash is needed. */
export const hashOfToken = (token: string): string =>
  createHash("sha256").update(`snart public link:${token}`).digest("base64url");

const TOKEN_BYTES = 24;

/** The links to those of an account's calendars that the actor may share. */
export function publicLinksOf(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<readonly PublicLink[]> {
  return app.storage.read(async (tx) => {
    const grants = await grantAll(tx, actor);
    const shared = grants.filter(
      ({ calendar, rights }) => calendar.accountId === accountId && rights.mayShare,
    );
    return tx.publicLinks.ofCalendars(shared.map(({ calendar }) => calendar.id));
  });
}

/**
 * Makes a secret link to a calendar; its token is shown this once.
 * @returns `forbidden` without the right to share the calendar, `invalid-name`, `invalid-value` for an end in the
 * past, `too-many-links`
 */
export async function createPublicLink(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  fields: LinkFields,
): Promise<Result<{ readonly link: PublicLink; readonly token: string }, Problem>> {
  const problem = fieldProblem(app, fields);
  if (problem) return failed(problem);
  return onCalendar(app, actor, calendarId, async (scope) => {
    const limit = app.limits.linksPerCalendar;
    if ((await scope.tx.publicLinks.ofCalendars([calendarId])).length >= limit)
      return failed({ code: "too-many-links", limit });
    const token = app.newSecret(TOKEN_BYTES);
    const link: PublicLink = {
      ...fields,
      label: fields.label.trim(),
      id: app.newId(),
      calendarId,
      tokenHash: hashOfToken(token),
      createdBy: actor.principalId,
      createdAt: scope.now,
      revokedAt: null,
    };
    await scope.tx.publicLinks.insert(link);
    await audited(scope, "public-link-created", link, link.detail);
    return ok({ link, token });
  });
}

function fieldProblem(app: App, { label, expiresAt }: Partial<LinkFields>): Problem | undefined {
  if (expiresAt !== undefined && expiresAt !== null && expiresAt <= app.now())
    return { code: "invalid-value", field: "expiresAt", detail: "must be to come" };
  return label === undefined ? undefined : nameProblem(app, label, "label");
}

/** Changes a link; `isRevoked` disables it, or enables it again. */
export async function updatePublicLink(
  app: App,
  actor: Actor,
  id: string,
  { isRevoked, ...fields }: Partial<LinkFields> & { readonly isRevoked?: boolean },
): Promise<Result<void, Problem>> {
  const problem = fieldProblem(app, fields);
  if (problem) return failed(problem);
  return onLink(app, actor, id, async (scope, link) => {
    const label = fields.label === undefined ? {} : { label: fields.label.trim() };
    const revoked =
      isRevoked === undefined ? {} : { revokedAt: isRevoked ? (link.revokedAt ?? scope.now) : null };
    await scope.tx.publicLinks.update(id, { ...fields, ...label, ...revoked });
    const what = isRevoked === undefined ? "changed" : isRevoked ? "revoked" : "given back";
    await audited(scope, "public-link-changed", link, what);
    return ok(undefined);
  });
}

/** Removes a link permanently. */
export function removePublicLink(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  return onLink(app, actor, id, async (scope, link) => {
    await scope.tx.publicLinks.remove(id);
    await audited(scope, "public-link-removed", link, "removed");
    return ok(undefined);
  });
}

async function onLink<T>(
  app: App,
  actor: Actor,
  id: string,
  work: (scope: WriteScope, link: PublicLink) => Promise<Result<T, Problem>>,
): Promise<Result<T, Problem>> {
  const link = await app.storage.read((tx) => tx.publicLinks.byId(id));
  if (!link) return failed({ code: "not-found" });
  const done = await onCalendar(app, actor, link.calendarId, async (scope) => {
    const current = await scope.tx.publicLinks.byId(id);
    return current ? work(scope, current) : failed({ code: "not-found" });
  });
  // A person who may not share the calendar can't see whether it has links.
  return done.ok || done.problem.code !== "forbidden" ? done : failed({ code: "not-found" });
}

async function onCalendar<T>(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  work: (scope: WriteScope) => Promise<Result<T, Problem>>,
): Promise<Result<T, Problem>> {
  const found = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayShare"));
  if (!found.ok) return found;
  return writeWhole(app, actor, found.value.calendar.accountId, async (scope) => {
    const grant = await grantCalendar(scope.tx, actor, calendarId, "mayShare");
    return grant.ok ? work(scope) : grant;
  });
}

function audited(
  { app, tx, actor }: WriteScope,
  action: AuditAction,
  { calendarId, label }: PublicLink,
  what: string,
): Promise<void> {
  const detail = { login: actor.login, label, what };
  return recordAudit(app, tx, { actorId: actor.principalId, action, subject: calendarId, detail });
}
