import { describe, expect, it } from "vitest";
import { testClock } from "../testing/clock.ts";
import { memoryAttempts } from "./attempts.ts";

describe("attempts", () => {
  const rules = { attempts: 3, windowSeconds: 60 };

  it("blocks a key without attempts left until its window is over, which began with the first attempt", async () => {
    const clock = testClock();
    const limiter = memoryAttempts(rules, clock.now);
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
    const limiter = memoryAttempts(rules, testClock().now);
    await limiter.fail("a", "guess 5");
    await limiter.fail("a", "guess 6");
    await limiter.succeed("a");
    expect((await limiter.fail("a", "guess 7")).left).toBe(2);
  });
  it("never goes below zero, nor grows without bound", async () => {
    const limiter = memoryAttempts(rules, testClock().now);
    for (let i = 0; i < 5; i++) await limiter.fail("a", `guess ${i}`);
    expect((await limiter.fail("a", "guess 9")).left).toBe(0);
    for (let i = 0; i < 60_000; i++) await limiter.fail(`key ${i}`, "guess");
    expect(await limiter.blockedFor("a"), "the oldest key made room").toBe(0);
    expect((await limiter.fail("key 59999", "another")).left, "the newest are kept").toBe(1);
  });

  it("does not count the same guess twice", async () => {
    const clock = testClock();
    const limiter = memoryAttempts({ attempts: 3, windowSeconds: 60 }, clock.now);
    for (let i = 0; i < 20; i++) expect((await limiter.fail("phone", "old password")).left).toBe(2);
    expect(await limiter.blockedFor("phone")).toBe(0);
    expect(await limiter.fail("phone", "old password")).toEqual({ left: 2, isNew: false });
    expect(await limiter.fail("phone", "another")).toEqual({ left: 1, isNew: true });
  });
});
