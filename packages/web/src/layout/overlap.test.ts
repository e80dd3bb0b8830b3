import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DayItem, PlacedItem } from "./columns/day-item.ts";
import { placeDay } from "./overlap.ts";

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

type Box = Omit<PlacedItem, "key" | "visibleHeight">;
const intersect = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width - 0.01 &&
  b.left < a.left + a.width - 0.01 &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

describe("one event", () => {
  it("has the whole width", () => {
    expect(place(item("a", 9, 10)).items).toEqual([
      { key: "a", left: 0, top: 468, width: 126, height: 50, visibleHeight: 50 },
    ]);
  });
});

describe("events that only touch", () => {
  it("keep the full width each", () => {
    const { items } = place(item("a", 9, 10), item("b", 10, 11));
    expect(items.map((box) => [box.key, box.left, box.width])).toEqual([
      ["a", 0, 126],
      ["b", 0, 126],
    ]);
  });
});

describe("events that start less than 30 minutes apart", () => {
  it("share the width equally, the longest first", () => {
    const { items, more } = place(item("short", 9, 10), item("long", 9, 12));
    expect(find(items, "long")).toMatchObject({ left: 0, width: 63 });
    expect(find(items, "short")).toMatchObject({ left: 63, width: 63 });
    expect(more).toEqual([]);
  });
  it('leave those without room to a "+2" beside them, as long as those last', () => {
    const { items, more } = place(item("a", 9, 12), item("b", 9, 10), item("c", 9, 9.5), item("d", 9.25, 10));
    expect(items.map(({ key, left, width }) => [key, left, width])).toEqual([
      ["a", 0, 49],
      ["b", 49, 49],
    ]);
    expect(more).toEqual([{ left: 100, top: 468, width: 26, height: 50, keys: ["c", "d"] }]);
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
    expect(items.map((box) => box.key)).toEqual(["under", "over"]);
    expect(find(items, "over")).toMatchObject({ left: 14, width: 112, visibleHeight: 50 });
    expect(find(items, "under")).toMatchObject({ left: 0, width: 126, visibleHeight: 52 });
  });
  it("has the full width again when the first is over", () => {
    const { items } = place(item("a", 9, 12), item("b", 10, 11), item("c", 12, 13));
    expect(find(items, "c")).toMatchObject({ left: 0, width: 126 });
  });
  it("becomes +1 from the fourth level", () => {
    const { items, more } = place(item("a", 8, 12), item("b", 9, 12), item("c", 10, 12), item("d", 11, 12));
    expect(items.map((box) => box.key)).toEqual(["a", "b", "c"]);
    expect(more.map((chip) => chip.keys)).toEqual([["d"]]);
  });
  it("stands beside the first in a wide day", () => {
    const { items } = placeDay([item("a", 9, 12), item("b", 10, 11), item("c", 13, 14)], {
      ...metrics,
      width: 400,
    });
    expect(items.map(({ key, left, width }) => [key, left, width])).toEqual([
      ["a", 0, 200],
      ["b", 200, 200],
      ["c", 0, 400],
    ]);
  });
});

describe("a chain, of which only two take place at a time", () => {
  const chain = [
    item("a", 18, 19),
    item("b", 18.5, 19.5),
    item("c", 19.25, 20.25),
    item("d", 20, 21),
    item("e", 20.75, 21.75),
  ];
  it("is drawn completely, and each end can be seen", () => {
    const { items, more } = place(...chain);
    expect(more).toEqual([]);
    expect(items.map(({ key, left, width }) => [key, left, width])).toEqual([
      ["a", 0, 126],
      ["b", 14, 112],
      ["c", 0, 112],
      ["d", 14, 112],
      ["e", 0, 112],
    ]);
  });
  it("takes two columns of a wide day", () => {
    const { items } = placeDay(chain, { ...metrics, width: 300 });
    expect(new Set(items.map((box) => box.left))).toEqual(new Set([0, 150]));
  });
});

describe("a free lane", () => {
  it("is used before anything is covered", () => {
    const { items } = place(item("a", 9, 17), item("b", 9, 10), item("c", 10.5, 12));
    expect(find(items, "c")).toMatchObject({ left: 63, width: 63 });
    expect(find(items, "a").visibleHeight).toBe(8 * HOUR - 2);
  });
});

