import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:packages|scripts|docs)\/[^`<]+)`/g)].map(([, path = ""]) => path);
const reading = contributing.slice(
  contributing.indexOf("## Reading list"),
  contributing.indexOf("## Recipes"),
);

it("names files and folders that are there", () => {
  expect(pathsIn(contributing).length).toBeGreaterThan(40);
  expect(pathsIn(contributing).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it("gives at most 8,000 lines to read", () => {
  const lines = pathsIn(reading).map((path) => readFileSync(join(root, path), "utf8").split("\n").length - 1);
  const sum = lines.reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(2_000);
  expect(sum).toBeLessThanOrEqual(8_000);
});
