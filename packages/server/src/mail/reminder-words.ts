import { mailBody, type MailBlock, type MailBody } from "../app/outbox/mail-body.ts";
import type { AgendaEntry, AgendaWords } from "../app/reminders/agenda.ts";
import type { Reminder, ReminderWords } from "../app/outbox/reminder.ts";
import { allDay, ownLocal, timedAt, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { asLocal, startOfDay } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { briefSpanText, clocksText, dayText, spanText, type Clock } from "../app/when-text.ts";

/**
 * The text of reminders. Times are absolute, in the person's zone. @param origin the address of the server; null:
 * unknown
 */
export const reminderWords =
  (origin: string | null): ReminderWords =>
  (reminder, language, clock) => {
    const words = nodeMessages(language);
    const title = reminder.title || words("mail.untitled");
    const times = timesOnClocks(reminder);
    const brief = times ? briefSpanText(...times, language, clock) : words("mail.untimed");
    const facts: [string, string][] = [];
    if (times) facts.push([words("mail.when"), spanText(...times, language, clock)]);
    if (reminder.place) facts.push([words("mail.where"), reminder.place]);
    const blocks: MailBlock[] = [
      { kind: "heading", text: title },
      { kind: "text", text: words("mail.reminder.body") },
      { kind: "facts", rows: facts },
      ...openLink(origin, `/event/${reminder.objectId}`, language),
    ];
    return {
      title,
      body: [brief, reminder.place].filter((part) => part !== "").join("\n"),
      snooze: words("mail.reminder.snooze"),
      dismiss: words("mail.reminder.dismiss"),
      subject: words("mail.reminder.subject", { title, when: brief }),
      mail: mailBody(blocks),
    };
  };

/** The times of a reminder, in its calendar's form and the person's zone; undefined if it has none. */
export function timesOnClocks({
  start,
  end,
  isAllDay,
  timeZone,
}: Pick<Reminder, "start" | "end" | "isAllDay" | "timeZone">):
  | readonly [CalendarTime, CalendarTime]
  | undefined {
  const zone = ianaZone(timeZone) ?? UTC;
  if (start === null) return undefined;
  const at = (instant: number): CalendarTime =>
    isAllDay ? allDay(startOfDay(zone.toLocal(instant))) : timedAt(instant, zone, timeZone);
  return [at(start), at(end ?? start)];
}

/** The text of the agenda mail, of a day or of a week. */
export const agendaWords =
  (origin: string | null): AgendaWords =>
  ({ day, days, entries, more }, language, clock) => {
    const words = nodeMessages(language);
    if (days === 7) return weekMail({ day, entries, more }, language, clock, origin);
    const date = dayText(day, language);
    const blocks: MailBlock[] = [
      { kind: "heading", text: date },
      { kind: "text", text: words("mail.agenda.body") },
      { kind: "facts", rows: entries.map((entry) => rowOf(entry, language, clock)) },
      ...(more > 0 ? [{ kind: "text", text: words("mail.agenda.more", { count: more }) } as const] : []),
      ...openLink(origin, "/", language),
      { kind: "rule" },
      { kind: "text", text: words("mail.agenda.why") },
    ];
    const body: MailBody = mailBody(blocks);
    return { subject: words("mail.agenda.subject", { date, count: entries.length + more }), ...body };
  };

type Week = Pick<Parameters<AgendaWords>[0], "day" | "entries" | "more">;

/** The coming week, day by day; days without anything are left out. What began before it stands on its first day. */
function weekMail({ day, entries, more }: Week, language: Language, clock: Clock, origin: string | null) {
  const words = nodeMessages(language);
  const week = words("format.week", { week: isoWeek(day).week });
  const byDay = Map.groupBy(entries, ({ start }) => asLocal(Math.max(startOfDay(ownLocal(start)), day)));
  const blocks: MailBlock[] = [
    { kind: "heading", text: week },
    { kind: "text", text: words("mail.week.body") },
    ...[...byDay].flatMap(([at, ofDay]): MailBlock[] => [
      { kind: "text", text: dayText(at, language) },
      { kind: "facts", rows: ofDay.map((entry) => rowOf(entry, language, clock)) },
    ]),
    ...(more > 0 ? [{ kind: "text", text: words("mail.week.more", { count: more }) } as const] : []),
    ...openLink(origin, "/", language),
    { kind: "rule" },
    { kind: "text", text: words("mail.week.why") },
  ];
  return { subject: words("mail.week.subject", { week, count: entries.length + more }), ...mailBody(blocks) };
}

function rowOf(
  { start, end, title, place }: AgendaEntry,
  language: Language,
  clock: Clock,
): readonly [string, string] {
  const words = nodeMessages(language);
  const when = clocksText(start, end, language, clock) ?? words("mail.agenda.allDay");
  return [when, [title || words("mail.untitled"), place].filter((part) => part !== "").join(", ")];
}

const openLink = (origin: string | null, path: string, language: Language): readonly MailBlock[] =>
  origin === null
    ? []
    : [{ kind: "links", links: [{ label: nodeMessages(language)("mail.open"), url: `${origin}${path}` }] }];
