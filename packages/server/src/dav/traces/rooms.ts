// How three clients write a meeting with a room: the headers and the lines that each is known to send. None of them was run for this.
import { multiget, object } from "./trace.ts";

/** A room as its client knows it. */
export interface InvitedRoom {
  readonly name: string;
  readonly address: string;
  /** what it answered last; undefined: it has just been invited */
  readonly answer?: string | undefined;
  /** the delivery status that was read with it */
  readonly delivery?: string | undefined;
}

/** A meeting of an hour in Stockholm, organized by `elin`. */
export interface RoomMeeting {
  readonly uid: string;
  /** `YYYYMMDDTHHMMSS` */
  readonly start: string;
  readonly end: string;
  readonly sequence: number;
  readonly rule?: string;
  readonly rooms: readonly InvitedRoom[];
}

/** What a client knows of its last version. */
export interface KnownVersion {
  readonly etag: string;
  readonly scheduleTag: string;
}

export interface RoomClient {
  readonly client: string;
  /** the public text that its shape is taken from */
  readonly source: string;
  readonly headers: Readonly<Record<string, string>>;
  /** the conditions of a write; undefined: the meeting is new */
  readonly conditions: (known: KnownVersion | undefined) => Readonly<Record<string, string>>;
  readonly write: (meeting: RoomMeeting) => string;
}

/** How all three fetch what the server has made of their write, since it comes without an entity tag. */
export const readMeeting = (href: string): string => multiget(href);

const ZONE = [
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Stockholm",
  "BEGIN:DAYLIGHT",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "TZNAME:CEST",
  "DTSTART:19810329T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "TZNAME:CET",
  "DTSTART:19961027T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "END:VTIMEZONE",
];

const timesOf = ({ start, end, rule }: RoomMeeting): readonly string[] => [
  ...(rule === undefined ? [] : [`RRULE:${rule}`]),
  `DTSTART;TZID=Europe/Stockholm:${start}`,
  `DTEND;TZID=Europe/Stockholm:${end}`,
];
const created = (known: KnownVersion | undefined): Readonly<Record<string, string>> =>
  known ? { "if-match": known.etag } : { "if-none-match": "*" };

/** Writes every parameter that it has read, the delivery status too, and lets a moved room keep its answer. */
export const thunderbirdRooms: RoomClient = {
  client: "Thunderbird",
  source:
    "mozilla/releases-comm-central, calendar/base/src/CalAttendee.jsm; headers as recorded in recorded.ts",
  headers: {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Thunderbird/153.7.0",
    accept: "text/xml",
    "content-type": "text/calendar; charset=utf-8",
  },
  conditions: created,
  write: (meeting) =>
    object(
      "PRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN",
      ...ZONE.toSpliced(2, 0, "X-TZINFO:Europe/Stockholm[2026f]"),
      "BEGIN:VEVENT",
      "CREATED:20261120T100000Z",
      "LAST-MODIFIED:20261120T100000Z",
      "DTSTAMP:20261120T100000Z",
      `UID:${meeting.uid}`,
      "SUMMARY:Fasadgruppen",
      "ORGANIZER;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:elin@example.com",
      ...meeting.rooms.map(
        ({ name, address, answer = "NEEDS-ACTION", delivery }) =>
          `ATTENDEE;RSVP=TRUE;CN=${name};PARTSTAT=${answer};CUTYPE=ROOM;ROLE=REQ-PARTICIPANT${
            delivery === undefined ? "" : `;SCHEDULE-STATUS=${delivery}`
          }:${address}`,
      ),
      ...timesOf(meeting),
      `SEQUENCE:${String(meeting.sequence)}`,
      "X-MOZ-SEND-INVITATIONS:TRUE",
      `X-MOZ-GENERATION:${String(meeting.sequence + 1)}`,
      "TRANSP:OPAQUE",
      "END:VEVENT",
    ),
};

/** Goes through Android's calendar, which keeps the kind and the answer of a guest and nothing else. */
export const davx5Rooms: RoomClient = {
  client: "DAVx5",
  source: "bitfireAT/ical4android, AttendeeMappings.kt; bitfireAT/dav4jvm, DavResource.put; see dav4jvm.ts",
  headers: {
    "user-agent": "DAVx5/4.4 (dav4jvm; okhttp/4.12.0) Android/14",
    accept: "text/xml, application/xml",
    "content-type": "text/calendar; charset=utf-8",
  },
  conditions: (known) => ({
    ...created(known),
    ...(known ? { "if-schedule-tag-match": known.scheduleTag } : {}),
  }),
  write: (meeting) =>
    object(
      "PRODID:DAVx5/4.4 ical4j/3.2.19 (android.calendar)",
      "BEGIN:VEVENT",
      "DTSTAMP:20261120T100000Z",
      `UID:${meeting.uid}`,
      ...(meeting.sequence === 0 ? [] : [`SEQUENCE:${String(meeting.sequence)}`]),
      "SUMMARY:Fasadgruppen",
      ...timesOf(meeting),
      "STATUS:CONFIRMED",
      "ORGANIZER:mailto:elin@example.com",
      ...meeting.rooms.map(
        ({ name, address, answer }) =>
          `ATTENDEE;CN=${name};CUTYPE=ROOM${answer === undefined ? "" : `;PARTSTAT=${answer}`}:${address}`,
      ),
      "END:VEVENT",
      ...ZONE,
    ),
};

/** Says who comes, the organizer too, but not what a room that it invites answers; asks a moved one anew. */
export const appleRooms: RoomClient = {
  client: "Apple Calendar",
  source: "apple/ccs-caldavtester, Resource/CalDAV/implicit/auto1; headers see apple.ts",
  headers: {
    "user-agent": "macOS/15.1 (24B83) dataaccessd/1.0",
    accept: "*/*",
    "content-type": "text/calendar",
  },
  // A tag that answers do not change: they come in while the person edits (RFC 6638 §8.3).
  conditions: (known) => (known ? { "if-schedule-tag-match": known.scheduleTag } : { "if-none-match": "*" }),
  write: (meeting) =>
    object(
      "CALSCALE:GREGORIAN",
      "PRODID:-//Apple Inc.//macOS 15.1//EN",
      ...ZONE,
      "BEGIN:VEVENT",
      "CREATED:20261120T100000Z",
      `UID:${meeting.uid}`,
      ...timesOf(meeting),
      "TRANSP:OPAQUE",
      "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
      "SUMMARY:Fasadgruppen",
      "DTSTAMP:20261120T100000Z",
      `SEQUENCE:${String(meeting.sequence)}`,
      ...(meeting.rooms.length === 0
        ? []
        : [
            'ORGANIZER;CN="Elin";EMAIL="elin@example.com":mailto:elin@example.com',
            'ATTENDEE;CN="Elin";CUTYPE=INDIVIDUAL;EMAIL="elin@example.com";PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:elin@example.com',
          ]),
      ...meeting.rooms.map(({ name, address }) => `ATTENDEE;CN="${name}";CUTYPE=ROOM;RSVP=TRUE:${address}`),
      "END:VEVENT",
    ),
};
