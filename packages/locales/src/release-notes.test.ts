import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languages, type Language } from "./language.ts";
import notes from "./release-notes.json" with { type: "json" };

const packages = join(import.meta.dirname, "../..");
const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8")) as { version: string }).version;

/** Straight quotes, dashes as punctuation, and what design.md §12 keeps out. */
const BROKEN: Record<Language, RegExp> = {
  "en-GB": /["'`!]|\s[–—-]\s|\.\.\.|\bplease\b|\bsorry\b|\bsuccessfully\b/i,
  sv: /["'`!“]|\s[–—-]\s|\.\.\.|vänligen|tyvärr/i,
};

describe("the release notes", () => {
  it.each(["..", "server", "web", "locales", "calendar"])("begin with the version of %s", (folder) => {
    expect(notes[0]?.version).toBe(versionIn(folder));
  });

  it("have the newest version first, and each once", () => {
    const parts = notes.map(({ version }) => version.split(".").map(Number));
    expect(parts.every((numbers) => numbers.length === 3 && numbers.every(Number.isInteger))).toBe(true);
    const weights = parts.map(([major = 0, minor = 0, patch = 0]) => (major * 1_000 + minor) * 1_000 + patch);
    expect(weights).toEqual([...new Set(weights)].toSorted((a, b) => b - a));
  });

  it.each(notes)("of $version say the same in both languages, in few and plain words", (note) => {
    for (const part of [note.changed, note.toDo]) {
      expect(Object.keys(part)).toEqual([...languages]);
      expect(part.sv).toHaveLength(part["en-GB"].length);
      for (const language of languages)
        for (const line of part[language]) {
          expect(line).toMatch(/^\p{Lu}.{10,200}\.$/u);
          expect(line).not.toMatch(BROKEN[language]);
        }
    }
    expect(note.changed.sv).not.toEqual([]);
  });
});
