// Who may import whom. Denies by default: an import between two areas that is not listed here fails the check,
// and so does any import cycle, types included (ARCHITECTURE: "Direction").
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** Areas, most specific first: a file belongs to the first prefix it starts with. */
const areas = {
  "calendar/time": "packages/calendar/src/time/",
  "calendar/icalendar": "packages/calendar/src/icalendar/",
  "calendar/recurrence": "packages/calendar/src/recurrence/",
  "calendar/jscalendar": "packages/calendar/src/jscalendar/",
  "calendar/filter": "packages/calendar/src/filter/",
  "calendar/free-busy": "packages/calendar/src/free-busy/",
  "calendar/alarms": "packages/calendar/src/alarms/",
  "calendar/scheduling": "packages/calendar/src/scheduling/",
  "calendar/validate": "packages/calendar/src/validate/",
  "calendar/access": "packages/calendar/src/access/",
  "calendar/distance": "packages/calendar/src/distance/",
  "calendar/almanac": "packages/calendar/src/almanac/",
  "calendar/testing": "packages/calendar/src/testing/",
  "calendar/root": "packages/calendar/src/",
  locales: "packages/locales/src/",
  "server/config": "packages/server/src/config/",
  "server/app": "packages/server/src/app/",
  "server/storage/port": "packages/server/src/storage/port",
  "server/storage/records": "packages/server/src/storage/records",
  "server/storage/contract": "packages/server/src/storage/contract/",
  "server/storage/sql": "packages/server/src/storage/sql/",
  "server/dav": "packages/server/src/dav/",
  "server/jmap": "packages/server/src/jmap/",
  "server/feeds": "packages/server/src/feeds/",
  "server/auth": "packages/server/src/auth/",
  "server/mail": "packages/server/src/mail/",
  "server/jobs": "packages/server/src/jobs/",
  "server/http": "packages/server/src/http/",
  "server/cli": "packages/server/src/cli/",
  "server/testing": "packages/server/src/testing/",
  "server/main": "packages/server/src/",
  "web/api": "packages/web/src/api/",
  "web/store": "packages/web/src/store/",
  "web/layout": "packages/web/src/layout/",
  "web/grammar": "packages/web/src/grammar/",
  "web/features": "packages/web/src/features/",
  "web/ui": "packages/web/src/ui/",
  "web/i18n": "packages/web/src/i18n/",
  "web/main": "packages/web/src/",
};

const domain = Object.keys(areas).filter((a) => a.startsWith("calendar/") && a !== "calendar/testing");
const server = Object.keys(areas).filter((a) => a.startsWith("server/"));
const web = Object.keys(areas).filter((a) => a.startsWith("web/"));

/** area -> areas it may import (besides itself). */
const allowed = {
  "calendar/root": [],
  "calendar/testing": domain,
  "calendar/time": ["calendar/root"],
  "calendar/icalendar": ["calendar/root", "calendar/time"],
  "calendar/recurrence": ["calendar/root", "calendar/time", "calendar/icalendar"],
  "calendar/jscalendar": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/filter": [
    "calendar/root",
    "calendar/time",
    "calendar/icalendar",
    "calendar/recurrence",
    "calendar/jscalendar",
  ],
  "calendar/free-busy": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/alarms": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/scheduling": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/validate": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/access": [
    "calendar/root",
    "calendar/time",
    "calendar/icalendar",
    "calendar/recurrence",
    "calendar/jscalendar",
    "calendar/scheduling",
  ],
  "calendar/distance": ["calendar/root", "calendar/time"],
  "calendar/almanac": ["calendar/root", "calendar/time"],
  locales: [],
  "server/config": [],
  "server/storage/port": [...domain, "server/storage/records"],
  "server/storage/records": domain,
  "server/app": [...domain, "locales", "server/storage/port", "server/storage/records"],
  "server/storage/sql": [...domain, "server/storage/port", "server/storage/records"],
  "server/storage/contract": [
    ...domain,
    "server/storage/port",
    "server/storage/records",
    "server/storage/sql",
    "server/testing",
  ],
  "server/http": ["locales", "server/app", ...domain],
  "server/auth": ["server/app", "server/http", "locales", ...domain],
  "server/dav": ["server/app", "server/http", "server/auth", "locales", ...domain],
  "server/jmap": ["server/app", "server/http", "server/auth", "locales", ...domain],
  "server/feeds": ["server/app", "server/http", "server/auth", "locales", ...domain],
  "server/mail": ["server/app", "server/http", "server/auth", "locales", ...domain],
  "server/jobs": ["server/app", "locales", ...domain],
  "server/cli": [...server, ...domain, "locales"],
  "server/testing": [...server, ...domain, "locales"],
  "server/main": [...server, ...domain, "locales"],
  "web/i18n": ["locales", ...domain],
  "web/api": ["web/i18n", ...domain],
  "web/store": ["web/api", ...domain],
  "web/layout": domain,
  "web/grammar": domain,
  "web/ui": ["web/i18n"],
  "web/features": [...web.filter((a) => a !== "web/main"), ...domain, "locales"],
  "web/main": [...web, ...domain, "locales"],
};

