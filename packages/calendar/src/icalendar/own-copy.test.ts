import { expect, test } from "vitest";
import { ownCopy } from "./own-copy.ts";

test.each(["", "a", "FREQ=WEEKLY", "Åsa 😀 \ud800", "x".repeat(200)])(
  "%j is copied to the character",
  (text) => {
    expect(ownCopy(text)).toBe(text);
  },
);
