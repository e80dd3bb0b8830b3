import { describe, expect, it } from "vitest";
import { parseICalendar } from "../../icalendar/parse.ts";
import { asStored } from "./as-stored.ts";
import { messagesIn } from "./messages-in.ts";
import { isSameMailbox, mailOf } from "./same-mailbox.ts";
import { event, linesOf, messageOf, objectOf } from "../scheduling-text.ts";

const idOf = (series: readonly string[], written: string): string | undefined => {
  const message = messageOf("REPLY", event(written, "DTSTART:20261130T110000Z"));
  const [lines = []] = linesOf(asStored(message, objectOf(event(...series, "RRULE:FREQ=WEEKLY;COUNT=4"))));
  return lines.find((line) => line.startsWith("RECURRENCE-ID"));
};
const STOCKHOLM = ["DTSTART;TZID=Europe/Stockholm:20261123T120000"];
const DAYS = ["DTSTART;VALUE=DATE:20261123"];

describe("instances in messages from other systems", () => {
  it.each([
    [STOCKHOLM, "RECURRENCE-ID;VALUE=DATE:20261130", "RECURRENCE-ID;TZID=Europe/Stockholm:20261130T120000"],
    [STOCKHOLM, "RECURRENCE-ID:20261130T110000Z", "RECURRENCE-ID;TZID=Europe/Stockholm:20261130T120000"],
    [STOCKHOLM, "RECURRENCE-ID:20261130T120000", "RECURRENCE-ID;TZID=Europe/Stockholm:20261130T120000"],
    [DAYS, "RECURRENCE-ID:20261130T000000Z", "RECURRENCE-ID;VALUE=DATE:20261130"],
    [DAYS, "RECURRENCE-ID:20261129T230000Z", "RECURRENCE-ID;VALUE=DATE:20261130"],
    [DAYS, "RECURRENCE-ID;TZID=Europe/Stockholm:20261130T000000", "RECURRENCE-ID;VALUE=DATE:20261130"],
  ])("get the names that the series %j uses: %s", (series, written, expected) => {
    expect(idOf(series, written)).toBe(expected);
  });

  it.each([
    [STOCKHOLM, "RECURRENCE-ID;VALUE=DATE:20261201"],
    [STOCKHOLM, "RECURRENCE-ID:20261130T110001Z"],
    [DAYS, "RECURRENCE-ID:20261127T000000Z"],
    [DAYS, "RECURRENCE-ID;VALUE=DATE:20261130"],
  ])("stay unchanged if the series %j has no such instance: %s", (series, written) => {
    expect(idOf(series, written)).toBe(written);
  });
});

describe("mailboxes", () => {
  it.each([
    ["mailto:Asa@Example.com", "MAILTO:asa@example.com", true],
    ["asa+calendar@example.com", "asa@example.com", true],
    ["a.s.a@googlemail.com", "asa+x@gmail.com", true],
    ["a.sa@example.com", "asa@example.com", false],
    ["asa@example.com", "asa@example.org", false],
    ["+@example.com", "+x@example.com", false],
    ["urn:uuid:1", "urn:uuid:1", false],
    ["invalid:nomail", "invalid:nomail", false],
  ])("%s and %s: %s", (a, b, same) => expect(isSameMailbox(a, b)).toBe(same));

  it("are read from what calendars write", () => {
    expect(mailOf(" MAILTO:asa@example.com?subject=x ")).toBe("asa@example.com");
    expect(mailOf("/o=ExchangeLabs/ou=Exchange/cn=asa@x")).toBeUndefined();
    expect(mailOf("")).toBeUndefined();
  });
});

describe("the messages of a VCALENDAR", () => {
  const read = (...lines: readonly string[]) => {
    const text = ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
    const parsed = parseICalendar(text);
    if (!parsed.ok) throw new Error(parsed.problem.code);
    return parsed.value.calendar;
  };
  const one = (uid: string, ...lines: readonly string[]): readonly string[] => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    ...lines,
    "END:VEVENT",
  ];
  const three = [...one("a"), ...one("b"), ...one("a", "RECURRENCE-ID:20261130T110000Z")];

  it("are one for each UID, with its own method or that of the mail part", () => {
    const named = messagesIn(read(...three), "REQUEST");
    expect(named.map(({ uid, method, overrides }) => [uid, method, overrides.length])).toEqual([
      ["a", "REQUEST", 1],
      ["b", "REQUEST", 0],
    ]);
    expect(messagesIn(read("METHOD:cancel", ...one("a")), "REQUEST")[0]?.method).toBe("CANCEL");
    expect(messagesIn(read(...one("a")), undefined)[0]?.method).toBeUndefined();
  });

  it("are at most ten, and none without UID or with repeated components", () => {
    const many = Array.from({ length: 30 }, (_, i) => one(`e${i}`)).flat();
    expect(messagesIn(read(...many), "REQUEST")).toHaveLength(10);
    expect(messagesIn(read("BEGIN:VEVENT", "END:VEVENT"), "REQUEST")).toEqual([]);
    expect(messagesIn(read(...one("a"), ...one("a")), "REQUEST")).toEqual([]);
  });
});
