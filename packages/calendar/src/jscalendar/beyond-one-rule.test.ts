import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { expand } from "../recurrence/expand.ts";
import { seriesOfObject, type Series } from "../recurrence/series.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { UTC } from "../time/zone.ts";
import { changeAll, changeOne, removeFollowing, removeOne, splitAt } from "./series/edit-series.ts";
import { objectFromEvent } from "./from-jscalendar.ts";
import { applyPatch } from "./patch.ts";
import { seriesOfEvent } from "./series/series-of-event.ts";
import { eventFromObject } from "./to-jscalendar.ts";
import type { JSEvent, PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

// Rules that one JSCalendar rule can't express: EXRULE, a second RRULE, RANGE=THISANDFUTURE, leap months.

const context = { uid: "u", now: Date.UTC(2026, 10, 20), prodId: "p" };
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));

function objectOf(lines: string, instance = ""): CalendarObject {
  const other = instance && `BEGIN:VEVENT\nUID:u\n${instance}\nEND:VEVENT\n`;
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\nBEGIN:VEVENT\nUID:u\nSUMMARY:a\nDTSTART:20260105T090000Z\nDURATION:PT1H\n${lines}\nEND:VEVENT\n${other}END:VCALENDAR\n`;
  return value(readCalendarObject(value(parseICalendar(text)).calendar));
}
const reread = (object: CalendarObject, patch: PatchObject): CalendarObject => {
  const text = serialiseICalendar(value(patchObject(object, patch, context)));
  return value(readCalendarObject(value(parseICalendar(text)).calendar));
};
const linesOf = (object: CalendarObject, name: string): string[] =>
  serialiseICalendar(object.calendar)
    .split("\r\n")
    .filter((line) => line.startsWith(name));

function startsOf(series: Series<unknown>, from = "2026-01-01", to = "2027-01-01"): string[] {
  const window = { from: Date.parse(`${from}T00:00:00Z`), to: Date.parse(`${to}T00:00:00Z`) };
  return value(expand(series, window, UTC)).map(({ startInstant }) => new Date(startInstant).toISOString());
}
const both = (object: CalendarObject, from?: string, to?: string) => ({
  stored: startsOf(value(seriesOfObject(object)), from, to),
  told: startsOf(value(seriesOfEvent(value(eventFromObject(object)))), from, to),
});

describe("EXRULE", () => {
  const object = objectOf("RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=SA,SU");

  it("is given as exclusions, the first 500 within five years", () => {
    const { stored, told } = both(object);
    expect(told).toEqual(stored);
    expect(stored).toHaveLength(259);
    const event = value(eventFromObject(object));
    expect(Object.keys(event.recurrenceOverrides ?? {})).toHaveLength(500);
    expect(event.recurrenceOverrides?.["2026-01-10T09:00:00"]).toEqual({ excluded: true });
  });

  it("stays unchanged, and no EXDATE repeats it, whatever else is edited", () => {
    const titled = reread(object, { title: "b" });
    expect(linesOf(titled, "EX")).toEqual(["EXRULE:FREQ=WEEKLY;BYDAY=SA,SU"]);
    const removed = reread(object, removeOne(value(eventFromObject(object)), "2026-01-07T09:00:00"));
    expect(linesOf(removed, "EX")).toEqual(["EXRULE:FREQ=WEEKLY;BYDAY=SA,SU", "EXDATE:20260107T090000Z"]);
    const changed = reread(object, { "recurrenceRule/interval": 2 });
    expect(linesOf(changed, "EX")).toEqual(["EXRULE:FREQ=WEEKLY;BYDAY=SA,SU"]);
    expect(linesOf(reread(object, { recurrenceRule: null }), "EXRULE")).toEqual([]);
  });

  it("is read from a rule of every second without walking through years", () => {
    const start = cpuMs();
    const event = value(eventFromObject(objectOf("RRULE:FREQ=SECONDLY\nEXRULE:FREQ=SECONDLY;INTERVAL=2")));
    expect(Object.keys(event.recurrenceOverrides ?? {}).length).toBeLessThanOrEqual(500);
    expect(cpuMs() - start).toBeLessThan(2_000);
  });
});

describe("a second RRULE", () => {
  const object = objectOf("RRULE:FREQ=WEEKLY;BYDAY=MO\nRRULE:FREQ=WEEKLY;BYDAY=TH");

  it("is given as added occurrences, and stays when the first one changes", () => {
    const { stored, told } = both(object);
    expect(told).toEqual(stored);
    expect(value(eventFromObject(object)).recurrenceOverrides?.["2026-01-08T09:00:00"]).toEqual({});
    const changed = reread(object, { "recurrenceRule/byDay": [{ day: "tu" }] });
    expect(linesOf(changed, "RRULE")).toEqual(["RRULE:FREQ=WEEKLY;BYDAY=TU", "RRULE:FREQ=WEEKLY;BYDAY=TH"]);
    expect(linesOf(changed, "RDATE")).toEqual([]);
  });

  it("loses an occurrence that is removed", () => {
    const removed = reread(object, removeOne(value(eventFromObject(object)), "2026-01-08T09:00:00"));
    expect(linesOf(removed, "EXDATE")).toEqual(["EXDATE:20260108T090000Z"]);
    expect(both(removed).stored).toEqual(both(object).stored.filter((at) => !at.startsWith("2026-01-08")));
  });

  it("ends where a split ends the first", () => {
    const event = value(eventFromObject(object));
    const { before } = value(splitAt(event, "2026-03-02T09:00:00", "v"));
    expect(both(reread(object, before)).stored).toEqual(
      both(object).stored.filter((at) => at < "2026-03-02T09:00:00"),
    );
  });
});

describe("RANGE=THISANDFUTURE", () => {
  const object = objectOf(
    "RRULE:FREQ=WEEKLY",
    "RECURRENCE-ID;RANGE=THISANDFUTURE:20260119T090000Z\nSUMMARY:b\nDTSTART:20260120T100000Z\nDURATION:PT2H",
  );
  const event = value(eventFromObject(object));

  it("is given exactly and in bounded space for a series without end", () => {
    expect(Object.keys(event.recurrenceOverrides ?? {}).length).toBeLessThanOrEqual(501);
    for (const year of ["2026", "2031", "2100", "2190"]) {
      const { stored, told } = both(object, `${year}-01-01`, `${year}-12-31`);
      expect(told).toEqual(stored);
      expect(told.length).toBeGreaterThan(50);
    }
    expect(both(object, "2100-01-01", "2100-12-31").told[0]).toMatch(/T10:00:00/);
  });

  it("comes back from JSCalendar as one component with its range", () => {
    const back = value(objectFromEvent(event, context));
    const text = serialiseICalendar(back);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).toContain("RECURRENCE-ID;RANGE=THISANDFUTURE:20260119T090000Z");
    const again = value(eventFromObject(value(readCalendarObject(back))));
    expect(again.recurrenceOverrides).toEqual(event.recurrenceOverrides);
  });

  it("lets a following occurrence be changed, or return to the series", () => {
    const key = "2026-02-02T09:00:00";
    const changed = reread(object, { [`recurrenceOverrides/${key}/title`]: "c" });
    expect(linesOf(changed, "RECURRENCE-ID")).toHaveLength(2);
    expect(value(eventFromObject(changed)).recurrenceOverrides?.[key]).toMatchObject({ title: "c" });
    const plain = reread(object, { [`recurrenceOverrides/${key}`]: null });
    expect(value(eventFromObject(plain)).recurrenceOverrides?.[key]).toEqual({});
    expect(both(plain).stored).toContain("2026-02-02T09:00:00.000Z");
    expect(both(plain).told).toEqual(both(plain).stored);
  });

  it("continues after a split", () => {
    const { before, after } = value(splitAt(event, "2026-03-02T09:00:00", "v"));
    const [first, then] = [
      reread(object, before),
      value(readCalendarObject(value(objectFromEvent(after, context)))),
    ];
    for (const [from, to] of [
      ["2026-01-01", "2027-01-01"],
      ["2100-01-01", "2101-01-01"],
    ] as const)
      expect([...both(first, from, to).stored, ...both(then, from, to).stored]).toEqual(
        both(object, from, to).stored,
      );
    expect(value(applyPatch(event, before)).recurrenceOverrides?.["2026-03-09T09:00:00"]).toBeUndefined();
  });
});

describe("a zone that only its VTIMEZONE describes", () => {
  const rule = (at: string, from: string, to: string, month: number) =>
    `DTSTART:${at}\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nRRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=2TU`;
  const zone = `BEGIN:VTIMEZONE\nTZID:Nowhere\nBEGIN:STANDARD\n${rule("19701013T030000", "+0437", "+0307", 10)}\nEND:STANDARD\nBEGIN:DAYLIGHT\n${rule("19700512T020000", "+0307", "+0437", 5)}\nEND:DAYLIGHT\nEND:VTIMEZONE`;
  const lines = "UID:u\nDTSTART;TZID=Nowhere:20260105T010000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO";
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\n${zone}\nBEGIN:VEVENT\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n`;
  const object = value(readCalendarObject(value(parseICalendar(text)).calendar));

  it("is given in UTC, with every occurrence at its instant", () => {
    const { stored, told } = both(object);
    expect(told).toEqual(stored);
    expect(stored).toContain("2026-01-11T21:53:00.000Z");
    expect(stored).toContain("2026-06-28T20:23:00.000Z");
    expect(value(eventFromObject(object)).timeZone).toBe("Etc/UTC");
  });

  it("stays in use, for the series and for changed or removed occurrences", () => {
    const event = value(eventFromObject(object));
    expect(linesOf(reread(object, { title: "x" }), "EXDATE")).toEqual([]);
    const removed = reread(object, removeOne(event, "2026-06-28T20:23:00"));
    expect(linesOf(removed, "EXDATE")).toEqual(["EXDATE;TZID=Nowhere:20260629T010000"]);
    expect(both(removed).stored).toHaveLength(both(object).stored.length - 1);
    const changed = reread(object, { "recurrenceOverrides/2026-06-28T20:23:00": { title: "y" } });
    expect(linesOf(changed, "RECURRENCE-ID")).toEqual(["RECURRENCE-ID;TZID=Nowhere:20260629T010000"]);
    expect(both(changed).told).toEqual(both(object).stored);
  });
});

