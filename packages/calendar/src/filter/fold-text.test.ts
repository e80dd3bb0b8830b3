import { describe, expect, it } from "vitest";
import { foldText } from "./fold-text.ts";
import { gramsOf, gramsOfTokens } from "./search-grams.ts";

describe("a text as it is searched", () => {
  it.each([
    ["Café", "cafe"],
    ["CAFE\u0301", "cafe"],
    ["Ångström", "ångström"],
    ["A\u030angstro\u0308m", "ångström"],
    ["Müller", "muller"],
    ["ÉÈÊË Ññ", "eeee nn"],
    ["Pokój", "pokoj"],
    ["日本", "日本"],
  ])("%s is looked for as %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("keeps å, ä and ö apart from a and o", () => {
    expect(foldText("mål")).not.toBe(foldText("mal"));
    expect(foldText("möte")).not.toBe(foldText("mote"));
  });
});

describe("the grams of a text", () => {
  const has = (text: string, token: string): boolean => {
    const grams = gramsOf([text], 1_000) ?? new Set<string>();
    return gramsOfTokens([token]).every((gram) => grams.has(gram));
  };

  it("have those of every part of its words, in any case and with any accents", () => {
    for (const token of ["tvättstuga", "stuga", "STUG", "café", "cafe"])
      expect(has("Tvättstugan vid Cafe\u0301", token), token).toBe(true);
    expect(has("Tvättstugan", "tvattstuga")).toBe(false);
    expect(has("Tvättstugan", "bastu")).toBe(false);
  });

  it("are none for fewer than three letters", () => {
    expect(gramsOfTokens(["ab", "c"])).toEqual([]);
  });

  it("are given up when they are too many", () => {
    const text = Array.from({ length: 5_000 }, (_, n) => String.fromCharCode(0x4e00 + n)).join("");
    expect(gramsOf([text], 1_000)).toBeUndefined();
  });
});
