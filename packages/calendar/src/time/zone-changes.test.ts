import { expect, test } from "vitest";
import { HOUR, MAX_INSTANT, MINUTE, SECOND, type Instant } from "./instant.ts";
import { asLocal } from "./local.ts";
import { TransitionZone } from "./transition-zone.ts";
import { ianaZone } from "./zone.ts";

// Every change of the clocks from 1900 to 2199, to the second, compared with the runtime.

const odd = [
  "Europe/Stockholm",
  "Europe/London",
  // Its standard time is in summer, and winter is the exception.
  "Europe/Dublin",
  // Changes back for Ramadan, which moves through the year.
  "Africa/Casablanca",
  // Skipped a whole day.
  "Pacific/Apia",
  "Pacific/Kwajalein",
  // Changed from +05:30 to +05:45.
  "Asia/Kathmandu",
  // Changes by two hours.
  "Antarctica/Troll",
  // Changes by half an hour.
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Manila",
];

const plain = (milliseconds: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO("UTC").toPlainDateTime();

/** The meaning of a reading by RFC 5545 §3.3.5, and whether the clocks show it. */
function meaning(id: string, reading: number): { instant: Instant; isSkipped: boolean } {
  const time = plain(reading).toZonedDateTime(id, { disambiguation: "compatible" });
  return {
    instant: Math.trunc(time.epochMilliseconds),
    isSkipped: !time.toPlainDateTime().equals(plain(reading)),
  };
}

test.each(odd)("%s", { timeout: 60_000 }, (id) => {
  const zone = ianaZone(id)!;
  if (!(zone instanceof TransitionZone)) throw new Error(id);
  const changes = zone.transitionsWithin(Date.UTC(1901, 0, 1), MAX_INSTANT);
  expect(changes.length).toBeGreaterThan(0);
  let skipped = 0;
  for (const { at, before, offset } of changes) {
    // Seconds of local mean time don't matter to any calendar, and are rounded differently.
    if (before % MINUTE !== 0 || offset % MINUTE !== 0) continue;
    const edges = [at + before, at + offset, at + (before + offset) / 2];
    for (const edge of edges)
      for (const near of [-HOUR, -SECOND, 0, SECOND, HOUR]) {
        const reading = edge + near;
        const { instant, isSkipped } = meaning(id, reading);
        const given = { id, reading: plain(reading).toString() };
        expect({
          ...given,
          instant: zone.toInstant(asLocal(reading)),
          isSkipped: zone.skips(asLocal(reading)),
        }).toEqual({ ...given, instant, isSkipped });
        if (isSkipped) skipped++;
      }
  }
  expect(skipped).toBeGreaterThan(0);
});
