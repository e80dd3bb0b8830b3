import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import en from "./en-GB.json" with { type: "json" };
import sv from "./sv.json" with { type: "json" };
import { messageShape, messageWords } from "./message-shape.ts";
import { compileCatalogue } from "./vite-plugin.ts";

const packages = join(import.meta.dirname, "../..");
const catalogues = { "en-GB": en as Record<string, string>, sv: sv as Record<string, string> };
const keys = Object.keys(en);

/** The words of every message that breaks a rule, as "key: words". */
const offenders = (catalogue: Record<string, string>, broken: (words: string) => boolean): string[] =>
  Object.entries(catalogue)
    .filter(([, text]) => broken(messageWords(text)))
    .map(([key, text]) => `${key}: ${text}`);

describe("the two catalogues", () => {
  it("have the same keys in the same order", () => {
    expect(Object.keys(sv)).toEqual(keys);
  });

  it("name keys area.name", () => {
    expect(keys.filter((key) => !/^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9-]*)+$/.test(key))).toEqual([]);
  });

  it("use the same arguments in every message, and choose by the same cases", () => {
    const differing = keys.filter(
      (key) =>
        String(messageShape(catalogues["en-GB"][key] ?? "")) !==
        String(messageShape(catalogues.sv[key] ?? "")),
    );
    expect(differing).toEqual([]);
  });

  it("compile to modules", () => {
    expect(compileCatalogue("en-GB", en)).toContain("export default");
    expect(compileCatalogue("sv", sv)).toContain("export default");
  });
});

describe.each(Object.entries(catalogues))("%s", (language, catalogue) => {
  it("has no empty, doubled or unfinished text", () => {
    expect(offenders(catalogue, (words) => words.trim() === "" && words !== "")).toEqual([]);
    expect(Object.entries(catalogue).filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
    expect(offenders(catalogue, (words) => /[^\S\n]{2}/.test(words))).toEqual([]);
  });

  it("has typographic quotes of its own language and no straight ones", () => {
    expect(offenders(catalogue, (words) => /["'`]/.test(words))).toEqual([]);
    expect(offenders(catalogue, (words) => (language === "sv" ? /[“‘]/ : /„|”[^”“]*”/).test(words))).toEqual(
      [],
    );
  });

  it("does not shout, beg or apologise", () => {
    const banned =
      language === "sv"
        ? /!|(?<!\p{L})(?:vänligen|var god|tyvärr|hoppsan|ni|er)(?!\p{L})/iu
        : /!|\bplease\b|\boops\b|\bsorry\b|\bsuccessfully\b/i;
    // "Ni" is a household that books as one, and never a polite word for one person (docs/glossary.md).
    const toHousehold = (key: string, text: string): string =>
      key.startsWith("households.letter.")
        ? text.replace(/^Er PIN |^Så bokar ni$/, "")
        : key.startsWith("booking.")
          ? text.replaceAll(/household \{Ni [^}]*\}/g, "household {x}")
          : text;
    const toOne = Object.entries(catalogue).map(([key, text]) => [key, toHousehold(key, text)]);
    expect(offenders(Object.fromEntries(toOne), (words) => banned.test(words))).toEqual([]);
  });

  it("uses no dash as punctuation and no three full stops", () => {
    expect(offenders(catalogue, (words) => /\s[–—-]\s|—|\.\.\./.test(words))).toEqual([]);
  });
});

describe("the code", () => {
  const files = ["web/src", "server/src", "locales/src", "calendar/src/booking"].flatMap((folder) =>
    sourcesIn(join(packages, folder)),
  );

  it("uses every message", () => {
    const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
    const quoted = new Set(
      [...text.matchAll(/["'`]([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9-]+)+)["'`]/g)].map((match) => match[1]),
    );
    const prefixes = [...text.matchAll(/`([a-z][A-Za-z0-9]*(?:\.[A-Za-z0-9-]*)*\.[A-Za-z0-9-]*)\$\{/g)].map(
      (match) => match[1] ?? "",
    );
    const unused = keys.filter(
      (key) => !quoted.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it("has no visible text in components", () => {
    const found = files.filter((file) => file.endsWith(".tsx")).flatMap(hardCodedText);
    expect(found).toEqual([]);
  });

  it("would find hard-coded text", () => {
    expect(visibleText("<p>Hello</p>")).toEqual(["Hello"]);
    expect(visibleText('<Button aria-label="Close"/>')).toEqual(["Close"]);
    expect(visibleText('<p title={`Close ${x}`}>{"Bye"} · {t("a.b")} 09:30</p>')).toEqual(["Close ", "Bye"]);
    expect(visibleText('<p>{a ? "Yes" : b && "No"}</p>')).toEqual(["Yes", "No"]);
    expect(visibleText("<p>Press <kbd>Esc</kbd></p>")).toEqual(["Press "]);
    expect(visibleText('<p className="a" role="img" icon={<b>Bold</b>}>{x}</p>')).toEqual(["Bold"]);
  });
});

function sourcesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
    .map((name) => join(folder, name));
}

const hardCodedText = (file: string): string[] =>
  visibleText(readFileSync(file, "utf8")).map((text) => `${relative(packages, file)}: ${text.trim()}`);

/** Attributes whose text people see or hear. */
const spoken = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "title",
  "placeholder",
  "alt",
  "label",
  "description",
  "errorMessage",
]);

/** Names that are the same in every language. */
const names = new Set(["snart", "Svenska", "English"]);
/** A single capital is the name of a key. */
const isName = (text: string): boolean => names.has(text) || /^[A-Z]$/.test(text);

function visibleText(source: string): string[] {
  const { program } = parseSync("source.tsx", source);
  const found: string[] = [];
  const add = (text: unknown): void => {
    if (typeof text === "string" && /\p{L}/u.test(text) && !isName(text.trim())) found.push(text);
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null) return;
    const { type } = node as { type?: string };
    if (isKeyCap(node)) return;
    if (type === "JSXText") add((node as { value?: unknown }).value);
    if (type === "JSXAttribute") {
      if (spoken.has(String((node as { name?: { name?: unknown } }).name?.name))) literals(node, add);
      return elements(Object.values(node), walk); // other attributes hold class names and the like, but also elements
    }
    if (type === "JSXExpressionContainer") literals(node, add);
    Object.values(node).forEach(walk);
  };
  walk(program.body);
  return found;
}

/** Key caps (Esc, Ctrl) are the same in every language. */
function isKeyCap(node: object): boolean {
  const { type, openingElement } = node as { type?: string; openingElement?: { name?: { name?: unknown } } };
  return type === "JSXElement" && openingElement?.name?.name === "kbd";
}

function literals(node: unknown, add: (text: unknown) => void): void {
  const { type, value, expression, quasis, consequent, alternate, right } = node as Record<string, unknown>;
  if (type === "Literal") add(value);
  if (type === "TemplateLiteral")
    for (const quasi of quasis as { value?: { cooked?: string } }[]) add(quasi.value?.cooked);
  const inner = {
    JSXAttribute: [value],
    JSXExpressionContainer: [expression],
    ConditionalExpression: [consequent, alternate],
    LogicalExpression: [right],
  };
  for (const each of inner[type as keyof typeof inner] ?? []) if (each) literals(each, add);
}

function elements(node: unknown, visit: (node: unknown) => void): void {
  if (Array.isArray(node)) return node.forEach((each) => elements(each, visit));
  if (typeof node !== "object" || node === null) return;
  const { type } = node as { type?: string };
  if (type === "JSXElement" || type === "JSXFragment") return visit(node);
  Object.values(node).forEach((value) => elements(value, visit));
}
