import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeDay, type DayItem, type PlacedItem } from "./overlap.ts";

const HOUR = 52;
const metrics = { width: 126, shareWithin: HOUR / 2 };
const item = (key: string, from: number, to: number): DayItem => ({
  key,
  top: from * HOUR,
  height: Math.max(17, (to - from) * HOUR - 2),
});
const place = (...items: DayItem[]) => placeDay(items, metrics);
const find = (items: readonly PlacedItem[], key: string): PlacedItem =>
  items.find((box) => box.key === key) ?? expect.fail(`${key} is not drawn`);

const intersect = (a: PlacedItem, b: PlacedItem): boolean =>
  a.left < b.left + b.width - 0.01 &&
  b.left < a.left + a.width - 0.01 &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

describe("one event", () => {
  it("has the whole width", () => {
    expect(place(item("a", 9, 10)).items).toEqual([
      { key: "a", left: 0, top: 468, width: 126, height: 50, level: 0, visibleHeight: 50 },
    ]);
  });
});

describe("events that only touch", () => {
  it("keep the full width each", () => {
    const { items } = place(item("a", 9, 10), item("b", 10, 11));
    expect(items.map((box) => [box.key, box.width, box.level])).toEqual([
      ["a", 126, 0],
      ["b", 126, 0],
    ]);
  });
});

describe("events that start less than 30 minutes apart", () => {
  it("share the width equally, the longest first", () => {
    const { items, more } = place(item("short", 9, 10), item("long", 9, 12), item("late", 9.25, 10));
    expect(find(items, "long").left).toBe(0);
    expect(find(items, "short").left).toBe(63);
    // Below the title of the event that it covers.
    expect(more).toEqual([{ left: 92, top: 485, width: 34, keys: ["late"] }]);
    expect(find(items, "short").visibleHeight).toBe(17);
  });
  it('make room for the "+2" if they are too low to have it below their titles', () => {
    const { items, more } = place(item("a", 9, 9.5), item("b", 9, 9.5), item("c", 9, 9.5));
    expect(items.map(({ key, left, width }) => [key, left, width])).toEqual([["a", 0, 90]]);
    expect(more).toEqual([{ left: 92, top: 468, width: 34, keys: ["c", "b"] }]);
  });
  it("share in as many lanes as stay readable", () => {
    const wide = placeDay([item("a", 9, 10), item("b", 9, 10), item("c", 9, 10)], { ...metrics, width: 240 });
    expect(wide.items.map((box) => box.width)).toEqual([80, 80, 80]);
    expect(wide.more).toEqual([]);
  });
});

describe("an event that starts 30 minutes or more into another", () => {
  it("is indented by 14, lies on top, and leaves the first one's top visible", () => {
    const { items } = place(item("under", 9.5, 12), item("over", 10.5, 11.5));
    expect(find(items, "over")).toMatchObject({ left: 14, width: 112, level: 1, visibleHeight: 50 });
    expect(find(items, "under")).toMatchObject({ left: 0, width: 126, level: 0, visibleHeight: 52 });
  });
  it("has the full width again when the first is over", () => {
    const { items } = place(item("a", 9, 12), item("b", 10, 11), item("c", 12, 13));
    expect(find(items, "c")).toMatchObject({ left: 0, width: 126, level: 0 });
  });
  it("becomes +1 from the fourth level", () => {
    const { items, more } = placeDay(
      [item("a", 8, 12), item("b", 9, 12), item("c", 10, 12), item("d", 11, 12)],
      {
        ...metrics,
        width: 300,
      },
    );
    expect(items.map((box) => box.key)).toEqual(["a", "b", "c"]);
    expect(more.map((chip) => chip.keys)).toEqual([["d"]]);
  });
});

describe("a free lane", () => {
  it("is used before anything is covered", () => {
    const { items } = place(item("a", 9, 17), item("b", 9, 10), item("c", 10.5, 12));
    expect(find(items, "c")).toMatchObject({ left: 63, width: 63, level: 0 });
    expect(find(items, "a").visibleHeight).toBe(8 * HOUR - 2);
  });
});

describe("bookings of resources", () => {
  it("lie lowest", () => {
    const { items } = place({ ...item("z-laundry", 16, 17), isLow: true }, item("a", 16, 19));
    expect(find(items, "z-laundry").left).toBe(0);
  });
});

describe("any day", () => {
  const days = fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: 92 }),
      quarters: fc.integer({ min: 1, max: 40 }),
      isLow: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  const widths = fc.integer({ min: 40, max: 700 });

  it("draws or counts every event once, inside the column", () => {
    fc.assert(
      fc.property(days, widths, (day, width) => {
        const given = day.map((it, i) => ({
          ...item(`e${i}`, it.from / 4, (it.from + it.quarters) / 4),
          isLow: it.isLow,
        }));
        const { items, more } = placeDay(given, { width, shareWithin: HOUR / 2 });
        const keys = [...items.map((box) => box.key), ...more.flatMap((chip) => chip.keys)];
        expect(keys.toSorted()).toEqual(given.map((it) => it.key).toSorted());
        for (const box of items) {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.left + box.width).toBeLessThanOrEqual(width + 0.01);
        }
      }),
    );
  });

  it('never covers a title with a "+2"', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 96, max: 700 }), (day, width) => {
        const given = day.map((it, i) => item(`e${i}`, it.from / 4, (it.from + it.quarters) / 4));
        const { items, more } = placeDay(given, { width, shareWithin: HOUR / 2 });
        for (const chip of more)
          for (const box of items) {
            const isBeside = box.left >= chip.left + chip.width || chip.left >= box.left + box.width;
            const isApart = box.top >= chip.top + 17 || chip.top >= box.top + Math.min(17, box.visibleHeight);
            expect(isBeside || isApart).toBe(true);
            if (!isBeside && chip.top >= box.top)
              expect(box.visibleHeight).toBeLessThanOrEqual(Math.max(17, chip.top - box.top));
          }
      }),
    );
  });
  it("lets events overlap only where one lies on top, and never over a top", () => {
    fc.assert(
      fc.property(days, widths, (day, width) => {
        const given = day.map((it, i) => item(`e${i}`, it.from / 4, (it.from + it.quarters) / 4));
        const { items } = placeDay(given, { width, shareWithin: HOUR / 2 });
        for (const [i, a] of items.entries()) {
          for (const b of items.slice(i + 1)) {
            if (!intersect(a, b)) continue;
            expect(a.level).not.toBe(b.level);
            const [under, over] = a.level < b.level ? [a, b] : [b, a];
            expect(over.left).toBeGreaterThanOrEqual(under.left === 0 ? 14 : 0);
            expect(over.top - under.top).toBeGreaterThanOrEqual(HOUR / 2);
            expect(under.visibleHeight).toBeLessThanOrEqual(over.top - under.top);
          }
        }
      }),
    );
  });
});
