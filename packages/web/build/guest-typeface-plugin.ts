import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FILES = {
  "fonts/instrument-sans.woff2":
    "@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2",
  "fonts/newsreader-italic.woff2": "@fontsource-variable/newsreader/files/newsreader-latin-opsz-italic.woff2",
} as const;

/** Puts the typefaces under names that stay, for the pages that the server makes by itself (`guest/guest-page.ts`). */
export const guestTypefacePlugin = (): Plugin => ({
  name: "snart:guest-typeface",
  apply: "build",
  generateBundle() {
    for (const [fileName, file] of Object.entries(FILES)) {
      const source = readFileSync(fileURLToPath(import.meta.resolve(file)));
      this.emitFile({ type: "asset", fileName, source });
    }
  },
});
