// Mail as other programs write it: their habits, not their words. All of it is invented.

/** The event of a corpus message. */
export interface About {
  readonly uid: string;
  readonly organizer: string;
  readonly attendee: string;
  readonly partstat?: string;
  /** Message-ID of the mail that it answers */
  readonly answersTo?: string;
  readonly stamp?: string;
  /** further lines of the VEVENT */
  readonly lines?: readonly string[];
  readonly start?: string;
  readonly from?: string;
}

const crlf = (...lines: readonly string[]): string => lines.join("\r\n");
const base64 = (text: string): string => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");
let count = 0;
const head = (about: About, subject: string, ...more: readonly string[]): readonly string[] => [
  `From: Åsa <${about.from ?? about.attendee}>`,
  "To: answers@snart.example",
  `Subject: ${subject}`,
  `Message-ID: <${++count}@corpus.example>`,
  "Date: Mon, 23 Nov 2026 09:00:00 +0100",
  ...(about.answersTo ? [`In-Reply-To: ${about.answersTo}`, `References: ${about.answersTo}`] : []),
  "MIME-Version: 1.0",
  ...more,
];

/** The mail server whose Authentication-Results are believed in tests. */
export const AUTH_SERVER = "mx.snart.example";

/** The message as that server hands it on that has found it to be from the domain of its From. */
export function proved(raw: string | Buffer): Buffer {
  const bytes = Buffer.from(raw);
  const head = bytes
    .subarray(0, 10_000)
    .toString("latin1")
    .replace(/\r?\n(?=[ \t])/g, "");
  const domain = /^From:.*@([\w.-]+)/im.exec(head)?.[1] ?? "none.example";
  const result = `Authentication-Results: ${AUTH_SERVER}; dmarc=pass (p=none) header.from=${domain}\r\n`;
  return Buffer.concat([Buffer.from(result), bytes]);
}

/** A VCALENDAR with one VEVENT. */
export const calendarText = (
  method: string | undefined,
  about: About,
  prodId: string,
  ...lines: readonly string[]
): string =>
  crlf(
    "BEGIN:VCALENDAR",
    ...(method ? [`METHOD:${method}`] : []),
    `PRODID:${prodId}`,
    "VERSION:2.0",
    "BEGIN:VEVENT",
    `UID:${about.uid}`,
    `DTSTAMP:${about.stamp ?? "20261123T080000Z"}`,
    about.start ?? "DTSTART:20261124T110000Z",
    ...lines,
    ...(about.lines ?? []),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  );

const BOUNDARY = "=_part_1";
const part = (...lines: readonly string[]): string => crlf(`--${BOUNDARY}`, ...lines, "");
const end = `--${BOUNDARY}--\r\n`;

/** Exchange: base64 in an alternative, upper-case MAILTO, names in quotes, zones of its own, the summary with its prefix. */
export function exchangeReply(about: About): string {
  const text = calendarText(
    "REPLY",
    about,
    "Microsoft Exchange Server 2010",
    `ATTENDEE;PARTSTAT=${about.partstat ?? "ACCEPTED"};CN="Öst, Åsa":MAILTO:${about.attendee}`,
    "COMMENT;LANGUAGE=sv-SE:Jag kommer\\n",
    "SUMMARY;LANGUAGE=sv-SE:Accepterat: Lunch",
    "CLASS:PUBLIC",
    "PRIORITY:5",
    "SEQUENCE:0",
    "X-MICROSOFT-CDO-APPT-SEQUENCE:0",
    "X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY",
  );
  return crlf(
    ...head(about, "Accepterat: Lunch", `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`),
    "Thread-Index: AdG1",
    "X-MS-Exchange-Calendar-Originator-Id: x",
    "",
    part(
      'Content-Type: text/plain; charset="iso-8859-1"',
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "Jag kommer =C5sa",
    ),
    part(
      'Content-Type: text/calendar; charset="utf-8"; method=REPLY',
      "Content-Transfer-Encoding: base64",
      "",
      base64(text),
    ),
    end,
  );
}

