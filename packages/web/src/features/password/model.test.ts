import { describe, expect, it } from "vitest";
import { judgePassword } from "./model.ts";

describe("a password", () => {
  it.each([
    ["", "empty", 0, 0],
    ["kort", "short", 4, 1],
    ["niotecken", "short", 9, 1],
    ["tiotecken!", "fair", 10, 2],
    ["aaaaaaaaaaaaaaaaaaaa", "fair", 20, 2],
    ["1212121212121212", "fair", 16, 2],
    ["fjorton tecken", "good", 14, 3],
    ["korrekt häst batteri", "strong", 20, 4],
  ])("%s is %s", (password, strength, count, bars) => {
    expect(judgePassword(password)).toEqual({ strength, count, bars });
  });

  it("is counted in characters, not in code units", () => {
    expect(judgePassword("👩‍👩‍👧‍👦👩‍👩‍👧‍👦").count).toBe(2);
    expect(judgePassword("å".normalize("NFD")).count).toBe(1);
  });

  it("is judged quickly even when a whole book is pasted", () => {
    expect(judgePassword("ab".repeat(5_000_000)).strength).toBe("fair");
  });
});
