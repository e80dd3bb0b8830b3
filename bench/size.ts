// What the engine weighs in a browser: bundled and minified as the web app is, then compressed.
import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { resolve } from "node:path";
import { build } from "vite";

export interface Size {
  readonly name: string;
  /** bytes */
  readonly minified: number;
  readonly gzip: number;
  /** QUALITY §4, gzip */
  readonly target: number | undefined;
}

const calendar = resolve(import.meta.dirname, "../packages/calendar/src");
const engine = [
  "icalendar/parse",
  "icalendar/serialise",
  "icalendar/calendar-object",
  "recurrence/series",
  "recurrence/expand",
  "jscalendar/to-jscalendar",
  "jscalendar/update-object",
].map((path) => `${calendar}/${path}.ts`);

/** All modules but the wording of distances, whose date-fns locales weigh as much wherever they are used. */
const everything = readdirSync(calendar, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("distance"))
  .map((path) => `${calendar}/${path}`);

async function sizeOf(name: string, modules: readonly string[], target?: number): Promise<Size> {
  const entry = "\0entry";
  const source = modules
    .map((module, index) => `export * as m${String(index)} from ${JSON.stringify(module)};`)
    .join("\n");
  const output = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    root: resolve(calendar, ".."),
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
    },
  });
  const outputs = Array.isArray(output) ? output : "output" in output ? [output] : [];
  const code = outputs
    .flatMap((each) => each.output)
    .map((chunk) => (chunk.type === "chunk" ? chunk.code : ""))
    .join("");
  return { name, minified: Buffer.byteLength(code), gzip: gzipSync(code, { level: 9 }).length, target };
}

export const measureSizes = async (): Promise<readonly Size[]> => [
  await sizeOf("parse, serialise, expand, to and from JSCalendar", engine, 40_000),
  await sizeOf("all of packages/calendar but the wording of distances", everything, 40_000),
  await sizeOf("rrule-temporal", ["rrule-temporal"]),
  await sizeOf("ical.js", ["ical.js"]),
];
