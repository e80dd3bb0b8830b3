import { addressKey } from "@snart/calendar/scheduling/attendee.ts";
import { keyOfTime, timeOfInstance } from "@snart/calendar/scheduling/instance.ts";
import { noteOf, signUpLines } from "@snart/calendar/scheduling/sign-up/place.ts";
import { formatLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { ownLocal } from "@snart/calendar/time/calendar-time.ts";
import type { Language } from "@snart/locales/language.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import type { MailBody } from "../outbox/mail-body.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { MOST_NOTIFICATIONS } from "../notices/notifications.ts";
import { readStored } from "../objects/read-stored.ts";
import { DEFAULT_CHANNELS, type Reminder } from "../outbox/reminder.ts";
import { remindersOf } from "../alarms/withdraw-reminders.ts";
import { routeOf } from "../principal-address.ts";
import { zoneOf } from "../places/zone-of.ts";
import { entryOf, type SignUpEntry } from "./read-sign-up.ts";
import { signUpToken } from "./sign-up-token.ts";
import { spotAt, type SignUpSpot } from "./sign-up-spot.ts";
import type { SignUpNotice } from "../places/notify-of-places.ts";

/** The contents of a notice, and its recipient. */
export interface NoticeFacts {
  readonly spot: SignUpSpot;
  readonly entry: SignUpEntry;
  readonly owner: Principal;
  /** if they have an account; undefined: they came by a link */
  readonly person: Principal | undefined;
  /** the language of a person who came by a link */
  readonly language: string | undefined;
  readonly mail: string | null;
  /** where a person who came by a link changes their answer */
  readonly ownPath: string | undefined;
  /** where a person with an account sees the event; undefined: they can't */
  readonly eventPath: string | undefined;
  /** the event as the person sees it */
  readonly seen: StoredObject | undefined;
}

/** Reads the present facts for a notice; undefined if it is no longer true. */
export async function noticeOf(
  app: App,
  { objectId, key, address, news }: SignUpNotice,
): Promise<NoticeFacts | undefined> {
  const found = await app.storage.read(async (tx) => {
    const stored = await tx.objects.byId(objectId);
    const owner = stored && (await tx.principals.byId(stored.accountId));
    const spot = stored && spotAt(readStored(stored), key ?? undefined, await zoneOf(tx, stored));
    const line =
      spot && signUpLines(spot.component).find((one) => addressKey(one.value) === addressKey(address));
    if (!stored || !owner || !spot || !line) return undefined;
    const route = await routeOf(tx, line.value);
    const person = route.kind === "principal" ? route.principal : undefined;
    const seen = person && (await seenBy(tx, person, stored));
    return {
      stored,
      owner,
      spot,
      line,
      person,
      seen,
      outside: route.kind === "outside" ? route.email : null,
    };
  });
  if (!found) return undefined;
  const { stored, owner, spot, line, person, seen, outside } = found;
  const entry = entryOf(spot, line);
  const isStill =
    news === "asked" ? !entry.hasAnswered : entry.place === (news === "waiting" ? "waiting" : "placed");
  const id = noteOf(line, "id");
  if (!isStill) return undefined;
  return {
    spot,
    entry,
    owner,
    person,
    language: noteOf(line, "language"),
    mail: person ? person.email : (noteOf(line, "mail") ?? outside),
    ownPath:
      person || id === undefined
        ? undefined
        : `/signup/${await signUpToken(app, { kind: "own", objectId: stored.id, id })}`,
    eventPath: seen && `/event/${seen.id}`,
    seen,
  };
}

/** Their own copy of the invitation, or the event itself if they can see it. */
async function seenBy(
  tx: ReadTransaction,
  person: Principal,
  stored: StoredObject,
): Promise<StoredObject | undefined> {
  const [copy] = await tx.objects.byUidInAccount(person.id, stored.uid);
  if (copy) return tx.objects.byId(copy.id);
  const access = await tx.calendars.accessible(person.id, stored.calendarId);
  return access && (access.isOwner || access.levels.some((level) => level !== "freeBusy"))
    ? stored
    : undefined;
}

/** Stores the notice for the open app, and puts it into the mail; once, however often it is begun. */
export async function recordNotice(
  app: App,
  notice: SignUpNotice,
  facts: NoticeFacts,
  { language, subject, text, html }: MailBody & { readonly language: Language; readonly subject: string },
): Promise<void> {
  const { person, mail, owner, entry, seen } = facts;
  const now = app.now();
  await app.storage.write(async (tx) => {
    if (mail !== null) {
      const occasion = { accountId: owner.id, purpose: "sign-up", key: notice.id, objectId: notice.objectId };
      const to = { email: mail, ...(entry.name !== "" && { name: entry.name }) };
      await queueMail({ app, tx, now }, occasion, { to, language, subject, text, html });
    }
    const isShown = person && { ...DEFAULT_CHANNELS, ...person.preferences.reminders }.app;
    if (!person || !seen || !isShown) return;
    const modseq = await tx.lockAccount(person.id);
    const of = remindersOf(person.id);
    if ((await tx.notifications.list(of, MOST_NOTIFICATIONS)).some(({ id }) => id === notice.id)) return;
    const payload = reminderOf(facts, seen, subject, now);
    await tx.notifications.insert({
      ...of,
      id: notice.id,
      aboutId: seen.id,
      modseq,
      createdAt: now,
      payload,
    });
    await tx.notifications.trim(of, MOST_NOTIFICATIONS, modseq);
  });
}

/** In the form of a reminder: that is where people look. */
function reminderOf({ spot, person }: NoticeFacts, seen: StoredObject, title: string, now: number): Reminder {
  const { object, component, key, start, end } = spot;
  const times = readComponentTimes(component, object.type, zonesOf(object));
  const time = key === undefined ? undefined : timeOfInstance(object, key);
  return {
    accountId: seen.accountId,
    calendarId: seen.calendarId,
    objectId: seen.id,
    kind: "event",
    uid: seen.uid,
    recurrenceId: time && keyOfTime(time) === key ? formatLocalDateTime(ownLocal(time)) : null,
    rangAt: now,
    alarms: [],
    title,
    place: textValue(component, "LOCATION")?.trim() ?? "",
    start,
    end,
    isAllDay: times.ok && times.value?.start.kind === "allDay",
    timeZone: person?.preferences.timeZone ?? "UTC",
  };
}
