import { describe, expect, it } from "vitest";
import { changeDeadlines, requestLapses } from "./deadlines.ts";
import type { EventType } from "./event-type.ts";
import { prepareEventType } from "./prepare.ts";

const HOUR = 3_600_000;
/** The day after the clocks went back. */
const START = Date.parse("2026-10-26T08:00:00Z");
const prepared = (more: Partial<EventType>) =>
  prepareEventType({
    timeZone: "Europe/Stockholm",
    lengths: ["PT30M"],
    start: { every: "PT30M" },
    schedule: { of: "host" },
    horizon: { within: "P60D" },
    hosts: [{ id: "elin" }],
    mode: "one",
    ...more,
  });

describe("a guest", () => {
  it("may move and cancel until the start where nothing is said", () => {
    expect(changeDeadlines(prepared({}), START)).toEqual({ move: START, cancel: START });
  });

  it("may move and cancel until different moments, days by the calendar", () => {
    const type = prepared({ change: { moveUntil: "PT24H", cancelUntil: "P2D" } });
    expect(changeDeadlines(type, START)).toEqual({
      move: START - 24 * HOUR,
      // At nine on the Saturday, which was summer time.
      cancel: Date.parse("2026-10-24T07:00:00Z"),
    });
  });
});

describe("a request", () => {
  it("waits for two days, and no longer than its notice", () => {
    expect(requestLapses(prepared({}), START, START - 100 * HOUR)).toBe(START - 52 * HOUR);
    expect(requestLapses(prepared({}), START, START - 10 * HOUR)).toBe(START);
    expect(requestLapses(prepared({ minNotice: "PT4H" }), START, START - 10 * HOUR)).toBe(START - 4 * HOUR);
  });

  it("never lapses before it is made", () => {
    expect(requestLapses(prepared({ minNotice: "PT4H" }), START, START - HOUR)).toBe(START - HOUR);
  });
});
