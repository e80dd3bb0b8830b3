import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { queueMail, type Mail } from "../outbox/queue-mail.ts";
import { seenBooking, type GuestBooking } from "./seen/guest-booking.ts";
import { missedCalendar } from "./placing/chosen-calendar.ts";
import { PAGE_BOOKING_MAIL, type PageBookingNews, type PageBookingNotice } from "./notice.ts";
import { guestToken, hostToken } from "./tokens.ts";

/** What a notice tells of. */
export interface PageNoticeFacts {
  readonly seen: GuestBooking;
  readonly news: PageBookingNews;
  readonly isByHost: boolean;
  /** who received the guest before */
  readonly former: Principal | undefined;
  /** who receives the guest in their place; undefined: all of the hosts */
  readonly taker: Principal | undefined;
  /** who gave the guest to another host; they know */
  readonly byId: PrincipalId | undefined;
  /** the name of the calendar in which it stands, as the one that was chosen for it is gone */
  readonly insteadIn: string | undefined;
  /** of the guest's own link */
  readonly token: string;
  /** of the links by which each receiver answers; empty: there is nothing that they can answer */
  readonly answerTokens: ReadonlyMap<PrincipalId, string>;
}

/** One mail of a notice. */
export interface PageMail {
  readonly whose: "guest" | "host";
  readonly mail: Mail;
}

/**
 * Puts the mails of a notice into the outbox, each once. They say what holds when they are made: of a booking that was moved or cancelled
 * meanwhile the later notice tells.
 */
export async function sendPageNotice(
  app: App,
  payload: unknown,
  compose: (facts: PageNoticeFacts) => readonly PageMail[],
): Promise<void> {
  const notice = payload as PageBookingNotice;
  const { token } = await guestToken(app, notice.bookingId);
  const { formerId, takerId, byId, news, isByHost } = notice;
  const { seen, former, taker, insteadIn } = await app.storage.read(async (tx) => {
    const booking = await tx.pageBookings.byId(notice.bookingId);
    const found = booking && (await seenBooking(tx, booking, app.now()));
    return {
      seen: found,
      insteadIn: await missedCalendar(tx, found?.hosts[0], found?.asked?.type),
      former: formerId && (await tx.principals.byId(formerId)),
      taker: takerId && (await tx.principals.byId(takerId)),
    };
  });
  if (!seen || !stillHolds(seen, notice, app.now())) return;
  const answerTokens = new Map<PrincipalId, string>();
  if (seen.standing === "requested" && !seen.awaitedRoom)
    for (const { id } of seen.receivers) answerTokens.set(id, await hostToken(app, notice.bookingId, id));
  const mails = compose({ seen, news, isByHost, former, taker, byId, insteadIn, token, answerTokens });
  const [accountId] = seen.booking.hosts;
  if (accountId === undefined) return;
  const { id, changedAt } = seen.booking;
  await app.storage.write(async (tx) => {
    for (const { whose, mail } of mails)
      await queueMail(
        { app, tx, now: app.now() },
        {
          accountId: accountId as PrincipalId,
          purpose: PAGE_BOOKING_MAIL,
          key: [
            id,
            notice.news,
            notice.moves,
            whose,
            mail.to.email,
            notice.news === "reminder" ? notice.at : changedAt,
          ].join(" "),
        },
        mail,
      );
  });
}

function stillHolds(
  { standing, booking }: GuestBooking,
  { news, moves, at }: PageBookingNotice,
  now: number,
): boolean {
  switch (news) {
    case "verify":
      return standing === "held";
    case "requested":
    case "roomGranted":
      return standing === "requested";
    case "lapsed":
      return standing === "lapsed" && booking.state === "requested" && booking.expiresAt === at;
    case "confirmed":
      return standing === "confirmed" && booking.moves === moves;
    case "reminder":
      return standing === "confirmed" && booking.moves === moves && booking.startsAt > now;
    case "moved":
    case "given":
      return (standing === "confirmed" || standing === "requested") && booking.moves === moves;
    case "cancelled":
    case "declined":
    case "noRoom":
      return standing === "cancelled";
  }
}
