// Lays out what a machine needs to run Snart, and nothing else: `node packaging/tree.mjs FOLDER [ARCH]`. The Dockerfile and the .deb
// are made of it. It must be built before (`npm run build`, and the server by its first start).
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureServerBuilt } from "../scripts/build.mjs";
import { giveUp, root } from "../scripts/install.mjs";
import { MEMORY_FLAGS, SERVER_ENVIRONMENT, SERVER_FLAGS } from "../scripts/node-flags.mjs";

const [to, arch = process.arch] = process.argv.slice(2);
if (to === undefined) giveUp("packaging/tree.mjs needs the folder to write to.");

const node = join(root, "node_modules", `node-linux-${arch}`, "bin", "node");
if (!existsSync(node))
  giveUp(`there is no Node for ${arch} among the packages (npm ci --os=linux --cpu=${arch}).`);

ensureBuilt();
ensureServerBuilt();
for (const path of ["packages/server/dist", "packages/server/package.json", "packages/web/dist", "LICENSE"])
  cpSync(join(root, path), join(to, path), {
    recursive: true,
    filter: (from) => !from.endsWith(".snart-stamp"),
  });
for (const name of packagesOf(externals())) copyPackage(name);
mkdirSync(join(to, "bin"), { recursive: true });
cpSync(node, join(to, "bin", "node"));
const settings = Object.entries(SERVER_ENVIRONMENT)
  .map(([name, value]) => `export ${name}="\${${name}:-${value}}"\n`)
  .join("");
program(
  "snart",
  `exec "$here/bin/node" ${MEMORY_FLAGS.join(" ")} "$here/packages/server/dist/cli.js" "$@"\n`,
);
program(
  "snartd",
  `${settings}exec "$here/bin/node" ${SERVER_FLAGS.join(" ")} "$here/packages/server/dist/main.js"\n`,
);

/** A link to it, such as /usr/bin/snart, works too. */
function program(name, lines) {
  const path = join(to, "bin", name);
  writeFileSync(path, `#!/bin/sh\nhere=$(dirname "$(dirname "$(readlink -f "$0")")")\n${lines}`);
  chmodSync(path, 0o755);
}

/** For who builds an app that reports errors; a server that runs never imports it, and it brings a whole command line with it. */
function isForBuilding(name) {
  return name === "@sentry/bundler-plugins";
}

/** The packages that the built server still imports. */
function externals() {
  const config = readFileSync(join(root, "packages/server/vite.config.ts"), "utf8");
  const [, list = ""] = /external: \[([^\]]*)\]/s.exec(config) ?? [];
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  if (names.length === 0) giveUp("packages/server/vite.config.ts names no external packages any more.");
  return names;
}

/** These and all that they need, by the manifests that are installed. */
function packagesOf(names) {
  const found = new Set();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || isForBuilding(name)) continue;
    const manifest = join(root, "node_modules", name, "package.json");
    // Optional ones for other machines are not installed.
    if (!existsSync(manifest)) continue;
    found.add(name);
    open.push(...Object.keys(JSON.parse(readFileSync(manifest, "utf8")).dependencies ?? {}));
  }
  return found;
}

/** Without what only people and compilers read. */
function copyPackage(name) {
  const isRead = (from) =>
    !/\.(?:d\.[cm]?ts|ts|map|md|markdown)$|\/(?:test|tests|docs|example|examples)$/.test(from);
  cpSync(join(root, "node_modules", name), join(to, "node_modules", name), {
    recursive: true,
    dereference: true,
    filter: isRead,
  });
}
