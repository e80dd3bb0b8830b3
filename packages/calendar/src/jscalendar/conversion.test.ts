import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { objectFromTask } from "./from-jscalendar.ts";
import { eventFromObject, taskFromObject } from "./to-jscalendar.ts";
import type { JSEvent, JSTask, PatchObject } from "./types.ts";
import { asTurn } from "./series/this-and-future.ts";
import { patchObject } from "./update-object.ts";
import { cpuMs } from "../testing/cpu-ms.ts";

const CONTEXT = { uid: "new@example.com", now: Date.UTC(2026, 10, 23, 9, 20), prodId: "-//Snart//EN" };

function objectOf(body: string): CalendarObject {
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${body.trim().split(/\r?\n/).join("\r\n")}\r\nEND:VCALENDAR\r\n`;
  const parsed = parseICalendar(text);
  if (!parsed.ok) return expect.fail(JSON.stringify(parsed.problem));
  const object = readCalendarObject(parsed.value.calendar);
  return object.ok ? object.value : expect.fail(JSON.stringify(object.problem));
}

function event(body: string): JSEvent {
  const result = eventFromObject(
    objectOf(`BEGIN:VEVENT\nUID:u1\nDTSTAMP:20260101T000000Z\n${body.trim()}\nEND:VEVENT`),
  );
  return result.ok ? result.value : expect.fail(JSON.stringify(result.problem));
}

describe("times from iCalendar", () => {
  it.each([
    [
      "DTSTART;TZID=Europe/Stockholm:20261123T100000\nDTEND;TZID=Europe/Stockholm:20261123T113000",
      { start: "2026-11-23T10:00:00", timeZone: "Europe/Stockholm", duration: "PT1H30M" },
    ],
    [
      "DTSTART:20261123T100000Z\nDURATION:P1DT2H",
      { start: "2026-11-23T10:00:00", timeZone: "Etc/UTC", duration: "P1DT2H" },
    ],
    ["DTSTART:20261123T100000", { start: "2026-11-23T10:00:00" }],
    ["DTSTART;VALUE=DATE:20261123", { start: "2026-11-23T00:00:00", showWithoutTime: true, duration: "P1D" }],
    [
      "DTSTART;VALUE=DATE:20240102\nDTEND;VALUE=DATE:20240107",
      { start: "2024-01-02T00:00:00", showWithoutTime: true, duration: "P5D" },
    ],
    // an all-day event across the change of clocks still takes whole days
    [
      "DTSTART;VALUE=DATE:20261024\nDTEND;VALUE=DATE:20261027",
      { start: "2026-10-24T00:00:00", showWithoutTime: true, duration: "P3D" },
    ],
    [
      "DTSTART;TZID=Europe/Berlin:20241017T130000\nDTEND;TZID=Asia/Bangkok:20241018T040000",
      {
        start: "2024-10-17T13:00:00",
        timeZone: "Europe/Berlin",
        duration: "PT10H",
        endTimeZone: "Asia/Bangkok",
      },
    ],
    // across the change of clocks a DTEND is exact
    [
      "DTSTART;TZID=Europe/Stockholm:20261025T000000\nDTEND;TZID=Europe/Stockholm:20261025T040000",
      { start: "2026-10-25T00:00:00", timeZone: "Europe/Stockholm", duration: "PT5H" },
    ],
    [
      "DTSTART;TZID=W. Europe Standard Time:20261123T100000",
      { start: "2026-11-23T10:00:00", timeZone: "Europe/Berlin" },
    ],
    [
      "DTSTART;TZID=America/Chicago:20250521T080000\nDURATION:PT12H\nSHOW-WITHOUT-TIME;VALUE=BOOLEAN:TRUE",
      { start: "2025-05-21T08:00:00", timeZone: "America/Chicago", duration: "PT12H", showWithoutTime: true },
    ],
    [
      "DTSTART:20261123T100000Z\nDTEND:20261123T090000Z",
      { start: "2026-11-23T10:00:00", timeZone: "Etc/UTC" },
    ],
  ])("%s", (body, wanted) => {
    expect(event(body)).toEqual({
      "@type": "Event",
      uid: "u1",
      prodId: "-//test//EN",
      updated: "2026-01-01T00:00:00Z",
      ...wanted,
    });
  });

  it("fails without a start, and on a component that is not an event", () => {
    const result = eventFromObject(objectOf("BEGIN:VEVENT\nUID:u1\nDTSTART:yesterday\nEND:VEVENT"));
    expect(result).toMatchObject({ ok: false, problem: { code: "invalid-property", property: "DTSTART" } });
    expect(eventFromObject(objectOf("BEGIN:VTODO\nUID:u1\nEND:VTODO")).ok).toBe(false);
  });
});

describe("properties from iCalendar", () => {
  it("reads enumerated values, sets and texts", () => {
    expect(
      event(
        [
          "DTSTART:20261123T100000Z",
          "SUMMARY:Fika\\, med bullar",
          "DESCRIPTION:rad ett\\nrad två\\; slut",
          "CLASS:CONFIDENTIAL",
          "TRANSP:TRANSPARENT",
          "STATUS:tentative",
          "PRIORITY:5",
          "SEQUENCE:3",
          "COLOR:maroon",
          "CATEGORIES:Favorites,a\\,b",
          "CATEGORIES:Meeting",
          "CONCEPT:https://example.com/music",
          "CREATED:20240329T133000Z",
          "LAST-MODIFIED:20240330T133000Z",
        ].join("\n"),
      ),
    ).toMatchObject({
      title: "Fika, med bullar",
      description: "rad ett\nrad två; slut",
      privacy: "secret",
      freeBusyStatus: "free",
      status: "tentative",
      priority: 5,
      sequence: 3,
      color: "maroon",
      keywords: { Favorites: true, "a,b": true, Meeting: true },
      categories: { "https://example.com/music": true },
      created: "2024-03-29T13:30:00Z",
      updated: "2024-03-30T13:30:00Z",
    });
  });

  it("leaves out absent and unknown values", () => {
    const plain = event(
      "DTSTART:20261123T100000Z\nCLASS:X-ODD\nSTATUS:NEEDS-ACTION\nPRIORITY:high\nX-FOO:bar",
    );
    expect(Object.keys(plain).toSorted()).toEqual(["@type", "prodId", "start", "timeZone", "uid", "updated"]);
  });

  it("reads participants", () => {
    const { participants = {}, organizerCalendarAddress } = event(
      [
        "DTSTART:20261123T100000Z",
        "ORGANIZER;CN=Jane Doe:mailto:jane@example.com",
        "ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:MAILTO:jane@example.com",
        "ATTENDEE;RSVP=TRUE;PARTSTAT=TENTATIVE;CN=Henry;ROLE=OPT-PARTICIPANT:mailto:henry@example.com",
        "ATTENDEE;CUTYPE=ROOM;ROLE=NON-PARTICIPANT;SCHEDULE-AGENT=CLIENT:mailto:room@example.com",
      ].join("\n"),
    );
    expect(organizerCalendarAddress).toBe("mailto:jane@example.com");
    expect(Object.values(participants)).toEqual([
      {
        "@type": "Participant",
        name: "Jane Doe",
        calendarAddress: "MAILTO:jane@example.com",
        participationStatus: "accepted",
        roles: { attendee: true, chair: true, owner: true },
      },
      {
        "@type": "Participant",
        name: "Henry",
        calendarAddress: "mailto:henry@example.com",
        participationStatus: "tentative",
        expectReply: true,
        roles: { attendee: true, optional: true },
      },
      {
        "@type": "Participant",
        calendarAddress: "mailto:room@example.com",
        kind: "location",
        scheduleAgent: "client",
        roles: { informational: true },
      },
    ]);
  });

  it("reads an organizer who does not attend, and an address only once if the organizer attends", () => {
    const alone = event(
      "DTSTART:20261123T100000Z\nORGANIZER:mailto:o@example.com\nATTENDEE:mailto:a@example.com",
    );
    expect(Object.values(alone.participants ?? {}).map(({ roles }) => roles)).toEqual([
      { attendee: true },
      { owner: true },
    ]);
  });

  it("reads alarms that ring, and no others", () => {
    const { alerts = {} } = event(
      [
        "DTSTART:20261123T100000Z",
        "BEGIN:VALARM\nUID:8297C37D-BA2D-4476-91AE-C1EAA364F8E1\nTRIGGER:-PT15M\nACTION:DISPLAY\nDESCRIPTION:x\nACKNOWLEDGED:20210302T151514Z\nEND:VALARM",
        "BEGIN:VALARM\nTRIGGER;RELATED=END:PT0S\nACTION:EMAIL\nEND:VALARM",
        "BEGIN:VALARM\nTRIGGER;VALUE=DATE-TIME:20261123T080000Z\nACTION:AUDIO\nEND:VALARM",
        "BEGIN:VALARM\nX-APPLE-DEFAULT-ALARM:TRUE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nACTION:NONE\nEND:VALARM",
        "BEGIN:VALARM\nTRIGGER:soon\nACTION:DISPLAY\nEND:VALARM",
      ].join("\n"),
    );
    expect(Object.keys(alerts)[0]).toBe("8297C37D-BA2D-4476-91AE-C1EAA364F8E1");
    expect(Object.values(alerts)).toEqual([
      {
        "@type": "Alert",
        trigger: { "@type": "OffsetTrigger", offset: "-PT15M" },
        action: "display",
        acknowledged: "2021-03-02T15:15:14Z",
      },
      {
        "@type": "Alert",
        trigger: { "@type": "OffsetTrigger", offset: "PT0S", relativeTo: "end" },
        action: "email",
      },
      {
        "@type": "Alert",
        trigger: { "@type": "AbsoluteTrigger", when: "2026-11-23T08:00:00Z" },
        action: "display",
      },
    ]);
  });

  it("reads locations, conferences, links and relations", () => {
    const read = event(
      [
        "DTSTART:20261123T100000Z",
        "LOCATION;JSID=loc1:Taj Mahal",
        "GEO:27.175;78.041944",
        'CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL="Web, code=1":https://chat.example.com/audio?id=123456',
        "ATTACH;FMTTYPE=application/pdf;FILENAME=foo.pdf;SIZE=42:https://example.com/foo.pdf",
        "ATTACH;ENCODING=BASE64;VALUE=BINARY;FMTTYPE=image/png:iVBORw",
        "URL:https://example.com/my",
        "RELATED-TO;RELTYPE=NEXT:other",
        "RELATED-TO:mother",
      ].join("\n"),
    );
    expect(read.locations).toEqual({
      loc1: { "@type": "Location", name: "Taj Mahal", coordinates: "geo:27.175,78.041944" },
    });
    expect(Object.values(read.virtualLocations ?? {})).toEqual([
      {
        "@type": "VirtualLocation",
        uri: "https://chat.example.com/audio?id=123456",
        name: "Web, code=1",
        features: { audio: true, video: true },
      },
    ]);
    expect(Object.values(read.links ?? {})).toEqual([
      {
        "@type": "Link",
        href: "https://example.com/foo.pdf",
        rel: "enclosure",
        contentType: "application/pdf",
        title: "foo.pdf",
        size: 42,
      },
      { "@type": "Link", href: "data:image/png;base64,iVBORw", rel: "enclosure", contentType: "image/png" },
      { "@type": "Link", href: "https://example.com/my", rel: "describedby" },
    ]);
    expect(read.relatedTo).toEqual({
      other: { "@type": "Relation", relation: { next: true } },
      mother: { "@type": "Relation", relation: { parent: true } },
    });
  });

  it("reads as many JSPROP as there are in linear time, but none that is nested too deeply", () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `JSPROP;JSPTR=a${n}:${n}`);
    const deep = `JSPROP;JSPTR=deep:${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const read = event(["DTSTART:20261123T100000Z", deep, ...many].join("\n"));
    expect(read).toMatchObject({ a0: 0, a19999: 19_999 });
    expect(read).not.toHaveProperty("deep");
  });

  it("uses JSPROP for new properties, and ignores it for present or broken ones", () => {
    const read = event(
      [
        "DTSTART:20261123T100000Z",
        "SUMMARY:kept",
        'JSPROP;JSPTR="example.com:foo":{"bar":1234\\,"baz":"bam"}',
        'JSPROP;JSPTR="title":"stolen"',
        'JSPROP;JSPTR="locations/nowhere/x":1',
        'JSPROP;JSPTR="__proto__/polluted":true',
        'JSPROP;JSPTR="broken":{',
      ].join("\n"),
    );
    expect(read).toMatchObject({ title: "kept", "example.com:foo": { bar: 1234, baz: "bam" } });
    expect(Object.keys(read)).not.toContain("broken");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("hostile objects", () => {
  it("are read quickly, without touching JavaScript's own property names", () => {
    const many =
      "ATTACH:x\nRELATED-TO:__proto__\nATTENDEE;JSID=__proto__:mailto:a@example.com\nRDATE:20260701T100000Z\n".repeat(
        5000,
      );
    const before = cpuMs();
    const read = event(`DTSTART:20261123T100000Z\nRRULE:FREQ=DAILY\n${many}`);
    expect(cpuMs() - before).toBeLessThan(3000);
    expect(Object.keys(read.links ?? {})).toHaveLength(5000);
    expect(Object.getPrototypeOf(read.participants)).toBe(Object.prototype);
    expect(Object.keys(read.relatedTo ?? {})).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["relation"]).toBeUndefined();
  });
});

describe("series from iCalendar", () => {
  it("reads the rule with UNTIL in the event's zone", () => {
    expect(
      event(
        "DTSTART;TZID=Europe/Stockholm:20260701T100000\nRRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;UNTIL=20261231T090000Z;WKST=SU;BYMONTH=1,7",
      ).recurrenceRule,
    ).toEqual({
      "@type": "RecurrenceRule",
      frequency: "monthly",
      interval: 2,
      firstDayOfWeek: "su",
      byDay: [{ "@type": "NDay", day: "fr", nthOfPeriod: -1 }],
      byMonth: ["1", "7"],
      until: "2026-12-31T10:00:00",
    });
  });

  it("reads EXDATE, RDATE and instances as patches", () => {
    const result = eventFromObject(
      objectOf(`
BEGIN:VEVENT
UID:u1
DTSTART;TZID=Europe/Stockholm:20260701T100000
DTEND;TZID=Europe/Stockholm:20260701T110000
SUMMARY:Möte
CATEGORIES:a
RRULE:FREQ=WEEKLY
EXDATE;TZID=Europe/Stockholm:20260708T100000
EXDATE:20260715T080000Z
RDATE;VALUE=PERIOD;TZID=Europe/Stockholm:20260702T100000/PT30M
END:VEVENT
BEGIN:VEVENT
UID:u1
RECURRENCE-ID;TZID=Europe/Stockholm:20260722T100000
DTSTART;TZID=Europe/Stockholm:20260722T120000
DTEND;TZID=Europe/Stockholm:20260722T130000
SUMMARY:Flyttat möte
CATEGORIES:a
END:VEVENT
BEGIN:VEVENT
UID:u1
RECURRENCE-ID;VALUE=DATE:20260729
DTSTART;TZID=Europe/Stockholm:20260729T100000
DTEND;TZID=Europe/Stockholm:20260729T110000
SUMMARY:Möte
STATUS:CANCELLED
END:VEVENT`),
    );
    expect(result.ok && result.value.recurrenceOverrides).toEqual({
      "2026-07-02T10:00:00": { duration: "PT30M" },
      "2026-07-08T10:00:00": { excluded: true },
      "2026-07-15T10:00:00": { excluded: true },
      "2026-07-22T10:00:00": { start: "2026-07-22T12:00:00", title: "Flyttat möte" },
      "2026-07-29T10:00:00": { status: "cancelled", keywords: null },
    });
  });

  it("gives RANGE=THISANDFUTURE occurrence by occurrence, and keeps it when something else changes", () => {
    const object = objectOf(`
BEGIN:VEVENT
UID:u1
DTSTART:20260701T100000Z
DURATION:PT1H
SUMMARY:A
RRULE:FREQ=WEEKLY;COUNT=5
END:VEVENT
BEGIN:VEVENT
UID:u1
RECURRENCE-ID;RANGE=THISANDFUTURE:20260715T100000Z
DTSTART:20260715T120000Z
DURATION:PT1H
SUMMARY:B
END:VEVENT`);
    const read = eventFromObject(object);
    expect(read.ok && read.value.recurrenceOverrides).toEqual({
      "2026-07-15T10:00:00": asTurn({ start: "2026-07-15T12:00:00", title: "B" }),
      "2026-07-22T10:00:00": { start: "2026-07-22T12:00:00", title: "B" },
      "2026-07-29T10:00:00": { start: "2026-07-29T12:00:00", title: "B" },
    });
    const patched = patchObject(object, { description: "x" }, { now: 0 });
    expect(patched.ok && patched.value.components.filter(({ name }) => name === "VEVENT")).toHaveLength(2);
  });

  it("gives one key to one moment, however a skipped reading is written", () => {
    // Apia had no 30 December 2011: its noon is read as that of the 31st (RFC 5545 §3.3.5).
    const lines = "DTSTART;TZID=Pacific/Apia:20111229T120000\nRRULE:FREQ=DAILY;COUNT=4";
    expect(event(`${lines}\nEXDATE;TZID=Pacific/Apia:20111230T120000`).recurrenceOverrides).toEqual({
      "2011-12-31T12:00:00": { excluded: true },
    });
    const skipped = "DTSTART;TZID=Europe/Stockholm:20260329T023000\nRRULE:FREQ=DAILY";
    expect(event(`${skipped}\nEXDATE;TZID=Europe/Stockholm:20260329T033000`).recurrenceOverrides).toEqual({
      "2026-03-29T02:30:00": { excluded: true },
    });
  });

  it("reads single instances without their series", () => {
    const read = eventFromObject(
      objectOf(
        "BEGIN:VEVENT\nUID:u1\nRECURRENCE-ID;TZID=Europe/Berlin:20240202T140000\nDTSTART;TZID=Europe/Berlin:20240202T160000\nEND:VEVENT",
      ),
    );
    expect(read.ok && read.value).toMatchObject({
      recurrenceId: "2024-02-02T14:00:00",
      recurrenceIdTimeZone: "Europe/Berlin",
      start: "2024-02-02T16:00:00",
    });
  });
});

describe("tasks", () => {
  it("come back unchanged", () => {
    const task: JSTask = {
      "@type": "Task",
      uid: "t1",
      title: "Handla",
      due: "2026-11-24T18:00:00",
      timeZone: "Europe/Stockholm",
      progress: "in-process",
      percentComplete: 40,
      priority: 1,
    };
    const result = objectFromTask(task, CONTEXT);
    const object = result.ok ? readCalendarObject(result.value) : result;
    const back = object.ok ? taskFromObject(object.value) : object;
    expect(back).toMatchObject({ ok: true, value: task });
  });
  it("keep a TRANSP that a client wrote, and get no new one", () => {
    const text = (body: string, patch: PatchObject) => {
      const object = objectOf(`BEGIN:VTODO\nUID:t1\n${body}\nEND:VTODO`);
      const result = patchObject(object, patch, CONTEXT);
      return result.ok ? serialiseICalendar(result.value) : expect.fail("not patched");
    };
    expect(text("TRANSP:OPAQUE", { freeBusyStatus: "free" })).toContain("\r\nTRANSP:TRANSPARENT\r\n");
    expect(text("TRANSP:OPAQUE", { freeBusyStatus: null })).not.toContain("TRANSP");
    const free = text("SUMMARY:a", { freeBusyStatus: "free" });
    expect(free).not.toContain("TRANSP");
    const back = taskFromObject(objectOf(/BEGIN:VTODO.*END:VTODO/s.exec(free)?.[0] ?? ""));
    expect(back).toMatchObject({ ok: true, value: { freeBusyStatus: "free" } });
    expect(text(/SUMMARY.*(?=END:VTODO)/s.exec(free)?.[0] ?? "", { freeBusyStatus: null })).not.toContain(
      "JSPROP",
    );
  });
  it("gives `due` in the zone of the start, also when it is a length after the start", () => {
    const read = (body: string) => {
      const result = taskFromObject(objectOf(`BEGIN:VTODO\nUID:t1\n${body}\nEND:VTODO`));
      return result.ok ? result.value : expect.fail("no task");
    };
    expect(read("DTSTART;TZID=Europe/Stockholm:20261123T100000\nDUE:20261123T120000Z")).toMatchObject({
      due: "2026-11-23T13:00:00",
      timeZone: "Europe/Stockholm",
    });
    expect(read("DTSTART;VALUE=DATE:20261123\nDURATION:P2D")).toMatchObject({
      start: "2026-11-23T00:00:00",
      due: "2026-11-25T00:00:00",
      showWithoutTime: true,
    });
    expect(read("SUMMARY:no date").due).toBeUndefined();
  });
});
