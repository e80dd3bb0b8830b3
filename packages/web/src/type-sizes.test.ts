import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const source = import.meta.dirname;

/** The sizes of type in a style sheet that are no step of `ui/tokens.css`, and line heights that do not follow the text. */
function strayTypes(css: string): readonly string[] {
  const declarations = [
    ...css
      .replace(/\/\*[^]*?\*\//g, "")
      .matchAll(/(?<![\w-])(font-size|font|line-height|--bar-size|--bar-distance)\s*:\s*([^;}]+)/g),
  ];
  return declarations
    .map(([, property = "", value = ""]) => ({ property, value: value.trim() }))
    .filter(({ property, value }) => !isStep(property, value))
    .map(({ property, value }) => `${property}: ${value}`);
}

function isStep(property: string, value: string): boolean {
  if (value === "inherit") return true;
  // A part may leave the step to what it stands in, and fall back to one.
  if (/size|distance/.test(property)) return /^var\(--([td]-\w+\)|[\w-]+, var\(--[td]-\w+\)\))$/.test(value);
  if (property === "line-height")
    return /^([\d.]+(rem)?|normal|calc\(.*rem\))$/.test(value) && !/px/.test(value);
  return /(^| )var\(--[td]-\w+\)(\/[\d.]+(rem)? | )/.test(value);
}

describe("sizes of type", () => {
  // Paper has its own unit: a sheet is laid out in shares of its width. So has a wall that nobody holds in their hand, in shares of its screen.
  const files = globSync("**/*.css", { cwd: source }).filter(
    (it) => !/^features\/(print|door\/wall)\//.test(it),
  );

  it("are the steps of the design everywhere, and follow the size that the reader has set", () => {
    expect(files.length).toBeGreaterThan(100);
    const stray = files.flatMap((file) =>
      strayTypes(readFileSync(join(source, file), "utf8")).map((it) => `${file}: ${it}`),
    );
    expect(stray).toEqual([]);
  });
  it("are given in rem by every step", () => {
    const tokens = readFileSync(join(source, "ui/tokens.css"), "utf8");
    const steps = [...tokens.matchAll(/--[td]-\w+: ([^;]+);/g)].map(([, value = ""]) => value);
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.filter((it) => !/r?em\b/.test(it) || /px/.test(it))).toEqual([]);
  });
  it("decide how much fits a window: whoever has set large text gets the layout of a small one", () => {
    const all = globSync("**/*.{css,ts,tsx}", { cwd: source }).filter((it) => !it.endsWith(".test.ts"));
    const inPixels = all.flatMap((file) =>
      [
        ...readFileSync(join(source, file), "utf8").matchAll(/\((?:(?:max|min)-)?width\s*[<>:][^)]*px\)/g),
      ].map(([found]) => `${file}: ${found}`),
    );
    expect(inPixels).toEqual([]);
  });
  it("are found when they are raw", () => {
    expect(strayTypes(".a { font-size: 13px; line-height: 18px; font: 600 12px/15px var(--sans) }")).toEqual([
      "font-size: 13px",
      "line-height: 18px",
      "font: 600 12px/15px var(--sans)",
    ]);
    expect(
      strayTypes(
        "/* font-size: 9px */ .a { font: italic 440 var(--t-30)/1rem var(--serif); font-size: var(--t-30); line-height: 1.1; font: inherit }",
      ),
    ).toEqual([]);
    expect(strayTypes(".a { font-size: calc(var(--t-30) + 1px) }")).toHaveLength(1);
  });
});
