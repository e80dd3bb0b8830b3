import { describe, expect, it } from "vitest";
import { fit } from "./fuzzy.ts";

describe("the typed words fit a title", () => {
  it.each([
    ["dark", "Theme: dark"],
    ["tema mö", "Tema: mörkt"],
    ["stngs", "Settings: Profile"],
    ["view month", "Month view"],
    ["ÅNGRA", "Ångra"],
    ["vecko", "Arbetsvecka, veckovy"],
  ])("%j to %j", (typed, title) => {
    expect(fit(typed, title)).toBeGreaterThan(0);
  });

  it.each([
    ["", "Month view"],
    ["   ", "Month view"],
    ["angra", "Ångra"],
    ["mv", "Month view"],
    ["month xyz", "Month view"],
    ["i", "Settings"],
    ["x".repeat(10_000), "Month view"],
  ])("%j not to %j", (typed, title) => {
    expect(fit(typed, title)).toBe(0);
  });

  it("better if they stand first, begin a word, or are the word", () => {
    const order = ["week", "weeks", "this week", "midweek", "wide eek"].map((title) => fit("week", title));
    expect(order).toEqual(order.toSorted((a, b) => b - a));
    expect(fit("week", "wide eek")).toBe(0);
  });
});
