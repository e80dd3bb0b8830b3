// Installs what is missing and finds the Node that Snart runs on. Runs on any Node from 20, with nothing installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");
const REQUIRED_NODE = 26;
const OLDEST_LAUNCHER = 20;

/** Ends with one sentence and exit code 1. */
export function giveUp(sentence) {
  process.stderr.write(`snart: ${sentence}\n`);
  process.exit(1);
}

const majorOf = (version) => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);

/** Runs `npm ci` unless this lock file has been installed here for this platform. */
export function ensureInstalled() {
  if (majorOf(process.version) < OLDEST_LAUNCHER) {
    giveUp(
      `Node ${process.version} is too old to install Snart. Install Node ${OLDEST_LAUNCHER} or newer and run the command again.`,
    );
  }
  const lock = readFileSync(join(root, "package-lock.json"));
  const stamp = createHash("sha256").update(lock).update(`${process.platform} ${process.arch}`).digest("hex");
  const stampFile = join(root, "node_modules", ".snart-stamp");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  process.stderr.write("Installing what is missing …\n");
  const npm = process.env.npm_execpath;
  const [command, args] = npm
    ? [process.execPath, [npm]]
    : [process.platform === "win32" ? "npm.cmd" : "npm", []];
  const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error", "--include=dev", "--include=optional"];
  const done = spawnSync(command, [...args, ...flags], { cwd: root, stdio: ["ignore", 2, 2] });
  if (done.status !== 0)
    giveUp(
      "the packages could not be installed (npm ci failed, see above). Check the network and run the command again.",
    );
  writeFileSync(stampFile, stamp);
}

/** The path of a Node that is new enough: the running one, or the one among the packages. */
export function pinnedNode() {
  if (majorOf(process.version) >= REQUIRED_NODE) return process.execPath;
  const packaged = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  if (!existsSync(packaged)) {
    giveUp(
      `Node ${REQUIRED_NODE} is needed and has no package for ${process.platform} ${process.arch}. Install Node ${REQUIRED_NODE} and run the command again.`,
    );
  }
  return packaged;
}

/** The environment in which `node`, `vite` and the other tools are the installed ones. */
export function toolEnvironment() {
  const bin = join(root, "node_modules", ".bin");
  const separator = process.platform === "win32" ? ";" : ":";
  return { ...process.env, PATH: `${bin}${separator}${process.env.PATH ?? ""}` };
}
