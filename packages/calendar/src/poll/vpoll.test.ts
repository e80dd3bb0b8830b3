import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../time/instant.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import type { PollAnswer } from "./poll.ts";
import { readVpoll } from "./read-vpoll.ts";
import { vpollText, type SeenPollText } from "./vpoll.ts";

const NOW = Date.UTC(2026, 10, 23, 9);
const stockholm = ianaZone("Europe/Stockholm") ?? UTC;
const write = (poll: SeenPollText): string => vpollText(poll, { now: NOW, prodId: "-//Snart//EN" });

const lucia: SeenPollText = {
  id: "p1",
  title: "Lucia; fika, och sång",
  description: "",
  place: "Föreningslokalen",
  isAllDay: false,
  length: 90 * MINUTE,
  options: [
    { id: "a", start: Date.UTC(2026, 11, 12, 17) },
    { id: "b", start: Date.UTC(2026, 11, 13, 17) },
  ],
  state: "open",
  chosenId: null,
  closesAt: null,
  voters: [
    { id: "v1", name: "Elin", note: "Kommer\ngärna", answers: { a: "yes", b: "ifNeeded" } },
    { id: "other-1", name: null, note: "", answers: { b: "no" } },
    { id: "v3", name: "Tyst", note: "", answers: {} },
  ],
};

