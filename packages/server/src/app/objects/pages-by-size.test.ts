import { expect, test } from "vitest";
import { pagesBySize } from "./pages-by-size.ts";

const MIB = 1024 * 1024;
const sizes = (...given: number[]) =>
  [...pagesBySize(given.map((size) => ({ size })))].map((page) => page.length);

test.each([
  [[], []],
  [[9 * MIB], [1]],
  [
    [MIB, 9 * MIB, MIB],
    [1, 1, 1],
  ],
  [
    [MIB / 4, MIB / 4, MIB / 2, 1, MIB / 4],
    [3, 2],
  ],
  [Array.from({ length: 1_001 }, () => 10), [500, 500, 1]],
])("%j", (given, pages) => expect(sizes(...given)).toEqual(pages));

test("loses nothing and keeps the order", () => {
  const heads = Array.from({ length: 2_000 }, (_, at) => ({ at, size: ((at * 7_919) % 64) * 10_000 }));
  expect([...pagesBySize(heads)].flat()).toEqual(heads);
});
