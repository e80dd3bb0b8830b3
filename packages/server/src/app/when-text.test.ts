import { allDay, timedAt } from "@snart/calendar/time/calendar-time.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import { briefSpanText, clocksText, spanText } from "./when-text.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const at = (hour: number, minute = 0) =>
  timedAt(Date.UTC(2026, 10, 24, hour - 1, minute), zone, "Europe/Stockholm");
const spaced = (text: string | undefined) => text?.replaceAll(/\s/g, " ");

describe("times in the server's texts", () => {
  it.each([
    ["en-GB", undefined, "14:00–15:30"],
    ["en-GB", "24", "14:00–15:30"],
    ["en-GB", "12", "2:00 pm–3:30 pm"],
    ["sv", undefined, "14:00–15:30"],
    ["sv", "12", "2:00 em–3:30 em"],
  ] as const)("are in %s, counted to %s: %s", (language, clock, times) => {
    const [start, end] = [at(14), at(15, 30)];
    expect(spaced(clocksText(start, end, language, clock))).toBe(times);
    expect(spaced(briefSpanText(start, end, language, clock))).toContain(`, ${times}`);
    const whole = spaced(spanText(start, end, language, clock)) ?? "";
    for (const time of times.split("–")) expect(whole).toContain(time);
    if (clock === "12") expect(whole).not.toContain("14:00");
  });

  it.each([
    [0, "12:00 am"],
    [9, "9:00 am"],
    [12, "12:00 pm"],
  ] as const)("say of %i o'clock counted to 12: %s", (hour, told) => {
    expect(spaced(clocksText(at(hour), at(hour), "en-GB", "12"))).toBe(told);
  });

  it("are left out for whole days", () => {
    const day = allDay(localFromFields(2026, 11, 24));
    expect(clocksText(day, day, "en-GB", "12")).toBeUndefined();
    expect(briefSpanText(day, day, "sv", "12")).not.toContain(":");
  });
});
