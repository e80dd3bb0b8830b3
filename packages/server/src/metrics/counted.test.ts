import { expect, it } from "vitest";
import { counted } from "./counted.ts";

it("tells what was done and what failed, and hides neither value nor error", async () => {
  const ended: string[] = [];
  const given: number[] = [];
  const runners = counted<[number]>(
    new Map<string, (n: number) => Promise<void>>([
      ["good", async (n) => void given.push(n)],
      ["bad", async () => Promise.reject(new Error("no"))],
    ]),
    (kind, outcome) => ended.push(`${kind} ${outcome}`),
  );
  await runners.get("good")?.(7);
  await expect(runners.get("bad")?.(8)).rejects.toThrow("no");
  expect(given).toEqual([7]);
  expect(ended).toEqual(["good done", "bad failed"]);
});
