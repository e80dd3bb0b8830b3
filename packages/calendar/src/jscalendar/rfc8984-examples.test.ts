import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { expand } from "../recurrence/expand.ts";
import { UTC } from "../time/zone.ts";
import { objectFromEvent, objectFromTask } from "./from-jscalendar.ts";
import { occurrenceOf } from "./occurrence.ts";
import { seriesOfEvent } from "./series/series-of-event.ts";
import { eventFromObject, taskFromObject } from "./to-jscalendar.ts";
import type { JSEvent, JSTask } from "./types.ts";

// The examples of RFC 8984 §6 in terms of JSCalendar 2.0 (jscalendarbis): endTimeZone for a location at the end, one
// recurrenceRule, calendarAddress for sendTo. Groups (§6.3) are not calendar objects here, and localizations
// (§6.8) are reserved in 2.0.

const context = { uid: "none", now: Date.UTC(2020, 0, 1), prodId: "p" };
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));

function through(item: JSEvent | JSTask) {
  const written = item["@type"] === "Event" ? objectFromEvent(item, context) : objectFromTask(item, context);
  const text = serialiseICalendar(value(written));
  const object = value(readCalendarObject(value(parseICalendar(text)).calendar));
  const back = item["@type"] === "Event" ? eventFromObject(object) : taskFromObject(object);
  return { back: value<JSEvent | JSTask>(back), lines: text.replaceAll("\r\n ", "").split("\r\n") };
}
/**
 * An item without its stamps; overrides are compared by the occurrences that they produce, since patches can be
 * written in several ways.
 */
function told({ created: _c, updated: _u, prodId: _p, sequence: _s, ...item }: JSEvent | JSTask): object {
  const { recurrenceOverrides = {}, ...series } = item;
  const occurrences = Object.entries(recurrenceOverrides ?? {}).map(([key, patch]) => [
    key,
    patch["excluded"] === true ? patch : occurrenceOf(series, key, patch),
  ]);
  return { ...series, occurrences: Object.fromEntries(occurrences) as unknown };
}

