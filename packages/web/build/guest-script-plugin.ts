import { join } from "node:path";
import { build, type Plugin } from "vite";

/** What the pages load, by the names that stay (`guest/guest-page.ts`); what one imports when it is needed stands beside it. `frame` is for
 * pages of other sites, and `feed` a worker with a policy of its own (`http/static-site.ts`). */
const SCRIPTS = ["poll", "feed", "booking", "frame"];

/** Builds the scripts for the pages that the server makes by itself, apart from the app, of which a guest is to load nothing. */
export const guestScriptPlugin = (): Plugin => ({
  name: "snart:guest-script",
  apply: "build",
  async generateBundle() {
    const root = join(import.meta.dirname, "..");
    const built = await build({
      root,
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      build: {
        write: false,
        target: ["chrome123", "firefox129", "safari17.5"],
        modulePreload: false,
        rolldownOptions: {
          input: Object.fromEntries(SCRIPTS.map((name) => [name, join(root, `src/guest/${name}.ts`)])),
          output: { entryFileNames: "guest/[name].js", chunkFileNames: "guest/[name].js" },
        },
      },
    });
    const outputs = Array.isArray(built) ? built : [built];
    for (const each of outputs.flatMap((one) => ("output" in one ? one.output : [])))
      if (each.type === "chunk") this.emitFile({ type: "asset", fileName: each.fileName, source: each.code });
  },
});
