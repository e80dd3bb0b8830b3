// The size of the engine in a browser: bundled and minified as the web app is, then compressed.
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { resolve } from "node:path";
import { build } from "vite";

export interface Size {
  readonly name: string;
  /** bytes */
  readonly minified: number;
  readonly gzip: number;
  /** docs/benchmarks.md, gzip */
  readonly target: number | undefined;
}

const calendar = resolve(import.meta.dirname, "../packages/calendar/src");
const web = resolve(import.meta.dirname, "../packages/web/src");

/** `export … from` lines, one for each module: what a bundle must keep. */
type Wanted = readonly string[];

const wholly = (...modules: readonly string[]): Wanted =>
  modules.map((module, index) => `export * as m${String(index)} from ${JSON.stringify(module)};`);

const only = (path: string, ...names: readonly string[]): Wanted => [
  `export { ${names.join(", ")} } from ${JSON.stringify(`${calendar}/${path}.ts`)};`,
];

function modulesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing\//.test(path))
    .map((path) => `${folder}/${path}`);
}

/** Exactly the functions and values that the web app imports from the package, without types. */
function wantedByWeb(): Wanted {
  const names = new Map<string, Set<string>>();
  for (const module of modulesIn(web)) {
    const source = readFileSync(module, "utf8");
    for (const [, list = "", path = ""] of source.matchAll(
      /import\s*\{([^}]*)\}\s*from\s*"@snart\/calendar\/([^"]+)"/g,
    )) {
      const known = names.get(path) ?? new Set();
      for (const item of list.split(",")) {
        const [name = ""] = item.trim().split(/\s+as\s+/);
        if (name !== "" && !name.startsWith("type ")) known.add(name);
      }
      names.set(path, known);
    }
    if (/import\s*\(\s*"@snart\/calendar|import\s*\*\s*as\s+\w+\s+from\s+"@snart\/calendar/.test(source))
      throw new Error(`${module} imports from the package in a way that is not measured`);
  }
  return [...names].map(([path, items], index) => {
    const list = [...items].map((name) => `${name} as ${name}_${String(index)}`);
    return `export { ${list.join(", ")} } from ${JSON.stringify(`${calendar}/${path}`)};`;
  });
}

/** Without date-fns, whose locales have the same size wherever they are used. */
async function sizeOf(name: string, wanted: Wanted, target?: number): Promise<Size> {
  const entry = "\0entry";
  const output = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? wanted.join("\n") : null),
      },
    ],
    root: resolve(calendar, ".."),
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", external: /^date-fns/ },
    },
  });
  const outputs = Array.isArray(output) ? output : "output" in output ? [output] : [];
  const code = outputs
    .flatMap((each) => each.output)
    .map((chunk) => (chunk.type === "chunk" ? chunk.code : ""))
    .join("");
  return { name, minified: Buffer.byteLength(code), gzip: gzipSync(code, { level: 9 }).length, target };
}

const engine = [
  "icalendar/parse",
  "icalendar/serialise",
  "icalendar/calendar-object",
  "recurrence/series",
  "recurrence/expand",
  "jscalendar/to-jscalendar",
  "jscalendar/from-jscalendar",
  "jscalendar/update-object",
].map((path) => `${calendar}/${path}.ts`);

/** The parts of the package: each a folder, by itself with everything that it needs. */
const parts = readdirSync(calendar, { withFileTypes: true, encoding: "utf8" })
  .filter((entry) => entry.isDirectory() && entry.name !== "testing")
  .map((entry) => entry.name);

export async function measureSizes(): Promise<readonly Size[]> {
  const sizes = [
    await sizeOf("**what the web app imports**", wantedByWeb(), 40_000),
    await sizeOf("parse, serialise, expand, to and from JSCalendar", wholly(...engine), 40_000),
    await sizeOf("`parseRule` alone", only("recurrence/rule", "parseRule")),
    await sizeOf("`walkRule` alone", only("recurrence/iterate", "walkRule")),
    await sizeOf("`expand` alone", only("recurrence/expand", "expand")),
    await sizeOf("`ianaZone` alone", only("time/zone", "ianaZone")),
    await sizeOf("`parseICalendar` alone", only("icalendar/parse", "parseICalendar")),
  ];
  for (const part of parts)
    sizes.push(
      await sizeOf(`all of ${part}/ and what it needs`, wholly(...modulesIn(`${calendar}/${part}`))),
    );
  return [
    ...sizes,
    await sizeOf("all of packages/calendar, which nobody loads", wholly(...modulesIn(calendar))),
    await sizeOf("rrule-temporal", wholly("rrule-temporal")),
    await sizeOf("ical.js", wholly("ical.js")),
  ];
}
