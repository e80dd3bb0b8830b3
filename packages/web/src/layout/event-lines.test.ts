import { describe, expect, it } from "vitest";
import { eventLines, type EventWords } from "./event-lines.ts";

const words: EventWords = {
  title: 90,
  titleWord: 50,
  range: 62,
  start: 30,
  distance: 60,
  distanceWords: [12, 18, 24],
  place: 60,
  glyphs: 2,
};
const at = (height: number, width = 120, more: Partial<EventWords> = {}, isRunning = false) =>
  eventLines({ height, width, isRunning }, { ...words, ...more });

describe("the table of docs/design.md §4.2", () => {
  it("15 min: title 11 and start on one line", () => {
    expect(at(17, 120, { title: 60 })).toMatchObject({
      shape: "one",
      isSmall: true,
      time: "start",
      distanceLines: 0,
    });
  });
  it("30 min: the start drops if the title needs the room", () => {
    expect(at(24, 120, { title: 60 })).toMatchObject({ shape: "one", isSmall: false, time: "start" });
    expect(at(24, 120, { title: 100 })).toMatchObject({ shape: "one", time: "none" });
  });
  it("45 min: title, time with glyphs", () => {
    expect(at(37)).toMatchObject({
      shape: "stacked",
      titleLines: 1,
      time: "range",
      glyphs: 2,
      distanceLines: 0,
      hasPlace: false,
    });
  });
  it("60 min: title, time, distance", () => {
    expect(at(50, 120, { title: 200 })).toMatchObject({
      titleLines: 1,
      time: "range",
      distanceLines: 1,
      hasPlace: false,
    });
  });
  it("75 min: a second title line if needed", () => {
    expect(at(63, 120, { title: 200 })).toMatchObject({
      titleLines: 2,
      time: "range",
      distanceLines: 1,
      hasPlace: false,
    });
    expect(at(63)).toMatchObject({ titleLines: 1, distanceLines: 1, hasPlace: true });
  });
  it("120 min: everything", () => {
    expect(at(102, 120, { title: 200 })).toMatchObject({ titleLines: 2, distanceLines: 1, hasPlace: true });
  });
});

describe("a distance", () => {
  it("is complete, on two lines, or left out", () => {
    const long = { distance: 131, distanceWords: [17, 50, 22, 34] };
    expect(at(50, 120, long).distanceLines).toBe(0);
    expect(at(76, 120, long).distanceLines).toBe(2);
    expect(at(200, 120, { distance: 400, distanceWords: [90, 90, 90, 90] }).distanceLines).toBe(0);
    expect(at(200, 120, { distance: 130, distanceWords: [10, 120] }).distanceLines).toBe(0);
  });
  it("is never broken into its words in a narrow block", () => {
    expect(at(100, 83, { title: 40, distance: 80, distanceWords: [30, 46] })).toMatchObject({
      distanceLines: 0,
      time: "start",
    });
    expect(at(100, 83, { title: 40, distance: 60 }).distanceLines).toBe(1);
  });
  it("is at the end of the title line if there is room", () => {
    expect(at(50, 340)).toMatchObject({ shape: "wide", distanceLines: 1 });
    expect(at(50, 250, { title: 300, distance: 180 })).toMatchObject({ shape: "wide", distanceLines: 0 });
  });
  it("comes before the time where a wide block has one line, and all of it before the place", () => {
    const line = (width: number) => at(37, width, { place: 200 });
    expect(line(600)).toMatchObject({
      shape: "wideOne",
      time: "range",
      glyphs: 2,
      hasPlace: true,
      distanceLines: 1,
    });
    expect(line(400)).toMatchObject({ time: "range", glyphs: 2, hasPlace: false, distanceLines: 1 });
    expect(at(37, 250, { title: 90 })).toMatchObject({ time: "start", glyphs: 0, distanceLines: 1 });
    expect(at(37, 250, { title: 130 })).toMatchObject({ time: "none", distanceLines: 1 });
    expect(at(37, 250, { title: 200 })).toMatchObject({ time: "none", distanceLines: 0 });
  });
  it("is below the time of a wide block if the title leaves it no room, or left out", () => {
    const below = (height: number, distance: number) => at(height, 250, { title: 300, distance });
    expect(below(58, 180)).toMatchObject({ shape: "wide", distanceLines: 1, isDistanceBelow: true });
    expect(below(57, 180)).toMatchObject({ distanceLines: 0, isDistanceBelow: false });
    expect(below(200, 240)).toMatchObject({ distanceLines: 0, isDistanceBelow: false });
    expect(at(200, 340)).toMatchObject({ distanceLines: 1, isDistanceBelow: false });
  });
});

describe("narrow blocks", () => {
  it.each([
    [111, 2],
    [95, 1],
    [63, 0],
  ])("%i px wide show at most %i glyphs", (width, glyphs) => {
    expect(at(100, width, { range: 10, start: 5, glyphs: 5 }).glyphs).toBeLessThanOrEqual(glyphs);
  });
  it("under 84 show only the start, under 64 only the title, which may then break a word", () => {
    expect(at(50, 83).time).toBe("start");
    expect(at(50, 63, { titleWord: 80 })).toMatchObject({ time: "none", distanceLines: 0, titleLines: 2 });
    expect(at(34, 63).titleLines).toBe(1);
  });
});

describe("a running event", () => {
  const ends = { title: 200, distance: 160, distanceWords: [33, 17, 50, 18, 30] };
  it("says when it ends even on three lines, before a second title line", () => {
    expect(at(76, 97, ends, true)).toMatchObject({ titleLines: 1, distanceLines: 3 });
    expect(at(76, 97, ends)).toMatchObject({ titleLines: 2, distanceLines: 0 });
  });
});

it("gets no second title line that would break a word", () => {
  expect(at(102, 90, { title: 200, titleWord: 80 }).titleLines).toBe(1);
});
