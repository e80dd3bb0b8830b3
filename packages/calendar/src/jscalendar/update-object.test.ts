import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { applyPatch, asJson, isEmptyMap } from "./patch.ts";
import { eventFromObject } from "./to-jscalendar.ts";
import type { JSEvent, PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

const NOW = Date.UTC(2026, 10, 23, 9, 20);
const STAMPS = ["DTSTAMP:20261123T092000Z", "LAST-MODIFIED:20261123T092000Z"];

function objectOf(text: string): CalendarObject {
  const parsed = parseICalendar(text.trim().split(/\r?\n/).join("\r\n"));
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  return object.ok ? object.value : expect.fail(JSON.stringify(object.problem));
}

const linesOf = (component: Component): string[] =>
  serialiseICalendar(component)
    .replace(/\r\n[ \t]/g, "")
    .split("\r\n")
    .filter(Boolean);

function patched(object: CalendarObject, patch: PatchObject): Component {
  const result = patchObject(object, patch, { now: NOW });
  return result.ok ? result.value : expect.fail(JSON.stringify(result.problem));
}

/** The lines that a patch removes and adds. */
function change(object: CalendarObject, patch: PatchObject) {
  const before = linesOf(object.calendar);
  const after = linesOf(patched(object, patch));
  const minus = (a: string[], b: string[]) => {
    const left = [...b];
    return a.filter((line) => {
      const index = left.indexOf(line);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
  };
  return { gone: minus(before, after), come: minus(after, before) };
}

const SINGLE = `
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
X-WR-CALNAME:Kept
BEGIN:VTIMEZONE
TZID:W. Europe Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:u1
dtstamp:20260101T000000Z
DTSTART;TZID=W. Europe Standard Time;X-KEEP=1:20261123T100000
DTEND;TZID=W. Europe Standard Time:20261123T110000
SUMMARY;LANGUAGE=sv;X-ODD="a,b":Möte
DESCRIPTION;ALTREP="data:text/html,x":Text
LOCATION:Hemma
X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Hemma:geo:1,2
CATEGORIES:a,b
CATEGORIES:c
ORGANIZER;CN=Jane;X-ORG=1:mailto:jane@example.com
ATTENDEE;CN=Jane;PARTSTAT=ACCEPTED:mailto:jane@example.com
ATTENDEE;CN=Bo;X-NUM-GUESTS=2;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT:mailto:bo@example.com
ATTACH;X-KEEP=2:https://example.com/a.pdf
X-MICROSOFT-CDO-BUSYSTATUS:BUSY
X-VENDOR;X-P=q:v\\,w
BEGIN:VALARM
UID:alarm-1
TRIGGER;X-T=1:-PT15M
ACTION:DISPLAY
DESCRIPTION:Påminnelse
X-INSIDE:1
END:VALARM
BEGIN:X-COMPONENT
X-DEEP:1
END:X-COMPONENT
END:VEVENT
END:VCALENDAR`;

const SERIES = `
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:u1
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Stockholm:20260701T100000
DTEND;TZID=Europe/Stockholm:20260701T110000
SEQUENCE:4
SUMMARY:Möte
RRULE:FREQ=WEEKLY;BYDAY=WE
EXDATE;TZID=Europe/Stockholm:20260708T100000,20260715T100000
X-MAIN:1
END:VEVENT
BEGIN:VEVENT
UID:u1
RECURRENCE-ID;TZID=Europe/Stockholm:20260722T100000
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Stockholm:20260722T120000
DTEND;TZID=Europe/Stockholm:20260722T130000
SUMMARY:Flyttat möte
X-INSTANCE:1
END:VEVENT
END:VCALENDAR`;

describe("a patch changes only what it names", () => {
  const single = objectOf(SINGLE);
  it("a title changes SUMMARY and the stamps", () => {
    expect(change(single, { title: "Fika; ute" })).toEqual({
      gone: ["dtstamp:20260101T000000Z", 'SUMMARY;LANGUAGE=sv;X-ODD="a,b":Möte'],
      come: [
        "DTSTAMP:20261123T092000Z",
        'SUMMARY;LANGUAGE=sv;X-ODD="a,b":Fika\\; ute',
        "LAST-MODIFIED:20261123T092000Z",
      ],
    });
  });
  it("an unchanged item keeps its text, whatever the patch repeats", () => {
    const event = eventFromObject(single);
    expect(event.ok).toBe(true);
    const again = {
      title: "Möte",
      duration: "PT1H",
      id: "x",
      calendarIds: { c: true },
      isDraft: false,
      updated: "2030-01-01T00:00:00Z",
    };
    expect(serialiseICalendar(patched(single, again))).toBe(serialiseICalendar(single.calendar));
  });
  it("moving keeps the client's own TZID and increases SEQUENCE", () => {
    const { gone, come } = change(single, { start: "2026-11-24T10:00:00" });
    expect(gone.slice(1)).toEqual([
      "DTSTART;TZID=W. Europe Standard Time;X-KEEP=1:20261123T100000",
      "DTEND;TZID=W. Europe Standard Time:20261123T110000",
    ]);
    expect(come).toEqual(
      expect.arrayContaining([
        "DTSTART;TZID=W. Europe Standard Time;X-KEEP=1:20261124T100000",
        "DTEND;TZID=W. Europe Standard Time:20261124T110000",
        "SEQUENCE:1",
      ]),
    );
    expect(come).toHaveLength(5);
  });
  it("another zone gets its VTIMEZONE, the old one stays", () => {
    const text = linesOf(patched(single, { timeZone: "America/New_York" }));
    expect(text).toContain("DTSTART;TZID=America/New_York;X-KEEP=1:20261123T100000");
    expect(text.filter((line) => line.startsWith("TZID:"))).toEqual([
      "TZID:W. Europe Standard Time",
      "TZID:America/New_York",
    ]);
  });
  it("an answer changes one parameter of one ATTENDEE", () => {
    const event = eventFromObject(single);
    const key = event.ok
      ? Object.entries(event.value.participants ?? {}).find(([, p]) => p.name === "Bo")?.[0]
      : "";
    const { gone, come } = change(single, {
      [`participants/${key}/participationStatus`]: "accepted",
      [`participants/${key}/expectReply`]: null,
    });
    expect(gone.slice(1)).toEqual([
      "ATTENDEE;CN=Bo;X-NUM-GUESTS=2;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT:mailto:bo@example.com",
    ]);
    expect(come).toEqual([
      STAMPS[0],
      "ATTENDEE;CN=Bo;X-NUM-GUESTS=2;PARTSTAT=ACCEPTED;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT:mailto:bo@example.com",
      STAMPS[1],
    ]);
  });
  it("a new guest adds one line", () => {
    const { gone, come } = change(single, {
      "participants/new": { calendarAddress: "mailto:new@example.com", roles: { attendee: true } },
    });
    expect(gone).toHaveLength(1);
    expect(come).toEqual([STAMPS[0], "ATTENDEE;JSID=new:mailto:new@example.com", STAMPS[1]]);
  });
  it("an alarm's time changes its TRIGGER", () => {
    const { gone, come } = change(single, {
      "alerts/alarm-1/trigger": { "@type": "OffsetTrigger", offset: "-PT1H" },
    });
    expect(gone.slice(1)).toEqual(["TRIGGER;X-T=1:-PT15M"]);
    expect(come).toEqual([STAMPS[0], STAMPS[1], "TRIGGER;X-T=1:-PT1H"]);
  });
  it("sets lose and gain members in place", () => {
    const { gone, come } = change(single, { "keywords/b": null, "keywords/ny": true });
    expect(gone.slice(1)).toEqual(["CATEGORIES:a,b"]);
    expect(come).toEqual([STAMPS[0], "CATEGORIES:a", "CATEGORIES:ny", STAMPS[1]]);
  });
  it("removes copies of the old value: ALTREP, and Apple's structured place", () => {
    expect(change(single, { description: "Ny" }).come).toContain("DESCRIPTION:Ny");
    const { gone } = change(single, { locations: { x: { name: "Borta" } } });
    expect(gone.some((line) => line.startsWith("X-APPLE-STRUCTURED-LOCATION"))).toBe(true);
    expect(change(single, { title: "x" }).gone.some((line) => line.startsWith("X-APPLE"))).toBe(false);
  });
  it("changes to all-day and back", () => {
    const day = patched(single, {
      start: "2026-11-23T00:00:00",
      timeZone: null,
      showWithoutTime: true,
      duration: "P1D",
    });
    expect(linesOf(day)).toEqual(
      expect.arrayContaining(["DTSTART;VALUE=DATE;X-KEEP=1:20261123", "DTEND;VALUE=DATE:20261124"]),
    );
    const object = readCalendarObject(day);
    const back = object.ok
      ? linesOf(
          patched(object.value, {
            start: "2026-11-23T09:00:00",
            timeZone: "Europe/Stockholm",
            showWithoutTime: false,
            duration: "PT1H",
          }),
        )
      : [];
    expect(back).toEqual(
      expect.arrayContaining([
        "DTSTART;TZID=Europe/Stockholm;X-KEEP=1:20261123T090000",
        "DTEND;TZID=Europe/Stockholm:20261123T100000",
      ]),
    );
  });
  it("refuses an invalid result and leaves the object alone", () => {
    const before = serialiseICalendar(single.calendar);
    for (const patch of [
      { start: null },
      { start: "soon" },
      { "title/x": 1 },
      { title: "a", "title/b": 1 },
      { timeZone: "Nowhere/Land" },
      { "participants/nobody/name": "x" },
    ]) {
      expect(patchObject(single, patch, { now: NOW })).toMatchObject({
        ok: false,
        problem: { code: "invalid-jscalendar" },
      });
    }
    expect(serialiseICalendar(single.calendar)).toBe(before);
  });
});

describe("a patch of a series", () => {
  const series = objectOf(SERIES);
  it("removing an occurrence is one EXDATE", () => {
    const { gone, come } = change(series, { "recurrenceOverrides/2026-07-29T10:00:00": { excluded: true } });
    expect(gone.toSorted()).toEqual(["DTSTAMP:20260101T000000Z", "SEQUENCE:4"]);
    expect(come.toSorted()).toEqual([
      STAMPS[0],
      "EXDATE;TZID=Europe/Stockholm:20260729T100000",
      STAMPS[1],
      "SEQUENCE:5",
    ]);
  });
  it("restoring one removes it from its EXDATE line", () => {
    expect(change(series, { "recurrenceOverrides/2026-07-15T10:00:00": null })).toMatchObject({
      gone: expect.arrayContaining(["EXDATE;TZID=Europe/Stockholm:20260708T100000,20260715T100000"]),
      come: expect.arrayContaining(["EXDATE;TZID=Europe/Stockholm:20260708T100000"]),
    });
  });
  it("changing an occurrence adds a component based on the series", () => {
    const { gone, come } = change(series, { "recurrenceOverrides/2026-08-05T10:00:00": { title: "Annat" } });
    expect(gone).toEqual([]);
    expect(come).toEqual(
      expect.arrayContaining([
        "BEGIN:VEVENT",
        "RECURRENCE-ID;TZID=Europe/Stockholm:20260805T100000",
        "DTSTART;TZID=Europe/Stockholm:20260805T100000",
        "SUMMARY:Annat",
        "X-MAIN:1",
      ]),
    );
    expect(come.some((line) => /^(RRULE|EXDATE|RDATE)/.test(line))).toBe(false);
  });
  it("changing a changed occurrence touches only its component", () => {
    expect(change(series, { "recurrenceOverrides/2026-07-22T10:00:00/title": "Igen" })).toEqual({
      gone: ["DTSTAMP:20260101T000000Z", "SUMMARY:Flyttat möte"],
      come: [STAMPS[0], "SUMMARY:Igen", STAMPS[1]],
    });
  });
  it("a new title of the series leaves an occurrence's own title", () => {
    const lines = linesOf(patched(series, { title: "Träff" }));
    expect(lines.filter((line) => line.startsWith("SUMMARY"))).toEqual([
      "SUMMARY:Träff",
      "SUMMARY:Flyttat möte",
    ]);
  });
  it("a new place of the series reaches changed occurrences too", () => {
    const lines = linesOf(patched(series, { locations: { a: { name: "Sal" } } }));
    expect(lines.filter((line) => line.startsWith("LOCATION"))).toHaveLength(2);
    expect(lines).toContain("X-INSTANCE:1");
  });
  it("removing an override drops its component", () => {
    const { gone, come } = change(series, { "recurrenceOverrides/2026-07-22T10:00:00": null });
    expect(gone).toEqual(expect.arrayContaining(["X-INSTANCE:1", "SUMMARY:Flyttat möte"]));
    expect(come).toEqual([]);
  });
  it("ending it keeps the exceptions", () => {
    const { gone, come } = change(series, { "recurrenceRule/until": "2026-12-30T10:00:00" });
    expect(gone.toSorted()).toEqual(["DTSTAMP:20260101T000000Z", "RRULE:FREQ=WEEKLY;BYDAY=WE", "SEQUENCE:4"]);
    expect(come).toContain("RRULE:FREQ=WEEKLY;UNTIL=20261230T090000Z;BYDAY=WE");
  });
  it("another zone rewrites exceptions and identities", () => {
    const lines = linesOf(patched(series, { timeZone: "Europe/London" }));
    expect(lines).toContain("EXDATE;TZID=Europe/London:20260708T100000,20260715T100000");
    expect(lines).toContain("RECURRENCE-ID;TZID=Europe/London:20260722T100000");
    expect(lines.some((line) => line.includes("TZID=Europe/Stockholm"))).toBe(false);
  });
});

describe("an instance with fewer properties than its series", () => {
  const object = objectOf(SERIES.replace("X-MAIN:1", 'CLASS:PUBLIC\nJSPROP;JSPTR="locale":"sv"\nX-MAIN:1'));
  it("stays unchanged when nothing changes", () => {
    expect(serialiseICalendar(patched(object, { title: "Möte" }))).toBe(serialiseICalendar(object.calendar));
  });
  it("gets no RDATE, even if the rule doesn't give it", () => {
    const stray = objectOf(SERIES.replace("20260722T100000\nDTSTAMP", "20260723T100000\nDTSTAMP"));
    expect(serialiseICalendar(patched(stray, { title: "Möte" }))).toBe(serialiseICalendar(stray.calendar));
    expect(change(stray, { title: "x" }).come.some((line) => line.startsWith("RDATE"))).toBe(false);
  });
  it("keeps dates without effect, and odd values that are not touched", () => {
    const odd = objectOf(
      SERIES.replace(
        "SUMMARY:Möte",
        "EXDATE;TZID=Europe/Stockholm:20260722T100000\nRDATE;TZID=Europe/Stockholm:20260708T100000\nSUMMARY:Möte",
      ).replaceAll("20260701T1", "18990701T1"),
    );
    expect(serialiseICalendar(patched(odd, { title: "Möte" }))).toBe(serialiseICalendar(odd.calendar));
    expect(patchObject(odd, { start: "1898-01-01T10:00:00" }, { now: NOW }).ok).toBe(false);
  });
  it("keeps JSPROP when something else changes", () => {
    expect(change(object, { locale: "en" }).gone).toContain('JSPROP;JSPTR="locale":"sv"');
    expect(change(object, { title: "x" }).gone.some((line) => line.startsWith("JSPROP"))).toBe(false);
  });
});

describe("unknown content survives every patch", () => {
  const patches = fc.record(
    {
      title: fc.string(),
      description: fc.string(),
      color: fc.constantFrom("red", "#ff0000"),
      priority: fc.integer({ min: 0, max: 9 }),
      privacy: fc.constantFrom("public", "private", "secret"),
      status: fc.constantFrom("confirmed", "tentative", "cancelled"),
      freeBusyStatus: fc.constantFrom("free", "busy"),
      start: fc.constantFrom("2026-11-23T10:00:00", "2026-12-24T15:30:00", "2027-03-28T02:30:00"),
      duration: fc.constantFrom("PT1H", "PT25H", "P2D", "PT0S"),
      timeZone: fc.constantFrom("Europe/Berlin", "Europe/Stockholm", "Etc/UTC", "Asia/Kathmandu", null),
      keywords: fc.dictionary(fc.string({ minLength: 1 }), fc.constant(true)),
      alerts: fc.constantFrom(
        {},
        {
          a: { "@type": "Alert", action: "display", trigger: { "@type": "OffsetTrigger", offset: "-PT5M" } },
        },
      ),
      "example.com:extra": fc.jsonValue().filter((value) => value !== null),
    },
    { requiredKeys: [] },
  );
  const UNKNOWN = /^(X-WR|X-MICROSOFT|X-VENDOR|X-DEEP|BEGIN:X-COMP|X-ODD|ATTACH;X-KEEP)/;

  it("in text and in order, and the event reads as patched", () => {
    const object = objectOf(SINGLE);
    const before = eventFromObject(object);
    if (!before.ok) return expect.fail("unreadable");
    fc.assert(
      fc.property(patches, (patch) => {
        const calendar = patched(object, patch as PatchObject);
        const unknown = (component: Component) => linesOf(component).filter((line) => UNKNOWN.test(line));
        expect(unknown(calendar)).toEqual(unknown(object.calendar));
        const read = parseICalendar(serialiseICalendar(calendar));
        const again = read.ok ? readCalendarObject(read.value.calendar) : read;
        const after = again.ok ? eventFromObject(again.value) : again;
        const wanted = applyPatch(before.value, patch as PatchObject);
        if (!after.ok || !wanted.ok) return expect.fail("unreadable");
        expect(comparable(after.value)).toEqual(comparable(wanted.value));
      }),
      { numRuns: 300 },
    );
    return undefined;
  });

  /**
   * Compares what iCalendar can express: an empty map equals none; line breaks and control characters of texts,
   * stamps, and PT0S are not kept.
   */
  function comparable(event: JSEvent) {
    const { updated: _u, sequence: _s, duration, keywords, ...rest } = event;
    const text = (value?: string) =>
      // eslint-disable-next-line no-control-regex -- what TEXT can't hold
      value?.replace(/\r\n|\r/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
    const words = Object.keys(keywords ?? {})
      .map((word) => text(word))
      .filter((word) => word !== "" && word !== undefined)
      .toSorted((a, b) => ((a ?? "") < (b ?? "") ? -1 : 1));
    const zeroless = duration === "PT0S" ? undefined : duration;
    return JSON.parse(
      JSON.stringify({
        ...rest,
        ...(isEmptyMap("alerts", asJson(rest)["alerts"]) && { alerts: undefined }),
        duration: zeroless,
        keywords: words,
        title: text(rest.title),
        description: text(rest.description),
      }),
    ) as unknown;
  }
});
