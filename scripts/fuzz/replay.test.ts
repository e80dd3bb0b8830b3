import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { endRequests } from "./request-target.ts";
import { expectSame, expectThat } from "./target.ts";
import { TARGETS } from "./targets.ts";

/** An input that failed once, shrunk, and the seed of the batch that it was found in. */
interface Seed {
  readonly target: string;
  readonly seed: number;
  readonly found: string;
  readonly input: never;
}

const seeds = JSON.parse(readFileSync(join(import.meta.dirname, "seeds.json"), "utf8")) as readonly Seed[];
const targetOf = (name: string) => TARGETS.find((target) => target.name === name);

afterAll(endRequests);

describe("inputs that failed once now pass", () => {
  test.each(seeds)("$target, seed $seed: $found", async ({ target, input }) => {
    await targetOf(target)?.check(input);
    expect(targetOf(target)).toBeDefined();
  });
});

describe("a few fresh inputs of each target pass", () => {
  test.each(TARGETS)("$name: $promise", async ({ inputs, check }) => {
    const property = fc.asyncProperty(inputs, async (input) => check(input));
    const result = await fc.check(property, { seed: 20261120, numRuns: 40 });
    expect(
      result.failed ? `${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}` : "",
    ).toBe("");
  });
});

test("the shares add up to a thousand", () => {
  expect(TARGETS.reduce((sum, { share }) => sum + share, 0)).toBe(1000);
});

test("a check can fail", () => {
  expect(() => expectSame(["a"], ["a"], "lists")).not.toThrow();
  expect(() => expectSame(["a"], ["b"], "lists")).toThrow("lists");
  expect(() => expectThat(false, "not so")).toThrow("not so");
});