describe("unknown content", () => {
  const instance =
    "RECURRENCE-ID:20260112T090000Z\nX-IN-INSTANCE:1\nDTSTART:20260112T110000Z\nBEGIN:VALARM\nX-IN-ITS-ALARM:1\nTRIGGER:-PT5M\nACTION:DISPLAY\nEND:VALARM";
  const lines =
    "RRULE:FREQ=WEEKLY\nX-IN-SERIES;X-P=1:a\nBEGIN:VALARM\nX-IN-ALARM:1\nTRIGGER:-PT5M\nACTION:DISPLAY\nEND:VALARM\nBEGIN:X-THING\nX-IN-THING:1\nEND:X-THING";
  const object = objectOf(lines, instance);
  const event = value(eventFromObject(object));
  const unknown = (some: CalendarObject) => linesOf(some, "X-").concat(linesOf(some, "BEGIN:X-"));

  it.each<[string, () => PatchObject]>([
    ["one that is changed", () => changeOne(event, "2026-01-12T09:00:00", { title: "b" })],
    ["all that are moved", () => changeAll(event, { start: "2026-01-05T09:30:00", title: "c" })],
    ["all that are moved to another day", () => changeAll(event, { start: "2026-01-06T09:00:00" })],
    ["another that is removed", () => removeOne(event, "2026-01-19T09:00:00")],
    ["an end", () => value(removeFollowing(event, "2026-03-02T09:00:00")) ?? {}],
    ["a split", () => value(splitAt(event, "2026-03-02T09:00:00", "v")).before],
  ])("stays at every level through %s", (_, patch) => {
    const after = reread(object, patch());
    expect(unknown(after)).toEqual(expect.arrayContaining(unknown(object)));
    expect(linesOf(after, "X-IN-SERIES")).toContain("X-IN-SERIES;X-P=1:a");
  });
});

describe("leap months", () => {
  it("go to JSCalendar and back", () => {
    const rule: NonNullable<JSEvent["recurrenceRule"]> = {
      "@type": "RecurrenceRule",
      frequency: "yearly",
      rscale: "hebrew",
      skip: "forward",
      byMonth: ["5L"],
      byMonthDay: [8],
    };
    const event: JSEvent = { "@type": "Event", uid: "u", start: "2026-01-05T09:00:00", recurrenceRule: rule };
    const back = value(objectFromEvent(event, context));
    expect(serialiseICalendar(back)).toContain("BYMONTH=5L");
    expect(value(eventFromObject(value(readCalendarObject(back)))).recurrenceRule).toEqual(rule);
  });
});