/** Packages that only one place may import. */
const packageHomes = {
  kysely: ["server/storage/sql", "server/storage/contract"],
  pg: ["server/storage/sql", "server/testing"],
  "node:sqlite": ["server/storage/sql", "server/testing"],
  saxes: ["server/dav"],
  nodemailer: ["server/mail"],
  "postal-mime": ["server/mail", "server/testing"],
  imapflow: ["server/mail"],
  "smtp-server": ["server/testing"],
};

function* sources(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== "dist") yield* sources(path);
    else if (/\.(ts|tsx|mts)$/.test(entry.name)) yield path;
  }
}

const areaOf = (path) => Object.entries(areas).find(([, prefix]) => path.startsWith(prefix))?.[0];

function importsOf(text) {
  const found = [];
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?from\s*)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;
  for (const match of text.matchAll(pattern)) found.push(match[1] ?? match[2]);
  return found;
}

function target(from, specifier) {
  const scoped = /^@snart\/(calendar|server|locales)\/(.+)$/.exec(specifier);
  if (scoped) return `packages/${scoped[1]}/src/${scoped[2]}`;
  if (specifier.startsWith("."))
    return relative(root, resolve(root, dirname(from), specifier.replace(/\?.*$/, "")));
  return undefined;
}

/** A feature reaches another only through its screen or model. */
function featureProblem(from, to) {
  const feature = (p) => /^packages\/web\/src\/features\/([^/]+)\/(.+)$/.exec(p);
  const a = feature(from);
  const b = feature(to);
  if (!a || !b || a[1] === b[1]) return false;
  return !/^(screen|model)\.tsx?$/.test(b[2]);
}

function findCycle(graph) {
  const state = new Map();
  const stack = [];
  const visit = (node) => {
    state.set(node, 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === 1) return [...stack.slice(stack.indexOf(next)), next];
      if (!state.has(next)) {
        const cycle = visit(next);
        if (cycle) return cycle;
      }
    }
    state.set(node, 2);
    stack.pop();
    return undefined;
  };
  for (const node of graph.keys()) {
    if (!state.has(node)) {
      const cycle = visit(node);
      if (cycle) return cycle;
    }
  }
  return undefined;
}

/** @returns {string[]} one sentence per broken rule */
export function checkBoundaries() {
  const problems = [];
  const graph = new Map();
  for (const file of [
    "packages/calendar/src",
    "packages/locales/src",
    "packages/server/src",
    "packages/web/src",
  ].flatMap((d) => (existsSync(join(root, d)) ? [...sources(join(root, d))] : []))) {
    const from = relative(root, file);
    const isTest = /\.test\.tsx?$/.test(from);
    const area = areaOf(from);
    const edges = [];
    for (const specifier of importsOf(readFileSync(file, "utf8"))) {
      const to = target(from, specifier);
      if (to === undefined) {
        const homes = packageHomes[specifier];
        if (homes && !isTest && !homes.includes(area))
          problems.push(`${from}: ${specifier} belongs to ${homes.join(", ")} alone`);
        continue;
      }
      edges.push(to);
      if (isTest) continue;
      const toArea = areaOf(to);
      if (toArea && toArea !== area && !allowed[area]?.includes(toArea))
        problems.push(`${from}: ${area} may not import ${toArea} (${to})`);
      if (featureProblem(from, to))
        problems.push(`${from}: another feature is reached only through its screen or model (${to})`);
    }
    graph.set(from, edges);
  }
  const cycle = findCycle(graph);
  if (cycle) problems.push(`import cycle: ${cycle.join(" -> ")}`);
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkBoundaries();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}
