/** Hostile and heavy calendar texts, of the sizes that rows of the benchmark ask for. */

const lines = (parts: readonly string[]): string => `${parts.join("\r\n")}\r\n`;
const calendar = (parts: readonly string[]): string =>
  lines(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//bench//fairness//EN", ...parts, "END:VCALENDAR"]);

const DAY = 86_400_000;
const START = Date.UTC(2020, 0, 1, 9);
const utc = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "");

/** The components of a daily series of which `overrides` days have a title of their own. */
function seriesComponents(uid: string, overrides: number): readonly string[] {
  const parts = [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    `DTSTART:${utc(START)}`,
    "DURATION:PT1H",
    "RRULE:FREQ=DAILY",
    "SUMMARY:Series",
    "END:VEVENT",
  ];
  for (let n = 0; n < overrides; n++) {
    const at = utc(START + n * DAY);
    parts.push(
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `RECURRENCE-ID:${at}`,
      `DTSTART:${at}`,
      `SUMMARY:Day ${String(n)}`,
      "END:VEVENT",
    );
  }
  return parts;
}

export const seriesText = (uid: string, overrides: number): string =>
  calendar(seriesComponents(uid, overrides));

/** Many such series in one file. */
export const seriesFile = (count: number, overrides: number): string =>
  calendar(
    Array.from({ length: count }, (_, n) => seriesComponents(`feed-${String(n)}@bench`, overrides)).flat(),
  );

/** One event with so many properties that nobody knows. */
export const propertiesText = (uid: string, properties: number): string =>
  calendar([
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    "DTSTART:20260105T090000Z",
    "SUMMARY:Wide",
    ...Array.from({ length: properties }, (_, n) => `X-${String(n)}:1`),
    "END:VEVENT",
  ]);

/** One event of about so many bytes, in few lines. */
export const longText = (uid: string, bytes: number): string =>
  calendar([
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260101T000000Z",
    "DTSTART:20260105T090000Z",
    "SUMMARY:Long",
    `DESCRIPTION:${"word ".repeat(bytes / 5)}`,
    "END:VEVENT",
  ]);

const smallEvent = (n: number): readonly string[] => [
  "BEGIN:VEVENT",
  `UID:small-${String(n)}@bench`,
  "DTSTAMP:20260101T000000Z",
  `DTSTART:${utc(START + (n % 3000) * DAY)}`,
  "SUMMARY:S",
  "END:VEVENT",
];

/** A file of many small events. */
export const manyEvents = (count: number): string =>
  calendar(Array.from({ length: count }, (_, n) => smallEvent(n)).flat());

/** A file whose only event is a mass of short lines that mean nothing. */
export const shortLines = (bytes: number): string =>
  calendar([
    "BEGIN:VEVENT",
    "UID:short@bench",
    "DTSTAMP:20260101T000000Z",
    "DTSTART:20260105T090000Z",
    `${"A:\r\n".repeat(bytes / 4)}SUMMARY:Short`,
    "END:VEVENT",
  ]);

/** Bodies of CalDAV requests. */
export const WEEK_QUERY = `<?xml version="1.0"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="20200106T000000Z" end="20200113T000000Z"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`;
export const WHOLE_QUERY = `<?xml version="1.0"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`;
export const FREE_BUSY = `<?xml version="1.0"?><c:free-busy-query xmlns:c="urn:ietf:params:xml:ns:caldav"><c:time-range start="20200101T000000Z" end="20210101T000000Z"/></c:free-busy-query>`;
export const dashes = (bytes: number): string =>
  `<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><!-- ${"x-".repeat(bytes / 2)}x --><d:prop><d:getetag/></d:prop></d:propfind>`;

/** A JMAP request of one call, whose arguments are so many members. */
export const manyMembers = (count: number): string => {
  const members = Array.from({ length: count }, (_, n) => `"k${String(n)}":1`);
  return `{"using":["urn:ietf:params:jmap:core"],"methodCalls":[["Core/echo",{${members.join(",")}},"0"]]}`;
};

/** The invitation that `seriesText` becomes when it is sent to somebody. */
export const invitedTo = (text: string, organizer: string, attendee: string): string =>
  text
    .replace("PRODID", "METHOD:REQUEST\r\nPRODID")
    .replaceAll(
      /^SUMMARY/gm,
      `ORGANIZER:mailto:${organizer}\r\nATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${attendee}\r\nSUMMARY`,
    );
