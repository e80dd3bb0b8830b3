import { expect, it } from "vitest";
import { readClock } from "./read-clock.ts";

it.each([
  ["halv tre", 14 * 60 + 30],
  ["half past two", 14 * 60 + 30],
  ["half six", 18 * 60 + 30],
  ["kvart i nio", 8 * 60 + 45],
  ["quarter past ten", 10 * 60 + 15],
  ["kl 14", 14 * 60],
  ["kl. 9.30", 9 * 60 + 30],
  ["noon", 12 * 60],
  ["2 pm", 14 * 60],
])("reads %j", (text, minutes) => {
  expect(readClock(text)).toBe(minutes);
});

it.each(["", "99 mellan", "kl 25", "14-16", "from 2 to 3", "halv tre på tisdag", "snart", "tre halv"])(
  "does not read %j",
  (text) => {
    expect(readClock(text)).toBeUndefined();
  },
);
