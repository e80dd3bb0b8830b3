import { localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { choiceOf, choicesFor, ruleOf } from "./repeat.ts";

const fourthMonday = localFromFields(2026, 11, 23);
const lastMonday = localFromFields(2026, 11, 30);

it("recognises every choice that it makes", () => {
  for (const start of [fourthMonday, lastMonday]) {
    for (const choice of choicesFor(start)) expect(choiceOf(ruleOf(choice, start), start)).toBe(choice);
  }
});

describe("recognises rules as others write them", () => {
  it.each([
    ["weekly", { frequency: "weekly", interval: 1, byDay: [{ day: "mo" }], firstDayOfWeek: "su" }],
    ["monthlyDay", { frequency: "monthly", byMonthDay: [23], count: 4 }],
    ["yearly", { frequency: "yearly", byMonth: ["11"], byMonthDay: [23] }],
    ["custom", { frequency: "weekly", byDay: [{ day: "mo" }, { day: "we" }] }],
    ["custom", { frequency: "weekly", byDay: [{ day: "tu" }] }],
    ["custom", { frequency: "monthly", interval: 3 }],
    ["none", null],
  ] as const)("%s", (choice, rule) => {
    expect(choiceOf(rule, fourthMonday)).toBe(choice);
  });
});

it("offers the last of the month only where it is the last", () => {
  expect(choicesFor(fourthMonday)).not.toContain("monthlyLast");
  expect(choicesFor(lastMonday)).toContain("monthlyLast");
  expect(choicesFor(lastMonday)).not.toContain("monthlyNth");
});
