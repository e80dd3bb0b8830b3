import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { snoozeTimes } from "./snooze-times.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const at = (text: string): number => Date.parse(text);
const named = (now: number, start: number | null) =>
  Object.fromEntries(
    snoozeTimes(now, start, zone).map(({ name, until }) => [name, new Date(until).toISOString()]),
  );

it("offers what it is for only while that is ahead", () => {
  const now = at("2026-11-23T12:00:00Z");
  expect(named(now, now + 600_000)).toMatchObject({ start: "2026-11-23T12:10:00.000Z" });
  for (const start of [null, now - 1, now, now + 60_000])
    expect(named(now, start)).not.toHaveProperty("start");
});

it("means eight by the person's clocks, across a change of them", () => {
  expect(named(at("2026-10-24T20:00:00Z"), null)["tomorrow"]).toBe("2026-10-25T07:00:00.000Z");
  expect(named(at("2026-03-28T20:00:00Z"), null)["tomorrow"]).toBe("2026-03-29T06:00:00.000Z");
});
