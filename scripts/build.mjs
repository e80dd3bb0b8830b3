// Builds the web app and the server when their sources are newer than the last build.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { giveUp, pinnedNode, root, toolEnvironment } from "./install.mjs";

const SHARED = ["package-lock.json", "packages/calendar/src", "packages/locales/src"];
const WEB = { folder: "packages/web", called: "web app", sources: [...SHARED, "packages/web"] };
const SERVER = { folder: "packages/server", called: "server", sources: [...SHARED, "packages/server"] };
const SKIPPED = new Set(["node_modules", "dist", "e2e", "test-results"]);
const isTest = (name) => /\.test\.tsx?$/.test(name);
/** Longer than a build takes anywhere. */
const LONGEST_BUILD_MS = 300_000;

function* files(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isFile()) yield [path, stat];
  else
    for (const name of readdirSync(path).toSorted())
      if (!SKIPPED.has(name) && !isTest(name)) yield* files(join(path, name));
}

/** Names, sizes and times of every source: changes whenever one of them does. */
function fingerprint(sources) {
  const hash = createHash("sha256");
  for (const source of sources)
    for (const [path, stat] of files(join(root, source)))
      hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  return hash.digest("hex");
}

/** Builds the web app, if it is stale. */
export const ensureBuilt = () => ensure(WEB);

/** Builds the server and its command line, if they are stale. */
export const ensureServerBuilt = () => ensure(SERVER);

/**
 * The program of a part of the server, built if it is stale.
 * @param {"main" | "cli" | "demo"} name
 */
export function serverProgram(name) {
  ensureServerBuilt();
  return join(root, SERVER.folder, "dist", `${name}.js`);
}

function ensure({ folder, called, sources }) {
  const stampFile = join(root, folder, "dist/.snart-stamp");
  const stamp = fingerprint(sources);
  const isFresh = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (isFresh()) return;
  const isBuilt = alone(join(root, "node_modules", `.building-${called.replace(" ", "-")}`), () => {
    if (isFresh()) return true;
    process.stderr.write(`Building the ${called} …\n`);
    const vite = join(root, "node_modules/vite/bin/vite.js");
    const done = spawnSync(pinnedNode(), [vite, "build", folder, "--logLevel", "error"], {
      cwd: root,
      env: toolEnvironment(),
      stdio: ["ignore", 2, 2],
    });
    if (done.status === 0) writeFileSync(stampFile, stamp);
    return done.status === 0;
  });
  if (!isBuilt) giveUp(`the ${called} could not be built (see above).`);
}

/** Does something while nobody else does it, who would build into the same folder. What a process left behind that died is passed over. */
function alone(lock, work) {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      const stat = statSync(lock, { throwIfNoEntry: false });
      if (stat && Date.now() - stat.mtimeMs > LONGEST_BUILD_MS)
        rmSync(lock, { recursive: true, force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
