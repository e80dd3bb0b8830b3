import { HOUR } from "@snart/calendar/time/instant.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { describe, expect, it } from "vitest";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { clashesWith, hoursAround, type HoursAround } from "./around.ts";

const ME = "elin@example.com";
const NOON = Date.UTC(2026, 10, 23, 12);

function at(hour: number, hours: number, event: Partial<JSEvent> = {}, allDay = false): ShownOccurrence {
  const start = NOON + hour * HOUR;
  const whole = { "@type": "Event", uid: `${hour}`, title: `at ${hour}`, ...event };
  return { key: `${hour}`, start, end: start + hours * HOUR, allDay, event: whole } as ShownOccurrence;
}
const span = (hour: number, hours: number, allDay = false) => ({
  start: NOON + hour * HOUR,
  end: NOON + (hour + hours) * HOUR,
  allDay,
});
const keys = (found: readonly ShownOccurrence[]) => found.map(({ key }) => key);
const lanes = ({ blocks }: HoursAround) => blocks.map(({ occurrence, lane }) => `${occurrence.key} ${lane}`);

describe("what takes place at the same time", () => {
  it("is what overlaps, in order; what only touches is not", () => {
    const events = [at(2, 1), at(1, 2), at(0, 1), at(3, 1)];
    expect(keys(clashesWith(span(1, 2), events, ME))).toEqual(["1", "2"]);
  });

  it("is not what leaves one free: whole days, free, cancelled, declined", () => {
    const me = { "@type": "Participant", calendarAddress: `mailto:${ME}`, participationStatus: "declined" };
    const events = [
      at(1, 24, {}, true),
      at(1, 1, { freeBusyStatus: "free" }),
      at(1, 1, { status: "cancelled" }),
      at(1, 1, { participants: { me } } as Partial<JSEvent>),
      at(1, 0),
    ];
    expect(clashesWith(span(0, 4), events, ME)).toEqual([]);
    expect(clashesWith(span(0, 24, true), [at(1, 1)], ME)).toEqual([]);
  });
});

describe("the hours around an event", () => {
  it("are six, with the event in the middle and whatever takes time in them", () => {
    const around = hoursAround(span(0, 1), [at(-5, 1), at(-3, 1), at(2, 4), at(4, 1)], ME);
    expect([(around.from - NOON) / HOUR, (around.to - NOON) / HOUR]).toEqual([-2.5, 3.5]);
    expect(lanes(around)).toEqual(["-3 null", "2 null"]);
  });

  it("show what overlaps in two halves", () => {
    const events = [at(-2, 1), at(0, 2), at(1, 2), at(2, 0.5)];
    expect(lanes(hoursAround(span(0, 1), events, ME))).toEqual(["-2 null", "0 upper", "1 lower", "2 upper"]);
  });

  it("are more for a long event, with an hour on each side", () => {
    const { from, to } = hoursAround(span(0, 9), [], ME);
    expect([(from - NOON) / HOUR, (to - NOON) / HOUR]).toEqual([-1, 10]);
  });
});
