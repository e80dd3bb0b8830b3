import { numberedAddress } from "@snart/calendar/booking-page/page-address.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction, WriteTransaction } from "../../../storage/port.ts";
import type { BookingPage } from "../../../storage/records/booking-pages.ts";
import type { App } from "../../app.ts";
import type { Problem } from "../../problems.ts";
import { slugProblem } from "../page-fields.ts";

const MOST_TRIES = 20;

/** That somebody has an address, with one near it that nobody has. */
export async function takenAddress(tx: ReadTransaction, slug: string): Promise<Problem> {
  let suggestion = "";
  for (let number = 2; suggestion === "" && number < MOST_TRIES; number++) {
    const other = numberedAddress(slug, number);
    if (!(await tx.bookingPages.hasAddress(other))) suggestion = other;
  }
  return { code: "page-address-taken", field: "slug", suggestion };
}

/**
 * Gives a page another address; its account is locked. Those that it had lead to it, and are nobody else's as long as it is there, and a
 * year longer.
 * @returns `invalid-value`, `page-address-taken`, the former also where it has had as many as it may
 */
export async function moveAddress(
  app: App,
  tx: WriteTransaction,
  { id, slug: before }: BookingPage,
  slug: string,
): Promise<Result<void, Problem>> {
  if (slug === before) return ok(undefined);
  const problem = slugProblem(slug);
  if (problem) return failed(problem);
  const known = await tx.bookingPages.slugsOf(id);
  const limit = app.limits.addressesPerPage;
  if (known.length >= limit && !known.includes(slug))
    return failed({ code: "invalid-value", field: "slug", detail: `a page has at most ${limit} addresses` });
  const moved = await tx.bookingPages.move(id, slug);
  return moved === "moved" ? ok(undefined) : failed(await takenAddress(tx, slug));
}
