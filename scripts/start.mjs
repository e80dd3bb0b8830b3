// `npm start`, `npm run demo`, `npm run snart`, `npm run conformance:serve`: installs what is missing, builds what is stale,
// then hands over to the server (or the command line) on the pinned Node. No dependencies; any Node from 20 can run it.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled, pinnedNode, root } from "./install.mjs";
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from "./node-flags.mjs";

const programs = {
  "--cli": { entry: "packages/server/src/cli/main.ts", build: false },
  "--demo": { entry: "packages/server/src/demo/main.ts", build: true },
  "--conformance": { entry: "packages/server/src/testing/conformance-server.ts", build: false },
};

const [flag, ...rest] = process.argv.slice(2);
const chosen = programs[flag];
const { entry, build } = chosen ?? { entry: "packages/server/src/main.ts", build: true };
const args = chosen ? rest : process.argv.slice(2);

ensureInstalled();
// Node keeps stripped and compiled code there: a start takes half a second instead of a whole one.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".cache", "snart-compiled");
if (build) ensureBuilt();
const isServer = flag !== "--cli";
if (isServer) Object.assign(process.env, { ...SERVER_ENVIRONMENT, ...process.env });
handOver(pinnedNode(), [...(isServer ? SERVER_FLAGS : []), join(root, entry), ...args]);

/**
 * Becomes the program where the platform can; else runs it as a child that gets every signal and returns its exit
 * code.
 */
function handOver(node, parameters) {
  if (process.execve && process.platform !== "win32")
    process.execve(node, [node, ...parameters], process.env);
  const child = spawn(node, parameters, { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
