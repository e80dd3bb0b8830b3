import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Display } from "../../storage/records/bookings.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { managesBookable } from "../bookings/bookables.ts";
import { grantCalendar } from "../grants.ts";
import { nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";

const TOKEN_BYTES = 24;
/** What is kept of when a display asked last is not newer than this. */
const SEEN_EVERY = 5 * MINUTE;
/** Longer ones are no tokens, and are not looked up. */
const LONGEST_TOKEN = 100;

type DisplayFields = Pick<Display, "name" | "bookableIds" | "calendarIds" | "showsPrivate">;

/** The stored form of a token, which has so many random bits that no slow hash is needed. */
const hashOf = (token: string): string =>
  createHash("sha256").update(`snart display:${token}`).digest("base64url");

/** The displays of what the actor manages, and the walls that they made, oldest first. */
export function listDisplays(app: App, actor: Actor): Promise<readonly Display[]> {
  return app.storage.read(async (tx) => {
    const managed: Display[] = [];
    for (const display of await tx.displays.list())
      if (await isManaged(tx, actor, display)) managed.push(display);
    return managed;
  });
}

/**
 * Makes a secret link for a screen; its token is shown this once.
 * @returns `not-found` for a bookable that the actor does not manage and a calendar that they may not read, `invalid-value` for none or
 * too many, or for both, `too-many-links`
 */
export function createDisplay(
  app: App,
  actor: Actor,
  { name, bookableIds, calendarIds, showsPrivate }: DisplayFields,
): Promise<Result<{ readonly display: Display; readonly token: string }, Problem>> {
  return app.storage.write(async (tx) => {
    const problem =
      nameProblem(app, name) ??
      (calendarIds === null
        ? await bookablesProblem(app, tx, actor, bookableIds)
        : await wallProblem(app, tx, actor, { bookableIds, calendarIds }));
    if (problem) return failed(problem);
    const token = app.newSecret(TOKEN_BYTES);
    const display: Display = {
      id: app.newId(),
      name: name.trim(),
      tokenHash: hashOf(token),
      bookableIds,
      calendarIds,
      showsPrivate: calendarIds !== null && showsPrivate,
      createdBy: actor.principalId,
      createdAt: app.now(),
      seenAt: null,
    };
    await tx.displays.insert(display);
    await audited(app, tx, actor, "display-created", display);
    return ok({ display, token });
  });
}

async function bookablesProblem(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
  ids: readonly PrincipalId[],
): Promise<Problem | undefined> {
  const most = app.limits.bookablesPerDisplay;
  if (ids.length === 0 || ids.length > most || new Set(ids).size < ids.length)
    return { code: "invalid-value", field: "bookableIds", detail: `1 to ${most} different ones` };
  for (const id of ids) if (!(await managesAny(tx, actor, [id]))) return { code: "not-found" };
  const limit = app.limits.displaysPerBookable;
  const all = await tx.displays.list();
  const isMany = (id: PrincipalId): boolean =>
    all.filter((one) => one.bookableIds.includes(id)).length >= limit;
  return ids.some(isMany) ? { code: "too-many-links", limit } : undefined;
}

/** Whoever may read a calendar may put it on a wall, which shows no more of it than they see. */
async function wallProblem(
  app: App,
  tx: ReadTransaction,
  actor: Actor,
  { bookableIds, calendarIds }: { bookableIds: readonly PrincipalId[]; calendarIds: readonly CalendarId[] },
): Promise<Problem | undefined> {
  const most = app.limits.calendarsPerWall;
  if (bookableIds.length > 0)
    return { code: "invalid-value", field: "bookableIds", detail: "a wall shows calendars alone" };
  if (calendarIds.length === 0 || calendarIds.length > most || new Set(calendarIds).size < calendarIds.length)
    return { code: "invalid-value", field: "calendarIds", detail: `1 to ${most} different ones` };
  for (const id of calendarIds) {
    const grant = await grantCalendar(tx, actor, id);
    if (!grant.ok || !grant.value.rights.mayReadItems) return { code: "not-found" };
  }
  const limit = app.limits.wallsPerPerson;
  const all = await tx.displays.list();
  const isMany = all.filter((one) => isMakersWall(actor, one)).length >= limit;
  return isMany ? { code: "too-many-links", limit } : undefined;
}

/** Takes a display's link away at once, for who manages any of what it shows, or has made the wall. */
export function removeDisplay(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const display = await tx.displays.byId(id);
    if (!display || !(await isManaged(tx, actor, display))) return failed({ code: "not-found" });
    await tx.displays.remove(id);
    await audited(app, tx, actor, "display-removed", display);
    return ok(undefined);
  });
}

const isMakersWall = (actor: Actor, { calendarIds, createdBy }: Display): boolean =>
  calendarIds !== null && createdBy === actor.principalId;

const isManaged = async (tx: ReadTransaction, actor: Actor, display: Display): Promise<boolean> =>
  isMakersWall(actor, display) || managesAny(tx, actor, display.bookableIds);

async function managesAny(tx: ReadTransaction, actor: Actor, ids: readonly PrincipalId[]): Promise<boolean> {
  for (const id of ids) {
    const bookable = await tx.bookables.byId(id);
    const principal = await tx.principals.byId(id);
    if (bookable && principal?.status === "active" && (await managesBookable(tx, actor, bookable)))
      return true;
  }
  return false;
}

function audited(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  action: "display-created" | "display-removed",
  { id, name, bookableIds, calendarIds }: Display,
): Promise<void> {
  const shown = calendarIds ? { calendars: calendarIds.join(" ") } : { bookables: bookableIds.join(" ") };
  const detail = { login: actor.login, display: id, ...shown };
  return recordAudit(app, tx, { actorId: actor.principalId, action, subject: name, detail });
}

/** @returns the display of a link; undefined: there is none, or it was taken away */
export async function displayOf(app: App, token: string): Promise<Display | undefined> {
  if (token.length > LONGEST_TOKEN) return undefined;
  const display = await app.storage.read((tx) => tx.displays.byTokenHash(hashOf(token)));
  const now = app.now();
  if (display && now - (display.seenAt ?? 0) > SEEN_EVERY)
    await app.storage.write((tx) => tx.displays.update(display.id, { seenAt: now }));
  return display;
}
