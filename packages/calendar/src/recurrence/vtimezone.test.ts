import { expect, test } from "vitest";
import type { Component } from "../icalendar/component.ts";
import { parseComponents } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { textValue } from "../icalendar/text.ts";
import { DAY, HOUR, MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";
import { resolveZone, zonesOf } from "./resolve-zone.ts";
import { parseUtcOffset, zoneOfVtimezone } from "./vtimezone-zone.ts";
import { vtimezoneFor } from "./write-vtimezone.ts";
import { cpuMs } from "../testing/cpu-ms.ts";

const component = (text: string): Component => {
  const parsed = parseComponents(
    text
      .trim()
      .split(/\s*\n\s*/)
      .join("\r\n"),
  );
  if (!parsed.ok || !parsed.value[0]) throw new Error(JSON.stringify(parsed));
  return parsed.value[0];
};

const reread = (written: Component): Component => {
  const parsed = parseComponents(serialiseICalendar(written));
  if (!parsed.ok || !parsed.value[0]) throw new Error(JSON.stringify(parsed));
  return parsed.value[0];
};

const observance = (name: string, start: string, from: string, to: string, rest = "") =>
  `BEGIN:${name}\nDTSTART:${start}\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\n${rest}${rest && "\n"}END:${name}`;
const vtimezone = (...observances: string[]) =>
  component(`BEGIN:VTIMEZONE\nTZID:Own\n${observances.join("\n")}\nEND:VTIMEZONE`);

test("a foreign VTIMEZONE that starts in 1601 is read by its own rules", () => {
  const zone = zoneOfVtimezone(
    "Own",
    vtimezone(
      observance("STANDARD", "16010101T030000", "+0200", "+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
      observance("DAYLIGHT", "16010101T020000", "+0100", "+0200", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
    ),
  );
  const stockholm = ianaZone("Europe/Stockholm")!;
  for (let at = Date.UTC(1997, 0, 1); at < Date.UTC(2100, 0, 1); at += 11 * HOUR)
    expect(zone?.offsetAt(at)).toBe(stockholm.offsetAt(at));
  expect(zone?.offsetAt(Date.UTC(1901, 6, 1))).toBe(2 * HOUR);
});

test("reads UNTIL, RDATE and single onsets, seconds, and observances without a rule", () => {
  const zone = zoneOfVtimezone(
    "Own",
    vtimezone(
      observance("STANDARD", "19000101T000000", "+011224", "+0100"),
      observance(
        "DAYLIGHT",
        "20200329T020000",
        "+0100",
        "+0200",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20210328T010000Z\nRDATE:20250601T020000",
      ),
      observance("STANDARD", "20201025T030000", "+0200", "+0100", "RDATE:20211031T030000,20250901T030000"),
    ),
  );
  const hours = (...at: [number, number, number, number?]) => (zone?.offsetAt(Date.UTC(...at)) ?? NaN) / HOUR;
  expect([
    hours(1800, 0, 1),
    hours(2020, 2, 29, 0),
    hours(2020, 2, 29, 1),
    hours(2021, 6, 1),
    hours(2022, 6, 1),
    hours(2025, 6, 1),
    hours(2026, 6, 1),
  ]).toEqual([4344 / 3600, 1, 2, 2, 1, 2, 1]);
});

test.each([
  ["nothing inside", vtimezone()],
  ["an unreadable onset", vtimezone(observance("STANDARD", "soon", "+0100", "+0100"))],
  ["an unreadable offset", vtimezone(observance("STANDARD", "19700101T000000", "+1", "+0100"))],
  [
    "an unreadable rule",
    vtimezone(observance("STANDARD", "19700101T000000", "+0200", "+0100", "RRULE:FREQ=NEVER")),
  ],
  [
    "onsets every second",
    vtimezone(observance("STANDARD", "19700101T000000", "+0200", "+0100", "RRULE:FREQ=SECONDLY")),
  ],
  [
    "many rules that give nothing",
    vtimezone(
      observance(
        "STANDARD",
        "19700101T000000",
        "+0200",
        "+0100",
        "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\n".repeat(30_000).trim(),
      ),
    ),
  ],
  [
    "many observances that give nothing",
    vtimezone(
      ...Array<string>(500).fill(
        observance(
          "STANDARD",
          "19700101T000000",
          "+0200",
          "+0100",
          "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        ),
      ),
    ),
  ],
])("a VTIMEZONE with %s is invalid, which is found quickly", (_, broken) => {
  const started = cpuMs();
  expect(zoneOfVtimezone("Own", broken)).toBeUndefined();
  expect(cpuMs() - started).toBeLessThan(3000);
});

test("reads offsets", () => {
  expect(["+0100", "-0330", "+01:00", "+005328", "-0000", "0100"].map(parseUtcOffset)).toEqual([
    HOUR,
    -3.5 * HOUR,
    HOUR,
    3_208_000,
    0,
    HOUR,
  ]);
  expect(["", "1", "+2500", "+01", "north"].map(parseUtcOffset)).toEqual(Array(5).fill(undefined));
});

test.each([
  ["Europe/Stockholm", "Europe/Stockholm"],
  ["europe/stockholm ", "Europe/Stockholm"],
  ["/freeassociation.sourceforge.net/Europe/Stockholm", "Europe/Stockholm"],
  ["/freeassociation.sourceforge.net/Tzfile/Europe/Stockholm", "Europe/Stockholm"],
  ["/mozilla.org/20050126_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["/citadel.org/20190914_1/Europe/London", "Europe/London"],
  ["America/New York", "America/New_York"],
  ["W. Europe Standard Time", "Europe/Berlin"],
  ["GMT Standard Time", "Europe/London"],
  ["Eastern Standard Time", "America/New_York"],
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Amsterdam"],
  ["(GMT-05.00) Eastern Time (US & Canada)".replace("05.00", "05:00"), "America/New_York"],
  ["(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/Dublin"],
  ["(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"],
  ["UTC", "UTC"],
  ["/softwarestudio.org/Tzfile/Europe/Stockholm", "Europe/Stockholm"],
  ["/freeassociation.sourceforge.net/Tzfile/America/Indiana/Knox", "America/Indiana/Knox"],
  ["tzone://Microsoft/Utc", "UTC"],
  ["W. Europe Standard Time 1", "Europe/Berlin"],
  ["Central European", "Europe/Warsaw"],
  ["(GMT+01.00) Sarajevo/Warsaw/Zagreb", "Europe/Sarajevo"],
  ["(GMT+01.00) Paris/Madrid/Brussels/Copenhagen", "Europe/Paris"],
  ["(GMT+10.00) Canberra/Melbourne/Sydney", "Australia/Melbourne"],
])("TZID %s means %s", (tzid, id) => {
  const zone = resolveZone(tzid, undefined);
  const expected = ianaZone(id)!;
  for (const at of [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)])
    expect(zone?.offsetAt(at)).toBe(expected.offsetAt(at));
});

test("an unknown name falls back to X-LIC-LOCATION, then to the rules, then to nothing", () => {
  const rules = observance("STANDARD", "19700101T000000", "+0700", "+0700");
  expect(resolveZone("Customized Time Zone", vtimezone(rules))?.offsetAt(0)).toBe(7 * HOUR);
  const located = component(`BEGIN:VTIMEZONE\nTZID:x\nX-LIC-LOCATION:Europe/London\n${rules}\nEND:VTIMEZONE`);
  expect(resolveZone("x", located)).toBe(ianaZone("Europe/London"));
  expect(resolveZone("Nowhere", undefined)).toBeUndefined();
  expect(resolveZone("", undefined)).toBeUndefined();
  expect(resolveZone("(UTC+01:00) Nowhere", undefined)?.offsetAt(0)).toBe(HOUR);
  expect(resolveZone("(UTC+01:00) Nowhere", vtimezone(rules))?.offsetAt(0)).toBe(7 * HOUR);
  // A place with another offset than the name gives is ignored.
  expect(resolveZone("(UTC+09:00) Stockholm", undefined)?.offsetAt(0)).toBe(9 * HOUR);
  expect(zonesOf({ timeZones: new Map([["x", located]]) })("x")).toBe(ianaZone("Europe/London"));
});

test("a VTIMEZONE with an invented name is the IANA zone with its rules, chosen by its names", () => {
  const own = (more: string, hour = "0200") =>
    component(
      `BEGIN:VTIMEZONE\nTZID:Min zon\n${more}${observance("STANDARD", "16010101T030000", "+0200", "+0100", "TZNAME:CET\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10")}\n` +
        `${observance("DAYLIGHT", `16010101T${hour}00`, "+0100", "+0200", "TZNAME:CEST\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3")}\nEND:VTIMEZONE`,
    );
  expect(resolveZone("Min zon", own(""))).toBe(ianaZone("Europe/Stockholm"));
  expect(resolveZone("Min zon", own("X-LIC-LOCATION:Oslo\\, Norge\n"))).toBe(ianaZone("Europe/Oslo"));
  const odd = resolveZone("Min zon", own("X-LIC-LOCATION:Oslo\n", "0100"));
  expect(odd?.id).toBe("Min zon");
  expect(odd?.offsetAt(Date.UTC(2026, 2, 29, 0, 30))).toBe(2 * HOUR);
});

test("equal VTIMEZONEs give the identical zone, others another, however many there are", () => {
  const at = (offset: string) => vtimezone(observance("STANDARD", "19700101T000000", offset, offset));
  const first = resolveZone("Own", at("+0701"));
  expect(resolveZone("Own", at("+0701"))).toBe(first);
  expect(resolveZone("Own", at("+0702"))?.offsetAt(0)).toBe(7 * HOUR + 120_000);
  for (let index = 0; index < 500; index++) {
    const offset = `+${String(Math.floor(index / 60)).padStart(2, "0")}${String(index % 60).padStart(2, "0")}`;
    expect(resolveZone("Own", at(offset))?.offsetAt(Date.UTC(2026, 0))).toBe(index * 60_000);
  }
  expect(resolveZone("Own", at("+0701"))?.offsetAt(0)).toBe(first?.offsetAt(0));
});

test.each([
  "Europe/Stockholm",
  "Europe/London",
  "Europe/Dublin",
  "America/New_York",
  "America/Vancouver",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "Asia/Tehran",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
])("the VTIMEZONE written for %s matches the zone over its whole span", (id) => {
  for (const [from, to] of [
    [MIN_INSTANT, MAX_INSTANT],
    [Date.UTC(2026, 5, 1), Date.UTC(2027, 0, 1)],
    [Date.UTC(2005, 10, 20), Date.UTC(2026, 10, 20)],
    [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)],
  ] as const) {
    const written = reread(vtimezoneFor(id, from, to));
    const read = zoneOfVtimezone(id, written)!;
    const zone = ianaZone(id)!;
    for (let at = from; at < to; at += 3 * DAY + 5 * HOUR)
      if (read.offsetAt(at) !== zone.offsetAt(at))
        throw new Error(`${new Date(at).toISOString()} ${serialiseICalendar(written)}`);
  }
});

test("a written VTIMEZONE is small, and open towards the future", () => {
  const text = serialiseICalendar(vtimezoneFor("Europe/Stockholm", Date.UTC(2026, 10, 20), MAX_INSTANT));
  expect(text.split("\r\n")).toEqual([
    "BEGIN:VTIMEZONE",
    "TZID:Europe/Stockholm",
    "BEGIN:STANDARD",
    "DTSTART:20261025T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100",
    "TZNAME:CET",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:20270328T020000",
    "TZOFFSETFROM:+0100",
    "TZOFFSETTO:+0200",
    "TZNAME:CEST",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
    "",
  ]);
  expect(() => vtimezoneFor("Nowhere", 0, 1)).toThrow(RangeError);
  const names = (id: string) =>
    vtimezoneFor(id, Date.UTC(2026, 0), Date.UTC(2027, 0)).components.map((each) =>
      textValue(each, "TZNAME"),
    );
  expect([names("Asia/Tehran"), names("Pacific/Kiritimati"), names("UTC")]).toEqual([
    ["+0330"],
    ["+14"],
    ["UTC"],
  ]);
});

/**
 * Clocks there change with the moon, or on days that fall in one month or the next: no yearly rule expresses that.
 */
const BEYOND_RULES = ["Africa/Cairo", "Asia/Gaza", "Asia/Hebron"];

test("the VTIMEZONE written for any zone is right from its first use, and stays right for series until 2199", () => {
  const first = Date.UTC(1985, 5, 1);
  const to = Date.UTC(2031, 10, 20);
  const wrong = Intl.supportedValuesOf("timeZone").filter((id, index) => {
    // Each zone gets different days, since all zones with all days take too long.
    const written = zoneOfVtimezone(id, vtimezoneFor(id, first - 800 * DAY, to));
    const zone = ianaZone(id)!;
    const end = BEYOND_RULES.includes(id) ? to : Date.UTC(2199, 0, 1);
    for (let at = first + (index % 29) * DAY; at < end; at += 29 * DAY)
      if (written?.offsetAt(at) !== zone.offsetAt(at)) return true;
    return false;
  });
  expect(wrong).toEqual([]);
});

test("writes a day as a week of dates, such as the Friday before the last Sunday", () => {
  const written = vtimezoneFor("Asia/Jerusalem", Date.UTC(2026, 0), Date.UTC(2031, 0));
  const rules = written.components.map((each) => textValue(each, "RRULE"));
  expect(rules).toEqual([
    "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "FREQ=YEARLY;BYDAY=FR;BYMONTHDAY=23,24,25,26,27,28,29;BYMONTH=3",
  ]);
});
