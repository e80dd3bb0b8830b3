import { expect, test } from "vitest";
import type { StoredObject } from "../../app/types.ts";
import { ParsedEvents, ParsedRoom } from "./parsed-events.ts";

const HALF = 256 * 1024;

/** An object whose text has about this many characters. */
function stored(id: string, size: number): StoredObject {
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:x",
    "BEGIN:VEVENT",
    `UID:${id}`,
    "DTSTAMP:20261123T000000Z",
    "DTSTART:20261123T090000Z",
    `X-LONG:${"x".repeat(size - 170)}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  return { id, etag: "1", icalendar: text, uid: id, component: "VEVENT" } as unknown as StoredObject;
}
const isKept = (events: ParsedEvents, one: StoredObject): boolean =>
  events.object(one) === events.object(one);

test("a request keeps what it has parsed, up to a bound", () => {
  using events = new ParsedEvents(new ParsedRoom());
  expect(isKept(events, stored("a", HALF))).toBe(true);
  expect(isKept(events, stored("b", HALF - 1_000))).toBe(true);
  expect(isKept(events, stored("c", 2_000))).toBe(false);
});

test("all requests together keep no more than two, and an answered one gives its room back", () => {
  const room = new ParsedRoom();
  const [one, two, three] = [new ParsedEvents(room), new ParsedEvents(room), new ParsedEvents(room)];
  for (const events of [one, two]) for (const id of ["a", "b"]) isKept(events, stored(id, HALF - 100));
  expect(isKept(three, stored("a", HALF - 100))).toBe(false);
  one[Symbol.dispose]();
  expect(isKept(three, stored("a", HALF - 100))).toBe(true);
});
