import {
  isSeries,
  readFile,
  valueOf,
  withAnswer,
  withLine,
  withoutLines,
  writeFile,
  type CalendarFile,
  type EventLines,
} from "./calendar-file.ts";
import { MEETING, at, noonOf, type Guest, type Organizer } from "./meeting.ts";
import { DavRefusal, pathsIn, type Person } from "./site.ts";

/**
 * A calendar app by CalDAV: it reads the file, changes its lines and writes it back if nobody else has changed it. If
 * the organizer has changed it in the meantime (412), the app reads it again.
 */

interface Found extends CalendarFile {
  readonly path: string;
  readonly tag: string;
}

async function fileOf(person: Person): Promise<Found> {
  for (const path of await pathsIn(person, person.calendarPath)) {
    const { body, headers } = await person.dav("GET", path);
    // One made in the web app has a UID of its own; one that is renamed meanwhile has another title.
    if (body.includes(`UID:${MEETING.uid}`) || body.includes(`SUMMARY:${MEETING.title}`))
      return { ...readFile(body), path, tag: headers.get("schedule-tag") ?? "" };
  }
  throw new Error(`${person.login} has no such meeting`);
}

async function change(
  person: Person,
  edit: (events: readonly EventLines[]) => readonly EventLines[],
): Promise<void> {
  for (let tries = 5; ;) {
    const { path, tag, head, events } = await fileOf(person);
    const body = writeFile({ head, events: edit(events) });
    try {
      await person.dav("PUT", path, { body, headers: { "if-schedule-tag-match": tag } });
      return;
    } catch (refusal) {
      const isOutdated = refusal instanceof DavRefusal && refusal.status === 412;
      if (!isOutdated || --tries === 0) throw refusal;
    }
  }
}

const local = (name: string, time: string): string => `${name};TZID=${MEETING.zone}:${time}`;

/** The events with the one of that date changed; an override is made from the series if there is none. */
function withInstance(
  events: readonly EventLines[],
  date: string,
  edit: (event: EventLines) => EventLines,
): readonly EventLines[] {
  const isMeant = (event: EventLines): boolean => isAt(event, date);
  if (events.some(isMeant)) return events.map((event) => (isMeant(event) ? edit(event) : event));
  const series = events.find(isSeries);
  if (!series) throw new Error("there is no series");
  const own = [
    ...withoutLines(series, /^(?:RRULE|EXDATE|DTSTART|DTEND|DURATION)[;:]/),
    local("RECURRENCE-ID", noonOf(date).ics),
    local("DTSTART", noonOf(date).ics),
    local("DTEND", at(date, 13).ics),
  ];
  return [...events, edit(own)];
}

/** Servers may write the same moment in other zones. */
const isAt = (event: EventLines, date: string): boolean =>
  [noonOf(date).ics, `${date.replaceAll("-", "")}T110000Z`].includes(valueOf(event, "RECURRENCE-ID") ?? "");

const moved = (event: EventLines, date: string, hour: number): EventLines =>
  withLine(
    withLine(event, "DTSTART", local("DTSTART", at(date, hour).ics)),
    "DTEND",
    local("DTEND", at(date, hour + 1).ics),
  );

export function organizerByCalDav(person: Person): Organizer {
  const counters = async (): Promise<readonly { path: string; event: EventLines }[]> => {
    const found: { path: string; event: EventLines }[] = [];
    for (const path of await pathsIn(person, person.inboxPath)) {
      const { head, events } = readFile((await person.dav("GET", path)).body);
      if (head.includes("METHOD:COUNTER") && events[0]) found.push({ path, event: events[0] });
    }
    return found;
  };
  return {
    async invite(guests) {
      const event = [
        `UID:${MEETING.uid}`,
        "DTSTAMP:20261120T120000Z",
        `SUMMARY:${MEETING.title}`,
        local("DTSTART", noonOf(MEETING.dates[0]).ics),
        local("DTEND", at(MEETING.dates[0], 13).ics),
        `RRULE:FREQ=WEEKLY;COUNT=${MEETING.dates.length}`,
        `ORGANIZER:mailto:${person.email}`,
        `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${person.email}`,
        ...guests.map((email) => `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${email}`),
      ];
      const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Client//EN"];
      await person.dav("PUT", `${person.calendarPath}council.ics`, {
        body: writeFile({ head, events: [event] }),
        headers: { "if-none-match": "*" },
      });
    },
    async proposed() {
      return (await counters()).map(({ event }) => {
        const [, day = "", hour = "", minute = ""] =
          /^(\d{8})T(\d\d)(\d\d)/.exec(valueOf(event, "DTSTART") ?? "") ?? [];
        const date = day.replace(/(....)(..)(..)/, "$1-$2-$3");
        const note = valueOf(event, "COMMENT") ?? "";
        return `${valueOf(event, "ATTENDEE")} ${date}T${hour}:${minute}:00Z ${note}`.trim();
      });
    },
    async takeOver() {
      const [one] = await counters();
      const [, day = "", hour = ""] =
        /^(\d{8})T(\d\d)0000Z$/.exec(valueOf(one?.event ?? [], "DTSTART") ?? "") ?? [];
      const date = day.replace(/(....)(..)(..)/, "$1-$2-$3");
      await change(person, (events) =>
        withInstance(events, date, (event) => moved(event, date, Number(hour) + 1)),
      );
      await person.dav("DELETE", one?.path ?? "");
    },
    move: (date, to) =>
      change(person, (events) => withInstance(events, date, (event) => moved(event, to.date, to.hour))),
    cancel: (date) =>
      change(person, (events) =>
        events
          .filter((event) => !isAt(event, date))
          .map((event) => (isSeries(event) ? [...event, local("EXDATE", noonOf(date).ics)] : event)),
      ),
    uninvite: (guests) =>
      change(person, (events) =>
        events.map((event) =>
          withoutLines(event, new RegExp(`^ATTENDEE.*mailto:(?:${guests.join("|")})$`, "i")),
        ),
      ),
    async cancelAll() {
      await person.dav("DELETE", (await fileOf(person)).path);
    },
  };
}

export interface DelegatingGuest extends Guest {
  /** Delegates the invitation to another person (RFC 5546 §3.2.2.3). */
  passOn(email: string): Promise<void>;
}

export const guestByCalDav = (person: Person): DelegatingGuest => ({
  passOn: (email) =>
    change(person, (events) =>
      events.map((event) => [
        ...withAnswer(event, person.email, `DELEGATED;DELEGATED-TO="mailto:${email}"`),
        `ATTENDEE;DELEGATED-FROM="mailto:${person.email}";RSVP=TRUE:mailto:${email}`,
      ]),
    ),
  answer: (answer) =>
    change(person, (events) =>
      events.map((event) => (isSeries(event) ? withAnswer(event, person.email, answer) : event)),
    ),
  answerOne: (date, answer) =>
    change(person, (events) =>
      withInstance(events, date, (event) => withAnswer(event, person.email, answer)),
    ),
});
