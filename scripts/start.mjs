// `npm start`, `npm run demo`, `npm run snart`, `npm run conformance:serve`: installs what is missing, builds what is stale,
// then hands over to the server (or the command line) on the pinned Node. No dependencies; any Node from 20 can run it.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureBuilt, serverProgram } from "./build.mjs";
import { ensureInstalled, pinnedNode, root } from "./install.mjs";
import { MEMORY_FLAGS, SERVER_ENVIRONMENT, SERVER_FLAGS } from "./node-flags.mjs";

const programs = {
  "--cli": { program: () => serverProgram("cli"), isShown: false },
  "--demo": { program: () => serverProgram("demo"), isShown: true },
  // Only for those who work on Snart: it runs as it is written.
  "--conformance": {
    program: () => join(root, "packages/server/src/testing/conformance-server.ts"),
    isShown: false,
  },
};

const [flag, ...rest] = process.argv.slice(2);
const chosen = programs[flag];
const { program, isShown } = chosen ?? { program: () => serverProgram("main"), isShown: true };
const args = chosen ? rest : process.argv.slice(2);

ensureInstalled();
// Node keeps compiled code there, which the next start finds.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".cache", "snart-compiled");
if (isShown) ensureBuilt();
const isServer = flag !== "--cli";
if (isServer) Object.assign(process.env, { ...SERVER_ENVIRONMENT, ...process.env });
handOver(pinnedNode(), [...(isServer ? SERVER_FLAGS : MEMORY_FLAGS), program(), ...args]);

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
