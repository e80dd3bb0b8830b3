import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "vite";

/** Served as `/`, only needed for error reporting or the server's own pages, or not part of the app. */
const isLeftOut = (path: string): boolean =>
  path === "/index.html" ||
  path === "/sw.js" ||
  path.startsWith("/fonts/") ||
  path.startsWith("/guest/") ||
  path.endsWith(".map") ||
  path.includes("/.");

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")}`)
    .toSorted();
}

/** Lists the files of the build for the service worker; its version changes whenever a byte of the build does. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: "snart-service-worker",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          input: {
            index: join(import.meta.dirname, "../index.html"),
            sw: join(import.meta.dirname, "../src/service-worker/worker.ts"),
          },
          output: {
            entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
          },
        },
      },
    }),
    writeBundle({ dir }) {
      if (dir === undefined) return;
      const paths = filesBelow(dir);
      const hash = createHash("sha256");
      for (const path of paths) hash.update(path).update(readFileSync(join(dir, path)));
      const files = ["/", ...paths.filter((path) => !isLeftOut(path))];
      const build = JSON.stringify({ version: hash.digest("base64url").slice(0, 16), files });
      const worker = join(dir, "sw.js");
      writeFileSync(worker, `const __SNART_BUILD__=${build};\n${readFileSync(worker, "utf8")}`);
    },
  };
}
