import { describe, expect, it } from "vitest";
import { testClock } from "../testing/clock.ts";
import { memoryAttempts } from "./attempts.ts";

describe("attempts", () => {
  const rules = { attempts: 3, windowSeconds: 60 };

  it("blocks a key that has used its attempts until the window that began with the first is over", async () => {
    const clock = testClock();
    const limiter = memoryAttempts(rules, clock.now);
    expect(await limiter.fail("a")).toBe(2);
    clock.advance(20_000);
    expect(await limiter.fail("a")).toBe(1);
    expect(await limiter.blockedFor("a")).toBe(0);
    expect(await limiter.fail("a")).toBe(0);
    expect(await limiter.blockedFor("a")).toBe(40);
    expect(await limiter.blockedFor("b"), "another key").toBe(0);
    clock.advance(39_999);
    expect(await limiter.blockedFor("a")).toBe(1);
    clock.advance(1);
    expect(await limiter.blockedFor("a")).toBe(0);
    expect(await limiter.fail("a"), "a new window").toBe(2);
  });
  it("forgets failures after a success", async () => {
    const limiter = memoryAttempts(rules, testClock().now);
    await limiter.fail("a");
    await limiter.fail("a");
    await limiter.succeed("a");
    expect(await limiter.fail("a")).toBe(2);
  });
  it("never goes below zero, nor grows without bound", async () => {
    const limiter = memoryAttempts(rules, testClock().now);
    for (let i = 0; i < 5; i++) await limiter.fail("a");
    expect(await limiter.fail("a")).toBe(0);
    for (let i = 0; i < 60_000; i++) await limiter.fail(`key ${i}`);
    expect(await limiter.blockedFor("a"), "the oldest key made room").toBe(0);
    expect(await limiter.fail("key 59999"), "the newest are kept").toBe(1);
  });
});
