import fc from "fast-check";
import { texts } from "./words.ts";

// Calendars as text that any line may be in, whole and damaged, to test that nothing breaks.

const PARAMETERS = [
  "",
  "",
  "",
  ";LANGUAGE=sv",
  ';ALTREP="cid:part1@example.com"',
  ';X-A="1,2",3',
  ";x-low=Value",
  ";X-FLAG",
  ";X-EMPTY=",
  ';X-QUOTED=""',
  ";X-CARET=a^nb^^c^'",
  ";X-CARETS=^^n^^'^^^^",
  ';X-ODD=5" disk',
  ";CN=Åsa;ROLE=CHAIR;PARTSTAT=ACCEPTED",
  `;X-LONG=${"y".repeat(200)}`,
] as const;

const NAMES = [
  "SUMMARY",
  "DESCRIPTION",
  "LOCATION",
  "COMMENT",
  "Summary",
  "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR",
  "X_UNDER",
  "ATTENDEE",
  "ORGANIZER",
  "CATEGORIES",
  "ATTACH",
  "URL",
  "GEO",
  "STRUCTURED-DATA",
  "STYLED-DESCRIPTION",
  "CONFERENCE",
  "IMAGE",
  "LINK",
  "CONCEPT",
  "REFID",
  "X-1",
  "1X",
] as const;

const looseLine = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...PARAMETERS), texts)
  .map(([name, parameters, value]) => `${name}${parameters}:${value}`);

const INNER = ["VALARM", "VLOCATION", "PARTICIPANT", "VRESOURCE", "X-THING", "Available"] as const;
const innerComponent = fc
  .tuple(fc.constantFrom(...INNER), fc.array(looseLine, { maxLength: 2 }))
  .map(([name, lines]) => [`BEGIN:${name}`, ...lines, `END:${name}`]);

/** The lines of a component with few properties but any content. */
const looseComponent = fc
  .record({
    name: fc.constantFrom(
      "VEVENT",
      "VEVENT",
      "VTODO",
      "VJOURNAL",
      "VFREEBUSY",
      "VTIMEZONE",
      "VAVAILABILITY",
      "X-MINE",
      "vevent",
    ),
    uid: fc.option(fc.constantFrom("a", "b", "c@example.com", "å"), { nil: undefined, freq: 6 }),
    id: fc.option(fc.constantFrom("20260102T100000", "20260103T100000Z"), { nil: undefined, freq: 3 }),
    tzid: fc.option(fc.constantFrom("Europe/Stockholm", "Own"), { nil: undefined, freq: 2 }),
    sequence: fc.nat(3),
    lines: fc.array(looseLine, { maxLength: 4 }),
    inner: fc.array(innerComponent, { maxLength: 1 }),
  })
  .map(({ name, uid, id, tzid, sequence, lines, inner }) => [
    `BEGIN:${name}`,
    ...(uid === undefined ? [] : [`UID:${uid}`]),
    ...(name === "VTIMEZONE" ? [`TZID:${tzid ?? "Own"}`] : []),
    ...(id === undefined ? [] : [`RECURRENCE-ID:${id}`]),
    ...(tzid === undefined ? [] : [`DTSTART;TZID=${tzid}:20260102T100000`]),
    ...(sequence === 0 ? [] : [`SEQUENCE:${sequence}`]),
    ...lines,
    ...inner.flat(),
    `END:${name}`,
  ]);

const looseCalendar = fc
  .record({
    head: fc.array(looseLine, { maxLength: 2 }),
    components: fc.array(looseComponent, { maxLength: 4 }),
  })
  .map(({ head, components }) => [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//EN",
    ...head,
    ...components.flat(),
    "END:VCALENDAR",
  ]);

/** Folds a line every `width` characters. */
function fold(line: string, width: number, by: string): string {
  if (width === 0) return line;
  let folded = line.slice(0, width);
  for (let at = width; at < line.length; at += width) folded += by + line.slice(at, at + width);
  return folded;
}

const INSERTS = [
  "\0",
  "\r",
  "\n",
  "\r\n",
  "\r\n ",
  "\n\t",
  "\r ",
  " ",
  ":",
  ";",
  '"',
  ",",
  "=",
  "^",
  "\\",
  "\ud800",
  "\udfff",
  "\u{1f600}",
  "\ufeff",
  "\u2028",
  "\v",
  "\f",
  "BEGIN:VEVENT\r\n",
  "END:VEVENT\r\n",
  "BEGIN:VCALENDAR\n",
  "END:VCALENDAR\n",
  "END:",
  "BEGIN",
  "begin:vevent\n",
  ";".repeat(50),
  '"'.repeat(33),
  "z".repeat(5000),
] as const;

type Damage =
  | { readonly kind: "insert"; readonly at: number; readonly text: string }
  | { readonly kind: "drop"; readonly at: number; readonly length: number }
  | { readonly kind: "repeat"; readonly at: number; readonly length: number }
  | { readonly kind: "cut"; readonly at: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      at: place,
      text: fc.constantFrom(...INSERTS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("drop" as const), at: place, length: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("repeat" as const), at: place, length: fc.nat(120) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), at: place }) },
);

function hurt(text: string, wound: Damage): string {
  const at = Math.floor(wound.at * text.length);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (wound.kind) {
    case "insert":
      return before + wound.text + after;
    case "drop":
      return before + after.slice(wound.length);
    case "repeat":
      return before + after.slice(0, wound.length) + after;
    case "cut":
      return before;
  }
}

/** Calendar texts with every way to end and fold lines, half of them damaged. */
export const anyText: fc.Arbitrary<string> = fc
  .record({
    calendars: fc.array(looseCalendar, { minLength: 1, maxLength: 2 }),
    end: fc.constantFrom("\r\n", "\r\n", "\n", "\r"),
    width: fc.constantFrom(0, 0, 1, 7, 20, 74),
    by: fc.constantFrom(" ", "\t"),
    mark: fc.constantFrom("", "", "\ufeff"),
    wounds: fc.oneof(fc.constant<Damage[]>([]), fc.array(damage, { minLength: 1, maxLength: 4 })),
  })
  .map(({ calendars, end, width, by, mark, wounds }) => {
    const lines = calendars.flat().map((line) => fold(line, width, end + by));
    return wounds.reduce(hurt, `${mark}${lines.join(end)}${end}`);
  });

/** Texts of one whole calendar without damage. */
export const soundText: fc.Arbitrary<string> = looseCalendar.map((lines) => `${lines.join("\r\n")}\r\n`);
