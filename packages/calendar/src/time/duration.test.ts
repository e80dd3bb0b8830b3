import { expect, test } from "vitest";
import { allDay, floating, ownLocal, timed } from "./calendar-time.ts";
import { addDuration, durationOf, formatDuration, parseDuration } from "./duration.ts";
import { localFromFields } from "./local.ts";
import { ianaZone } from "./zone.ts";

test.each([
  ["PT15M", "PT15M"],
  ["-PT15M", "-PT15M"],
  ["+P1D", "P1D"],
  ["P2W", "P2W"],
  ["P1W2D", "P9D"],
  ["P15DT5H0M20S", "P15DT5H0M20S"],
  ["pt1h", "PT1H"],
  ["PT0S", "PT0S"],
  ["P0D", "PT0S"],
  ["-P0D", "-PT0S"],
  ["PT90M", "PT90M"],
])("%s is written %s", (text, written) => {
  expect(formatDuration(parseDuration(text)!)).toBe(written);
});

test.each(["", "P", "PT", "P1", "1D", "P1Y", "PT1D", "P1M", "PT1H30", "P-1D", "P99999999999D", "PT1.5H"])(
  "%s is not a duration",
  (text) => {
    const duration = parseDuration(text);
    // "P" and "PT" contain no number.
    expect(duration).toBeUndefined();
  },
);

test("days follow the clock and hours count elapsed time, across both changes of the clocks", () => {
  const zone = ianaZone("Europe/Stockholm")!;
  const add = (month: number, day: number, hour: number, text: string) =>
    ownLocal(addDuration(timed(localFromFields(2026, month, day, hour), zone), parseDuration(text)!));
  expect(add(3, 28, 12, "P1D")).toBe(localFromFields(2026, 3, 29, 12));
  expect(add(3, 28, 12, "PT24H")).toBe(localFromFields(2026, 3, 29, 13));
  expect(add(10, 24, 12, "P1D")).toBe(localFromFields(2026, 10, 25, 12));
  expect(add(10, 24, 12, "PT24H")).toBe(localFromFields(2026, 10, 25, 11));
  expect(add(10, 26, 12, "-P1DT1H")).toBe(localFromFields(2026, 10, 25, 11));
  expect(ownLocal(addDuration(floating(localFromFields(2026, 3, 28, 12)), parseDuration("PT24H")!))).toBe(
    localFromFields(2026, 3, 29, 12),
  );
  expect(ownLocal(addDuration(allDay(localFromFields(2026, 3, 28)), parseDuration("PT25H")!))).toBe(
    localFromFields(2026, 3, 29),
  );
});

test("days are added to the clock's reading, and an end in a repeated hour is given in UTC", () => {
  const zone = ianaZone("Europe/Stockholm")!;
  const at = (month: number, day: number, hour: number, minute: number) =>
    timed(localFromFields(2026, month, day, hour, minute), zone);
  // 02:30 is skipped on 29 March, and means 03:30 (RFC 5545 §3.3.5).
  expect(addDuration(at(3, 29, 2, 30), parseDuration("P1D")!)).toEqual(at(3, 30, 3, 30));
  expect(addDuration(at(3, 29, 2, 30), parseDuration("PT1H")!)).toEqual(at(3, 29, 4, 30));
  const second = addDuration(at(10, 25, 1, 30), parseDuration("PT2H")!);
  expect(second).toMatchObject({ tzid: null, local: localFromFields(2026, 10, 25, 1, 30) });
  expect(addDuration(at(10, 25, 1, 30), parseDuration("PT1H")!)).toEqual(at(10, 25, 2, 30));
});

test("the duration of milliseconds", () => {
  expect(formatDuration(durationOf(-5_400_000))).toBe("-PT1H30M");
  expect(formatDuration(durationOf(90_061_000))).toBe("PT25H1M1S");
});
