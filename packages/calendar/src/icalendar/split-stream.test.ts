import { expect, test } from "vitest";
import { serialiseICalendar } from "./serialise.ts";
import { splitByUid, type ImportedObject, type StreamHeader } from "./split-stream.ts";
import { cpuMs } from "../testing/cpu-ms.ts";

async function split(text: string, size = text.length || 1) {
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
  const found: ImportedObject[] = [];
  let header: StreamHeader | undefined;
  const options = {
    newUid: (part: string) => `made-${part.length}`,
    onHeader: (h: StreamHeader) => (header = h),
  };
  for await (const item of splitByUid(chunks, options)) found.push(item);
  return { found, header };
}
const texts = (found: ImportedObject[]) =>
  found.map((item) => (item.ok ? serialiseICalendar(item.calendar).replaceAll("\r\n", "\n").trim() : item));

const export1 = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Foreign//EN
METHOD:PUBLISH
X-WR-CALNAME:Familjen\\, hemma
X-WR-TIMEZONE:Europe/Stockholm
X-APPLE-CALENDAR-COLOR:#ff
 0000
BEGIN:VTIMEZONE
TZID:Used
END:VTIMEZONE
BEGIN:VTIMEZONE
TZID:Unused
END:VTIMEZONE
BEGIN:VEVENT
UID:a
RECURRENCE-ID;TZID=Used:20260102T100000
SUMMARY:override first
END:VEVENT
BEGIN:VEVENT
UID:b
SUMMARY:bo
BEGIN:VALARM
UID:not this
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:a
DTSTART;TZID=Used:20260101T100000
END:VEVENT
BEGIN:VTODO
SUMMARY:no uid
END:VTODO
END:VCALENDAR
BEGIN:VCALENDAR
PRODID:-//Second//EN
BEGIN:VEVENT
UID:c
END:VEVENT
END:VCALENDAR
`;

test("gathers components that belong together, with the zones they need", async () => {
  const { found, header } = await split(export1);
  expect(header).toEqual({ name: "Familjen, hemma", timeZone: "Europe/Stockholm", colour: "#ff0000" });
  expect(found.map((item) => item.ok && [item.uid, item.line])).toEqual([
    ["a", 15],
    ["b", 20],
    ["made-36", 31],
    ["c", 37],
  ]);
  expect(texts(found)[0]).toBe(
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Foreign//EN\nBEGIN:VTIMEZONE\nTZID:Used\nEND:VTIMEZONE\n" +
      "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID;TZID=Used:20260102T100000\nSUMMARY:override first\nEND:VEVENT\n" +
      "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Used:20260101T100000\nEND:VEVENT\nEND:VCALENDAR",
  );
  expect(texts(found)[3]).toContain("VERSION:2.0\nPRODID:-//Second//EN\nBEGIN:VEVENT");
});

test.each([1, 2, 7, 64])("the size of the chunks does not matter (%i)", async (size) => {
  expect(texts((await split(export1, size)).found)).toEqual(texts((await split(export1)).found));
  const windows = export1.replaceAll("\n", "\r\n");
  const lines = (found: ImportedObject[]) => found.map((item) => item.line);
  expect(texts((await split(windows, size)).found)).toEqual(texts((await split(export1)).found));
  expect(lines((await split(windows, size)).found)).toEqual(lines((await split(export1)).found));
  expect(texts((await split(export1.replaceAll("\n", "\r"), size)).found)).toEqual(
    texts((await split(export1)).found),
  );
});

test("folded BEGIN and END lines are understood, and many folds take little time", async () => {
  const folded =
    "BEGIN:VCAL\n ENDAR\nBE\n\tGIN:VEVENT\nUID:a\nEND:VEV\n ENT\nBEGIN:VEVENT\nUID:b\nE\n ND:VEVENT\nEND:\n VCALENDAR\n";
  const { found } = await split(folded);
  expect(found.map((item) => item.ok && [item.uid, item.line])).toEqual([
    ["a", 3],
    ["b", 8],
  ]);
  const started = cpuMs();
  const many = await split(
    `BEGIN:VCALENDAR\nBEGIN:VEVENT${"\n ".repeat(300_000)}\nUID:c\nEND:VEVENT\nEND:VCALENDAR`,
  );
  expect(many.found.map((item) => item.ok && item.uid)).toEqual(["c"]);
  expect(cpuMs() - started).toBeLessThan(5_000);
});

test("a broken component is one problem and the rest is read", async () => {
  const { found } = await split(
    "junk\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:lost end\nBEGIN:VEVENT\nUID:fine\nEND:VEVENT\n" +
      "BEGIN:VEVENT\nno colon here\nUID:bad\nEND:VEVENT\nBEGIN:VFREEBUSY\nUID:x\nEND:VFREEBUSY\nEND:VCALENDAR\n" +
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:cut off",
  );
  expect(found.filter((item) => item.ok).map((item) => item.uid)).toEqual(["fine"]);
  expect(found.filter((item) => !item.ok).map((item) => [item.line, item.problem.code])).toEqual([
    [1, "invalid-icalendar"],
    [3, "invalid-icalendar"],
    [8, "invalid-icalendar"],
    [12, "invalid-calendar-object"],
    [17, "invalid-icalendar"],
  ]);
});

test("the newer of two copies of a component is kept, and a difference is reported", async () => {
  const once = (sequence: number) => `BEGIN:VEVENT\nUID:a\nSEQUENCE:${sequence}\nEND:VEVENT\n`;
  const { found } = await split(`BEGIN:VCALENDAR\n${once(1)}${once(3)}${once(3)}${once(2)}END:VCALENDAR`);
  const read = found.filter((item) => item.ok);
  expect(read).toHaveLength(1);
  expect(texts(read)[0]).toContain("SEQUENCE:3");
  expect(read[0]?.warnings.map(({ code }) => code)).toEqual(["repeated-component"]);
  expect(found.filter((item) => !item.ok).map(({ line }) => line)).toEqual([2, 14]);
});

test("empty input gives empty output", async () => {
  expect((await split("")).found).toEqual([]);
  expect((await split("\r\n\r\n")).found).toEqual([]);
});

test("20 000 events, also with one UID, take about linear time", async () => {
  const events = Array.from(
    { length: 20_000 },
    (_, i) => `BEGIN:VEVENT\nUID:one\nRECURRENCE-ID:${20_000_000 + i}\nSEQUENCE:${i % 3}\nEND:VEVENT\n`,
  );
  const started = cpuMs();
  const { found } = await split(`BEGIN:VCALENDAR\n${events.join("")}${events.join("")}END:VCALENDAR`, 65_536);
  expect(found).toHaveLength(1);
  expect(cpuMs() - started).toBeLessThan(15_000);
});

test("an object that is longer than may be is named, not read, and the others are", async () => {
  const long = (uid: string, lines: number): string =>
    `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${uid}\n${"A:\n".repeat(lines)}END:VEVENT\n`;
  const parts = [long("long", 1_000), long("short", 3), long("both", 40), long("both", 40)];
  const found: ImportedObject[] = [];
  let steps = 0;
  const options = {
    newUid: () => "made",
    limits: { maxLength: 200 },
    pause: () => (steps++, undefined),
  };
  for await (const item of splitByUid([`BEGIN:VCALENDAR\n${parts.join("")}END:VCALENDAR\n`], options))
    found.push(item);
  expect(found.map((item) => (item.ok ? item.uid : [item.title, item.problem.code]))).toEqual([
    ["long", "object-too-large"],
    "short",
    ["both", "object-too-large"],
  ]);
  // One for the chunk and one for each component.
  expect(steps).toBe(5);
});

test("an object of more components than may be is named and not read", async () => {
  const override = (n: number): string =>
    `BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:${20_260_101 + n}\nEND:VEVENT\n`;
  const text = `BEGIN:VCALENDAR\n${[0, 1, 2].map(override).join("")}END:VCALENDAR\n`;
  const uids: unknown[] = [];
  for await (const item of splitByUid([text], { newUid: () => "made", maxComponents: 2 }))
    uids.push(item.ok || [item.uid, item.problem.code]);
  expect(uids).toEqual([["a", "object-too-large"]]);
});
