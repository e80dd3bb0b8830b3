import { expect, test } from "vitest";
import { HOUR, MAX_INSTANT, MINUTE, SECOND, type Instant } from "./instant.ts";
import { asLocal } from "./local.ts";
import { TransitionZone } from "./transition-zone.ts";
import { ianaZone } from "./zone.ts";

// Every change of the clocks from 1900 to 2199, to the second, beside what the runtime itself says.

const odd = [
  "Europe/Stockholm",
  "Europe/London",
  // Summer is its standard time, and winter goes back from it.
  "Europe/Dublin",
  // Goes back for Ramadan, which moves through the year.
  "Africa/Casablanca",
  // Left out a whole day.
  "Pacific/Apia",
  "Pacific/Kwajalein",
  // From half past five to a quarter to six.
  "Asia/Kathmandu",
  // Two hours at a time.
  "Antarctica/Troll",
  // Half an hour at a time.
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Manila",
];

const plain = (milliseconds: number): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO("UTC").toPlainDateTime();

/** What a reading means by RFC 5545 §3.3.5, and whether the clocks show it. */
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
    // Seconds of local mean time are of no interest to any calendar, and are rounded differently.
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
