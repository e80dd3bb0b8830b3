import { describe, expect, it } from "vitest";
import { chooseLanguage, isLanguage } from "./language.ts";
import { nodeMessages } from "./messages-node.ts";

describe("messages of the server", () => {
  it("render the same key in both languages", () => {
    expect(nodeMessages("en-GB")("format.weekInText", { week: 48 })).toBe("Week 48");
    expect(nodeMessages("sv")("format.weekInText", { week: 48 })).toBe("v. 48");
  });

  it("are made once per language", () => {
    expect(nodeMessages("sv")).toBe(nodeMessages("sv"));
    expect(nodeMessages("sv")).not.toBe(nodeMessages("en-GB"));
  });
});

describe("the language of a person", () => {
  it.each([
    [["sv-SE", "en"], "sv"],
    [["sv-FI"], "sv"],
    [["nb", "sv", "en"], "sv"],
    [["de", "en-US", "sv"], "en-GB"],
    [["fr"], "en-GB"],
    [[], "en-GB"],
    [["SV"], "sv"],
    [["svx"], "en-GB"],
  ])("%j is shown %s", (wishes, language) => {
    expect(chooseLanguage(wishes)).toBe(language);
  });

  it("never falls back to anything else", () => {
    expect([isLanguage("sv"), isLanguage("en-GB")]).toEqual([true, true]);
    expect([isLanguage("en"), isLanguage("__proto__"), isLanguage(undefined), isLanguage(["sv"])]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
