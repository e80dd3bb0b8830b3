import { readPageLink } from "@snart/calendar/booking-page/read-event-type.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { BookingLink, BookingPage } from "../../storage/records/booking-pages.ts";
import type { BookingPageId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantManagement } from "../grants.ts";
import { nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";
import { managedPage } from "./booking-pages.ts";
import { linkHash } from "./tokens.ts";

const TOKEN_BYTES = 24;
const MOST_USES = 100;

export type NewBookingLink = Pick<BookingLink, "name" | "typeId" | "narrowing" | "uses" | "until">;

/** The secret links of a page, oldest first, for who may change it. */
export function listBookingLinks(
  app: App,
  actor: Actor,
  pageId: BookingPageId,
): Promise<Result<readonly BookingLink[], Problem>> {
  return app.storage.read(async (tx) => {
    const page = await managedPage(tx, actor, pageId);
    return page.ok ? ok(await tx.bookingLinks.ofPage(pageId)) : page;
  });
}

/** The secret links of all pages of an account, for who may change them; none for others. */
export function linksOfAccount(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<readonly BookingLink[]> {
  return app.storage.read(async (tx) => {
    const links: BookingLink[] = [];
    if (!(await grantManagement(tx, actor, accountId)).ok) return links;
    for (const { id } of await tx.bookingPages.ofAccount(accountId))
      links.push(...(await tx.bookingLinks.ofPage(id)));
    return links;
  });
}

/**
 * Makes a secret link to a page; its token is shown this once.
 * @returns `invalid-value` for an event type that the page has not, and for what it would narrow to nothing
 */
export function createBookingLink(
  app: App,
  actor: Actor,
  pageId: BookingPageId,
  given: NewBookingLink,
): Promise<Result<{ readonly link: BookingLink; readonly token: string }, Problem>> {
  return app.storage.write(async (tx) => {
    const page = await managedPage(tx, actor, pageId);
    if (!page.ok) return page;
    const problem = nameProblem(app, given.name) ?? linkProblem(page.value, given);
    if (problem) return failed(problem);
    await tx.lockAccount(page.value.accountId);
    const limit = app.limits.linksPerPage;
    if ((await tx.bookingLinks.ofPage(pageId)).length >= limit)
      return failed({ code: "too-many-links", limit });
    const token = app.newSecret(TOKEN_BYTES);
    const { name, typeId, narrowing, uses, until } = given;
    const link: BookingLink = {
      id: app.newId(),
      pageId,
      typeId,
      name: name.trim(),
      tokenHash: linkHash(token),
      narrowing,
      uses,
      used: 0,
      until,
      createdAt: app.now(),
      usedAt: null,
    };
    await tx.bookingLinks.insert(link);
    return ok({ link, token });
  });
}

function linkProblem(
  { types }: BookingPage,
  { typeId, narrowing, uses, until }: NewBookingLink,
): Problem | undefined {
  const wrong = (field: string, detail: string): Problem => ({ code: "invalid-value", field, detail });
  const type = types.find(({ id }) => id === typeId);
  if (typeId !== null && !type) return wrong("typeId", "the page has no such event type");
  if (uses !== null && !(Number.isInteger(uses) && uses >= 1 && uses <= MOST_USES))
    return wrong("uses", `1 to ${MOST_USES}`);
  if (until !== null && !Number.isSafeInteger(until)) return wrong("until", "a moment");
  if (Object.keys(narrowing).length === 0) return undefined;
  if (!type) return wrong("typeId", "what narrows an event type names it");
  const read = readPageLink(narrowing, type.type);
  return read.ok ? undefined : { code: "booking-rules-wrong", problems: read.problem };
}

/** Takes a link away at once. */
export function removeBookingLink(app: App, actor: Actor, id: string): Promise<Result<void, Problem>> {
  return app.storage.write(async (tx) => {
    const link = await tx.bookingLinks.byId(id);
    const page = link ? await managedPage(tx, actor, link.pageId) : failed({ code: "not-found" } as const);
    if (!page.ok) return page;
    await tx.bookingLinks.remove(id);
    return ok(undefined);
  });
}
