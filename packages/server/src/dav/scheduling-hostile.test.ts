import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DavClient } from "../testing/dav-client.ts";
import { sendOutbox } from "../testing/send-outbox.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";

let test: TestDav;
let elin: DavClient;
let bengt: DavClient;
beforeEach(async () => {
  test = await openTestDav();
  elin = await test.client("elin");
  bengt = await test.client("bengt");
});
afterEach(() => test.close());

const LINES: readonly string[] = [
  "BEGIN:VEVENT",
  "UID:m",
  "DTSTAMP:20261101T120000Z",
  "DTSTART:20261123T110000Z",
  "DTEND:20261123T120000Z",
  "RRULE:FREQ=DAILY;COUNT=5",
  "EXDATE:20261124T110000Z",
  "SUMMARY:Lunch",
  "ORGANIZER:mailto:elin@example.com",
  "ATTENDEE:mailto:bengt@example.com",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:m",
  "RECURRENCE-ID:20261125T110000Z",
  "DTSTAMP:20261101T120000Z",
  "DTSTART:20261125T150000Z",
  "SUMMARY:Tea",
  "ORGANIZER:mailto:elin@example.com",
  "ATTENDEE;PARTSTAT=DECLINED:mailto:bengt@example.com",
  "END:VEVENT",
];
const ODD: readonly string[] = [
  "ORGANIZER:",
  "ORGANIZER:mailto:",
  "ORGANIZER:mailto:%ZZ",
  "ORGANIZER;SCHEDULE-AGENT=:mailto:elin@example.com",
  "ATTENDEE:",
  "ATTENDEE:urn:uuid:",
  "ATTENDEE:/dav/principals/%E0%A4%A/",
  "ATTENDEE;PARTSTAT=:mailto:bengt@example.com",
  "ATTENDEE;PARTSTAT=ACCEPTED,DECLINED:mailto:bengt@example.com",
  'ATTENDEE;DELEGATED-FROM="mailto:bengt@example.com","":mailto:bengt@example.com',
  "SEQUENCE:99999999999999999999",
  "SEQUENCE:-1",
  "STATUS:CANCELLED",
  "RECURRENCE-ID:20261125",
  "RECURRENCE-ID;RANGE=THISANDFUTURE:20261124T110000Z",
  "EXDATE;VALUE=DATE:20261125",
  "RDATE:20261201T110000Z",
  "RRULE:FREQ=SECONDLY",
  "DTSTART;TZID=Nowhere:20261123T110000",
  "X-SNART-LEFT-OUT;VALUE=PERIOD:20261125T110000Z/nonsense",
  "X-SNART-LEFT-OUT:20261125T110000Z/20261125T110000Z,,",
  "X-SNART-ASKED-AT:1e309",
  "X-CALENDARSERVER-ATTENDEE-COMMENT:hello",
];

const mutation = fc.oneof(
  fc.record({
    at: fc.nat(LINES.length - 1),
    with: fc.constantFrom(...ODD),
    how: fc.constantFrom("insert", "replace"),
  }),
  fc.record({ at: fc.nat(LINES.length - 1), with: fc.constant(""), how: fc.constant("drop") }),
);
const text = fc.array(mutation, { maxLength: 4 }).map((mutations) => {
  const lines = mutations.reduce<readonly string[]>((all, { at, with: line, how }) => {
    if (how === "insert") return all.toSpliced(at, 0, line);
    return how === "drop" ? all.toSpliced(at, 1) : all.toSpliced(at, 1, line);
  }, LINES);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
});

describe("any object put", () => {
  it(
    "is stored or refused with a reason, is delivered or not, and breaks nothing",
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.boolean(), text), { minLength: 1, maxLength: 4 }),
          async (steps) => {
            for (const [isOrganizer, body] of steps) {
              test.clock.advance(1_000);
              const path = isOrganizer
                ? "/dav/calendars/elin/calendar/m.ics"
                : "/dav/calendars/bengt/calendar/m.ics";
              const answer = await (isOrganizer ? elin : bengt).put(path, body);
              expect([201, 204, 403, 409]).toContain(answer.status);
              await sendOutbox(test.app);
              for (const client of [elin, bengt]) {
                const stored = await client.get(
                  client === elin
                    ? "/dav/calendars/elin/calendar/m.ics"
                    : "/dav/calendars/bengt/calendar/m.ics",
                );
                expect([200, 404]).toContain(stored.status);
              }
            }
            await elin.delete("/dav/calendars/elin/calendar/m.ics");
            await bengt.delete("/dav/calendars/bengt/calendar/m.ics");
            // Answers are gathered for some seconds before other guests see them.
            for (let waits = 0; waits < 2; waits++) {
              test.clock.advance(60_000);
              await sendOutbox(test.app);
            }
            expect(await test.app.storage.read((tx) => tx.queues.outboxSize())).toBe(0);
          },
        ),
        { numRuns: Number(process.env["RUNS"] ?? 150) },
      );
    },
  );
});
