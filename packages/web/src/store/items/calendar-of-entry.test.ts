import { describe, expect, it } from "vitest";
import { calendarOfEntry } from "./calendar-of-entry.ts";
import type { CalendarEntry, EventEntry } from "./entries.ts";

const calendar = { key: "a/1", mayWrite: true } as unknown as CalendarEntry;
const entry = (isOthers?: boolean) =>
  ({ event: { ...(isOthers !== undefined && { "snart:isOthers": isOthers }) } }) as unknown as EventEntry;

describe("the calendar of one event", () => {
  it("may not be written for what somebody else made, and is the same object each time", () => {
    const seen = calendarOfEntry(entry(true), calendar);
    expect(seen).toEqual({ ...calendar, mayWrite: false });
    expect(calendarOfEntry(entry(true), calendar)).toBe(seen);
    expect(calendar.mayWrite).toBe(true);
  });

  it("is the calendar itself for everything else", () => {
    expect(calendarOfEntry(entry(), calendar)).toBe(calendar);
    expect(calendarOfEntry(entry(false), calendar)).toBe(calendar);
  });
});
