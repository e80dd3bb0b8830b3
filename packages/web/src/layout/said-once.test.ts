import { expect, it } from "vitest";
import { columnsOfTexts } from "./said-once.ts";

it("a text that repeats stands once, over all its columns", () => {
  expect(columnsOfTexts(["a", "a", "b", "c", "c", "c"])).toEqual([2, 0, 1, 3, 0, 0]);
  expect(columnsOfTexts(["a", "b", "a"])).toEqual([1, 1, 1]);
  expect(columnsOfTexts([])).toEqual([]);
});
