import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { publicOccurrences, readPublicFeed } from "./read-feed.ts";

const zone = ianaZone("Europe/Stockholm");
if (!zone) throw new Error("no such zone");
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
  const found = publicOccurrences(read, window, zone);
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
  expect(publicOccurrences(read, window, zone).map(({ title }) => title)).toEqual(["Ja"]);
  expect((await readPublicFeed("<!doctype html>")).series).toEqual([]);
});

it("knows a busy time, whose title is in the language of the calendar's owner", async () => {
  const times = ["DTSTART:20261124T180000Z", "DTEND:20261124T200000Z"];
  const read = await readPublicFeed(
    feed(...event("a", ...times, "SUMMARY:Busy", "CLASS:PRIVATE"), ...event("b", ...times, "SUMMARY:Busy")),
  );
  const found = publicOccurrences(read, window, zone);
  expect(found.map(({ isBusyOnly }) => isBusyOnly)).toEqual([true, false]);
});
