import { expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty } from "../icalendar/component.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { withoutRepeatedInstances } from "./repeated-instances.ts";

const instance = (id: string, summary: string, sequence = 0): string =>
  `BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261101T000000Z\r\nRECURRENCE-ID${id}\r\nSEQUENCE:${sequence}\r\nDTSTART:20261127T100000Z\r\nSUMMARY:${summary}\r\nEND:VEVENT`;

function kept(...instances: readonly string[]): readonly string[] {
  const main =
    "BEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261120T100000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:main\r\nEND:VEVENT";
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${[main, ...instances].join("\r\n")}\r\nEND:VCALENDAR\r\n`;
  const parsed = parseICalendar(text);
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return withoutRepeatedInstances(read.value).components.map(
    (one) => firstProperty(one, "SUMMARY")?.value ?? "",
  );
}

const AT = ":20261127T100000Z";
const IN_STOCKHOLM = ";TZID=Europe/Stockholm:20261127T110000";

it.each<[string, readonly string[], readonly string[]]>([
  ["different instances", [instance(AT, "a"), instance(":20261128T100000Z", "b")], ["main", "a", "b"]],
  ["the later of two with one SEQUENCE", [instance(AT, "a"), instance(AT, "b")], ["main", "b"]],
  ["the one with the higher SEQUENCE", [instance(AT, "a", 2), instance(AT, "b", 1)], ["main", "a"]],
  ["one of many", Array.from({ length: 99 }, (_, i) => instance(AT, `n${i}`)), ["main", "n98"]],
  ["one, in whichever zone it is written", [instance(AT, "a"), instance(IN_STOCKHOLM, "b")], ["main", "b"]],
  [
    "one where the other is for all that follow",
    [instance(AT, "a"), instance(`;RANGE=THISANDFUTURE${AT}`, "b")],
    ["main", "b"],
  ],
  ["one of those that are no time", [instance(":never", "a"), instance(":never", "b")], ["main", "b"]],
  [
    "a whole day beside a moment",
    [instance(";VALUE=DATE:20261127", "a"), instance(":20261127T000000Z", "b")],
    ["main", "a", "b"],
  ],
])("of instances that stand twice, %s count", (_, instances, expected) => {
  expect(kept(...instances)).toEqual(expected);
});
