import { expect, test } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import type { PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

const NOW = Date.UTC(2026, 10, 20);

/** The RRULE of an event with the given one, after a patch. */
function ruleAfter(rule: string, patch: PatchObject): string | undefined {
  const lines = ["UID:a", "DTSTAMP:20261101T000000Z", "DTSTART;TZID=Europe/Stockholm:20261124T100000"];
  const event = ["BEGIN:VEVENT", ...lines, `RRULE:${rule}`, "END:VEVENT"];
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", ...event, "END:VCALENDAR", ""].join("\r\n");
  const parsed = parseICalendar(text);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : expect.fail("no text");
  const patched = object.ok ? patchObject(object.value, patch, { now: NOW }) : expect.fail("no object");
  const written = patched.ok ? serialiseICalendar(patched.value) : expect.fail("not patched");
  return /^RRULE:(.*)\r$/m.exec(written)?.[1];
}
const later: PatchObject = { start: "2026-11-24T11:00:00" };

test.each([
  ["FREQ=YEARLY;BYWEEKNO=48;BYDAY=TU;BYSETPOS=-1;X-APP=1", later],
  ["INTERVAL=1;WKST=MO;FREQ=WEEKLY;BYDAY=TU", later],
  ["FREQ=WEEKLY;COUNT=5;BYDAY=TU", { duration: "PT2H", title: "Long" }],
  ["freq=weekly;until=20270101T000000Z", later],
])("%s keeps its text when its meaning is unchanged", (rule, patch) =>
  expect(ruleAfter(rule, patch)).toBe(rule),
);

test("parts that JSCalendar has no name for survive a change of the rule", () => {
  const patch: PatchObject = { "recurrenceRule/count": 5 };
  expect(ruleAfter("FREQ=DAILY;X-APP=1", patch)).toBe("FREQ=DAILY;COUNT=5;X-APP=1");
});
