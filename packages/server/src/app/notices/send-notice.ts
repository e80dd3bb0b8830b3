import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { isDraft } from "@snart/calendar/access/draft.ts";
import { expand } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { DAY, SECOND } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PushSubscription } from "../../storage/records/notifications.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import type { MailBody } from "../outbox/mail-body.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { mayReadObject } from "../objects/object-rights.ts";
import { readStored } from "../objects/read-stored.ts";
import { enqueuePush } from "../push/push-subscriptions.ts";
import { remindedPerson, zoneOfPerson } from "../outbox/reminder.ts";
import { noticeChannels, type Notice, type NoticeTimes } from "./notice.ts";

/** The text of a notice in a person's language, with times that do not go stale. */
interface NoticeText {
  readonly title: string;
  /** When, and where. */
  readonly body: string;
  readonly subject: string;
  readonly mail: MailBody;
}

/** @param timeZone the person's zone, for the times */
export type NoticeWords = (
  notice: Notice,
  timeZone: string,
  language: Language,
  clock: Preferences["clock"],
) => NoticeText;

/** The push type of notices about other people's actions. */
export const SNART_NOTICE = "snart:Notice";
/** A device that is off for two days gets no more pushes: the app has everything. */
export const PUSH_SECONDS = 172_800;
const secondsOf = ({ until }: Notice, now: number): number =>
  until === undefined ? PUSH_SECONDS : Math.min(PUSH_SECONDS, Math.ceil((until - now) / SECOND));
/** How far ahead the next time of a series is searched. */
const AHEAD = 400 * DAY;

/**
 * Sends a notice of the outbox to devices and by mail; each once, however often it is begun. It is checked again: a
 * person who may no longer see the event, or no longer wants notices, gets none, and nobody gets one about a deleted
 * event.
 */
export async function sendNotice(app: App, payload: unknown, words: NoticeWords): Promise<void> {
  const notice = payload as Notice;
  const now = app.now();
  if (notice.until !== undefined && notice.until <= now) return;
  await app.storage.write(async (tx) => {
    const person = await tx.principals.byId(notice.recipientId);
    if (person?.kind !== "person" || person.status !== "active") return;
    const seen = await asSeen(tx, person, notice, now);
    if (!seen) return;
    const { push, mail } = noticeChannels(person, notice.kind);
    const language = person.preferences.language ?? "en-GB";
    const text = words(seen, zoneOfPerson(person).id, language, person.preferences.clock);
    const devices = push ? (await tx.push.ofPrincipal(person.id)).filter(takesNotices(now)) : [];
    for (const device of devices)
      await enqueuePush(app, tx, device, {
        dedupeKey: `${SNART_NOTICE} ${notice.id} ${device.id}`,
        body: { "@type": SNART_NOTICE, title: text.title, body: text.body, path: pathOf(notice) },
        ttlSeconds: secondsOf(notice, now),
      });
    if (!mail || notice.isInMailbox || person.email === null) return;
    await queueMail(
      { app, tx, now },
      {
        accountId: person.id,
        purpose: "notice",
        key: notice.id,
        ...(notice.objectId && { objectId: notice.objectId }),
      },
      {
        to: { email: person.email, name: person.displayName },
        language,
        subject: text.subject,
        ...text.mail,
      },
    );
  });
}

/** Its address in the web app. */
export const pathOf = ({ objectId, kind, path }: Pick<Notice, "objectId" | "kind" | "path">): string =>
  path ??
  (objectId !== null
    ? `/event/${encodeURIComponent(objectId)}`
    : kind === "shares"
      ? "/settings/sharing"
      : "/");

/** Contents only go to devices that alone can decrypt them (RFC 8291), and that ask for this type by name. */
export const takesNotices =
  (now: number) =>
  ({ types, keys, isVerified, expiresAt }: PushSubscription): boolean =>
    isVerified && expiresAt > now && keys !== null && types?.includes(SNART_NOTICE) === true;

async function asSeen(
  tx: ReadTransaction,
  person: Principal,
  notice: Notice,
  now: number,
): Promise<Notice | undefined> {
  // It says nothing of an event, and who booked may not read the bookable's calendar.
  if (notice.kind === "shares" || notice.news === "cancelledLate") return notice;
  const grant = await grantCalendar(tx, remindedPerson(person), notice.calendarId, "mayReadItems");
  if (!grant.ok) return undefined;
  if (notice.objectId === null) return notice;
  const stored = await tx.objects.byId(notice.objectId);
  if (!stored) return undefined;
  const object = readStored(stored);
  if (!mayReadObject(grant.value, object, stored.creatorId) || isDraft(object)) return undefined;
  return { ...notice, times: notice.times ?? nextTimes(object, now, zoneOfPerson(person)) };
}

/** The next time of a series; null: there is none soon. */
function nextTimes(object: ReturnType<typeof readStored>, now: number, zone: Zone): NoticeTimes | null {
  const series = seriesOfObject(object);
  const found = series.ok ? expand(series.value, { from: now, to: now + AHEAD }, zone) : undefined;
  const [next] = found?.ok ? found.value : [];
  return next
    ? { start: next.startInstant, end: next.endInstant, isAllDay: next.start.kind === "allDay" }
    : null;
}
