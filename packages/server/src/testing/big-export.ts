/**
 * An export as real calendars write it: recurring, all-day, cancelled, floating, with VTIMEZONEs and Windows zones,
 * some of it broken.
 */
export interface BigExport {
  readonly text: string;
  /** Objects that can be imported. */
  readonly objects: number;
  /** UIDs of the broken ones, in the order of the file. */
  readonly broken: readonly string[];
}

const STOCKHOLM = [
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Stockholm",
  "BEGIN:DAYLIGHT",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "TZNAME:CEST",
  "DTSTART:19700329T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "TZNAME:CET",
  "DTSTART:19701025T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** A custom zone with rules of its own. */
const CUSTOM = [
  "BEGIN:VTIMEZONE",
  "TZID:Kontoret",
  "BEGIN:STANDARD",
  "TZOFFSETFROM:+0130",
  "TZOFFSETTO:+0130",
  "DTSTART:19700101T000000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

const two = (n: number): string => String(n).padStart(2, "0");
const date = (n: number): string => `${2016 + (n % 12)}${two(1 + (n % 12))}${two(1 + (n % 28))}`;

/** Eight kinds of object in turn; each gets a number that makes it different. */
const KINDS: readonly ((n: number) => readonly string[])[] = [
  (n) => [`DTSTART;TZID=Europe/Stockholm:${date(n)}T090000`, `DTEND;TZID=Europe/Stockholm:${date(n)}T100000`],
  (n) => [`DTSTART;VALUE=DATE:${date(n)}`, "TRANSP:TRANSPARENT"],
  (n) => [`DTSTART:${date(n)}T120000Z`, "DURATION:PT45M", "STATUS:CANCELLED"],
  (n) => [`DTSTART:${date(n)}T120000`, `DTEND:${date(n)}T130000`],
  (n) => [`DTSTART;TZID="W. Europe Standard Time":${date(n)}T080000`, "DURATION:PT1H"],
  (n) => [`DTSTART;TZID=Kontoret:${date(n)}T080000`, "DURATION:PT1H"],
  (n) => [
    `DTSTART;TZID=Europe/Stockholm:${date(n)}T110000`,
    "DURATION:PT30M",
    "RRULE:FREQ=WEEKLY;BYDAY=MO,WE",
    `EXDATE;TZID=Europe/Stockholm:${date(n)}T110000`,
  ],
  (n) => [
    `DTSTART:${date(n)}T070000Z`,
    "DURATION:PT2H",
    "ORGANIZER;CN=Åsa Öberg:MAILTO:asa@example.com",
    'ATTENDEE;CN="Lind, Anton";PARTSTAT=ACCEPTED;X-NUM-GUESTS=0:mailto:anton@example.com',
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT15M",
    "DESCRIPTION:Snart",
    "END:VALARM",
  ],
];

const head = (uid: string, summary: string): readonly string[] => [
  `UID:${uid}`,
  "DTSTAMP:20261101T000000Z",
  `SUMMARY:${summary}`,
  "X-GOOGLE-EXTRA;X-ODD=yes:kept\\, as it is",
];

function event(n: number): readonly string[] {
  const kind = KINDS[n % KINDS.length];
  return [
    "BEGIN:VEVENT",
    ...head(`event-${n}@example.com`, `Event ${n} å ä ö 🎂`),
    ...(kind?.(n) ?? []),
    "END:VEVENT",
  ];
}

/** One changed occurrence of a recurring event, far away from it in the file. */
function override(n: number): readonly string[] {
  const start = `${date(n)}T110000`;
  return [
    "BEGIN:VEVENT",
    ...head(`event-${n}@example.com`, `Event ${n}, moved`),
    `RECURRENCE-ID;TZID=Europe/Stockholm:${start}`,
    `DTSTART;TZID=Europe/Stockholm:${date(n)}T143000`,
    "DURATION:PT30M",
    "END:VEVENT",
  ];
}

/** @param objects how many readable ones; every thousandth is followed by a broken one */
export function bigExport(objects: number): BigExport {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//Export//EN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Old calendar",
  ];
  lines.push(...STOCKHOLM, ...CUSTOM);
  const broken: string[] = [];
  for (let n = 0; n < objects; n++) {
    lines.push(...event(n));
    if (n % 1_000 !== 0) continue;
    broken.push(`BROKEN-${n}`);
    lines.push(
      "BEGIN:VEVENT",
      `UID:BROKEN-${n}`,
      "DTSTAMP:20261101T000000Z",
      "SUMMARY:BROKEN",
      "DTSTART:BROKEN",
      "END:VEVENT",
    );
  }
  for (let n = 6; n < objects; n += KINDS.length * 10) lines.push(...override(n));
  lines.push("END:VCALENDAR", "");
  return { text: lines.map(folded).join("\r\n"), objects, broken };
}

/** Folds after 60 characters, as other producers do. */
const folded = (line: string): string => line.replace(/(.{60})(?=.)/gu, "$1\r\n ");
