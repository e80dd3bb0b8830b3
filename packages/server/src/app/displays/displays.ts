import { createHash } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Display } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { managesBookable } from "../bookings/bookables.ts";
import { nameProblem } from "../name-problem.ts";
import type { Problem } from "../problems.ts";

const TOKEN_BYTES = 24;
/** What is kept of when a display asked last is not newer than this. */
const SEEN_EVERY = 5 * MINUTE;
/** Longer ones are no tokens, and are not looked up. */
const LONGEST_TOKEN = 100;

/** The stored form of a token, which has so many random bits that no slow hash is needed. */
const hashOf = (token: string): string =>
  createHash("sha256").update(`snart display:${token}`).digest("base64url");

/** The displays of what the actor manages, oldest first. */
export function listDisplays(app: App, actor: Actor): Promise<readonly Display[]> {
  return app.storage.read(async (tx) => {
    const managed: Display[] = [];
    for (const display of await tx.displays.list())
      if (await managesAny(tx, actor, display.bookableIds)) managed.push(display);
    return managed;
  });
}

/**
 * Makes a secret link for a screen; its token is shown this once.
 * @returns `not-found` for a bookable that the actor does not manage, `invalid-value` for none or too many, `too-many-links`
 */
export function createDisplay(
  app: App,
  actor: Actor,
  { name, bookableIds }: Pick<Display, "name" | "bookableIds">,
): Promise<Result<{ readonly display: Display; readonly token: string }, Problem>> {
  return app.storage.write(async (tx) => {
    const problem = nameProblem(app, name) ?? (await bookablesProblem(app, tx, actor, bookableIds));
    if (problem) return failed(problem);
    const limit = app.limits.displaysPerBookable;
    const all = await tx.displays.list();
    const isMany = (id: PrincipalId): boolean =>
      all.filter((one) => one.bookableIds.includes(id)).length >= limit;
    if (bookableIds.some(isMany)) return failed({ code: "too-many-links", limit });
    const token = app.newSecret(TOKEN_BYTES);
    const display: Display = {
      id: app.newId(),
      name: name.trim(),
      tokenHash: hashOf(token),
      bookableIds,
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
  return undefined;
}

/** Takes a display's link away at once, for who manages any of what it shows. */
export function removeDisplay(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const display = await tx.displays.byId(id);
    if (!display || !(await managesAny(tx, actor, display.bookableIds))) return failed({ code: "not-found" });
    await tx.displays.remove(id);
    await audited(app, tx, actor, "display-removed", display);
    return ok(undefined);
  });
}

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
  { id, name, bookableIds }: Display,
): Promise<void> {
  const detail = { login: actor.login, display: id, bookables: bookableIds.join(" ") };
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
