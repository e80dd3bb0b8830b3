import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { zonesAt } from "./both-zones.ts";

const zone = (id: string) => ianaZone(id) ?? expect.fail("no zone");
const [stockholm, newYork, tokyo] = ["Europe/Stockholm", "America/New_York", "Asia/Tokyo"].map(zone) as [
  ReturnType<typeof zone>,
  ReturnType<typeof zone>,
  ReturnType<typeof zone>,
];
const named = (at: number, others: Parameters<typeof zonesAt>[2]) =>
  zonesAt(at, stockholm, others).map((it) => [it.zone.id, it.days]);

it("names both, the westernmost first, and the date where it is another", () => {
  const at = stockholm.toInstant(localFromFields(2026, 11, 25, 17));
  expect(named(at, [newYork])).toEqual([
    ["America/New_York", 0],
    ["Europe/Stockholm", 0],
  ]);
  expect(named(at, [tokyo])).toEqual([
    ["Europe/Stockholm", 0],
    ["Asia/Tokyo", 1],
  ]);
});

it("names none where the clock is the same", () => {
  const at = stockholm.toInstant(localFromFields(2026, 11, 25, 15));
  expect(named(at, [stockholm, zone("Europe/Berlin")])).toEqual([]);
  expect(named(at, [])).toEqual([]);
});
