import type { TestClock } from "../clock.ts";
import { calendarText, plain, proved } from "../mail-corpus.ts";
import type { CaughtMail } from "../smtp-sink.ts";
import { isSeries, valueOf, type EventLines } from "./calendar-file.ts";
import { MEETING, noonOf, utcAt, type Answer, type Guest } from "./meeting.ts";
import { linkIn, messageIn } from "./read-mail.ts";
import { answersAt, type Site } from "./site.ts";

/** The mails that a person got, and how to answer them. */

export const mailsTo = ({ sink }: Pick<Site, "sink">, email: string): readonly CaughtMail[] =>
  sink.mails.filter(({ to }) => to.includes(email));

const stampOf = (clock: TestClock): string => new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, "");

/** A mail program's answer to the newest mail about the series or that date. */
function reply(
  site: Site,
  clock: TestClock,
  email: string,
  date: string | undefined,
  answer: Answer,
): string {
  const asked = mailsTo(site, email)
    .map(messageIn)
    .filter(({ method }) => method === "REQUEST")
    .flatMap(({ events }) => events);
  const isMeant = (event: EventLines): boolean =>
    date === undefined
      ? isSeries(event)
      : [noonOf(date).ics, utcAt(date, 12)].includes(valueOf(event, "RECURRENCE-ID") ?? "");
  const event = asked.findLast(isMeant) ?? asked.findLast(isSeries) ?? [];
  const about = {
    uid: valueOf(event, "UID") ?? "",
    organizer: answersAt(site.domain),
    attendee: email,
    stamp: stampOf(clock),
    start: date === undefined ? `DTSTART:${utcAt(MEETING.dates[0], 12)}` : `DTSTART:${utcAt(date, 12)}`,
  };
  const text = calendarText(
    "REPLY",
    about,
    "-//Example//Mail//EN",
    ...event.filter((line) => line.startsWith("ORGANIZER")),
    `SEQUENCE:${valueOf(event, "SEQUENCE") ?? 0}`,
    ...(date === undefined ? [] : [`RECURRENCE-ID:${utcAt(date, 12)}`]),
    `ATTENDEE;PARTSTAT=${answer}:mailto:${email}`,
  );
  return plain(about, "REPLY", text);
}

/** Answers with a mail program. */
export const guestByMail = (site: Site, clock: TestClock, email: string): Guest => ({
  answer: async (answer) =>
    site.imap.deliver(proved(reply(site, clock, email, undefined, answer)).toString()),
  answerOne: async (date, answer) =>
    site.imap.deliver(proved(reply(site, clock, email, date, answer)).toString()),
});

/** Answers by the link in the newest mail; single dates, which it does not offer, by the mail program. */
export const guestByLink = (site: Site, clock: TestClock, email: string): Guest => ({
  ...guestByMail(site, clock, email),
  async answer(answer) {
    const mail = mailsTo(site, email).at(-1);
    if (!mail) throw new Error(`${email} was sent nothing`);
    const response = await answerByLink(site, linkIn(mail), answer);
    if (!response.ok) throw new Error(await response.text());
  },
});

/** Presses a button on the link's page. */
export const answerByLink = (
  { server }: Pick<Site, "server">,
  token: string,
  answer: Answer,
): Promise<Response> =>
  server.fetch(`/rsvp/${token}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ answer: answer.toLowerCase() }).toString(),
  });

/** Proposes another time for one date, as a mail program does. */
export function counter(
  site: Site,
  clock: TestClock,
  email: string,
  date: string,
  hour: number,
  note: string,
): void {
  const asked = mailsTo(site, email).flatMap((mail) => messageIn(mail).events);
  const about = {
    uid: valueOf(asked[0] ?? [], "UID") ?? "",
    organizer: answersAt(site.domain),
    attendee: email,
    stamp: stampOf(clock),
    start: `DTSTART:${utcAt(date, hour)}`,
  };
  const text = calendarText(
    "COUNTER",
    about,
    "-//Example//Mail//EN",
    `DTEND:${utcAt(date, hour + 1)}`,
    `RECURRENCE-ID:${utcAt(date, 12)}`,
    `ORGANIZER:mailto:${answersAt(site.domain)}`,
    `ATTENDEE;PARTSTAT=TENTATIVE:mailto:${email}`,
    `COMMENT:${note}`,
    "SEQUENCE:0",
  );
  site.imap.deliver(proved(plain(about, "COUNTER", text)).toString());
}
