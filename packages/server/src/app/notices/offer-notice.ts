import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { BookingWait } from "../../storage/records/bookings.ts";
import type { PrincipalId, WaitId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import type { MailBody } from "../outbox/mail-body.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { quietUntil } from "../outbox/quiet-hours.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";
import { enqueuePush } from "../push/push-subscriptions.ts";
import { peopleOfParty } from "./people-of-party.ts";
import { noticeChannels } from "./notice.ts";
import { SNART_NOTICE, PUSH_SECONDS, takesNotices } from "./send-notice.ts";

/** The kind of outbox messages that offer somebody a time that they have waited for. */
export const OFFER_NOTICE = "booking-offer";

interface OfferNotice {
  readonly waitId: WaitId;
  readonly recipientId: PrincipalId;
  /** Of which offer: one that was made anew is told anew. */
  readonly expires: Instant;
}

/** What an offer says. */
export interface OfferSaid extends Pick<BookingWait, "startsAt" | "endsAt"> {
  /** What it is of. */
  readonly bookable: string;
  readonly expires: Instant;
  /** Everybody who waits has been told, and the first has it. */
  readonly isForAll: boolean;
  readonly now: Instant;
  readonly zone: Zone;
}

/** The text of an offer in a person's language. */
export type OfferWords = (
  offer: OfferSaid,
  language: Language,
  clock: Preferences["clock"],
) => { readonly title: string; readonly body: string; readonly subject: string; readonly mail: MailBody };

/**
 * Puts a notice of an offer into the outbox, for everybody of the party: not before `at`, and not in their own quiet hours, unless the
 * offer would be over by then.
 */
export async function enqueueOffer(
  { app, tx, now }: { readonly app: App; readonly tx: WriteTransaction; readonly now: Instant },
  { id, partyId }: Pick<BookingWait, "id" | "partyId">,
  at: Instant,
  expires: Instant,
): Promise<void> {
  for (const person of await peopleOfParty(tx, partyId)) {
    if (person.kind !== "person" || person.status !== "active") continue;
    const recipientId = person.id;
    const quiet = quietUntil(at, person.preferences.quietHours, zoneOfPerson(person)) ?? at;
    await tx.queues.enqueue({
      id: app.newId(),
      accountId: recipientId,
      kind: OFFER_NOTICE,
      dedupeKey: [OFFER_NOTICE, id, recipientId, expires, now].join(" "),
      payload: { waitId: id, recipientId, expires } satisfies OfferNotice,
      createdAt: now,
      availableAt: quiet < expires ? quiet : at,
      attempts: 0,
      lastError: null,
    });
  }
  app.outboxFilled?.();
}

/**
 * Sends an offer to devices, and by mail to who has none or wishes it: who waits for hours that end should not miss them. An offer that
 * is over, or was answered, is sent to nobody.
 */
export async function sendOffer(app: App, payload: unknown, words: OfferWords): Promise<void> {
  const { waitId, recipientId, expires } = payload as OfferNotice;
  const now = app.now();
  await app.storage.write(async (tx) => {
    const wait = await tx.bookingWaits.byId(waitId);
    const person = await tx.principals.byId(recipientId);
    if (wait?.state !== "offered" || wait.expiresAt !== expires || expires <= now) return;
    if (person?.kind !== "person" || person.status !== "active") return;
    const bookable = await tx.principals.byId(wait.accountId);
    if (!bookable) return;
    const { push, mail } = noticeChannels(person, "invitations");
    const language = person.preferences.language ?? "en-GB";
    // Of a time that has begun the rest is offered.
    const startsAt = Math.max(wait.startsAt, Math.floor(now / MINUTE) * MINUTE);
    const isForAll = wait.holdId === null;
    const said = { ...wait, startsAt, bookable: bookable.displayName, expires, isForAll, now };
    const text = words({ ...said, zone: zoneOfPerson(person) }, language, person.preferences.clock);
    const devices = push ? (await tx.push.ofPrincipal(person.id)).filter(takesNotices(now)) : [];
    for (const device of devices)
      await enqueuePush(app, tx, device, {
        dedupeKey: `${SNART_NOTICE} ${waitId} ${expires} ${device.id}`,
        body: { "@type": SNART_NOTICE, title: text.title, body: text.body, path: "/bookables" },
        ttlSeconds: Math.min(PUSH_SECONDS, Math.ceil((expires - now) / 1_000)),
      });
    if ((devices.length > 0 && !mail) || person.email === null) return;
    await queueMail(
      { app, tx, now },
      { accountId: person.id, purpose: "offer", key: `${waitId} ${expires} ${person.id}` },
      {
        to: { email: person.email, name: person.displayName },
        language,
        subject: text.subject,
        ...text.mail,
      },
    );
  });
}
