import { expect, test } from "vitest";
import { HOUR, MINUTE } from "./instant.ts";
import { TransitionZone, type Transition } from "./transition-zone.ts";
import { zoneByRules } from "./zone-by-rules.ts";
import { fixedOffsetZone, ianaZone } from "./zone.ts";
import { cpuMs } from "../testing/cpu-ms.ts";

/** The zone as a client writes it that only knows a zone's clocks between two years, under a name of its own. */
function copyOf(id: string, fromYear: number, toYear: number): TransitionZone {
  const zone = ianaZone(id) as TransitionZone;
  const from = Date.UTC(fromYear, 0, 1);
  const changes = zone.transitionsWithin(from, Date.UTC(toYear, 0, 1)).filter(({ at }) => at >= from);
  return new TransitionZone("Own", zone.offsetAt(from), changes);
}

/** Changes on the last Sundays of two months, at the given hours UTC, in every year. */
function lastSundays(
  winter: number,
  summerFrom: readonly [number, number],
  winterFrom: readonly [number, number],
) {
  const changes: Transition[] = [];
  for (let year = 1970; year < 2200; year++)
    for (const [[month, hour], offset] of [
      [summerFrom, winter + HOUR],
      [winterFrom, winter],
    ] as const) {
      const last = new Date(Date.UTC(year, month, 0, hour));
      changes.push({ at: last.getTime() - last.getUTCDay() * 24 * HOUR, offset });
    }
  return new TransitionZone("Own", winter, changes);
}
const centralEurope = lastSundays(HOUR, [3, 1], [10, 1]);

test.each([
  "Europe/Stockholm",
  "Europe/London",
  "Europe/Lisbon",
  "Europe/Helsinki",
  "America/New_York",
  "America/Los_Angeles",
  "Asia/Tehran",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
])("a copy of %s is recognised by its rules alone, or as a zone with the same clocks since 1990", (id) => {
  const found = zoneByRules(copyOf(id, 1985, 2100));
  const zone = ianaZone(id);
  for (let at = Date.UTC(1990, 0, 1); at < Date.UTC(2060, 0, 1); at += 31 * HOUR)
    expect(found?.offsetAt(at)).toBe(zone?.offsetAt(at));
});

test("of equal zones, one where many people live is chosen, the same each time", () => {
  expect(zoneByRules(centralEurope)?.id).toBe("Europe/Stockholm");
  expect(zoneByRules(lastSundays(0, [3, 1], [10, 1]))?.id).toBe("Europe/London");
  expect(zoneByRules(lastSundays(2 * HOUR, [3, 1], [10, 1]))?.id).toBe("Europe/Helsinki");
  expect(zoneByRules(copyOf("America/Detroit", 2010, 2100))?.id).toBe("America/New_York");
});

test.each([
  [["Möteszon Oslo"], "Europe/Oslo"],
  [["x", "/vendor/20190101_1/Europe/Warsaw"], "Europe/Warsaw"],
  [["Our office in San Marino"], "Europe/San_Marino"],
  [["CET", "CEST"], "Europe/Stockholm"],
  [["Stockholms lokaltid", "Tokyo"], "Europe/Stockholm"],
])("hints %j choose %s among equal zones, and never one with other clocks", (hints, id) => {
  expect(zoneByRules(centralEurope, hints)?.id).toBe(id);
});

test("abbreviations choose among equal zones too", () => {
  const western = lastSundays(0, [3, 1], [10, 1]);
  expect(zoneByRules(western, ["WET", "WEST"])?.id).toBe("Europe/Lisbon");
  expect(zoneByRules(western, ["GMT", "IST"])?.id).toBe("Europe/London");
  expect(zoneByRules(fixedOffsetZone(540, "Own"), ["JST"])?.id).toBe("Asia/Tokyo");
});

test("rules without changes are a plain offset, or the named place with that offset", () => {
  expect(zoneByRules(fixedOffsetZone(420, "Own"))?.id).toBe("Etc/GMT-7");
  expect(zoneByRules(fixedOffsetZone(-180, "Own"))?.id).toBe("Etc/GMT+3");
  expect(zoneByRules(fixedOffsetZone(0, "Own"))?.id).toBe("UTC");
  expect(zoneByRules(fixedOffsetZone(330, "Own"))?.offsetAt(0)).toBe(330 * MINUTE);
  expect(zoneByRules(fixedOffsetZone(420, "Own"), ["Bangkok"])?.id).toBe("Asia/Bangkok");
  expect(zoneByRules(fixedOffsetZone(480, "Own"), ["Bangkok"])?.id).toBe("Etc/GMT-8");
  expect(zoneByRules(fixedOffsetZone(421, "Own"))).toBeUndefined();
  expect(zoneByRules(fixedOffsetZone(1380, "Own"))).toBeUndefined();
});

test("a list that ends is compared as far as it goes, if it has at least two changes", () => {
  expect(zoneByRules(copyOf("Europe/Stockholm", 2019, 2023))?.id).toBe("Europe/Stockholm");
  expect(zoneByRules(copyOf("Africa/Casablanca", 2020, 2030))?.id).toBe("Africa/Casablanca");
  const once = copyOf("Europe/Stockholm", 2020, 2100).transitionsWithin(
    Date.UTC(2020, 5),
    Date.UTC(2020, 5, 2),
  );
  expect(zoneByRules(new TransitionZone("Own", HOUR, once))).toBeUndefined();
});

test("gives no zone for clocks that no place has", () => {
  expect(zoneByRules(lastSundays(HOUR, [3, 3], [10, 1]), ["Europe/Stockholm"])).toBeUndefined();
  expect(zoneByRules(lastSundays(HOUR + MINUTE, [3, 1], [10, 1]))).toBeUndefined();
  const stoppedEarly = copyOf("Europe/Stockholm", 1985, 2038);
  const odd = new TransitionZone("Own", HOUR, [
    ...stoppedEarly.transitionsWithin(Date.UTC(1985, 0), Date.UTC(2038, 0)),
    { at: Date.UTC(2038, 0, 10), offset: 3 * HOUR },
  ]);
  expect(zoneByRules(odd)).toBeUndefined();
});

test("many hostile zones cost little each", () => {
  const started = cpuMs();
  for (let seconds = 1; seconds <= 50; seconds++) {
    const changes = Array.from({ length: 10_000 }, (_, i) => ({
      at: Date.UTC(1990, 0, 1) + i * HOUR + seconds,
      offset: (i % 24) * HOUR,
    }));
    expect(
      zoneByRules(new TransitionZone("Own", 0, changes), Array(100).fill("a b c ".repeat(500))),
    ).toBeUndefined();
  }
  expect(cpuMs() - started).toBeLessThan(6000);
});
