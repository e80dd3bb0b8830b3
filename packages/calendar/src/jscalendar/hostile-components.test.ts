import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { objectFromEvent } from "./from-jscalendar.ts";
import { asTurn } from "./series/this-and-future.ts";
import { eventFromObject } from "./to-jscalendar.ts";
import type { JSEvent, PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

// As much of everything as an object may hold: the work grows with the size, not with its square.

const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

function objectOf(lines: readonly string[]) {
  const all = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:u",
    "DTSTART:20260105T090000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return value(readCalendarObject(value(parseICalendar(all.join("\r\n"))).calendar));
}

describe("the largest permitted numbers", () => {
  it.each<[string, readonly string[], PatchObject]>([
    [
      "people told twice",
      [
        ...many(5_000, (n) => `ATTENDEE:mailto:a${n}@x.example`),
        ...many(
          5_000,
          (n) =>
            `BEGIN:PARTICIPANT\r\nUID:p${n}\r\nCALENDAR-ADDRESS:mailto:A${n}@x.example\r\nEND:PARTICIPANT`,
        ),
      ],
      { "participants/new": { calendarAddress: "mailto:new@x.example" } },
    ],
    [
      "places",
      many(8_000, (n) => `BEGIN:VLOCATION\r\nUID:v${n}\r\nNAME:Place\r\nEND:VLOCATION`),
      { "locations/new": { name: "x" } },
    ],
    [
      "links",
      many(10_000, (n) => `LINK;LINKREL=x:https://x.example/${n}`),
      { "links/new": { href: "https://y.example/" } },
    ],
    [
      "alarms that follow one another",
      many(
        5_000,
        (n) =>
          `BEGIN:VALARM\r\nUID:v${n}\r\nTRIGGER:-PT5M\r\nACTION:DISPLAY\r\nRELATED-TO:v${n + 1}\r\nEND:VALARM`,
      ),
      { "alerts/new": { trigger: { offset: "PT0S" } } },
    ],
  ])("%s are read and patched quickly", (_, lines, patch) => {
    const object = objectOf(lines);
    const start = cpuMs();
    value(eventFromObject(object));
    value(patchObject(object, patch, { now: 0 }));
    expect(cpuMs() - start).toBeLessThan(2_500);
  });

  it("alerts and RANGE=THISANDFUTURE are written quickly", () => {
    const day = (n: number) => new Date(Date.UTC(2026, 0, 5 + n, 9)).toISOString().slice(0, 19);
    const event: JSEvent = {
      "@type": "Event",
      uid: "u",
      start: day(0),
      recurrenceRule: { frequency: "daily" },
      recurrenceOverrides: Object.fromEntries(many(4_000, (n) => [day(n + 1), asTurn({ title: `t${n}` })])),
    };
    const alerts = Object.fromEntries(
      many(5_000, (n) => [
        `a${n}`,
        { trigger: { "@type": "OffsetTrigger" as const, offset: "PT0S" }, relatedTo: { [`a${n + 1}`]: {} } },
      ]),
    );
    const start = cpuMs();
    const context = { uid: "u", now: 0, prodId: "p" };
    value(objectFromEvent(event, context));
    value(objectFromEvent({ ...event, recurrenceOverrides: {}, alerts }, context));
    expect(cpuMs() - start).toBeLessThan(2_500);
  });
});
