import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { firstProperty, type Component } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { isDraft } from "@snart/calendar/access/draft.ts";
import { expand, type Occurrence, type Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { findAttendee, partstatOf } from "@snart/calendar/scheduling/attendee.ts";
import { timedAt, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import { MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { formatLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { Language } from "@snart/locales/language.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Agenda } from "../../storage/port/reminders.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { grantAll, isShown, isSubscribed, type CalendarGrant } from "../grants.ts";
import { queueMail, type Mail } from "../outbox/queue-mail.ts";
import { readableOf, unlessDamaged } from "../objects/leaving-out.ts";
import { findFew } from "../objects/pages-by-size.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import { seenObjects } from "../objects/seen-objects.ts";
import { agendasAt, nextAgenda } from "../outbox/preferred.ts";
import { remindedPerson, zoneOfPerson } from "../outbox/reminder.ts";

export interface AgendaEntry {
  /** In the person's zone. */
  readonly start: CalendarTime;
  readonly end: CalendarTime;
  readonly title: string;
  readonly place: string;
}

interface AgendaOfDays {
  /** the first */
  readonly day: Local;
  /** how many: one day, or a week */
  readonly days: 1 | 7;
  readonly entries: readonly AgendaEntry[];
  /** How many more there are. */
  readonly more: number;
}

export type AgendaWords = (
  agenda: AgendaOfDays,
  language: Language,
  clock: Preferences["clock"],
) => Pick<Mail, "subject" | "text" | "html">;

const PART = 20;
/** The most entries of a day or week in a mail. */
const MOST_ENTRIES = 100;
/** The most objects of a day or week that are read. */
const MOST_OBJECTS = 2_000;

/**
 * Sends the agendas that are due, each once for its day or week: like a reminder, an agenda is claimed, put into the outbox
 * and rescheduled in one transaction. A day or week without events has none.
 * @returns how many were processed
 */
export async function sendAgendas(
  app: App,
  words: AgendaWords,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  while (!isStopped()) {
    let due: readonly Agenda[] = [];
    const send = (entriesOf: EntriesOf) =>
      app.storage.write(async (tx) => {
        due = await tx.reminders.takeDueAgendas(app.now(), PART);
        for (const agenda of due) await sendOne({ app, tx, words, entriesOf }, agenda);
      });
    // A transaction that writes can't go on where something is damaged: then the entries are read before it.
    if ((await unlessDamaged(() => send(entriesIn))) === "damaged") await send(await entriesRead(app, due));
    count += due.length;
    if (due.length === 0) break;
  }
  return count;
}

type EntriesOf = typeof entriesIn;

async function entriesRead(app: App, due: readonly Agenda[]): Promise<EntriesOf> {
  const known = new Map<string, readonly AgendaEntry[]>();
  const keyOf = ({ id }: Principal, { day, days }: Span): string =>
    `${id} ${formatLocalDateTime(day)} ${days}`;
  await app.storage.read(async (tx) => {
    for (const { principalId, nextAt } of due) {
      const person = await tx.principals.byId(principalId);
      if (!person) continue;
      for (const span of spansOf(person, nextAt))
        known.set(keyOf(person, span), await entriesIn(tx, person, span));
    }
  });
  return async (_, person, span) => known.get(keyOf(person, span)) ?? [];
}

type Span = Pick<AgendaOfDays, "day" | "days">;

function spansOf(person: Principal, nextAt: Instant): readonly Span[] {
  const { isOfDay, isOfWeek } = agendasAt(nextAt, person);
  const today = startOfDay(zoneOfPerson(person).toLocal(nextAt));
  return [
    ...(isOfDay ? [{ day: today, days: 1 } as const] : []),
    // On Sundays, of the week that begins the day after.
    ...(isOfWeek ? [{ day: addDays(today, 1), days: 7 } as const] : []),
  ];
}

interface Sending {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly words: AgendaWords;
  readonly entriesOf: EntriesOf;
}

async function sendOne(sending: Sending, { principalId, nextAt }: Agenda): Promise<void> {
  const { app, tx } = sending;
  const now = app.now();
  const person = await tx.principals.byId(principalId);
  const isThere = person?.status === "active" && person.email !== null;
  await tx.reminders.setAgenda(principalId, isThere ? nextAgenda(now, person) : null);
  if (!isThere || now - nextAt > app.limits.reminderLateMinutes * MINUTE) return;
  for (const span of spansOf(person, nextAt)) await sendOf(sending, person, span);
}

async function sendOf(
  { app, tx, words, entriesOf }: Sending,
  person: Principal,
  { day, days }: Span,
): Promise<void> {
  const now = app.now();
  const entries = await entriesOf(tx, person, { day, days });
  if (entries.length === 0 || person.email === null) return;
  const language = person.preferences.language ?? "en-GB";
  const shown = entries.slice(0, MOST_ENTRIES);
  await queueMail(
    { app, tx, now },
    {
      accountId: person.id,
      purpose: days === 1 ? "agenda" : "week",
      key: `${person.id} ${formatLocalDateTime(day).slice(0, 10)}`,
    },
    {
      to: { email: person.email, name: person.displayName },
      language,
      ...words(
        { day, days, entries: shown, more: entries.length - shown.length },
        language,
        person.preferences.clock,
      ),
    },
  );
}

async function entriesIn(
  tx: ReadTransaction,
  person: Principal,
  { day, days }: Span,
): Promise<readonly AgendaEntry[]> {
  const zone = zoneOfPerson(person);
  const window: Window = { from: zone.toInstant(day), to: zone.toInstant(addDays(day, days)) };
  const grants = new Map<CalendarId, CalendarGrant>();
  for (const grant of await grantAll(tx, remindedPerson(person)))
    if (isInAgenda(grant)) grants.set(grant.calendar.id, grant);
  const query = { calendarIds: [...grants.keys()], component: "VEVENT", ...window } as const;
  const { found: stored } = await findFew(tx, query, MOST_OBJECTS);
  const seen = await readableOf(stored, (some) => seenObjects(tx, grants, some));
  const found = seen.flatMap((one) => occurrencesOf(one, grants.get(one.stored.calendarId), window, zone));
  return found.toSorted((a, b) => a.startInstant - b.startInstant).map((one) => entryOf(one, zone));
}

const isInAgenda = (grant: CalendarGrant): boolean =>
  grant.rights.mayReadItems && isSubscribed(grant) && grant.view.isMuted !== true && isShown(grant);

function occurrencesOf(
  { objectIfReadable: object }: ReadObject,
  grant: CalendarGrant | undefined,
  window: Window,
  zone: Zone,
): readonly Occurrence<Component>[] {
  const series = object && seriesOfObject(object);
  const found =
    object && series?.ok === true && grant && !isDraft(object)
      ? expand(series.value, window, zone)
      : undefined;
  if (!found?.ok || !grant) return [];
  return found.value.filter(({ source }) => {
    const attendee = findAttendee(source, grant.isMine);
    const isCancelled = firstProperty(source, "STATUS")?.value.trim().toUpperCase() === "CANCELLED";
    return !isCancelled && !(attendee && partstatOf(attendee) === "DECLINED");
  });
}

function entryOf(
  { start, end, startInstant, endInstant, source }: Occurrence<Component>,
  zone: Zone,
): AgendaEntry {
  const isAllDay = start.kind === "allDay";
  return {
    start: isAllDay ? start : timedAt(startInstant, zone, zone.id),
    end: isAllDay ? end : timedAt(endInstant, zone, zone.id),
    title: textValue(source, "SUMMARY")?.trim().slice(0, 200) ?? "",
    place: textValue(source, "LOCATION")?.trim().slice(0, 200) ?? "",
  };
}
