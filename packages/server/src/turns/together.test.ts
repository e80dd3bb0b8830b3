import { describe, expect, it } from "vitest";
import { Together } from "./together.ts";

describe("what is done together", () => {
  it("is all that came meanwhile, and nothing is done twice", async () => {
    const done: (readonly number[])[] = [];
    const together = new Together<number>(60_000, async (items) => {
      done.push(items);
      await Promise.resolve();
    });
    const first = [together.add([1]), together.add([2, 3])];
    expect(done).toEqual([]);
    await together.flush();
    await Promise.all(first);
    expect(done).toEqual([[1, 2, 3]]);
    const later = together.add([4]);
    await together.flush();
    await later;
    await together.flush();
    expect(done).toEqual([[1, 2, 3], [4]]);
  });

  it("waits no longer than it was told to, and for what is being done", async () => {
    const done: (readonly number[])[] = [];
    const work = Promise.withResolvers<void>();
    const together = new Together<number>(1, (items) => {
      done.push(items);
      return work.promise;
    });
    const first = together.add([1]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual([[1]]);
    const others = [together.add([2]), together.add([3])];
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual([[1]]);
    work.resolve();
    await Promise.all([first, ...others]);
    expect(done).toEqual([[1], [2, 3]]);
  });

  it("fails for those who were with what failed, and for nobody after them", async () => {
    const together = new Together<number>(0, async (items) => {
      await Promise.resolve();
      if (items.includes(1)) throw new Error("no 1");
    });
    const results = await Promise.allSettled([together.add([1]), together.add([2])]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await together.add([3]);
  });
});
