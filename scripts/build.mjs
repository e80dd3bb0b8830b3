// Builds the web app when its sources are newer than the last build.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { giveUp, pinnedNode, root, toolEnvironment } from "./install.mjs";

const SOURCES = ["package-lock.json", "packages/web", "packages/calendar/src", "packages/locales/src"];
const SKIPPED = new Set(["node_modules", "dist", "e2e", "test-results"]);

function* files(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isFile()) yield [path, stat];
  else
    for (const name of readdirSync(path).toSorted()) if (!SKIPPED.has(name)) yield* files(join(path, name));
}

/** Names, sizes and times of every source: changes whenever one of them does. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const source of SOURCES)
    for (const [path, stat] of files(join(root, source)))
      hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
  return hash.digest("hex");
}

export function ensureBuilt() {
  const stampFile = join(root, "packages/web/dist/.snart-stamp");
  const stamp = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  process.stderr.write("Building the web app …\n");
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const done = spawnSync(pinnedNode(), [vite, "build", "packages/web", "--logLevel", "error"], {
    cwd: root,
    env: toolEnvironment(),
    stdio: ["ignore", 2, 2],
  });
  if (done.status !== 0) giveUp("the web app could not be built (see above).");
  writeFileSync(stampFile, stamp);
}
