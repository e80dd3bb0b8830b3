import { describe, expect, it } from "vitest";
import { parseICalendar } from "../icalendar/parse.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { readAvailability, unavailablePeriods } from "./availability.ts";
import { mergeBusyPeriods, type BusyPeriod } from "./merge-busy-periods.ts";

const montreal = ianaZone("America/Montreal") ?? expect.fail("no such zone");
const stockholm = ianaZone("Europe/Stockholm") ?? expect.fail("no such zone");
const HOUR = 3_600_000;

const read = (body: string) => {
  const parsed = parseICalendar(
    `BEGIN:VCALENDAR\r\n${body.trim().split("\n").join("\r\n")}\r\nEND:VCALENDAR\r\n`,
  );
  return parsed.ok ? readAvailability(parsed.value.calendar) : expect.fail("not iCalendar");
};
const mustRead = (body: string) => {
  const found = read(body);
  return found.ok ? found.value : expect.fail(JSON.stringify(found.problem));
};
const hours = (uid: string, zone: string, date: string, from: string, to: string, more: string) =>
  `BEGIN:AVAILABLE
UID:${uid}
DTSTART;TZID=${zone}:${date}T${from}0000
DTEND;TZID=${zone}:${date}T${to}0000
${more}
END:AVAILABLE`;
const WEEKDAYS = "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
const availability = (lines: string, ...parts: string[]) =>
  `BEGIN:VAVAILABILITY\n${[lines, ...parts].filter((part) => part !== "").join("\n")}\nEND:VAVAILABILITY`;

/** One letter for every two hours of a day, as in the tables of RFC 7953 §5.1. */
function slots(periods: readonly BusyPeriod[], midnight: number): string {
  const letters = { BUSY: "B", "BUSY-UNAVAILABLE": "U", "BUSY-TENTATIVE": "T" };
  return Array.from({ length: 12 }, (_, slot) => {
    const at = midnight + slot * 2 * HOUR;
    const period = periods.find(({ from, to }) => from <= at && at < to);
    return period ? letters[period.type] : "F";
  }).join("");
}
/** A day in Montreal, slot by slot. */
function day(date: string, body: string, events: readonly BusyPeriod[] = []): string {
  const from = montreal.toInstant(Date.parse(`${date}T00:00:00Z`) as never);
  const found = unavailablePeriods(mustRead(body), { from, to: from + 24 * HOUR }, montreal);
  return found.ok
    ? slots(mergeBusyPeriods([...found.value, ...events]), from)
    : expect.fail(found.problem.code);
}

