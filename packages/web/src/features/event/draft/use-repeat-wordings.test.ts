import { describe, expect, it } from "vitest";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { everyCase } from "./use-repeat-wordings.ts";

const said = (language: "en-GB" | "sv", interval: number, frequency: "WEEKLY" | "YEARLY", unit: string) =>
  nodeMessages(language)("repeat.every", { form: everyCase(interval, frequency), interval, unit });

describe("the interval of a custom repeat", () => {
  it.each([
    [1, "Varje 1 vecka"],
    [2, "Var 2:a vecka"],
    [4, "Var 4:e vecka"],
    [11, "Var 11:e vecka"],
    [12, "Var 12:e vecka"],
    [21, "Var 21:a vecka"],
    [112, "Var 112:e vecka"],
  ])("is said in Swedish: %i weeks", (interval, words) => {
    expect(said("sv", interval, "WEEKLY", "vecka")).toBe(words);
  });

  it("is neuter for years", () => {
    expect([1, 2, 3].map((each) => said("sv", each, "YEARLY", "år"))).toEqual([
      "Varje 1 år",
      "Vart 2:a år",
      "Vart 3:e år",
    ]);
  });

  it("is one plain sentence in English", () => {
    expect(said("en-GB", 4, "WEEKLY", "weeks")).toBe("Every 4 weeks");
    expect(said("en-GB", 2, "YEARLY", "years")).toBe("Every 2 years");
  });
});
