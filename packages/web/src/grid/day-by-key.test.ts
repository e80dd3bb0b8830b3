import { localFromFields } from "@snart/calendar/time/local.ts";
import { expect, it } from "vitest";
import { localDateText } from "../store/items/local-text.ts";
import { dayByKey } from "./day-by-key.ts";

const day = localFromFields(2026, 1, 31);

it.each([
  ["ArrowLeft", "2026-01-30"],
  ["ArrowRight", "2026-02-01"],
  ["ArrowUp", "2026-01-24"],
  ["ArrowDown", "2026-02-07"],
  ["Home", "2026-01-26"],
  ["End", "2026-02-01"],
  ["PageUp", "2025-12-31"],
  ["PageDown", "2026-02-28"],
])("%s", (key, expected) => {
  const to = dayByKey(day, key);
  expect(to !== undefined && localDateText(to)).toBe(expected);
});

it("leaves other keys alone", () => {
  expect(dayByKey(day, "Tab")).toBeUndefined();
  expect(dayByKey(day, "n")).toBeUndefined();
});
