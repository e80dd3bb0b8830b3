import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { BookingPage } from "../../storage/records/booking-pages.ts";
import type { BookingPageId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantAccount, grantManagement } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { moveAddress, takenAddress } from "./address/page-address.ts";
import { fieldsProblem, readTypes, slugProblem, type PageFields } from "./page-fields.ts";

/** The pages of an account, oldest first; for its owner, and for the members of a group. */
export function listBookingPages(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly BookingPage[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAccount(tx, actor, accountId);
    return granted.ok ? ok(await tx.bookingPages.ofAccount(accountId)) : granted;
  });
}

/**
 * Makes a page of an account, for its owner or a group's manager.
 * @returns `page-address-taken` for one that somebody has, or had within a year, `invalid-value`, `booking-rules-wrong`, `too-many-links`
 */
export function createBookingPage(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  fields: PageFields,
): Promise<Result<BookingPage, Problem>> {
  return app.storage.write(async (tx) => {
    const owner = await ownerOf(tx, actor, accountId);
    if (!owner.ok) return owner;
    const problem = slugProblem(fields.slug) ?? fieldsProblem(app, fields);
    if (problem) return failed(problem);
    const types = await readTypes(app, tx, owner.value, fields.types);
    if (!types.ok) return types;
    await tx.lockAccount(accountId);
    const limit = app.limits.pagesPerAccount;
    if ((await tx.bookingPages.ofAccount(accountId)).length >= limit)
      return failed({ code: "too-many-links", limit });
    const now = app.now();
    const page: BookingPage = {
      ...fields,
      id: app.newId() as BookingPageId,
      accountId,
      types: types.value,
      deletedAt: null,
      createdAt: now,
      changedAt: now,
    };
    if ((await tx.bookingPages.insert(page)) === "duplicate")
      return failed(await takenAddress(tx, fields.slug));
    await audited(app, tx, actor, "booking-page-created", page);
    return ok(page);
  });
}

/**
 * Changes a page. Bookings that were made stay as they are, whatever it says now; an address that it had leads to the one that it has.
 * @returns as for a new one; `not-found` for others
 */
export function updateBookingPage(
  app: App,
  actor: Actor,
  id: BookingPageId,
  changes: Partial<PageFields>,
): Promise<Result<BookingPage, Problem>> {
  return app.storage.write(async (tx) => {
    const page = await managedPage(tx, actor, id);
    if (!page.ok) return page;
    const owner = await ownerOf(tx, actor, page.value.accountId);
    if (!owner.ok) return owner;
    const problem = fieldsProblem(app, changes);
    if (problem) return failed(problem);
    const { types: given, slug = page.value.slug, ...others } = changes;
    const types = given
      ? await readTypes(app, tx, owner.value, given, page.value.types)
      : ok(page.value.types);
    if (!types.ok) return types;
    await tx.lockAccount(page.value.accountId);
    const moved = await moveAddress(app, tx, page.value, slug);
    if (!moved.ok) return moved;
    const changed = { ...others, types: types.value, changedAt: app.now() };
    await tx.bookingPages.update(id, changed);
    const after = { ...page.value, ...changed, slug };
    await audited(app, tx, actor, "booking-page-changed", after);
    return ok(after);
  });
}

/** Deletes a page: nobody can book there any more, and its address is kept for a year. Bookings stay. */
export function removeBookingPage(app: App, actor: Actor, id: BookingPageId): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const page = await managedPage(tx, actor, id);
    if (!page.ok) return page;
    const now = app.now();
    await tx.bookingPages.update(id, { deletedAt: now, changedAt: now });
    await audited(app, tx, actor, "booking-page-removed", page.value);
    return ok(undefined);
  });
}

/** A page that the actor may change. */
export async function managedPage(
  tx: ReadTransaction,
  actor: Actor,
  id: BookingPageId,
): Promise<Result<BookingPage, Problem>> {
  const page = await tx.bookingPages.byId(id);
  if (!page || page.deletedAt !== null) return failed({ code: "not-found" });
  const granted = await grantManagement(tx, actor, page.accountId);
  return granted.ok ? ok(page) : granted;
}

async function ownerOf(tx: ReadTransaction, actor: Actor, accountId: PrincipalId) {
  const granted = await grantManagement(tx, actor, accountId);
  if (!granted.ok) return granted;
  const owner = await tx.principals.byId(accountId);
  return owner?.status === "active" ? ok(owner) : failed({ code: "not-found" } as const);
}

function audited(
  app: App,
  tx: WriteTransaction,
  actor: Actor,
  action: "booking-page-created" | "booking-page-changed" | "booking-page-removed",
  { slug, state }: BookingPage,
): Promise<void> {
  const detail = { login: actor.login, state };
  return recordAudit(app, tx, { actorId: actor.principalId, action, subject: slug, detail });
}
