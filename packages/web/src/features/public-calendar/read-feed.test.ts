import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { publicOccurrences, readPublicFeed } from "./read-feed.ts";

const zone = ianaZone("Europe/Stockholm");
if (!zone) throw new Error("no such zone");
const reader = { zone, language: "sv" } as const;
const window = { from: Date.UTC(2026, 10, 23), to: Date.UTC(2026, 11, 7) };
const feed = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "X-WR-CALNAME:Kören", ...lines, "END:VCALENDAR", ""].join(
    "\r\n",
  );
const event = (uid: string, ...lines: string[]): string[] => [
  "BEGIN:VEVENT",
  `UID:${uid}`,
  "DTSTAMP:20261101T000000Z",
  ...lines,
  "END:VEVENT",
];

it("reads name and times, series by their rules", async () => {
  const read = await readPublicFeed(
    feed(
      ...event(
        "a",
        "DTSTART:20261124T180000Z",
        "DTEND:20261124T200000Z",
        "RRULE:FREQ=WEEKLY",
        "SUMMARY:Övning",
      ),
      ...event("b", "DTSTART;VALUE=DATE:20261128", "SUMMARY:Konsert", "LOCATION:Kyrkan"),
    ),
  );
  expect(read.name).toBe("Kören");
  const found = publicOccurrences(read, window, reader);
  expect(found.map(({ title, allDay }) => [title, allDay])).toEqual([
    ["Övning", false],
    ["Konsert", true],
    ["Övning", false],
  ]);
  expect(found[1]).toMatchObject({ place: "Kyrkan", start: Date.UTC(2026, 10, 27, 23) });
});

it("leaves out what cannot be read and what is no event, and takes the rest", async () => {
  const read = await readPublicFeed(
    feed(
      ...event("bad", "DTSTART:never"),
      "BEGIN:VTODO",
      "UID:t",
      "DTSTAMP:20261101T000000Z",
      "END:VTODO",
      ...event("good", "DTSTART:20261124T180000Z", "SUMMARY:Ja"),
    ),
  );
  expect(publicOccurrences(read, window, reader).map(({ title }) => title)).toEqual(["Ja"]);
  expect((await readPublicFeed("<!doctype html>")).series).toEqual([]);
});

it("knows a busy time, whose title is in the language of the calendar's owner", async () => {
  const times = ["DTSTART:20261124T180000Z", "DTEND:20261124T200000Z"];
  const read = await readPublicFeed(
    feed(...event("a", ...times, "SUMMARY:Busy", "CLASS:PRIVATE"), ...event("b", ...times, "SUMMARY:Busy")),
  );
  const found = publicOccurrences(read, window, reader);
  expect(found.map(({ isBusyOnly }) => isBusyOnly)).toEqual([true, false]);
});

it("reads notes, a page of the web, the description and the last change", async () => {
  const read = await readPublicFeed(
    feed(
      "X-WR-CALDESC:Vi sjunger",
      ...event(
        "a",
        "DTSTART:20261124T180000Z",
        "DESCRIPTION:Ta med noter",
        "URL:https://koren.example/",
        "LAST-MODIFIED:20261120T080000Z",
      ),
      ...event("b", "DTSTART:20261125T180000Z", "URL:javascript:alert(1)", "LAST-MODIFIED:20261110T080000Z"),
    ),
  );
  expect(read).toMatchObject({ description: "Vi sjunger", changedAt: Date.UTC(2026, 10, 20, 8) });
  expect(publicOccurrences(read, window, reader).map(({ notes, link }) => [notes, link])).toEqual([
    ["Ta med noter", "https://koren.example/"],
    ["", ""],
  ]);
});

it("says by which rule times are alike, and which stand for themselves", async () => {
  const times = ["DTSTART:20261123T180000Z", "DTEND:20261123T200000Z"];
  const read = await readPublicFeed(
    feed(
      ...event("a", ...times, "RRULE:FREQ=WEEKLY", "SUMMARY:Kör"),
      ...event("a", "RECURRENCE-ID:20261130T180000Z", "DTSTART:20261130T190000Z", "SUMMARY:Kör, senare"),
      ...event("b", ...times, "SUMMARY:En gång"),
    ),
  );
  const found = publicOccurrences(read, window, reader);
  expect(found.map(({ title, series, rule }) => [title, series, rule])).toEqual([
    ["Kör", 0, "varje måndag"],
    ["En gång", null, ""],
    ["Kör, senare", null, ""],
  ]);
  const english = publicOccurrences(read, window, { zone, language: "en-GB" });
  expect(english[0]?.rule).toBe("every Monday");
});
