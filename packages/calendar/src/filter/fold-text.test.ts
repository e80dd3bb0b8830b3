import { describe, expect, it } from "vitest";
import { foldText } from "./fold-text.ts";
import { gramsOf, gramsOfTokens } from "./search-grams.ts";

describe("the folded form of a text for searching", () => {
  it.each([
    ["Café", "cafe"],
    ["CAFE\u0301", "cafe"],
    ["Ångström", "ångström"],
    ["A\u030angstro\u0308m", "ångström"],
    ["Müller", "muller"],
    ["ÉÈÊË Ññ", "eeee nn"],
    ["Pokój", "pokoj"],
    ["日本", "日本"],
  ])("%s is searched for as %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("keeps å, ä and ö apart from a and o", () => {
    expect(foldText("mål")).not.toBe(foldText("mal"));
    expect(foldText("möte")).not.toBe(foldText("mote"));
  });
});

describe("the grams of a text", () => {
  const has = (text: string, token: string): boolean => {
    const grams = gramsOf([text], { grams: 1_000, letters: 10_000 }) ?? new Set<string>();
    return gramsOfTokens([token]).every((gram) => grams.has(gram));
  };

  it("include those of every part of its words, in any case and with any accents", () => {
    for (const token of ["tvättstuga", "stuga", "STUG", "café", "cafe"])
      expect(has("Tvättstugan vid Cafe\u0301", token), token).toBe(true);
    expect(has("Tvättstugan", "tvattstuga")).toBe(false);
    expect(has("Tvättstugan", "bastu")).toBe(false);
  });

  it("include words of one and two letters and the beginnings of words, also with å ä ö and digits", () => {
    for (const token of ["it", "IT", "bo", "å", "ål", "öl", "ä", "9", "12", "i"])
      expect(has("IT-möte hos Bo: ålar, öl och ägg kl 12 (9 i morgon)", token), token).toBe(true);
    for (const token of ["te", "al", "ol", "a", "2"])
      expect(has("IT-möte hos Bo: ålar, öl och ägg kl 12", token), token).toBe(false);
  });

  it("are none for one or two characters that may stand anywhere in words", () => {
    expect(gramsOfTokens(["会議", "🎉", "<-", "!"])).toEqual([]);
  });

  it("tell a phrase from its words in another order, whatever space is between them", () => {
    expect(has("Årsmöte\n budget", "årsmöte budget")).toBe(true);
    expect(has("Stort årsmöte budgetering", "smöte budg")).toBe(true);
    expect(has("Budget årsmöte", "årsmöte budget")).toBe(false);
    for (const phrase of ["att i", "å ", " i å", "a b"])
      expect(has("Platt i å a b", phrase), phrase).toBe(true);
  });

  it("are undefined when there are too many", () => {
    const text = Array.from({ length: 5_000 }, (_, n) => String.fromCharCode(0x4e00 + n)).join("");
    expect(gramsOf([text], { grams: 1_000, letters: 10_000 })).toBeUndefined();
  });
});
