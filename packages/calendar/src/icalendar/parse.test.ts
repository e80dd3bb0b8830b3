import { expect, test } from "vitest";
import { firstProperty, parameterValue } from "./component.ts";
import { parseICalendar, type ParseLimits } from "./parse.ts";
import { serialiseICalendar } from "./serialise.ts";
import { escapeText, splitTextList, textValue, unescapeText } from "./text.ts";
import { cpuMs } from "../testing/cpu-ms.ts";

const calendar = (text: string, limits?: Partial<ParseLimits>) => {
  const parsed = parseICalendar(text, limits);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  return parsed.value.calendar;
};
const problem = (text: string, limits?: Partial<ParseLimits>) => {
  const parsed = parseICalendar(text, limits);
  return parsed.ok ? undefined : parsed.problem;
};
const wrap = (body: string) => `BEGIN:VCALENDAR\r\n${body}\r\nEND:VCALENDAR\r\n`;

test.each([
  ["bare line feeds", "BEGIN:VCALENDAR\nSUMMARY:a\n b\nEND:VCALENDAR\n"],
  ["bare carriage returns", "BEGIN:VCALENDAR\rSUMMARY:a\r b\rEND:VCALENDAR"],
  ["a byte order mark", "\ufeffBEGIN:VCALENDAR\r\nSUMMARY:ab\r\nEND:VCALENDAR"],
  ["blank lines", "\r\n\r\nBEGIN:VCALENDAR\r\n\r\nSUMMARY:ab\r\n\r\nEND:VCALENDAR\r\n\r\n"],
  ["lower case", "begin:vcalendar\r\nsummary:ab\r\nend:VCalendar"],
  ["a fold by tab", "BEGIN:VCALENDAR\r\nSUMM\r\n\tARY:a\r\n\tb\r\nEND:VCALENDAR"],
  ["spaces behind component names", "BEGIN:VCALENDAR \r\nSUMMARY:ab\r\nEND:VCALENDAR\t\r\n"],
])("reads %s", (_, text) => {
  expect(textValue(calendar(text), "SUMMARY")).toBe("ab");
});

test("a missing VERSION or PRODID is a warning, not an error", () => {
  const parsed = parseICalendar(wrap("VERSION:2.0"));
  expect(parsed.ok && parsed.value.warnings).toEqual([
    { code: "missing-property", line: 1, detail: "PRODID" },
  ]);
});

test.each([
  ["nothing", "", 1],
  ["other text", "<html>", 1],
  ["a component left open", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VCALENDAR\r\n", 4],
  ["the end of the text in a component", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n", 3],
  ["an END too many", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nEND:VCALENDAR\r\n", 3],
  ["a line without a colon", wrap("SUMMARY;X=1"), 2],
  ["a line without a name", wrap(":1"), 2],
  ["a property outside", `X:1\r\n${wrap("X:1")}`, 1],
  ["two calendars", wrap("X:1") + wrap("X:1"), 1],
  ["another component on top", "BEGIN:VEVENT\r\nEND:VEVENT", 1],
])("refuses %s and names the line", (_, text, line) => {
  expect(problem(text)).toMatchObject({ code: "invalid-icalendar", line });
});

test("counts folded lines when it names a line", () => {
  const text = wrap("SUMMARY:a\r\n b\r\n c\r\nX:1");
  expect(firstProperty(calendar(text), "X")?.line).toBe(5);
});

test("accepts line ends of every kind in one text, and counts each", () => {
  const found = calendar("BEGIN:VCALENDAR\r\nSUMMARY:a\r b\rX:1\r\nY:2\n\r\rZ:3\r\r\nEND:VCALENDAR\r");
  expect(found.properties.map(({ name, value, line }) => `${line} ${name}:${value}`)).toEqual([
    "2 SUMMARY:ab",
    "4 X:1",
    "5 Y:2",
    "8 Z:3",
  ]);
  const unix = calendar("BEGIN:VCALENDAR\nX:1\nY:2\r\nZ:3\nEND:VCALENDAR");
  expect(unix.properties.map(({ value, line }) => [value, line])).toEqual([
    ["1", 2],
    ["2", 3],
    ["3", 4],
  ]);
});

test("bounds depth, number of lines, line length and text length", () => {
  const deep = `${"BEGIN:X\r\n".repeat(20)}${"END:X\r\n".repeat(20)}`;
  expect(problem(wrap(deep))?.code).toBe("invalid-icalendar");
  expect(problem(wrap("X:1\r\nX:2\r\nX:3"), { maxProperties: 3 })).toMatchObject({
    code: "object-too-large",
  });
  expect(problem(wrap(`X:${"a".repeat(50)}\r\n ${"b".repeat(50)}`), { maxLineLength: 90 })).toMatchObject({
    line: 2,
  });
  expect(problem(wrap(`X:${"a".repeat(50)}\r\n ${"b".repeat(50)}`), { maxLineLength: 110 })).toBeUndefined();
  expect(problem(wrap("X:1"), { maxLength: 10 })?.code).toBe("invalid-icalendar");
});

test("a million folds, names or quotes take linear time", () => {
  const started = cpuMs();
  calendar(wrap(`X:${"a\r\n ".repeat(500_000)}`));
  problem(wrap(`X${";A=1".repeat(200_000)}:1`));
  problem(wrap(`X;A=${'"'.repeat(300_001)}:1`));
  problem(wrap(`X;A=${",".repeat(300_000)}`));
  expect(cpuMs() - started).toBeLessThan(10_000);
});

test("reads parameters: quoted, listed, RFC 6868 escapes, unclosed quotes, flags", () => {
  const event = calendar(
    wrap(`ATTENDEE;CN="Ek, Åsa: ""^'x^n";MEMBER="a:b",c;X-FLAG;Y=5" disk:mailto:å@example.com`),
  );
  const attendee = firstProperty(event, "ATTENDEE");
  expect(attendee?.value).toBe("mailto:å@example.com");
  expect(attendee?.parameters.find(({ name }) => name === "MEMBER")?.values).toEqual(["a:b", "c"]);
  expect(attendee?.parameters.find(({ name }) => name === "X-FLAG")?.values).toEqual([]);
  expect(attendee && parameterValue(attendee, "Y")).toBe('5" disk');
});

test("text values are escaped and unescaped", () => {
  expect(unescapeText("a\\, b\\; c\\\\n\\nd\\N\\x")).toBe("a, b; c\\n\nd\n\\x");
  expect(escapeText("a, b; c\\\r\nd\u0007")).toBe("a\\, b\\; c\\\\\\nd");
  expect(splitTextList("röd\\, grön,blå,,\\;")).toEqual(["röd, grön", "blå", ";"]);
});

test("keeps a description of one megabyte", () => {
  const text = "åäö😀 ".repeat(150_000);
  expect(textValue(calendar(wrap(`DESCRIPTION:${text}`)), "DESCRIPTION")).toBe(text);
});

test("a lone quote in a parameter does not swallow the line, even where the value has another", () => {
  const line = 'SUMMARY;X-SIZE=5" disk:said " and a\\, b\\; c';
  const text = `BEGIN:VCALENDAR\r\n${line}\r\nEND:VCALENDAR\r\n`;
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  expect(parsed.value.calendar.properties[0]).toMatchObject({
    parameters: [{ name: "X-SIZE", values: ['5" disk'] }],
    value: 'said " and a\\, b\\; c',
  });
  expect(serialiseICalendar(parsed.value.calendar)).toBe(text);
});
