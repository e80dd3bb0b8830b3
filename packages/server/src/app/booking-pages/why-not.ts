import { judgeStart, type StartVerdict } from "@snart/calendar/booking-page/judge-start.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { BookingPageId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { askedType } from "./find-page.ts";
import { isNearNow } from "./offers.ts";
import { gatherPageFacts } from "./page-facts.ts";

/** A time that a host asks about; `length` in milliseconds. */
export interface AskedStart {
  readonly typeId: string;
  readonly start: Instant;
  readonly length: number;
}

/**
 * Whether a time can be booked at a page now, and every reason why not: for its owner and for the members of a group, who alone hear reasons.
 * @returns `not-found` for others, and for an event type that the page has not
 */
export function whyNot(
  app: App,
  actor: Actor,
  pageId: BookingPageId,
  { typeId, start, length }: AskedStart,
): Promise<Result<StartVerdict, Problem>> {
  return app.storage.read(async (tx) => {
    const page = await tx.bookingPages.byId(pageId);
    const eventType = page?.types.find(({ id }) => id === typeId);
    const asked = page && eventType && askedType(page, eventType, undefined);
    if (!asked || page.deletedAt !== null || !(await grantAccount(tx, actor, page.accountId)).ok)
      return failed({ code: "not-found" });
    const now = app.now();
    if (!isNearNow(start, length, now)) return ok({ ok: false, reasons: [{ kind: "notATime" }] });
    const end = start + length;
    const { prepared, facts } = await gatherPageFacts(app, tx, asked, { from: start, to: end });
    return ok(judgeStart(prepared, facts, { start, end }, now));
  });
}
