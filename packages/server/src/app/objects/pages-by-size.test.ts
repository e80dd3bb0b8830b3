import { expect, test } from "vitest";
import type { ReadTransaction } from "../../storage/port.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import { eachStored, pagesBySize } from "./pages-by-size.ts";

const PAGE = 256 * 1024;
const sizes = (...given: number[]) =>
  [...pagesBySize(given.map((size) => ({ size })))].map((page) => page.length);

test.each([
  [[], []],
  [[9 * PAGE], [1]],
  [
    [PAGE, 9 * PAGE, PAGE],
    [1, 1, 1],
  ],
  [
    [PAGE / 4, PAGE / 4, PAGE / 2, 1, PAGE / 4],
    [3, 2],
  ],
  [Array.from({ length: 1_001 }, () => 10), [500, 500, 1]],
])("%j", (given, pages) => expect(sizes(...given)).toEqual(pages));

test("loses nothing and keeps the order", () => {
  const heads = Array.from({ length: 2_000 }, (_, at) => ({ at, size: ((at * 7_919) % 64) * 10_000 }));
  expect([...pagesBySize(heads)].flat()).toEqual(heads);
});

test("each stored object is read with few others, and those that are gone come last", async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `o${at}` as ObjectId);
  const isThere = (id: ObjectId) => id !== "o3" && id !== "o19";
  const together: number[] = [];
  const objects = {
    listedByIds: async (some: readonly ObjectId[]) =>
      some.filter(isThere).map((id) => ({ id, size: PAGE / 2 })),
    byIds: async (some: readonly ObjectId[]) => {
      together.push(some.length);
      return some.filter(isThere).map((id) => ({ id }));
    },
  } as unknown as ReadTransaction["objects"];
  const read: [ObjectId, boolean][] = [];
  for await (const [id, stored] of eachStored({ objects }, ids)) read.push([id, stored !== undefined]);
  expect(read).toEqual([...ids.filter(isThere).map((id) => [id, true]), ["o3", false], ["o19", false]]);
  expect(together).toEqual(Array.from({ length: 9 }, () => 2));
});
