import { expect, it } from "vitest";
import { eachOf } from "./each-of.ts";

it("tries all, and throws what failed first", async () => {
  const tried: number[] = [];
  const work = async (one: number): Promise<void> => {
    tried.push(one);
    if (one > 1) throw new Error(`no ${one}`);
  };
  await expect(eachOf([1, 2, 3], work)).rejects.toThrow("no 2");
  expect(tried).toEqual([1, 2, 3]);
  await eachOf([0, 1], work);
});
