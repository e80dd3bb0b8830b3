import { expect, it } from "vitest";
import { clockJumps, fullDisk, slowReaders } from "./chaos-rows.ts";

// The short form of `bench/chaos`, which takes minutes.

it("a full disk loses nothing that was acknowledged, and gives room back", { timeout: 120_000 }, async () => {
  // Where mounting is not permitted, `storage/sql/dialects/full-disk.test.ts` is what there is.
  expect((await fullDisk(1)) ?? []).toEqual([]);
});

it("a clock that jumps by 400 days removes nothing for good", { timeout: 120_000 }, async () => {
  expect(await clockJumps(1)).toEqual([]);
});

it("readers who do not read hold up nobody, and take little memory", { timeout: 120_000 }, async () => {
  expect(await slowReaders(20, 1_500)).toEqual([]);
});
