import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { clockText } from "./when.ts";

it.each([
  ["Europe/Stockholm", "2026-10-25T01:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  // Half an hour is repeated there, and two hours.
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["Antarctica/Troll", "2026-10-25T01:00:00Z"],
])("tells times apart in %s that the clocks show twice, and says no more of others", (id, change) => {
  const zone = ianaZone(id) ?? UTC;
  const at = Date.parse(change);
  for (const language of ["en-GB", "sv"] as const) {
    const shown = new Map<string, number>();
    for (let moment = at - 4 * HOUR; moment < at + 4 * HOUR; moment += 15 * MINUTE) {
      const text = clockText(moment, zone, language);
      expect(shown.get(text), text).toBeUndefined();
      shown.set(text, moment);
      const twice = [...Array(16).keys()].some(
        (n) =>
          zone.toLocal(moment + (n - 16) * 15 * MINUTE) === zone.toLocal(moment) ||
          zone.toLocal(moment + (n + 1) * 15 * MINUTE) === zone.toLocal(moment),
      );
      expect(/^\d\d:\d\d$/.test(text)).toBe(!twice);
    }
  }
});

it.each([
  ["Europe/Stockholm", "2026-10-25T01:00:00Z", "sv", ["02:30 (sommartid)", "02:30 (normaltid)"]],
  ["Europe/London", "2026-10-25T01:00:00Z", "en-GB", ["01:30 (summer time)", "01:30 (standard time)"]],
  ["Australia/Sydney", "2027-04-03T16:00:00Z", "sv", ["02:30 (sommartid)", "02:30 (normaltid)"]],
  // Clocks that were put back for good, and for a month: neither was summer.
  ["Europe/Moscow", "2014-10-25T22:00:00Z", "en-GB", ["01:30 GMT+4", "01:30 GMT+3"]],
  ["Africa/Casablanca", "2026-02-15T02:00:00Z", "en-GB", ["02:30 GMT+1", "02:30 GMT+0"]],
] as const)(
  "calls what is repeated in %s by its season, where that is what changes",
  (id, change, language, texts) => {
    const zone = ianaZone(id) ?? UTC;
    const at = Date.parse(change);
    expect([at - HOUR / 2, at + HOUR / 2].map((each) => clockText(each, zone, language))).toEqual(texts);
  },
);
