// The server's entry: `npm start` builds it first, `node packages/server/src/main.ts` runs it as it is written. Checks the runtime before it loads anything that needs it.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

const MAJOR = 26;

async function main(): Promise<void> {
  refuseUnless(
    Number(process.versions.node.split(".")[0]) >= MAJOR,
    `Snart needs Node ${MAJOR} or newer; this is Node ${process.versions.node}.`,
  );
  refuseUnless(
    process.argv.length === 2,
    "The server takes no arguments; options are SNART_… variables (npm run --silent snart -- config shows them).",
  );
  // Node reuses what it has compiled once: that halves the start, and keeps the compiler out of memory.
  enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/snart-compiled"));
  const { backupsOf } = await import("./backups-of.ts");
  const { configOfProcess, greeting, serve, stopOnSignal, surviveStrayErrors } = await import("./serve.ts");
  const loaded = configOfProcess();
  for (const warning of loaded.warnings) process.stderr.write(`${warning}\n`);
  const served = await serve(loaded.config, { backups: backupsOf(loaded.config) });
  giveBackTheStart();
  surviveStrayErrors(served);
  stopOnSignal(served);
  process.stdout.write(await greeting(served.app, loaded, served));
}

/**
 * Lets V8 look for what only the start needed, and give its room back: 7 MB. By itself it doesn't look before a server has had much to do.
 * With `--expose-gc`, as `npm start` and the packages run it.
 */
function giveBackTheStart(): void {
  globalThis.gc?.({ type: "major", flavor: "last-resort" });
}

function refuseUnless(condition: boolean, sentence: string): void {
  if (!condition) throw Object.assign(new Error(sentence), { name: "StartProblem" });
}

main().catch((error: unknown) => {
  const text =
    error instanceof Error && error.name === "StartProblem"
      ? error.message
      : error instanceof Error
        ? error.stack
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
