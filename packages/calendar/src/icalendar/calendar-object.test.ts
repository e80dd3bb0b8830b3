import { expect, test } from "vitest";
import { readCalendarObject } from "./calendar-object.ts";
import { parseICalendar } from "./parse.ts";

function read(...lines: string[]) {
  const parsed = parseICalendar(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n"));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  return readCalendarObject(parsed.value.calendar);
}
const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];

test("tells main, overrides and zones apart", () => {
  const object = read(
    "METHOD:publish",
    "BEGIN:VTIMEZONE",
    "TZID: Foo ",
    "END:VTIMEZONE",
    ...event("UID:1", "RECURRENCE-ID:20260102T000000Z"),
    ...event("UID:1 ", "SUMMARY:main"),
  );
  if (!object.ok) throw new Error();
  expect(object.value).toMatchObject({ uid: "1", type: "VEVENT", method: "PUBLISH" });
  expect(object.value.main?.properties[1]?.value).toBe("main");
  expect(object.value.overrides).toHaveLength(1);
  expect([...object.value.timeZones.keys()]).toEqual(["Foo"]);
});

test("accepts overrides without their main component", () => {
  const object = read(...event("UID:1", "RECURRENCE-ID:20260102T000000Z"));
  expect(object.ok && object.value.main).toBeUndefined();
  expect(object.ok && object.value.overrides).toHaveLength(1);
  expect(object.ok && "method" in object.value).toBe(false);
});

test.each([
  ["no UID", event("SUMMARY:x")],
  ["an empty UID", event("UID:  ")],
  ["two UIDs", [...event("UID:1"), ...event("UID:2", "RECURRENCE-ID:20260102T000000Z")]],
  ["two types", [...event("UID:1"), "BEGIN:VTODO", "UID:1", "END:VTODO"]],
  ["two mains", [...event("UID:1"), ...event("UID:1")]],
  ["nothing to keep", ["BEGIN:VFREEBUSY", "UID:1", "END:VFREEBUSY"]],
])("refuses %s (RFC 4791 §4.1)", (_, lines) => {
  const object = read(...lines);
  expect(object.ok ? undefined : object.problem.code).toBe("invalid-calendar-object");
});
