import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { DrawId, PrincipalId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import type { MailBody } from "../outbox/mail-body.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { quietUntil } from "../outbox/quiet-hours.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";
import { enqueuePush } from "../push/push-subscriptions.ts";
import { noticeChannels } from "./notice.ts";
import { peopleOfParty } from "./people-of-party.ts";
import { PUSH_SECONDS, SNART_NOTICE, takesNotices } from "./send-notice.ts";

/** The kind of outbox messages that tell somebody what became of their wishes in a draw. */
export const DRAWN_NOTICE = "booking-drawn";

/** Nobody is woken by a draw, whatever hour it is made at. */
const NIGHT = { from: "22:00", to: "07:00" };

interface DrawnNotice {
  readonly drawId: DrawId;
  readonly partyId: PrincipalId;
  readonly recipientId: PrincipalId;
  /** What nobody got, or the first of it. */
  readonly left: readonly Span[];
}

/** A piece of time; the end is exclusive. */
interface Span {
  readonly start: Instant;
  readonly end: Instant;
}

/** What is told of a draw. */
export interface DrawnSaid {
  /** What was drawn times of. */
  readonly bookable: string;
  readonly bookableId: PrincipalId;
  /** What the party got; undefined: nothing. */
  readonly got: Span | undefined;
  /** Which of its wishes that was, 1 for the first. */
  readonly wish: number | null;
  /** What nobody got, or the first of it. */
  readonly left: readonly Span[];
  readonly zone: Zone;
}

/** The text of it in a person's language. */
export type DrawnWords = (
  drawn: DrawnSaid,
  language: Language,
  clock: Preferences["clock"],
) => { readonly title: string; readonly body: string; readonly subject: string; readonly mail: MailBody };

/** Puts a notice for everybody of a party into the outbox; at night it waits for the morning where the thing is. */
export async function enqueueDrawn(
  { app, tx, now }: { readonly app: App; readonly tx: WriteTransaction; readonly now: Instant },
  { drawId, partyId, left }: Omit<DrawnNotice, "recipientId">,
  zone: Zone,
): Promise<void> {
  const morning = quietUntil(now, NIGHT, zone) ?? now;
  for (const person of await peopleOfParty(tx, partyId)) {
    if (person.kind !== "person" || person.status !== "active") continue;
    const recipientId = person.id;
    await tx.queues.enqueue({
      id: app.newId(),
      accountId: recipientId,
      kind: DRAWN_NOTICE,
      dedupeKey: [DRAWN_NOTICE, drawId, partyId, recipientId].join(" "),
      payload: { drawId, partyId, recipientId, left } satisfies DrawnNotice,
      createdAt: now,
      availableAt: quietUntil(morning, person.preferences.quietHours, zoneOfPerson(person)) ?? morning,
      attempts: 0,
      lastError: null,
    });
  }
  app.outboxFilled?.();
}

/** Sends it to devices, and by mail to who has none or wishes it: a draw is seldom, and who got a time should know. */
export async function sendDrawn(app: App, payload: unknown, words: DrawnWords): Promise<void> {
  const { drawId, partyId, recipientId, left } = payload as DrawnNotice;
  const now = app.now();
  await app.storage.write(async (tx) => {
    const draw = await tx.draws.byId(drawId);
    const entry = (await tx.draws.entries(drawId)).find((one) => one.partyId === partyId);
    const person = await tx.principals.byId(recipientId);
    const bookable = draw && (await tx.principals.byId(draw.accountId));
    if (!entry || !bookable || person?.kind !== "person" || person.status !== "active") return;
    const { push, mail } = noticeChannels(person, "invitations");
    const language = person.preferences.language ?? "en-GB";
    const got = entry.got === null ? undefined : entry.wishes[entry.got - 1];
    const said = { bookable: bookable.displayName, bookableId: bookable.id, got, wish: entry.got, left };
    const text = words({ ...said, zone: zoneOfPerson(person) }, language, person.preferences.clock);
    const devices = push ? (await tx.push.ofPrincipal(person.id)).filter(takesNotices(now)) : [];
    for (const device of devices)
      await enqueuePush(app, tx, device, {
        dedupeKey: `${SNART_NOTICE} ${drawId} ${partyId} ${device.id}`,
        body: {
          "@type": SNART_NOTICE,
          title: text.title,
          body: text.body,
          path: `/bookables/${bookable.id}`,
        },
        ttlSeconds: PUSH_SECONDS,
      });
    if ((devices.length > 0 && !mail) || person.email === null) return;
    await queueMail(
      { app, tx, now },
      { accountId: person.id, purpose: "drawn", key: `${drawId} ${partyId} ${person.id}` },
      {
        to: { email: person.email, name: person.displayName },
        language,
        subject: text.subject,
        ...text.mail,
      },
    );
  });
}
