import fc from "fast-check";
import { expect, test } from "vitest";
import { makeComponent, makeProperty, type Component } from "../icalendar/component.ts";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseComponents, parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { objectFromEvent, objectFromTask } from "../jscalendar/from-jscalendar.ts";
import type { JSEvent, JSTask, PatchObject } from "../jscalendar/types.ts";
import { patchObject } from "../jscalendar/update-object.ts";
import { vtimezoneFor } from "../recurrence/write-vtimezone.ts";
import { MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import { validateICalendarText } from "./validate-icalendar.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 20);
const CONTEXT = { uid: "new@example.com", now: NOW, prodId: "-//Snart, test; \\//EN" };

/** Deviations that are written on purpose; docs/compliance.md gives the reasons. */
const DEVIATIONS = [
  // JSCalendar's e-mail alerts go to their owner and contain no address (RFC 8984 §4.5.2).
  "ATTENDEE is missing in an alarm of ACTION:EMAIL",
];

/** Throws with the text, so that a counterexample explains itself. */
function expectValid(calendar: Component): void {
  const text = serialiseICalendar(calendar);
  const violations = validateICalendarText(text, { asCalendarObject: true }).filter(
    ({ detail }) => !DEVIATIONS.includes(detail),
  );
  if (violations.length > 0) throw new Error(`${JSON.stringify(violations, null, 1)}\n${text}`);
}

const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("a; b, c\\d\nå 😀", "", "BEGIN:VEVENT\r\nEND:VEVENT", '5" disk', "^n^'"),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/);
const address = fc.constantFrom(
  "mailto:elin@example.com",
  "mailto:åsa@example.com",
  "urn:uuid:1",
  "MAILTO:bo@example.com",
);
const setOf = (...names: string[]) =>
  fc
    .subarray(names, { minLength: 1 })
    .map((chosen) => Object.fromEntries(chosen.map((name) => [name, true])));
const utc = fc.constantFrom("2026-11-20T08:00:00Z", "1999-12-31T23:59:59Z");
const local = fc.constantFrom(
  "2026-11-20T08:00:00",
  "2026-03-29T02:30:00",
  "2026-10-25T02:30:00",
  "1905-02-28T00:00:00",
  "2199-01-01T12:00:00",
);
const zone = fc.constantFrom(
  "Europe/Stockholm",
  "Etc/UTC",
  "America/New_York",
  "Asia/Kathmandu",
  "Pacific/Apia",
  null,
);
const offset = fc.constantFrom("-PT15M", "PT0S", "P1D", "-P1W", "P1DT2H0M5S");

