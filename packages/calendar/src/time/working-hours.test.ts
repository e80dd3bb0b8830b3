import { expect, it } from "vitest";
import { readWorkingWeek, USUAL_WEEK, workingWeekText } from "./working-hours.ts";

it("reads what it wrote", () => {
  expect(readWorkingWeek(workingWeekText(USUAL_WEEK))).toEqual(USUAL_WEEK);
  expect(workingWeekText(USUAL_WEEK)).toBe("08:00-17:00,08:00-17:00,08:00-17:00,08:00-17:00,08:00-17:00,,");
  const shift = [null, { from: 0, to: 1440 }, null, { from: 1315, to: 1439 }, null, null, null];
  expect(readWorkingWeek(workingWeekText(shift))).toEqual(shift);
});

it.each([
  ["nothing", ""],
  ["six days", ",,,,,"],
  ["eight days", ",,,,,,,"],
  ["no clock time", "8-17,,,,,,"],
  ["an end before its start", "17:00-08:00,,,,,,"],
  ["no length", "08:00-08:00,,,,,,"],
  ["after midnight", "08:00-24:01,,,,,,"],
  ["more than fits", `${"08:00-17:00,".repeat(1000)}`],
])("refuses %s", (_, text) => {
  expect(readWorkingWeek(text)).toBeUndefined();
});
