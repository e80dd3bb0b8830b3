import { describe, expect, it } from "vitest";
import { ianaZone, UTC } from "../time/zone.ts";
import { findClashes } from "./clashes.ts";

const STOCKHOLM = ianaZone("Europe/Stockholm") ?? UTC;
/** An hour on a Monday, in Stockholm from 09:00. */
const NINE = { from: Date.UTC(2026, 10, 23, 8), to: Date.UTC(2026, 10, 23, 9) };
const TEN = { from: NINE.to, to: Date.UTC(2026, 10, 23, 10) };

const event = (uid: string, ...lines: readonly string[]): string =>
  ["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"].join("\r\n");
const calendar = (...parts: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y//EN", ...parts, "END:VCALENDAR", ""].join("\r\n");
const find = (text: string) => findClashes(text, [NINE, TEN], STOCKHOLM);
const titles = async (text: string) =>
  (await find(text)).clashes.map((each) => each.map(({ title }) => title));

describe("what a calendar has at some times", () => {
  it("names what takes them, of a series the instances as they were moved", async () => {
    const text = calendar(
      event("a", "SUMMARY:Dentist\\, at last", "DTSTART:20261123T083000Z", "DURATION:PT1H"),
      event("b", "SUMMARY:Choir", "DTSTART:20261109T080000Z", "DTEND:20261109T090000Z", "RRULE:FREQ=WEEKLY"),
      event(
        "b",
        "RECURRENCE-ID:20261123T080000Z",
        "SUMMARY:Choir, later",
        "DTSTART:20261123T090000Z",
        "DTEND:20261123T093000Z",
      ),
    );
    expect(await titles(text)).toEqual([["Dentist, at last"], ["Dentist, at last", "Choir, later"]]);
    const { clashes, ...counted } = await find(text);
    expect(counted).toEqual({ events: 2, unread: 0 });
    expect(clashes[0]).toEqual([
      { title: "Dentist, at last", start: Date.UTC(2026, 10, 23, 8, 30), isAllDay: false },
    ]);
  });

  it("counts instances without their series, as feeds of busy time have them", async () => {
    const text = calendar(
      event(
        "b",
        "RECURRENCE-ID:20261123T080000Z",
        "SUMMARY:Busy",
        "DTSTART:20261123T080000Z",
        "DTEND:20261123T090000Z",
      ),
    );
    expect(await titles(text)).toEqual([["Busy"], []]);
  });

  it("reads whole days and floating times in the zone of the reader", async () => {
    const text = calendar(
      event("day", "SUMMARY:Away", "DTSTART;VALUE=DATE:20261123"),
      event("float", "SUMMARY:Run", "DTSTART:20261123T100000", "DURATION:PT30M"),
    );
    const { clashes } = await find(text);
    expect(clashes.map((each) => each.map(({ title, isAllDay }) => [title, isAllDay]))).toEqual([
      [["Away", true]],
      [
        ["Away", true],
        ["Run", false],
      ],
    ]);
  });

  it("leaves out what takes no time", async () => {
    const at = ["DTSTART:20261123T080000Z", "DURATION:PT1H"];
    const text = calendar(
      event("a", ...at, "TRANSP:TRANSPARENT"),
      event("b", ...at, "STATUS:CANCELLED"),
      event("c", "DTSTART:20261123T090000Z", "DURATION:PT1H", "SUMMARY:Next"),
    );
    expect(await titles(text)).toEqual([[], ["Next"]]);
  });

  it("says how many events it could not read, and throws for no text", async () => {
    const broken = calendar(event("a", "SUMMARY:No time"), event("b", "DTSTART:nonsense"));
    expect(await find(broken)).toMatchObject({ events: 0, unread: 2 });
    for (const text of ["", "hello", "BEGIN:VCALENDAR", "\0".repeat(100), "<html></html>"])
      expect(await find(text)).toMatchObject({ clashes: [[], []], events: 0 });
    const endless = calendar(
      event("e", "SUMMARY:Tick", "DTSTART:20000101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY"),
    );
    expect((await titles(endless)).flat().length).toBeGreaterThan(0);
  });
});
