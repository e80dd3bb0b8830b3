import { judgeStart } from "@snart/calendar/booking-page/judge-start.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { PageBooking } from "../../../storage/records/booking-pages.ts";
import type { PageBookingId } from "../../../storage/records/ids.ts";
import type { App } from "../../app.ts";
import { lockForBooking } from "../../bookings/lock-for-booking.ts";
import { asOne } from "../../scope.ts";
import { spendAttempt } from "../../sign-in/spend-attempt.ts";
import { partiesOf } from "../book-start.ts";
import { timeGranted } from "../placing/whose-time.ts";
import { claimHosts } from "../claim-hosts.ts";
import type { FoundPage } from "../find-page.ts";
import type { GuestForm } from "../guest-form.ts";
import { isNearNow } from "../offers.ts";
import { gatherPageFacts, isStanding, type AskedType } from "../page-facts.ts";
import { roomIds } from "../rooms/room-facts.ts";
import { guestToken } from "../tokens.ts";
import { endFilling, fillingOf, fillingOnce, whileOthersFill } from "./filling.ts";

/** The form that a guest begins to fill in. */
export type BegunForm = Pick<GuestForm, "start" | "length" | "language" | "timeZone" | "once">;

export type FillRefusal =
  | { readonly kind: "tooMany"; readonly of: "network" | "holds"; readonly retryAfter: number }
  /** `until`: another guest fills the form in until then; absent: it is taken */
  | { readonly kind: "gone"; readonly until?: Instant };

/**
 * Keeps a time from other guests while one fills in the form for it, once a form and for some minutes: asking again makes it no longer. The
 * booking that the form becomes takes its place.
 * @param network of the request, by which it is counted: that booking is not counted again
 * @returns until when it is kept
 */
export async function fillStart(
  app: App,
  found: FoundPage,
  asked: AskedType,
  form: BegunForm,
  network: string,
): Promise<Result<Instant, FillRefusal>> {
  if (!isNearNow(form.start, form.length, app.now())) return failed({ kind: "gone" });
  const before = await app.storage.read((tx) => fillingOf(tx, found.page.id, form.once));
  if (before?.expiresAt)
    return isStanding(before, app.now()) ? ok(before.expiresAt) : failed({ kind: "gone" });
  for (const [of, limiter] of [
    ["holds", app.pageFills],
    ["network", app.pageRequests],
  ] as const) {
    const retryAfter = await spendAttempt(app, limiter, `page ${network}`);
    if (retryAfter > 0) return failed({ kind: "tooMany", of, retryAfter });
  }
  const id = app.newId() as PageBookingId;
  const { hash: tokenHash } = await guestToken(app, id);
  return asOne<Instant, FillRefusal>(app, [], (inside) =>
    inside.storage.write((tx) => fillIn(inside, tx, found, asked, form, { id, tokenHash })),
  );
}

async function fillIn(
  app: App,
  tx: WriteTransaction,
  { page, link }: FoundPage,
  asked: AskedType,
  form: BegunForm,
  secret: Pick<PageBooking, "id" | "tokenHash">,
): Promise<Result<Instant, FillRefusal>> {
  const now = app.now();
  const { type, eventType } = asked;
  await lockForBooking(tx, await partiesOf(tx, page, type), roomIds(type));
  const wish = { start: form.start, end: form.start + form.length };
  const gathered = await gatherPageFacts(app, tx, asked, { from: wish.start, to: wish.end });
  const verdict = judgeStart(gathered.prepared, gathered.facts, wish, now);
  if (!verdict.ok) {
    const until = await whileOthersFill(app, tx, asked, gathered, wish, []);
    return failed({ kind: "gone", ...(until !== undefined && { until }) });
  }
  const expiresAt = now + app.limits.pageFillMinutes * MINUTE;
  const filling: PageBooking = {
    ...secret,
    ...(await timeGranted({ app, tx, now }, asked, gathered, verdict)),
    state: "filling",
    expiresAt,
    pageId: page.id,
    typeId: eventType.id,
    startsAt: wish.start,
    endsAt: wish.end,
    before: gathered.prepared.before,
    after: gathered.prepared.after,
    linkId: link?.id ?? null,
    name: "",
    isNameShown: false,
    mail: "",
    language: form.language,
    timeZone: form.timeZone,
    answers: [],
    place: "",
    once: fillingOnce(form.once),
    moves: 0,
    reason: "",
    createdAt: now,
    changedAt: now,
    deleteAfter: expiresAt,
  };
  if ((await tx.pageBookings.insert(filling)) === "duplicate") return failed({ kind: "gone" });
  return (await claimHosts(tx, filling, now)) ? ok(expiresAt) : failed({ kind: "gone" });
}

/** Gives up what a form keeps, as its guest looks for another time. @returns whether there was something */
export const leaveFilling = (app: App, { page }: FoundPage, once: string): Promise<boolean> =>
  app.storage.write(async (tx) => {
    const known = await fillingOf(tx, page.id, once);
    if (!known) return false;
    await lockForBooking(tx, [page.accountId, ...known.hosts], []);
    const filling = await fillingOf(tx, page.id, once);
    if (filling) await endFilling(tx, filling, app.now());
    return filling !== undefined;
  });
