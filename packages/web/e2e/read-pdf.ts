import { inflateSync } from "node:zlib";

/** A page of a PDF. */
export interface PdfPage {
  /** whole mm */
  readonly width: number;
  readonly height: number;
  /** all that is written on it, in the order in which it was drawn, each blank as one */
  readonly text: string;
}

/** What the glyphs of a font stand for, by their codes as they are written: "2F" or "002F". */
type Glyphs = ReadonlyMap<string, string>;

/**
 * Reads the pages of a PDF that Chromium has written, and the words on them: enough to know what comes out of a printer,
 * without a program that would have to be installed.
 */
export function readPdf(file: Buffer): readonly PdfPage[] {
  const source = file.toString("latin1");
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of source.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n([\s\S]*?)\nendobj/g))
    objects.set(id, body);
  const pages = [...objects.values()].filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body));
  return pages.map((body) => {
    const [, width = "0", height = "0"] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? [];
    const fonts = fontsOf(body, objects);
    const contents = [...body.matchAll(/\/Contents\s*\[?((?:\s*\d+ 0 R)+)/g)].flatMap(([, refs = ""]) =>
      [...refs.matchAll(/(\d+) 0 R/g)].map(([, id = ""]) => streamOf(objects.get(id) ?? "")),
    );
    return {
      width: millimetres(width),
      height: millimetres(height),
      text: textOf(contents.join("\n"), fonts),
    };
  });
}

const millimetres = (points: string): number => Math.round((Number(points) * 25.4) / 72);

function streamOf(body: string): string {
  const [, data] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body) ?? [];
  if (data === undefined) return "";
  return body.includes("/FlateDecode") ? inflateSync(Buffer.from(data, "latin1")).toString("latin1") : data;
}

/** The fonts of a page by name, each as what its glyphs stand for. */
function fontsOf(page: string, objects: ReadonlyMap<string, string>): ReadonlyMap<string, Glyphs> {
  const resources = /\/Resources\s+(\d+) 0 R/.exec(page)?.[1];
  const named = /\/Font\s*<<([\s\S]*?)>>/.exec(resources ? (objects.get(resources) ?? "") : page)?.[1] ?? "";
  return new Map(
    [...named.matchAll(/\/(\w+)\s+(\d+) 0 R/g)].map(([, name = "", id = ""]) => {
      const map = /\/ToUnicode\s+(\d+) 0 R/.exec(objects.get(id) ?? "")?.[1] ?? "";
      return [name, glyphsOf(streamOf(objects.get(map) ?? ""))];
    }),
  );
}

const HEX = "<([0-9A-Fa-f]+)>";

/** Reads a ToUnicode map (ISO 32000-1, 9.10.3). */
function glyphsOf(map: string): Glyphs {
  const glyphs = new Map<string, string>();
  for (const [, lines = ""] of map.matchAll(/beginbfchar\s([\s\S]*?)endbfchar/g))
    for (const [, glyph = "", text = ""] of lines.matchAll(new RegExp(`${HEX}\\s*${HEX}`, "g")))
      glyphs.set(glyph.toUpperCase(), utf16(text));
  for (const [, lines = ""] of map.matchAll(/beginbfrange\s([\s\S]*?)endbfrange/g))
    for (const [, from = "", to = "", text = ""] of lines.matchAll(
      new RegExp(`${HEX}\\s*${HEX}\\s*${HEX}`, "g"),
    )) {
      const first = Number.parseInt(from, 16);
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph++)
        glyphs.set(
          codeOf(glyph, from.length),
          String.fromCharCode(Number.parseInt(text, 16) + glyph - first),
        );
    }
  return glyphs;
}

const codeOf = (glyph: number, digits: number): string =>
  glyph.toString(16).toUpperCase().padStart(digits, "0");

const utf16 = (hex: string): string =>
  [...hex.matchAll(/.{4}/g)].map(([unit]) => String.fromCharCode(Number.parseInt(unit, 16))).join("");

function textOf(content: string, fonts: ReadonlyMap<string, Glyphs>): string {
  let font: Glyphs = new Map();
  let text = "";
  for (const [token, name, hex] of content.matchAll(/\/(\w+)\s+[\d.]+\s+Tf|<([0-9A-Fa-f]+)>|\bET\b/g)) {
    if (name !== undefined) font = fonts.get(name) ?? font;
    else if (hex !== undefined) text += wordsOf(hex.toUpperCase(), font);
    else if (token === "ET") text += " ";
  }
  return text.replaceAll(/\s+/g, " ");
}

/** A font writes all its codes with as many digits. */
function wordsOf(hex: string, font: Glyphs): string {
  const [code = "0000"] = font.keys();
  return [...hex.matchAll(new RegExp(`.{${code.length}}`, "g"))]
    .map(([glyph]) => font.get(glyph) ?? "")
    .join("");
}