const trigger = fc.oneof(
  fc.record({
    "@type": fc.constant("OffsetTrigger" as const),
    offset,
    relativeTo: fc.constantFrom("start" as const, "end" as const),
  }),
  fc.record({ "@type": fc.constant("AbsoluteTrigger" as const), when: utc }),
);
const alert = fc.record(
  { trigger, action: fc.constantFrom("display", "email"), acknowledged: utc },
  { requiredKeys: ["trigger"] },
);
const participant = fc.record(
  {
    name: words,
    calendarAddress: address,
    kind: fc.constantFrom("individual", "group", "resource", "location"),
    roles: setOf("owner", "attendee", "optional", "informational", "chair"),
    participationStatus: fc.constantFrom("needs-action", "accepted", "declined", "tentative"),
    expectReply: fc.boolean(),
    scheduleAgent: fc.constantFrom("server", "client", "none"),
    sentBy: fc.constantFrom("mailto:bo@example.com", "bo@example.com"),
  },
  { requiredKeys: ["calendarAddress", "roles"] },
);
const rule = fc.oneof(
  fc.constantFrom(
    { frequency: "daily" as const },
    { frequency: "weekly" as const, byDay: [{ day: "mo" as const }, { day: "fr" as const }], interval: 2 },
    { frequency: "monthly" as const, byDay: [{ day: "fr" as const, nthOfPeriod: -1 }], count: 12 },
    {
      frequency: "yearly" as const,
      byMonth: ["2"],
      byMonthDay: [29],
      rscale: "gregorian",
      skip: "forward" as const,
    },
    { frequency: "weekly" as const, until: "2199-11-20T08:00:00" },
  ),
);
const dictionary = <T>(value: fc.Arbitrary<T>) => fc.dictionary(id, value, { minKeys: 1, maxKeys: 3 });
const shared = {
  title: maybe(words),
  description: maybe(words),
  locations: maybe(
    dictionary(
      fc.record({ name: words, coordinates: fc.constantFrom("geo:59.33,18.06") }, { requiredKeys: ["name"] }),
    ),
  ),
  virtualLocations: maybe(
    dictionary(
      fc.record(
        {
          uri: fc.constantFrom("https://meet.example/a", "tel:+46"),
          name: words,
          features: setOf("audio", "video", "phone"),
        },
        { requiredKeys: ["uri"] },
      ),
    ),
  ),
  links: maybe(
    dictionary(
      fc.record(
        {
          href: fc.constant("https://a.example/a;b,c"),
          title: words,
          contentType: fc.constant("image/png"),
          rel: fc.constantFrom("icon", "enclosure", "describedby"),
          size: fc.nat(),
        },
        { requiredKeys: ["href"] },
      ),
    ),
  ),
  keywords: maybe(
    fc.dictionary(
      words.filter((word) => word !== ""),
      fc.constant(true),
      { maxKeys: 3 },
    ),
  ),
  color: maybe(fc.constantFrom("red", "turquoise")),
  relatedTo: maybe(
    fc.dictionary(id, fc.record({ relation: setOf("parent", "next", "child") }), { maxKeys: 2 }),
  ),
  priority: maybe(fc.integer({ min: 0, max: 9 })),
  privacy: maybe(fc.constantFrom("public" as const, "private" as const, "secret" as const)),
  freeBusyStatus: maybe(fc.constantFrom("free" as const, "busy" as const)),
  created: maybe(utc),
  sequence: maybe(fc.nat({ max: 100 })),
  locale: maybe(fc.constantFrom("sv", "en-GB")),
  participants: maybe(dictionary(participant)),
  alerts: maybe(dictionary(alert)),
};

const defined = <T extends object>(item: T): T =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined)) as T;

const event = fc
  .record({
    ...shared,
    start: local,
    timeZone: zone,
    showWithoutTime: fc.boolean(),
    duration: fc.constantFrom("PT1H", "P1D", "PT90M", "P2D"),
    status: maybe(fc.constantFrom("confirmed" as const, "tentative" as const, "cancelled" as const)),
    recurrenceRule: maybe(rule),
  })
  .map(({ showWithoutTime, ...item }): JSEvent =>
    defined({
      "@type": "Event",
      ...item,
      uid: "u1",
      ...(showWithoutTime
        ? { showWithoutTime, start: `${item.start.slice(0, 10)}T00:00:00`, timeZone: null, duration: "P1D" }
        : {}),
    } as JSEvent),
  );

const task = fc
  .record({
    ...shared,
    due: maybe(local),
    timeZone: zone,
    progress: maybe(fc.constantFrom("needs-action" as const, "in-process" as const, "completed" as const)),
    percentComplete: maybe(fc.integer({ min: 0, max: 100 })),
  })
  // Without a start or an end, no alert can be computed.
  .map(({ alerts, ...item }): JSTask =>
    defined({ "@type": "Task", ...item, ...(item.due ? { alerts } : {}), uid: "t1" } as JSTask),
  );

test("every event written from JSCalendar is valid iCalendar", () => {
  fc.assert(
    fc.property(event, (item) => {
      const written = objectFromEvent(item, CONTEXT);
      // A refused event has no validity to check.
      if (written.ok) expectValid(written.value);
    }),
    { numRuns: 200 },
  );
});

test("every task written from JSCalendar is valid iCalendar", () => {
  fc.assert(
    fc.property(task, (item) => {
      const written = objectFromTask(item, CONTEXT);
      if (written.ok) expectValid(written.value);
    }),
    { numRuns: 100 },
  );
});

test("most of the generated items can be written, else the tests above would prove nothing", () => {
  const items = fc.sample(event, 100);
  expect(items.filter((item) => objectFromEvent(item, CONTEXT).ok).length).toBeGreaterThan(80);
});

