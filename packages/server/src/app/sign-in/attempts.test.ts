import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Storage } from "../../storage/port.ts";
import { testClock } from "../../testing/clock.ts";
import { openTestStorage } from "../../testing/storage.ts";
import { storedAttempts } from "./attempts.ts";

describe("attempts", () => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await openTestStorage();
  });
  afterEach(() => storage.close());
  const rules = { name: "test", attempts: 3, windowSeconds: 60 };

  it("blocks a key without attempts left until its window is over, which began with the first attempt", async () => {
    const clock = testClock();
    const limiter = storedAttempts(storage, rules, clock.now);
    expect((await limiter.fail("a", "guess 1")).left).toBe(2);
    clock.advance(20_000);
    expect((await limiter.fail("a", "guess 2")).left).toBe(1);
    expect(await limiter.blockedFor("a")).toBe(0);
    expect((await limiter.fail("a", "guess 3")).left).toBe(0);
    expect(await limiter.blockedFor("a")).toBe(40);
    expect(await limiter.blockedFor("b"), "another key").toBe(0);
    clock.advance(39_999);
    expect(await limiter.blockedFor("a")).toBe(1);
    clock.advance(1);
    expect(await limiter.blockedFor("a")).toBe(0);
    expect((await limiter.fail("a", "guess 4")).left, "a new window").toBe(2);
  });
  it("forgets failures after a success", async () => {
    const limiter = storedAttempts(storage, rules, testClock().now);
    await limiter.fail("a", "guess 5");
    await limiter.fail("a", "guess 6");
    await limiter.succeed("a");
    expect((await limiter.fail("a", "guess 7")).left).toBe(2);
  });
  it("never goes below zero", async () => {
    const limiter = storedAttempts(storage, rules, testClock().now);
    for (let i = 0; i < 5; i++) await limiter.fail("a", `guess ${i}`);
    expect((await limiter.fail("a", "guess 9")).left).toBe(0);
  });

  it("are kept apart by the name of their limiter", async () => {
    const clock = testClock();
    const limiter = storedAttempts(storage, rules, clock.now);
    for (let i = 0; i < 3; i++) await limiter.fail("a", `guess ${i}`);
    expect(await storedAttempts(storage, { ...rules, name: "other" }, clock.now).blockedFor("a")).toBe(0);
    expect(await storedAttempts(storage, rules, clock.now).blockedFor("a")).toBe(60);
  });

  it("hold in the process that heard them even while nothing can be stored", async () => {
    const full = Object.assign(Object.create(storage) as Storage, {
      write: () => Promise.reject(new Error("the disk is full")),
    });
    const limiter = storedAttempts(full, rules, testClock().now);
    for (let i = 0; i < 3; i++) await expect(limiter.fail("a", `guess ${i}`)).rejects.toThrow();
    expect(await limiter.blockedFor("a")).toBe(60);
  });

  it("does not count the same guess twice", async () => {
    const clock = testClock();
    const limiter = storedAttempts(storage, rules, clock.now);
    for (let i = 0; i < 20; i++) expect((await limiter.fail("phone", "old password")).left).toBe(2);
    expect(await limiter.blockedFor("phone")).toBe(0);
    expect(await limiter.fail("phone", "old password")).toEqual({ left: 2, isNew: false, isOver: false });
    expect(await limiter.fail("phone", "another")).toEqual({ left: 1, isNew: true, isOver: false });
  });
});