/** Google: the part and the same as a file, a REPLY that repeats the whole event, lower-case mailto, X-NUM-GUESTS. */
export function googleReply(about: About): string {
  const text = calendarText(
    "REPLY",
    about,
    "-//Google Inc//Google Calendar 70.9054//EN",
    "DTEND:20261124T120000Z",
    `ORGANIZER;CN=answers@snart.example:mailto:${about.organizer}`,
    `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${about.partstat ?? "ACCEPTED"};CN=Asa;X-NUM-GUESTS=0;X-RESPONSE-COMMENT="Ses":mailto:${about.attendee}`,
    "CREATED:20261120T080000Z",
    "LAST-MODIFIED:20261123T080000Z",
    "SEQUENCE:0",
    "STATUS:CONFIRMED",
    "SUMMARY:Lunch",
    "TRANSP:OPAQUE",
  );
  return crlf(
    ...head(
      about,
      "Accepted: Lunch @ Tue Nov 24",
      "Sender: Google Calendar <calendar-notification@google.com>",
      `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
    ),
    "",
    part("Content-Type: text/html; charset=UTF-8", "", "<p>accepted</p>"),
    part(
      "Content-Type: text/calendar; charset=UTF-8; method=REPLY",
      "Content-Transfer-Encoding: 7bit",
      "",
      text,
    ),
    part(
      'Content-Type: application/ics; name="invite.ics"',
      'Content-Disposition: attachment; filename="invite.ics"',
      "Content-Transfer-Encoding: base64",
      "",
      base64(text),
    ),
    end,
  );
}

/** Apple: one part, folded long lines, EMAIL parameters, the attendee's own zone definition. */
export function appleReply(about: About): string {
  const text = calendarText(
    "REPLY",
    about,
    "-//Apple Inc.//macOS 15.0//EN",
    `ATTENDEE;CN="Åsa Öst";CUTYPE=INDIVIDUAL;EMAIL="${about.attendee}";PARTSTAT=${about.partstat ?? "ACCEPTED"};ROLE=REQ-PART\r\n ICIPANT:mailto:${about.attendee}`,
    `ORGANIZER;CN="Elin";EMAIL="${about.organizer}":mailto:${about.organizer}`,
    "SEQUENCE:0",
    "SUMMARY:Lunch",
  );
  return crlf(
    ...head(
      about,
      "=?utf-8?Q?=C3=85sa_accepted?=",
      `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
    ),
    "",
    part("Content-Type: text/plain; charset=us-ascii", "", "accepted"),
    part(
      'Content-Type: text/calendar; charset=utf-8; method=REPLY; name="=?utf-8?Q?iCal.ics?="',
      "Content-Transfer-Encoding: quoted-printable",
      "",
      text.replaceAll("=", "=3D").replaceAll("Å", "=C3=85").replaceAll("Ö", "=C3=96"),
    ),
    end,
  );
}

/** Teams and the new Outlook: an invitation with a Windows zone, an HTML twin of the text, and a link to the call. */
export function teamsRequest(about: About, method = "REQUEST"): string {
  const text = calendarText(
    method,
    { ...about, start: about.start ?? "DTSTART;TZID=W. Europe Standard Time:20261124T120000" },
    "Microsoft Exchange Server 2010",
    "DTEND;TZID=W. Europe Standard Time:20261124T130000",
    `ORGANIZER;CN=Nils:mailto:${about.organizer}`,
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Elin:mailto:${about.attendee}`,
    "DESCRIPTION;LANGUAGE=sv-SE:________________\\nMicrosoft Teams\\nAnslut: <https://teams.example/1>\\n",
    "SUMMARY;LANGUAGE=sv-SE:Avstämning",
    "X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example/1",
    "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE",
    ...(method === "CANCEL" ? ["STATUS:CANCELLED", "SEQUENCE:1"] : ["STATUS:CONFIRMED", "SEQUENCE:0"]),
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:REMINDER",
    "TRIGGER;RELATED=START:-PT15M",
    "END:VALARM",
  );
  return crlf(
    ...head(
      { ...about, from: about.from ?? about.organizer },
      "Avstämning",
      `Content-Type: multipart/alternative; boundary="${BOUNDARY}"`,
    ),
    "",
    part("Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", "Avstämning"),
    part("Content-Type: text/html; charset=utf-8", "", "<b>Avstämning</b>"),
    part(
      `Content-Type: text/calendar; charset="utf-8"; method=${method}`,
      "Content-Transfer-Encoding: base64",
      "",
      base64(text),
    ),
    end,
  );
}

/** Exchange's way of proposing another time. */
export const exchangeCounter = (about: About): string =>
  plain(
    about,
    "COUNTER",
    calendarText(
      "COUNTER",
      { ...about, start: "DTSTART:20261124T140000Z" },
      "Microsoft Exchange Server 2010",
      "DTEND:20261124T150000Z",
      `ATTENDEE;PARTSTAT=TENTATIVE;CN=Asa:MAILTO:${about.attendee}`,
      "SUMMARY:Nytt förslag: Lunch",
      "SEQUENCE:0",
    ),
  );

/** A message of one part, as people's own mail programs send it. */
export const plain = (about: About, method: string | undefined, text: string): string =>
  crlf(
    ...head(about, "svar", `Content-Type: text/calendar; charset=utf-8${method ? `; method=${method}` : ""}`),
    "Content-Transfer-Encoding: base64",
    "",
    base64(text),
  );

/** Postfix's report of a message that it could not deliver. */
export const bounce = (messageId: string, recipient: string, action = "failed"): string =>
  crlf(
    "From: MAILER-DAEMON@mx.example",
    "To: calendar@snart.example",
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: <${++count}@mx.example>`,
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${BOUNDARY}"`,
    "",
    part("Content-Type: text/plain", "", "I'm sorry to have to inform you"),
    part(
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example",
      "",
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      "Status: 5.1.1",
      "Diagnostic-Code: smtp; 550 5.1.1 no such",
      "    user",
    ),
    part("Content-Type: text/rfc822-headers", "", `Message-ID: ${messageId}`, "Subject: Lunch"),
    end,
  );