const EVENTS: readonly (readonly [string, JSEvent, readonly string[]])[] = [
  [
    "6.1 simple event",
    {
      "@type": "Event",
      uid: "a8df6573-0474-496d-8496-033ad45d7fea",
      title: "Some event",
      start: "2020-01-15T13:00:00",
      timeZone: "America/New_York",
      duration: "PT1H",
    },
    ["DTSTART;TZID=America/New_York:20200115T130000", "DTEND;TZID=America/New_York:20200115T140000"],
  ],
  [
    "6.4 all-day event",
    {
      "@type": "Event",
      uid: "a8df6573-0474-496d-8496-033ad45d7fea",
      title: "April Fool's Day",
      showWithoutTime: true,
      start: "1900-04-01T00:00:00",
      duration: "P1D",
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "yearly" },
    },
    ["DTSTART;VALUE=DATE:19000401", "RRULE:FREQ=YEARLY"],
  ],
  [
    "6.6 event with an end in another zone",
    {
      "@type": "Event",
      uid: "a8df6573-0474-496d-8496-033ad45d7fea",
      title: "Flight XY51 to Tokyo",
      start: "2020-04-01T09:00:00",
      timeZone: "Europe/Berlin",
      duration: "PT10H30M",
      endTimeZone: "Asia/Tokyo",
      locations: {
        "418d0b9b-b656-4b3c-909f-5b149ca779c9": { "@type": "Location", name: "Frankfurt Airport (FRA)" },
        "c2c7ac67-dc13-411e-a7d4-0780fb61fb08": {
          "@type": "Location",
          name: "Narita International Airport (NRT)",
        },
      },
      mainLocationId: "418d0b9b-b656-4b3c-909f-5b149ca779c9",
    },
    ["DTEND;TZID=Asia/Tokyo:20200402T023000", "NAME:Narita International Airport (NRT)"],
  ],
  [
    "6.7 floating event",
    {
      "@type": "Event",
      uid: "a8df6573-0474-496d-8496-033ad45d7fea",
      title: "Yoga",
      start: "2020-01-01T07:00:00",
      duration: "PT30M",
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily" },
    },
    ["DTSTART:20200101T070000"],
  ],
  [
    "6.8 event with several locations",
    {
      "@type": "Event",
      uid: "a8df6573-0474-496d-8496-033ad45d7fea",
      title: "Live from Music Bowl: The Band",
      description: "Go see the biggest music event ever!",
      locale: "en",
      start: "2020-07-04T17:00:00",
      timeZone: "America/New_York",
      duration: "PT3H",
      locations: {
        "c0503d30-8c50-4372-87b5-7657e8e0fedd": {
          "@type": "Location",
          name: "The Music Bowl",
          coordinates: "geo:40.7829,-73.9654",
        },
      },
      virtualLocations: {
        vloc1: {
          "@type": "VirtualLocation",
          name: "Free live Stream from Music Bowl",
          uri: "https://stream.example.com/the_band_2020",
        },
      },
    },
    ["SUMMARY;LANGUAGE=en:Live from Music Bowl: The Band", "GEO:40.7829;-73.9654"],
  ],
  [
    "6.9 series with exceptions",
    {
      "@type": "Event",
      uid: "a8df6573-0474-496d-8496-033ad45d7fea",
      title: "Calculus I",
      start: "2020-01-08T09:00:00",
      timeZone: "Europe/London",
      duration: "PT1H30M",
      locations: { mlab: { "@type": "Location", name: "Math lab room 1" } },
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", until: "2020-06-24T09:00:00" },
      recurrenceOverrides: {
        "2020-01-07T14:00:00": { title: "Introduction to Calculus I (optional)" },
        "2020-04-01T09:00:00": { excluded: true },
        "2020-06-25T09:00:00": {
          title: "Calculus I Exam",
          start: "2020-06-25T10:00:00",
          duration: "PT2H",
          locations: { big: { "@type": "Location", name: "Big Auditorium" } },
        },
      },
    },
    ["RRULE:FREQ=WEEKLY;UNTIL=20200624T080000Z", "EXDATE;TZID=Europe/London:20200401T090000"],
  ],
  [
    "6.10 series with participants",
    {
      "@type": "Event",
      uid: "a8df6573-0474-496d-8496-033ad45d7fea",
      title: "FooBar team meeting",
      start: "2020-01-08T09:00:00",
      timeZone: "Africa/Johannesburg",
      duration: "PT1H",
      virtualLocations: {
        "0": {
          "@type": "VirtualLocation",
          name: "ChatMe meeting room",
          uri: "https://chatme.example.com?id=1234567&pw=a8a24627b63d",
        },
      },
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly" },
      organizerCalendarAddress: "mailto:f245f875-7f63-4a5e-a2c8@schedule.example.com",
      participants: {
        dG9tQGZvb2Jhci5xlLmNvbQ: {
          "@type": "Participant",
          name: "Tom Tool",
          email: "tom@foobar.example.com",
          calendarAddress: "mailto:6489-4f14-a57f-c1@schedule.example.com",
          participationStatus: "accepted",
          roles: { attendee: true },
        },
        em9lQGZvb2GFtcGxlLmNvbQ: {
          "@type": "Participant",
          name: "Zoe Zelda",
          email: "zoe@foobar.example.com",
          calendarAddress: "mailto:f245f875-7f63-4a5e-a2c8@schedule.example.com",
          participationStatus: "accepted",
          roles: { owner: true, attendee: true, chair: true },
        },
      },
      recurrenceOverrides: {
        "2020-03-04T09:00:00": {
          "participants/dG9tQGZvb2Jhci5xlLmNvbQ/participationStatus": "declined",
        },
      },
    },
    ["RRULE:FREQ=WEEKLY"],
  ],
];

const TASKS: readonly (readonly [string, JSTask, readonly string[]])[] = [
  [
    "6.2 simple task",
    { "@type": "Task", uid: "2a358cee-6489-4f14-a57f-c104db4dc2f2", title: "Do something" },
    [],
  ],
  [
    "6.5 task with a due date",
    {
      "@type": "Task",
      uid: "2a358cee-6489-4f14-a57f-c104db4dc2f2",
      title: "Buy groceries",
      due: "2020-01-19T18:00:00",
      timeZone: "Europe/Vienna",
      estimatedDuration: "PT1H",
    },
    ["DUE;TZID=Europe/Vienna:20200119T180000", "ESTIMATED-DURATION:PT1H"],
  ],
];

describe("the examples of RFC 8984", () => {
  it.each([...EVENTS, ...TASKS])("%s goes to iCalendar and comes back", (_, item, lines) => {
    const { back, lines: written } = through(item);
    expect(told(back)).toEqual(told(item));
    expect(written).toEqual(expect.arrayContaining([...lines]));
  });

  it("6.9 has the exam, the introduction, and no class on 1 April", () => {
    const event = EVENTS.find(([name]) => name.startsWith("6.9"))?.[1];
    const series = value(seriesOfEvent(event ?? expect.fail("no example")));
    const found = value(expand(series, { from: Date.UTC(2020, 0, 1), to: Date.UTC(2021, 0, 1) }, UTC)).map(
      ({ startInstant }) => new Date(startInstant).toISOString().slice(0, 16),
    );
    expect(found[0]).toBe("2020-01-07T14:00");
    expect(found.at(-1)).toBe("2020-06-25T09:00");
    expect(found).not.toContain("2020-04-01T08:00");
    expect(found).toHaveLength(26);
  });
});
