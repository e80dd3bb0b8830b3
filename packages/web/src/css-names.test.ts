import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const source = import.meta.dirname;

/** The names of classes in a style sheet that are no names of JavaScript: what stands in comments, texts and values aside. */
function lostNames(css: string): readonly string[] {
  const bare = css.replace(/\/\*[^]*?\*\/|"[^"]*"|:global\([^)]*\)|@layer [^;{]*/g, "");
  return [...bare.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = ""]) => name).filter((it) => /-/.test(it));
}

describe("class names of CSS modules", () => {
  it("are written without a hyphen: the build gives no name to one that has it, and drops its rules", () => {
    const files = globSync("**/*.module.css", { cwd: source });
    expect(files.length).toBeGreaterThan(50);
    const lost = files.flatMap((file) =>
      lostNames(readFileSync(join(source, file), "utf8")).map((name) => `${file}: .${name}`),
    );
    expect(lost).toEqual([]);
  });
  it("are found with a hyphen, and hyphens elsewhere are none of theirs", () => {
    expect(lostNames(".a-b { color: red } .c:has(> .d-e) {}")).toEqual(["a-b", "d-e"]);
    expect(
      lostNames('/* .a-b */ .c { margin: -.5em; content: ".d-e"; width: calc(1.5em - var(--f-g)) }'),
    ).toEqual([]);
  });
});