test.each<PatchObject>([
  { title: "Ny; med, allt\\" },
  { start: "2026-11-21T09:00:00" },
  { timeZone: "America/New_York" },
  {
    showWithoutTime: true,
    start: "2026-11-21T00:00:00",
    duration: "P2D",
    timeZone: null,
    recurrenceRule: null,
    recurrenceOverrides: null,
  },
  { "recurrenceOverrides/2026-11-27T08:00:00": { start: "2026-11-27T12:00:00", title: "Flyttad" } },
  { "recurrenceOverrides/2026-11-27T08:00:00": { excluded: true } },
  { "recurrenceOverrides/2026-11-28T08:00:00": {} },
  {
    participants: { a: { calendarAddress: "mailto:a@example.com", roles: { owner: true, attendee: true } } },
  },
  { alerts: { a: { trigger: { "@type": "OffsetTrigger", offset: "-PT5M" } } } },
  { duration: "PT3H" },
  { recurrenceRule: { frequency: "weekly", until: "2027-01-01T08:00:00" } },
])("a valid object patched with %j stays valid", (patch) => {
  const made = objectFromEvent(
    {
      "@type": "Event",
      uid: "u1",
      title: "Möte",
      start: "2026-11-20T08:00:00",
      timeZone: "Europe/Stockholm",
      duration: "PT1H",
      recurrenceRule: { frequency: "weekly" },
    },
    CONTEXT,
  );
  const parsed = made.ok
    ? parseICalendar(serialiseICalendar(made.value))
    : expect.fail(JSON.stringify(made.problem));
  const object = parsed.ok
    ? readCalendarObject(parsed.value.calendar)
    : expect.fail(JSON.stringify(parsed.problem));
  if (!object.ok) return expect.fail(JSON.stringify(object.problem));
  const patched = patchObject(object.value, patch, { now: NOW + 1000 });
  if (!patched.ok) return expect.fail(JSON.stringify(patched.problem));
  expectValid(patched.value);
});

const SPANS = [
  [MIN_INSTANT, MAX_INSTANT],
  [Date.UTC(2026, 0, 1), Date.UTC(2031, 0, 1)],
  [Date.UTC(1905, 5, 1), Date.UTC(1905, 6, 1)],
] as const;

test("the VTIMEZONE of every zone is valid, over spans of every kind", () => {
  for (const [index, zoneId] of Intl.supportedValuesOf("timeZone").entries())
    // The whole span takes long, so the zones use the spans in turn.
    for (const [from, to] of [SPANS[index % 3] ?? SPANS[0]]) {
      const one = makeComponent("VEVENT", [
        makeProperty("UID", "1"),
        makeProperty("DTSTAMP", "20260101T000000Z"),
        makeProperty("DTSTART", "20260301T100000", { TZID: zoneId }),
      ]);
      const header = [makeProperty("VERSION", "2.0"), makeProperty("PRODID", "-//Test//EN")];
      expectValid(makeComponent("VCALENDAR", header, [vtimezoneFor(zoneId, from, to), one]));
    }
});

test("validation never throws on mutated text, and every reported place exists", () => {
  const base = serialiseICalendar(
    makeComponent("VCALENDAR", [], [vtimezoneFor("Europe/Stockholm", ...SPANS[1])]),
  );
  const seeds = fc.sample(event, 30).flatMap((item) => {
    const written = objectFromEvent(item, CONTEXT);
    return written.ok ? [serialiseICalendar(written.value)] : [];
  });
  const junk = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      "\r\n",
      ":",
      ";",
      "=",
      '"',
      ",",
      "\\",
      "/",
      "BEGIN:VALARM\r\n",
      "END:VEVENT\r\n",
      "TZID=",
      "VALUE=DATE:",
      "__proto__",
      "constructor:",
      "RRULE:FREQ=DAILY\r\n",
      "99999999T999999Z",
    ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(base, ...seeds),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 20 }), junk), {
        maxLength: 6,
      }),
      (text, edits) => {
        let mutated = text;
        for (const [where, drop, put] of edits) {
          const at = Math.floor(where * mutated.length);
          mutated = mutated.slice(0, at) + put + mutated.slice(at + drop);
        }
        const count = mutated.split(/\r\n|\r|\n/).length;
        for (const violation of validateICalendarText(mutated))
          expect(violation.line).toBeLessThanOrEqual(count);
        const tree = parseComponents(mutated);
        if (tree.ok)
          for (const component of tree.value)
            expect(parseComponents(serialiseICalendar(component)).ok).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});
