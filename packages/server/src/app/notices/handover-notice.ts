import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Booking, BookingHandover } from "../../storage/records/bookings.ts";
import type { HandoverId, PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import type { MailBody } from "../outbox/mail-body.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { quietUntil } from "../outbox/quiet-hours.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";
import { enqueuePush } from "../push/push-subscriptions.ts";
import { noticeChannels } from "./notice.ts";
import { peopleOfParty } from "./people-of-party.ts";
import { SNART_NOTICE, PUSH_SECONDS, takesNotices } from "./send-notice.ts";

/** The kind of outbox messages about bookings that change hands. */
export const HANDOVER_NOTICE = "booking-handover";

/** Asked: of who may take it over. The answers: to who has asked. */
export type HandoverNews = "asked" | "accepted" | "declined";

interface HandoverNotice {
  readonly handoverId: HandoverId;
  readonly recipientId: PrincipalId;
  readonly news: HandoverNews;
}

/** One booking as it is told of. */
export interface ToldBooking {
  readonly thing: string;
  readonly start: Instant;
  readonly end: Instant;
}

/** What a notice says. */
export interface HandoverSaid {
  readonly news: HandoverNews;
  /** What a household is called at its door, or a person. */
  readonly other: string;
  readonly booking: ToldBooking;
  /** What is given for it in a swap. */
  readonly inReturn: ToldBooking | undefined;
  readonly expires: Instant;
  readonly now: Instant;
  readonly zone: Zone;
}

/** The text of such a notice in a person's language. */
export type HandoverWords = (
  said: HandoverSaid,
  language: Language,
  clock: Preferences["clock"],
) => { readonly title: string; readonly body: string; readonly subject: string; readonly mail: MailBody };

/** Puts a notice into the outbox, for everybody of the party, after their quiet hours unless a question would be over by then. */
export async function enqueueHandover(
  { app, tx, now }: { readonly app: App; readonly tx: WriteTransaction; readonly now: Instant },
  { id, fromId, toId, expiresAt }: BookingHandover,
  news: HandoverNews,
): Promise<void> {
  for (const person of await peopleOfParty(tx, news === "asked" ? toId : fromId)) {
    if (person.kind !== "person" || person.status !== "active") continue;
    const recipientId = person.id;
    const quiet = quietUntil(now, person.preferences.quietHours, zoneOfPerson(person)) ?? now;
    await tx.queues.enqueue({
      id: app.newId(),
      accountId: recipientId,
      kind: HANDOVER_NOTICE,
      dedupeKey: [HANDOVER_NOTICE, id, news, recipientId].join(" "),
      payload: { handoverId: id, recipientId, news } satisfies HandoverNotice,
      createdAt: now,
      availableAt: quiet < expiresAt ? quiet : now,
      attempts: 0,
      lastError: null,
    });
  }
  app.outboxFilled?.();
}

/** Sends it to devices, and by mail to who has none or wishes it. A question that was answered or is over is sent to nobody. */
export async function sendHandover(app: App, payload: unknown, words: HandoverWords): Promise<void> {
  const { handoverId, recipientId, news } = payload as HandoverNotice;
  const now = app.now();
  await app.storage.write(async (tx) => {
    const handover = await tx.bookingHandovers.byId(handoverId);
    const person = await tx.principals.byId(recipientId);
    const said = handover && (await saidOf(tx, handover, news));
    if (!said || handover.state !== news || (news === "asked" && handover.expiresAt <= now)) return;
    if (person?.kind !== "person" || person.status !== "active") return;
    const { push, mail } = noticeChannels(person, "invitations");
    const language = person.preferences.language ?? "en-GB";
    const zone = zoneOfPerson(person);
    const text = words({ ...said, now, zone }, language, person.preferences.clock);
    const devices = push ? (await tx.push.ofPrincipal(person.id)).filter(takesNotices(now)) : [];
    for (const device of devices)
      await enqueuePush(app, tx, device, {
        dedupeKey: `${SNART_NOTICE} ${handoverId} ${news} ${device.id}`,
        body: { "@type": SNART_NOTICE, title: text.title, body: text.body, path: "/bookables" },
        ttlSeconds: Math.max(60, Math.min(PUSH_SECONDS, Math.ceil((handover.expiresAt - now) / 1_000))),
      });
    if ((devices.length > 0 && !mail) || person.email === null) return;
    await queueMail(
      { app, tx, now },
      { accountId: person.id, purpose: "handover", key: `${handoverId} ${news} ${person.id}` },
      {
        to: { email: person.email, name: person.displayName },
        language,
        subject: text.subject,
        ...text.mail,
      },
    );
  });
}

async function saidOf(
  tx: ReadTransaction,
  { bookingId, returnId, fromId, toId, expiresAt: expires }: BookingHandover,
  news: HandoverNews,
): Promise<Omit<HandoverSaid, "now" | "zone"> | undefined> {
  const booking = await tx.bookings.byId(bookingId);
  const returned = returnId === null ? undefined : await tx.bookings.byId(returnId);
  if (!booking) return undefined;
  const otherId = news === "asked" ? fromId : toId;
  const household = await tx.households.byId(otherId);
  const other = household?.label ?? (await tx.principals.byId(otherId))?.displayName ?? "";
  const inReturn = returned && (await told(tx, returned));
  return { news, other, booking: await told(tx, booking), inReturn, expires };
}

const told = async (
  tx: ReadTransaction,
  { accountId, startsAt: start, endsAt: end }: Booking,
): Promise<ToldBooking> => ({ thing: (await tx.principals.byId(accountId))?.displayName ?? "", start, end });