describe("bookings of resources", () => {
  it("lie lowest", () => {
    const { items } = place({ ...item("z-laundry", 16, 17), isLow: true }, item("a", 16, 19));
    expect(find(items, "z-laundry").left).toBe(0);
  });
});

describe("a day by itself", () => {
  it("draws twelve events at one time on a phone", () => {
    const day = Array.from({ length: 12 }, (_, index) => item(`e${index}`, 9, 10));
    const { items, more } = placeDay(day, { width: 317, shareWithin: HOUR / 2, least: 24 });
    expect(items).toHaveLength(12);
    expect(more).toEqual([]);
  });
});

describe("any day", () => {
  const days = fc
    .array(
      fc.record({
        from: fc.integer({ min: 0, max: 285 }),
        length: fc.integer({ min: 1, max: 140 }),
        isLow: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    .map((day) =>
      day.map((it, index) => ({
        ...item(`e${index}`, it.from / 12, (it.from + it.length) / 12),
        isLow: it.isLow,
      })),
    );
  const widths = fc.integer({ min: 30, max: 900 });
  const least = fc.constantFrom(24, 64);
  const hours = fc.constantFrom(HOUR, 20, 96);
  const check = (assert: (placed: ReturnType<typeof placeDay>, given: DayItem[], width: number) => void) =>
    fc.assert(
      fc.property(days, widths, least, hours, (given, width, narrowest, hour) =>
        assert(placeDay(given, { width, shareWithin: hour / 2, least: narrowest }), given, width),
      ),
    );

  it("draws or counts every event once, inside the day", () => {
    check(({ items, more }, given, width) => {
      const keys = [...items.map((box) => box.key), ...more.flatMap((it) => it.keys)];
      expect(keys.toSorted()).toEqual(given.map((it) => it.key).toSorted());
      for (const box of [...items, ...(width >= 30 ? more : [])]) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.width).toBeGreaterThan(0);
        expect(box.left + box.width).toBeLessThanOrEqual(width + 0.01);
      }
    });
  });
  it('lets no "+2" lie on an event or on another', () => {
    check(({ items, more }) => {
      for (const [index, one] of more.entries())
        for (const other of [...items, ...more.slice(index + 1)]) expect(intersect(one, other)).toBe(false);
    });
  });
  it('puts a "+2" at the time of its events', () => {
    check(({ more }, given) => {
      for (const one of more)
        for (const it of given.filter(({ key }) => one.keys.includes(key))) {
          expect(it.top).toBeGreaterThanOrEqual(one.top);
          expect(it.top + it.height).toBeLessThanOrEqual(one.top + one.height + 0.01);
        }
    });
  });
  it("covers no title: of two that overlap the later is on top, below the first one's words", () => {
    check(({ items }) => {
      for (const [index, under] of items.entries())
        for (const over of items.slice(index + 1)) {
          if (!intersect(under, over)) continue;
          expect(over.top - under.top).toBeGreaterThanOrEqual(17);
          expect(under.visibleHeight).toBeLessThanOrEqual(over.top - under.top);
        }
      for (const box of items) expect(box.visibleHeight).toBeGreaterThanOrEqual(17);
    });
  });
  it("makes no more columns than take place at one time", () => {
    check(({ items }, given) => {
      const atOnce = given.map(
        (it) => given.filter((other) => other.top <= it.top && it.top < other.top + other.height).length,
      );
      const needed = Math.max(0, ...atOnce);
      for (const box of items) {
        const beside = items.filter((other) => other.top <= box.top && box.top < other.top + other.height);
        expect(new Set(beside.map((it) => it.left)).size).toBeLessThanOrEqual(needed);
      }
    });
  });
  it("hides nothing where there are columns for all", () => {
    check(({ more }, given, width) => {
      const most = Math.max(
        0,
        ...given.map((it) => given.filter((o) => o.top <= it.top && it.top < o.top + o.height).length),
      );
      if (width / most >= 64) expect(more).toEqual([]);
    });
  });
});
