import { describe, expect, it } from "vitest";
import { parseICalendar } from "./parse.ts";
import { serialiseICalendar } from "./serialise.ts";

function read(...lines: readonly string[]) {
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR", ""].join(
    "\r\n",
  );
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const { calendar, warnings } = parsed.value;
  return {
    text,
    calendar,
    properties: calendar.properties.slice(2),
    warnings: warnings.map(({ code, line }) => `${code} ${line}`),
  };
}

describe("a line that RFC 5545 does not allow costs nothing but itself", () => {
  it.each([
    [
      "a parameter with backslashes (iPhone OS 26)",
      "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Hauptstraße 1-5\\; 4041 Linz;X-ADDRESS=Linz\\, Österreich:geo:48.3,14.3",
      { value: "geo:48.3,14.3" },
      ["URI", "Hauptstraße 1-5; 4041 Linz", "Linz, Österreich"],
    ],
    [
      "quotes with backslashes inside quotes",
      'X-NOTE;X-TITLE="6\\" pipe; here";X-B=c:value',
      { value: "value" },
      ['6" pipe; here', "c"],
    ],
    ["a parameter without a name", "X-NOTE;=odd;X-B=c:value", { value: "value" }, ["odd", "c"]],
    [
      "a parameter with spaces in its name",
      "ATTENDEE;CN=Elin;Role Chair:mailto:elin@example.com",
      { value: "mailto:elin@example.com" },
      ["Elin"],
    ],
  ])("%s", (_what, line, property, values) => {
    for (const _ of [1, 2, 3]) {
      const { text, calendar, properties, warnings } = read(line, "SUMMARY:x");
      expect(properties).toMatchObject([property, { name: "SUMMARY" }]);
      expect(properties[0]?.parameters.flatMap((parameter) => parameter.values)).toEqual(values);
      expect(warnings).toEqual(["unreadable-line 4"]);
      expect(serialiseICalendar(calendar).replaceAll("\r\n ", "")).toBe(text);
    }
  });

  it("an address behind an equals sign", () => {
    const { properties, warnings } = read('ORGANIZER="mailto:elin@example.com"');
    expect(properties).toMatchObject([
      { name: "ORGANIZER", value: "mailto:elin@example.com", parameters: [] },
    ]);
    expect(warnings).toEqual(["unreadable-line 4"]);
  });

  it("a fold without its space (Confluence), and the lines of a text as they are", () => {
    const long = "x".repeat(61);
    const { properties, warnings } = read(
      `DESCRIPTION:${long}`,
      "yz",
      "and so on",
      "LOCATION:Room",
      "second floor",
      "URL:https://a.example",
    );
    expect(properties.map(({ value }) => value)).toEqual([
      `${long}yz\\nand so on`,
      "Room\\nsecond floor",
      "https://a.example",
    ]);
    expect(warnings).toEqual(["unreadable-line 5", "unreadable-line 6", "unreadable-line 8"]);
  });

  it("but what has no value before it is no calendar", () => {
    const parsed = parseICalendar("BEGIN:VCALENDAR\r\nhello\r\nEND:VCALENDAR\r\n");
    expect(parsed).toMatchObject({ ok: false, problem: { code: "invalid-icalendar", line: 2 } });
    const behind = parseICalendar("BEGIN:VCALENDAR\r\nX:1\r\nBEGIN:X\r\nEND:X\r\nhello\r\nEND:VCALENDAR\r\n");
    expect(behind).toMatchObject({ ok: false, problem: { line: 5 } });
  });
});
