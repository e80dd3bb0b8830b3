import { describe, expect, it } from "vitest";
import { asDates, asInstances } from "./several-instances.ts";
import type { Item } from "./types.ts";

const FIRST = "2026-11-24T11:00:00";
const item: Item = {
  uid: "a",
  title: "Lunch",
  start: "2026-11-24T12:00:00",
  duration: "PT45M",
  timeZone: "Europe/Stockholm",
  recurrenceId: FIRST,
  recurrenceIdTimeZone: "Europe/Stockholm",
  recurrenceOverrides: { "2026-11-25T11:00:00": { title: "Tea" } },
};

describe("several instances without their series", () => {
  it("are dates of a recurring object, which has no recurrenceId", () => {
    expect(asDates(item)).toEqual({
      uid: "a",
      title: "Lunch",
      start: FIRST,
      duration: "PT45M",
      timeZone: "Europe/Stockholm",
      recurrenceOverrides: {
        [FIRST]: { start: "2026-11-24T12:00:00" },
        "2026-11-25T11:00:00": { title: "Tea" },
      },
    });
  });

  it("are written as they were, and one alone stays as it is", () => {
    expect(asInstances(asDates(item), FIRST)).toEqual(item);
    const { recurrenceOverrides: _others, ...alone } = item;
    expect(asDates(alone)).toBe(alone);
  });

  it("of which the first is changed keep what the others have", () => {
    const dates = asDates(item);
    const changed = {
      ...dates,
      recurrenceOverrides: { ...dates.recurrenceOverrides, [FIRST]: { title: "Dinner" } },
    };
    const written = asInstances(changed, FIRST);
    expect(written).toMatchObject({ title: "Dinner", start: FIRST });
    expect(written.recurrenceOverrides).toEqual({ "2026-11-25T11:00:00": { title: "Tea" } });
    const all = asInstances({ ...dates, title: "Supper" }, FIRST);
    expect(all).toMatchObject({ title: "Supper", start: "2026-11-24T12:00:00" });
    expect(all.recurrenceOverrides).toEqual({ "2026-11-25T11:00:00": { title: "Tea" } });
  });
});
