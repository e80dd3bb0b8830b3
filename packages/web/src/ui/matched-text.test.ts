import { describe, expect, it } from "vitest";
import { matchedPieces } from "./matched-text.ts";

/** The text with its matches in brackets. */
const marked = (text: string, words: string): string =>
  matchedPieces(text, words)
    .map((it) => (it.isMatch ? `[${it.text}]` : it.text))
    .join("");

describe("what was searched for is marked in a text", () => {
  it.each([
    ["board", "Keyboard and Board", "Key[board] and [Board]"],
    ["lunch jonas", "Lunch med Jonas", "[Lunch] med [Jonas]"],
    ["cafe", "Café à Åre", "[Café] à Åre"],
    ["are", "Café à Åre", "Café à Åre"],
    ["ÅRE", "Café à Åre", "Café à [Åre]"],
    ["a", "Åäö", "Åäö"],
    ["", "Board", "Board"],
    ["x", "", ""],
    ["fi", "Die Straße 🎉 fi İstanbul", "Die Straße 🎉 [fi] İstanbul"],
    ["aa aaa", "aaaaa", "[aaa][aa]"],
  ])("%j in %j", (words, text, is) => {
    expect(marked(text, words)).toBe(is);
  });

  it("and nothing of a text is lost", () => {
    const text = "İß\u0301é 👩‍👩‍👧 \u0000".repeat(100);
    expect(
      matchedPieces(text, "é ß i".repeat(40))
        .map((it) => it.text)
        .join(""),
    ).toBe(text.normalize("NFC"));
  });
});
