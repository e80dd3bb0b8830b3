import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import { busyPeriods } from "./busy-periods.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? UTC;
const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);

function seriesOf(body: string) {
  const parsed = parseICalendar(
    `BEGIN:VCALENDAR\r\n${body.trim().split("\n").join("\r\n")}\r\nEND:VCALENDAR\r\n`,
  );
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  const series = object.ok ? seriesOfObject(object.value) : object;
  return series.ok ? series.value : expect.fail(JSON.stringify(series.problem));
}
const event = (from: string, to: string, more = "") =>
  seriesOf(`BEGIN:VEVENT\nUID:u\nDTSTART:202611${from}00Z\nDTEND:202611${to}00Z\n${more}END:VEVENT`);

function busy(series: ReturnType<typeof seriesOf>[], from = "23T00:00", to = "24T00:00") {
  const result = busyPeriods(series, { from: at(from), to: at(to) }, stockholm);
  if (!result.ok) return expect.fail(JSON.stringify(result.problem));
  return result.value.map(
    (p) =>
      `${new Date(p.from).toISOString().slice(8, 16)}/${new Date(p.to).toISOString().slice(8, 16)} ${p.type}`,
  );
}

describe("busy periods", () => {
  it("join where they touch, and stay within the window", () => {
    expect(
      busy([
        event("23T1000", "23T1100"),
        event("23T1100", "23T1200"),
        event("23T1030", "23T1040"),
        event("22T2200", "23T0100"),
        event("23T2300", "25T0000"),
      ]),
    ).toEqual(["23T00:00/23T01:00 BUSY", "23T10:00/23T12:00 BUSY", "23T23:00/24T00:00 BUSY"]);
  });
  it("leave out events that don't make the person busy", () => {
    expect(
      busy([
        event("23T1000", "23T1100", "TRANSP:TRANSPARENT\n"),
        event("23T1000", "23T1100", "STATUS:CANCELLED\n"),
        event("23T1000", "23T1000"),
        event("24T0000", "24T0100"),
        seriesOf("BEGIN:VTODO\nUID:u\nDTSTART:20261123T100000Z\nDUE:20261123T110000Z\nEND:VTODO"),
      ]),
    ).toEqual([]);
  });
  it("show tentative only where nothing is confirmed", () => {
    expect(
      busy([
        event("23T0900", "23T1300", "STATUS:TENTATIVE\n"),
        event("23T1000", "23T1100"),
        event("23T1200", "23T1400"),
      ]),
    ).toEqual([
      "23T09:00/23T10:00 BUSY-TENTATIVE",
      "23T10:00/23T11:00 BUSY",
      "23T11:00/23T12:00 BUSY-TENTATIVE",
      "23T12:00/23T14:00 BUSY",
    ]);
  });
  it("read days in the viewer's zone, and follow a series with its changed instances", () => {
    expect(
      busy(
        [seriesOf("BEGIN:VEVENT\nUID:u\nDTSTART;VALUE=DATE:20261123\nEND:VEVENT")],
        "22T00:00",
        "25T00:00",
      ),
    ).toEqual(["22T23:00/23T23:00 BUSY"]);
    const series = seriesOf(
      "BEGIN:VEVENT\nUID:u\nDTSTART:20260101T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY\nEND:VEVENT\nBEGIN:VEVENT\nUID:u\nRECURRENCE-ID:20261123T100000Z\nDTSTART:20261123T100000Z\nDURATION:PT1H\nSTATUS:CANCELLED\nEND:VEVENT",
    );
    expect(busy([series], "22T00:00", "25T00:00")).toEqual([
      "22T10:00/22T11:00 BUSY",
      "24T10:00/24T11:00 BUSY",
    ]);
  });
  it("is busy throughout where a series has more occurrences than can be looked at", () => {
    const every = seriesOf(
      "BEGIN:VEVENT\nUID:u\nDTSTART:20260101T000000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY\nEND:VEVENT",
    );
    expect(busyPeriods([every], { from: at("23T00:00"), to: at("24T00:00") }, UTC)).toEqual({
      ok: true,
      value: [{ from: at("23T00:00"), to: at("24T00:00"), type: "BUSY" }],
    });
  });
});