describe("a poll as a VPOLL", () => {
  it("has a numbered event for each option, and each vote by its number; silence has none", () => {
    const lines = write(lucia).replaceAll("\r\n ", "").split("\r\n");
    expect(lines).toEqual(expect.arrayContaining(["STATUS:IN-PROCESS", "POLL-MODE:BASIC"]));
    expect(lines).toContain("SUMMARY:Lucia\\; fika\\, och sång");
    const votes = lines.join("\n").match(/POLL-ITEM-ID:\d\nRESPONSE:\d+/g);
    expect(votes).toEqual([
      "POLL-ITEM-ID:1\nRESPONSE:100",
      "POLL-ITEM-ID:2\nRESPONSE:50",
      "POLL-ITEM-ID:2\nRESPONSE:0",
    ]);
    expect(lines.filter((line) => line.startsWith("DTSTART:"))).toEqual([
      "DTSTART:20261212T170000Z",
      "DTSTART:20261213T170000Z",
    ]);
    expect(lines.filter((line) => line.startsWith("CALENDAR-ADDRESS"))).toEqual([]);
    expect(lines.some((line) => line.startsWith("POLL-WINNER"))).toBe(false);
  });

  it("names what was decided on", () => {
    const text = write({ ...lucia, state: "scheduled", chosenId: "b" });
    expect(text).toMatch(/STATUS:CONFIRMED\r\n[^]*POLL-WINNER:2\r\n/);
  });

  it("is iCalendar for another parser too", () => {
    const [, , components] = ICAL.parse(write(lucia)) as unknown as [string, unknown[], [string][]];
    expect(components.map(([name]) => name)).toEqual(["vpoll"]);
  });

  it("asks the same again when it is read, whatever its words and times are", () => {
    const word = fc
      .string({ unit: "grapheme", maxLength: 60 })
      .map((it) => it.replaceAll(/\p{Cc}/gu, "").trim());
    const answer = fc.constantFrom<PollAnswer>("yes", "ifNeeded", "no");
    fc.assert(
      fc.property(
        word,
        word,
        fc.boolean(),
        fc.uniqueArray(fc.integer({ min: 0, max: 400_000 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 30 }),
        fc.array(answer, { maxLength: 5 }),
        (title, place, isAllDay, at, units, said) => {
          const unit = isAllDay ? DAY : MINUTE;
          const starts = at.map((n) => (isAllDay ? Math.floor(n / 20) * DAY : n * HOUR));
          const options = [...new Set(starts)].map((start, n) => ({ id: `o${n}`, start }));
          const voters = said.map((one, n) => ({ id: `v${n}`, name: null, note: "", answers: { o0: one } }));
          const poll = { ...lucia, title, place, isAllDay, length: units * unit, options, voters };
          expect(readVpoll(write(poll), stockholm)).toEqual({
            title,
            place,
            isAllDay,
            length: units * unit,
            starts: options.map(({ start }) => start).toSorted((a, b) => a - b),
            mails: [],
            leftOut: 0,
            answered: said.length,
          });
        },
      ),
    );
  });
});

const calendar = (...lines: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Other//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const item = (number: number, ...times: readonly string[]): readonly string[] => [
  "BEGIN:VEVENT",
  `POLL-ITEM-ID:${number}`,
  ...times,
  "END:VEVENT",
];

describe("somebody else's VPOLL", () => {
  it("is read as draft-york-vpoll has it: voters are properties, and votes lie in VVOTER", () => {
    const read = readVpoll(
      calendar(
        "BEGIN:VPOLL",
        "SUMMARY:Party",
        "VOTER;CN=User 02:mailto:User02@example.com",
        "BEGIN:VVOTER",
        "VOTER:mailto:user03@example.com",
        "BEGIN:VOTE",
        "POLL-ITEM-ID:1",
        "RESPONSE:90",
        "END:VOTE",
        "END:VVOTER",
        ...item(1, "DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261225"),
        ...item(2, "DTSTART;VALUE=DATE:20261226"),
        "END:VPOLL",
      ),
      stockholm,
    );
    expect(read).toEqual({
      title: "Party",
      place: "",
      isAllDay: true,
      length: DAY,
      starts: [Date.UTC(2026, 11, 24), Date.UTC(2026, 11, 26)],
      mails: ["user02@example.com", "user03@example.com"],
      leftOut: 0,
      answered: 1,
    });
  });

  it("asks voters alone, takes options of one length, and says how many it left out", () => {
    const read = readVpoll(
      calendar(
        "BEGIN:VPOLL",
        "SUMMARY:Möte",
        "BEGIN:PARTICIPANT",
        "PARTICIPANT-TYPE:OWNER",
        "CALENDAR-ADDRESS:mailto:boss@example.com",
        "END:PARTICIPANT",
        "BEGIN:PARTICIPANT",
        "PARTICIPANT-TYPE:VOTER",
        "CALENDAR-ADDRESS:mailto:anna@example.com",
        "END:PARTICIPANT",
        ...item(1, "DTSTART;TZID=Europe/Stockholm:20260701T180000", "DURATION:PT1H", "LOCATION:Loftet"),
        ...item(2, "DTSTART:20260702T180000", "DURATION:PT1H"),
        ...item(3, "DTSTART:20260703T180000", "DURATION:PT2H"),
        ...item(4, "DTSTART;VALUE=DATE:20260704"),
        ...item(5, "SUMMARY:Never"),
        ...item(7, "DTSTART;TZID=Hemma:20260706T180000", "DURATION:PT1H"),
        ...item(8, "DTSTART:20260707T180000Z", "DTEND;TZID=Hemma:20260707T190000"),
        "BEGIN:VTODO",
        "POLL-ITEM-ID:6",
        "DUE:20260705T180000Z",
        "END:VTODO",
        "END:VPOLL",
      ),
      stockholm,
    );
    expect(read).toEqual({
      title: "Möte",
      place: "Loftet",
      isAllDay: false,
      length: HOUR,
      starts: [Date.UTC(2026, 6, 1, 16), Date.UTC(2026, 6, 2, 16)],
      mails: ["anna@example.com"],
      leftOut: 6,
      answered: 0,
    });
  });

  it.each([
    ["no text", ""],
    ["what is no calendar", "%PDF-1.7"],
    [
      "a calendar without a poll",
      calendar("BEGIN:VEVENT", "UID:a", "DTSTART:20260701T180000Z", "END:VEVENT"),
    ],
    ["a poll without options", calendar("BEGIN:VPOLL", "SUMMARY:x", "END:VPOLL")],
    [
      "a poll of nothing but times that end before they begin",
      calendar("BEGIN:VPOLL", ...item(1, "DTSTART:20260701T180000Z", "DTEND:20260701T170000Z"), "END:VPOLL"),
    ],
    ["a megabyte and more", calendar("BEGIN:VPOLL", `SUMMARY:${"x".repeat(2 ** 20)}`, "END:VPOLL")],
    ["a poll inside polls", "BEGIN:VPOLL\r\n".repeat(5_000)],
  ])("is not read out of %s", (_, text) => {
    expect(readVpoll(text, stockholm)).toBeUndefined();
  });

  it("throws at nothing, however it is cut and mixed", () => {
    const whole = write(lucia);
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.nat(whole.length),
        fc.string({ maxLength: 20 }),
        (from, to, odd) => {
          readVpoll(whole.slice(0, from) + odd + whole.slice(to), stockholm);
        },
      ),
    );
  });
});
