import { narrowed } from "@snart/calendar/booking-page/read-event-type.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { BookingLink, BookingPage, PageEventType } from "../../storage/records/booking-pages.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import type { AskedType } from "./page-facts.ts";
import { linkHash } from "./tokens.ts";

/** A page as a guest finds it. */
export interface FoundPage {
  readonly page: BookingPage;
  readonly owner: Principal;
  /** The link by which it was found; undefined: by its address alone. */
  readonly link: BookingLink | undefined;
  /** What can be booked there, as the link leaves it. */
  readonly types: readonly AskedType[];
}

/**
 * The page at an address, for whoever asks.
 * @param token of a secret link, if it was asked for by one
 * @returns undefined alike for one that there is not, that is closed, or that asks for another link; and for a link that is used up
 */
export const findBookingPage = (
  app: App,
  slug: string,
  token: string | undefined,
): Promise<FoundPage | undefined> => app.storage.read((tx) => foundPage(tx, slug, token, app.now()));

async function foundPage(
  tx: ReadTransaction,
  slug: string,
  token: string | undefined,
  now: number,
): Promise<FoundPage | undefined> {
  const page = await tx.bookingPages.bySlug(slug);
  if (!page || page.deletedAt !== null || page.state === "closed") return undefined;
  const owner = await tx.principals.byId(page.accountId);
  const link = token === undefined ? undefined : await tx.bookingLinks.byTokenHash(linkHash(token));
  const isUsable = link?.pageId === page.id && !isOver(link, now);
  if (owner?.status !== "active" || (token === undefined ? !page.isPublic : !isUsable)) return undefined;
  const types = page.types.flatMap((eventType) => askedType(page, eventType, link) ?? []);
  return types.length > 0 ? { page, owner, link, types } : undefined;
}

/** Whether a link gives no booking any more. */
export const isOver = ({ uses, used, until }: BookingLink, now: number): boolean =>
  (uses !== null && used >= uses) || (until !== null && until <= now);

/** An event type as a link leaves it; undefined: the link is for another one, or for somebody who receives nobody there any more. */
export function askedType(
  page: BookingPage,
  eventType: PageEventType,
  link: BookingLink | undefined,
): AskedType | undefined {
  if (link && link.typeId !== null && link.typeId !== eventType.id) return undefined;
  const type = link ? narrowed(eventType.type, link.narrowing) : eventType.type;
  return type.hosts.length > 0 ? { page, eventType, type } : undefined;
}
