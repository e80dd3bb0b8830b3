import { describe, expect, it } from "vitest";
import type { Cell } from "../model.ts";
import { blocksOf, placeOf } from "./blocks.ts";

const cell = (state: string, more: object = {}): Cell =>
  ({ start: 0, end: 0, slot: { state, who: null, bookingId: null, reasons: [], ...more } }) as never;
const counts = (lane: readonly (Cell | undefined)[]) =>
  blocksOf(lane).map((it) => (it ? `${it.isFirst ? "[" : ""}${it.count}${it.isLast ? "]" : ""}` : "-"));

describe("the blocks of a lane", () => {
  it("joins what is of one kind and one person, and leaves each free start alone", () => {
    const lane = [
      cell("past"),
      cell("past"),
      cell("free"),
      cell("free"),
      cell("taken", { who: "Karin" }),
      cell("taken", { who: "Karin" }),
      cell("taken", { who: "Anton" }),
    ];
    expect(counts(lane)).toEqual(["[2", "2]", "[1]", "[1]", "[2", "2]", "[1]"]);
  });

  it("keeps two own bookings apart that follow each other, and breaks where nothing can be booked", () => {
    const lane = [
      cell("yours", { bookingId: "a" }),
      cell("yours", { bookingId: "a" }),
      cell("yours", { bookingId: "b" }),
      undefined,
      cell("yours", { bookingId: "b" }),
    ];
    expect(counts(lane)).toEqual(["[2", "2]", "[1]", "-", "[1]"]);
  });

  it("leaves a time alone for which one waits", () => {
    const lane = [cell("taken"), cell("taken", { wait: { place: 1 } }), cell("taken")];
    expect(counts(lane)).toEqual(["[1]", "[1]", "[1]"]);
  });
});

describe("where the clock is", () => {
  const HOUR = 3_600_000;
  const rows = [7, 7.5, 8].map((from) => ({ from: from * HOUR }));

  it("is in a field, with its share", () => {
    expect(placeOf(rows, 7.75 * HOUR)).toEqual({ row: 1, share: 0.5 });
    expect(placeOf(rows, 8.25 * HOUR)).toEqual({ row: 2, share: 0.5 });
  });

  it("is in none before the first, after the last, and where there is none", () => {
    expect(placeOf(rows, 6.9 * HOUR)).toBeUndefined();
    expect(placeOf(rows, 8.5 * HOUR)).toBeUndefined();
    expect(placeOf([], 8 * HOUR)).toBeUndefined();
  });
});