describe("availability, the examples of RFC 7953", () => {
  const OFFICE = availability(
    "UID:1\nDTSTART;TZID=America/Montreal:20111002T000000",
    hours("1a", "America/Montreal", "20111003", "08", "18", WEEKDAYS),
  );
  it("office hours with a meeting (§5.1.1)", () => {
    const noon = Date.UTC(2011, 10, 7, 17);
    const meeting: BusyPeriod = { from: noon, to: noon + 2 * HOUR, type: "BUSY" };
    expect(day("2011-11-07", OFFICE)).toBe("UUUUFFFFFUUU");
    expect(day("2011-11-07", OFFICE, [meeting])).toBe("UUUUFFBFFUUU");
    // a Sunday, and the day before the span begins
    expect(day("2011-11-06", OFFICE)).toBe("UUUUUUUUUUUU");
    expect(day("2011-10-01", OFFICE)).toBe("FFFFFFFFFFFF");
  });
  it("different hours on Friday (§3.1)", () => {
    const two = availability(
      "UID:1\nDTSTART;TZID=America/Montreal:20111002T000000\nDTEND;TZID=America/Montreal:20111202T000000",
      hours("a", "America/Montreal", "20111003", "09", "17", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH"),
      hours("b", "America/Montreal", "20111007", "09", "12", "RRULE:FREQ=WEEKLY;BYDAY=FR"),
    );
    expect(day("2011-11-10", two)).toBe("UUUUUFFFFUUU");
    expect(day("2011-11-11", two)).toBe("UUUUUFUUUUUU");
    // after its end
    expect(day("2011-12-05", two)).toBe("FFFFFFFFFFFF");
  });
  it("a week in another zone, as consecutive spans (§3.1)", () => {
    const itinerant = [
      availability(
        "UID:1\nDTSTART;TZID=America/Montreal:20111002T000000\nDTEND;TZID=America/Montreal:20111023T030000",
        hours("a", "America/Montreal", "20111003", "09", "17", WEEKDAYS),
      ),
      availability(
        "UID:2\nDTSTART;TZID=America/Los_Angeles:20111023T000000\nDTEND;TZID=America/Los_Angeles:20111030T000000",
        hours("b", "America/Los_Angeles", "20111024", "09", "17", WEEKDAYS),
      ),
      availability(
        "UID:3\nDTSTART;TZID=America/Montreal:20111030T030000",
        hours("c", "America/Montreal", "20111031", "09", "17", WEEKDAYS),
      ),
    ].join("\n");
    expect(day("2011-10-19", itinerant)).toBe("UUUUUFFFFUUU");
    // nine in Los Angeles is noon in Montreal
    expect(day("2011-10-26", itinerant)).toBe("UUUUUUFFFFUU");
    expect(day("2011-11-02", itinerant)).toBe("UUUUUFFFFUUU");
  });
  it("the usual hours, and others in one week with a higher priority (§4)", () => {
    const usual = availability(
      "UID:1\nPRIORITY:9",
      hours("a", "America/Montreal", "20111003", "08", "18", WEEKDAYS),
    );
    const special = availability(
      "UID:2\nPRIORITY:1\nDTSTART;TZID=America/Montreal:20111107T000000\nDTEND;TZID=America/Montreal:20111109T000000\nBUSYTYPE:BUSY-TENTATIVE",
      hours("b", "America/Montreal", "20111107", "12", "14", "RRULE:FREQ=DAILY"),
    );
    for (const both of [`${usual}\n${special}`, `${special}\n${usual}`]) {
      expect(day("2011-11-07", both)).toBe("TTTTTTFTTTTT");
      expect(day("2011-11-08", both)).toBe("TTTTTTFTTTTT");
      expect(day("2011-11-09", both)).toBe("UUUUFFFFFUUU");
    }
  });
});

describe("availability", () => {
  it("orders priorities 1 … 9, then 0 and none", () => {
    const free = (priority: string) =>
      availability(
        `UID:a${priority}${priority === "" ? "" : `\nPRIORITY:${priority}`}\nBUSYTYPE:BUSY`,
        hours(`f${priority}`, "America/Montreal", "20111101", "00", "23", "RRULE:FREQ=DAILY"),
      );
    const busy = (priority: string) =>
      availability(`UID:b${priority}${priority === "" ? "" : `\nPRIORITY:${priority}`}`);
    const noon = (body: string) => day("2011-11-07", body)[6];
    expect(noon(`${free("1")}\n${busy("2")}`)).toBe("F");
    expect(noon(`${busy("8")}\n${free("9")}`)).toBe("U");
    expect(noon(`${busy("9")}\n${free("0")}`)).toBe("U");
    expect(noon(`${busy("9")}\n${free("")}`)).toBe("U");
    expect(noon(`${busy("high")}\n${free("9")}`)).toBe("F");
    // of the same priority: a time that one of them makes available is free
    expect(noon(`${busy("5")}\n${free("5")}`)).toBe("F");
    expect(day("2011-11-07", `${availability("UID:1\nBUSYTYPE:BUSY")}\n${busy("")}`)).toBe("BBBBBBBBBBBB");
  });
  it("cuts hours off at the ends of their span, and accepts a duration", () => {
    const body = availability(
      "UID:1\nDTSTART:20111107T120000Z\nDURATION:PT4H",
      "BEGIN:AVAILABLE\nUID:a\nDTSTART:20111107T100000Z\nDURATION:PT3H\nEND:AVAILABLE",
    );
    const window = { from: Date.UTC(2011, 10, 7), to: Date.UTC(2011, 10, 8) };
    expect(unavailablePeriods(mustRead(body), window, UTC)).toEqual({
      ok: true,
      value: [{ from: Date.UTC(2011, 10, 7, 13), to: Date.UTC(2011, 10, 7, 16), type: "BUSY-UNAVAILABLE" }],
    });
  });
  it("follows changed and excluded instances", () => {
    const body = availability(
      "UID:1",
      hours(
        "a",
        "America/Montreal",
        "20111107",
        "08",
        "18",
        "RRULE:FREQ=DAILY\nEXDATE;TZID=America/Montreal:20111108T080000",
      ),
      hours(
        "a",
        "America/Montreal",
        "20111109",
        "12",
        "14",
        "RECURRENCE-ID;TZID=America/Montreal:20111109T080000",
      ),
    );
    expect(day("2011-11-07", body)).toBe("UUUUFFFFFUUU");
    expect(day("2011-11-08", body)).toBe("UUUUUUUUUUUU");
    expect(day("2011-11-09", body)).toBe("UUUUUUFUUUUU");
  });
  it("treats two parts with one UID as two, since some clients write them so", () => {
    const body = availability(
      "UID:1",
      hours("same", "America/Montreal", "20111107", "08", "12", "RRULE:FREQ=DAILY"),
      hours("same", "America/Montreal", "20111107", "14", "16", "RRULE:FREQ=DAILY"),
    );
    expect(day("2011-11-10", body)).toBe("UUUUFFUFUUUU");
  });
  it("reads floating times in the owner's zone", () => {
    const body = availability(
      "UID:1",
      "BEGIN:AVAILABLE\nUID:a\nDTSTART:20261123T090000\nDTEND:20261123T100000\nEND:AVAILABLE",
    );
    const window = { from: Date.UTC(2026, 10, 23), to: Date.UTC(2026, 10, 24) };
    const found = unavailablePeriods(mustRead(body), window, stockholm);
    expect(found.ok && found.value.map(({ from }) => new Date(from).getUTCHours())).toEqual([0, 9]);
  });
  it.each<[string, string]>([
    ["nothing", "BEGIN:VEVENT\nUID:1\nEND:VEVENT"],
    ["a start that is none", availability("UID:1\nDTSTART:soon")],
    ["a duration without a start", availability("UID:1\nDURATION:PT1H")],
    ["hours without UID", availability("UID:1", "BEGIN:AVAILABLE\nDTSTART:20261123T090000Z\nEND:AVAILABLE")],
    ["hours without a start", availability("UID:1", "BEGIN:AVAILABLE\nUID:a\nEND:AVAILABLE")],
    [
      "a broken rule",
      availability(
        "UID:1",
        "BEGIN:AVAILABLE\nUID:a\nDTSTART:20261123T090000Z\nRRULE:FREQ=NOW\nEND:AVAILABLE",
      ),
    ],
    ["too many", Array.from({ length: 51 }, () => availability("UID:1")).join("\n")],
    [
      "too many hours",
      availability(
        "UID:1",
        ...Array.from(
          { length: 301 },
          (_, i) => `BEGIN:AVAILABLE\nUID:${i}\nDTSTART:20261123T090000Z\nEND:AVAILABLE`,
        ),
      ),
    ],
  ])("refuses %s", (_, body) => {
    expect(read(body).ok).toBe(false);
  });
  it("fails quickly if there are too many periods", () => {
    const before = cpuMs();
    const every =
      "BEGIN:AVAILABLE\nUID:a\nDTSTART:20200101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY;INTERVAL=2\nEND:AVAILABLE";
    const window = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
    expect(unavailablePeriods(mustRead(availability("UID:1", every)), window, UTC)).toMatchObject({
      ok: false,
      problem: { code: "too-many-occurrences" },
    });
    expect(cpuMs() - before).toBeLessThan(3_000);
  });
});
