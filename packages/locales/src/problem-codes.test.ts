import { REFUSALS } from "@snart/calendar/jmap/administration/identity-providers.ts";
import { describe, expect, it } from "vitest";
import { PROBLEM_STATUS } from "../../server/src/app/problems.ts";
import en from "./en-GB.json" with { type: "json" };
import sv from "./sv.json" with { type: "json" };
import { messageShape } from "./message-shape.ts";
import { problemCodes, problemKey } from "./problem-codes.ts";

describe("the texts of problems", () => {
  it("exist for every code of the server's catalogue", () => {
    const codes: readonly string[] = problemCodes;
    expect(Object.keys(PROBLEM_STATUS).filter((code) => !codes.includes(code))).toEqual([]);
  });

  it("are exactly the codes", () => {
    const texts = Object.keys(en).filter((key) => key.startsWith("error."));
    expect(texts.toSorted()).toEqual(problemCodes.map((code) => `error.${code}`).toSorted());
  });

  it("exist in both languages for every code that a provider's answer can send somebody back with", () => {
    const texts: readonly Readonly<Record<string, string>>[] = [en, sv];
    for (const catalogue of texts)
      expect(REFUSALS.filter((code) => !catalogue[`error.${code}`]?.endsWith("."))).toEqual([]);
    expect(REFUSALS.filter((code) => problemKey(code) !== `error.${code}`)).toEqual([]);
  });

  it("need no arguments, so that a problem with missing fields is still a sentence", () => {
    for (const code of problemCodes) expect(messageShape(en[`error.${code}`])).toEqual([]);
  });

  it.each([
    ["weak-password", "error.weak-password"],
    ["stateMismatch", "error.state-mismatch"],
    ["calendarHasEvent", "error.calendar-has-events"],
    ["brand-new", "error.internal"],
    ["__proto__", "error.internal"],
    ["constructor", "error.internal"],
    ["", "error.internal"],
  ])("%s is described by %s", (code, key) => {
    expect(problemKey(code)).toBe(key);
  });
});
