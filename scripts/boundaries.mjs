// Checks all imports against the plan in house.mjs. Denies by default: an import between two areas that is not listed
// there fails the check, and so does one that climbs a floor, a cycle of files (types included) and a cycle of
// folders.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ALLOWED, AREAS, FLOORS, PACKAGE_HOMES } from "./house.mjs";

const root = resolve(import.meta.dirname, "..");
const HOUSES = [
  "packages/calendar/src",
  "packages/locales/src",
  "packages/server/src",
  "packages/web",
  "conformance",
  "bench",
  "scripts",
];
const SKIPPED = new Set(["node_modules", "dist", "test-results"]);

function* sources(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) yield* sources(path);
    } else if (/\.(ts|tsx|mts|mjs)$/.test(entry.name)) yield path;
  }
}

function specifiersOf(text) {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?from\s*)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2]);
}

/** @returns the path in the repository that an import leads to; undefined for a foreign package */
function target(from, specifier) {
  const scoped = /^@snart\/(calendar|server|locales)\/(.+)$/.exec(specifier);
  if (scoped) return `packages/${scoped[1]}/src/${scoped[2]}`;
  if (specifier.startsWith("."))
    return relative(root, resolve(root, dirname(from), specifier.replace(/\?.*$/, "")));
  return undefined;
}

const isTest = (path) => /\.test\.tsx?$/.test(path);
const areaOf = (path) => Object.entries(AREAS).find(([, prefix]) => path.startsWith(prefix))?.[0];

/** @returns {string[]} what an import of another area breaks; a test may import anything */
export function areaProblems(from, to) {
  const [area, toArea] = [areaOf(from), areaOf(to)];
  const problems = [];
  if (toArea && toArea !== area && !ALLOWED[area]?.includes(toArea))
    problems.push(`${from}: ${area} may not import ${toArea} (${to})`);
  if (reachesIntoFeature(from, to))
    problems.push(`${from}: another feature is reached only through its screen or model (${to})`);
  return problems;
}

function reachesIntoFeature(from, to) {
  const feature = (path) => /^packages\/web\/src\/features\/([^/]+)\/(.+)$/.exec(path);
  const [a, b] = [feature(from), feature(to)];
  return a && b && a[1] !== b[1] && !/^(screen|model)\.tsx?$/.test(b[2]);
}

/**
 * @param {string} from
 * @param {string} to
 * @param {Readonly<Record<string, string[][]>>} [floors]
 * @returns {string[]} what an import breaks of the floors of the folders that both files lie in
 */
export function floorProblems(from, to, floors = FLOORS) {
  const problems = [];
  for (const [folder, levels] of Object.entries(floors)) {
    if (!from.startsWith(`${folder}/`) || !to.startsWith(`${folder}/`)) continue;
    const [a, b] = [roomIn(folder, from), roomIn(folder, to)];
    if (a === b) continue;
    const [floorA, floorB] = [a, b].map((room) => levels.findIndex((floor) => floor.includes(room)));
    for (const [room, floor] of [
      [a, floorA],
      [b, floorB],
    ])
      if (floor < 0 && room !== ".")
        problems.push(`${folder}/${room} has no floor: give it one in scripts/house.mjs`);
    if (floorA >= 0 && floorB >= 0 && floorA <= floorB)
      problems.push(`${from}: imports of ${folder} go down, and ${a} is not above ${b} (${to})`);
  }
  return problems;
}

function roomIn(folder, path) {
  const inside = path.slice(folder.length + 1);
  return inside.includes("/") ? inside.slice(0, inside.indexOf("/")) : ".";
}

/** @returns {string[][]} the groups of nodes that reach each other (Tarjan), those of one node left out */
export function knotsOf(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const knots = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const knot = stack.splice(stack.indexOf(node));
    if (knot.length > 1 || graph.get(node)?.has(node)) knots.push(knot);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return knots;
}

function graphOf(pairs) {
  const graph = new Map();
  for (const [from, to] of pairs) {
    if (!graph.has(from)) graph.set(from, new Set());
    graph.get(from).add(to);
  }
  return graph;
}

/**
 * Cycles of folders: in each folder, subfolders that reach each other, by way of files beside them too. A folder and the
 * files beside it may import each other, as a screen and its components do, while no file is in a cycle.
 * @param {[string, string][]} imports from file to file, those of tests left out
 * @returns {string[]}
 */
export function folderCycles(imports) {
  const pairsIn = new Map();
  for (const [from, to] of imports) {
    const [a, b] = [from.split("/"), to.split("/")];
    let depth = 0;
    while (a[depth] === b[depth] && depth < a.length - 1 && depth < b.length - 1) depth++;
    const name = (path) => (depth < path.length - 1 ? `${path[depth]}/` : path[depth]);
    const folder = a.slice(0, depth).join("/");
    if (!pairsIn.has(folder)) pairsIn.set(folder, []);
    if (name(a) !== name(b)) pairsIn.get(folder).push([name(a), name(b)]);
  }
  return [...pairsIn].flatMap(([folder, pairs]) =>
    knotsOf(graphOf(pairs))
      .map((knot) => knot.filter((name) => name.endsWith("/")))
      .filter((folders) => folders.length > 1)
      .map((folders) => `folder cycle in ${folder || "the repository"}: ${folders.toSorted().join(" ")}`),
  );
}

/** Product files of one folder, those of its subfolders and tests left out: more can't be taken in at a glance. */
const MOST_FILES = 25;
/** Migrations are a list that only grows, and nobody takes them in at a glance. */
const NUMBERED = /\/\d{4}-[^/]+\.ts$/;

/**
 * @param {readonly string[]} files
 * @returns {string[]} the folders that hold more files than one takes in
 */
export function fullFolders(files) {
  const counts = new Map();
  for (const file of files)
    if (!/\.(?:test|spec)\.tsx?$/.test(file) && !NUMBERED.test(file))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder} holds ${count} files, at most ${MOST_FILES}: part it by subject`);
}

/** @returns {string[]} one sentence per broken rule */
export function checkBoundaries() {
  const problems = new Set();
  const imports = [];
  const files = HOUSES.flatMap((house) =>
    [...sources(join(root, house))].map((file) => relative(root, file)),
  );
  for (const from of files) {
    for (const specifier of specifiersOf(readFileSync(join(root, from), "utf8"))) {
      const to = target(from, specifier);
      if (isTest(from) || (to !== undefined && !existsSync(join(root, to)))) continue;
      const broken =
        to === undefined
          ? homeProblems(from, specifier)
          : [...areaProblems(from, to), ...floorProblems(from, to)];
      for (const problem of broken) problems.add(problem);
      if (to !== undefined) imports.push([from, to]);
    }
  }
  for (const knot of knotsOf(graphOf(imports))) problems.add(`import cycle: ${knot.join(", ")}`);
  for (const full of fullFolders(files)) problems.add(full);
  for (const cycle of folderCycles(imports)) problems.add(cycle);
  return [...problems];
}

function homeProblems(from, specifier) {
  const homes = PACKAGE_HOMES[specifier];
  return homes && !homes.includes(areaOf(from))
    ? [`${from}: ${specifier} belongs to ${homes.join(", ")} alone`]
    : [];
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkBoundaries();
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exit(problems.length > 0 ? 1 : 0);
}
