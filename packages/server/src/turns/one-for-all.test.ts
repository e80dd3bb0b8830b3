import { expect, it } from "vitest";
import { OneForAll } from "./one-for-all.ts";

it("reads once for all who wait, and never tells what was read before somebody asked", async () => {
  const readings = new OneForAll<number>();
  let state = 0;
  let reads = 0;
  const begun: PromiseWithResolvers<void>[] = [];
  const read = async (): Promise<number> => {
    reads += 1;
    const said = state;
    const gate = Promise.withResolvers<void>();
    begun.push(gate);
    await gate.promise;
    return said;
  };
  const first = readings.ask("a", read);
  await Promise.resolve();
  expect(reads).toBe(1);
  state = 1;
  const later = [readings.ask("a", read), readings.ask("a", read), readings.ask("a", read)];
  const other = readings.ask("b", read);
  await Promise.resolve();
  expect(reads).toBe(2);
  for (const gate of begun) gate.resolve();
  expect(await first).toBe(0);
  await new Promise(setImmediate);
  for (const gate of begun) gate.resolve();
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  expect(await other).toBe(1);
  expect(reads).toBe(3);
});

it("goes on after a reading that failed, which those hear who waited for it", async () => {
  const readings = new OneForAll<number>();
  const failing = readings.ask("a", () => Promise.reject(new Error("away")));
  await Promise.resolve();
  const next = readings.ask("a", async () => 7);
  await expect(failing).rejects.toThrow("away");
  expect(await next).toBe(7);
});
