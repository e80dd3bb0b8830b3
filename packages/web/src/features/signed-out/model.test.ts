import { ianaZone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import { nextHoliday, regionOf } from "./model.ts";

const zone = (id: string) => ianaZone(id) ?? expect.fail(id);
const pictured = Date.UTC(2026, 10, 23, 9, 20);

describe("the next public holiday", () => {
  it("is that of the viewer's country, named in the language on screen", () => {
    expect(nextHoliday(pictured, zone("Europe/Stockholm"), "sv")).toEqual({
      name: "Juldagen",
      date: Date.UTC(2026, 11, 25),
      week: 52,
    });
    expect(nextHoliday(pictured, zone("Europe/Stockholm"), "en-GB")?.name).toBe("Christmas Day");
    expect(nextHoliday(Date.UTC(2026, 11, 27, 12), zone("Europe/London"), "en-GB")?.date).toBe(
      Date.UTC(2026, 11, 28),
    );
  });

  it("counts the day itself, by the viewer's clock", () => {
    const justAfterMidnight = Date.UTC(2026, 11, 24, 23, 30);
    expect(nextHoliday(justAfterMidnight, zone("Europe/Stockholm"), "sv")?.name).toBe("Juldagen");
    const justAfterChristmas = Date.UTC(2026, 11, 25, 23, 30);
    expect(nextHoliday(justAfterChristmas, zone("Europe/Stockholm"), "sv")?.name).toBe("Annandag jul");
    expect(nextHoliday(justAfterChristmas, zone("Europe/London"), "en-GB")?.name).toBe("Christmas Day");
  });

  it("is none where the almanac ends", () => {
    expect(nextHoliday(Date.UTC(2300, 0, 1), zone("Europe/Stockholm"), "sv")).toBeUndefined();
  });

  it("follows the language outside Sweden and the United Kingdom", () => {
    expect([regionOf("America/New_York", "sv"), regionOf("America/New_York", "en-GB")]).toEqual([
      "SE",
      "GB-ENG",
    ]);
    expect([regionOf("Europe/Stockholm", "en-GB"), regionOf("Europe/London", "sv")]).toEqual([
      "SE",
      "GB-ENG",
    ]);
  });
});
