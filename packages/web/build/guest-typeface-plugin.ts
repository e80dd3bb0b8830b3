import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FILE = "@fontsource-variable/instrument-sans/files/instrument-sans-latin-standard-normal.woff2";

/** Puts the typeface under a name that stays, for the pages that the server makes by itself (`guest/guest-page.ts`). */
export const guestTypefacePlugin = (): Plugin => ({
  name: "snart:guest-typeface",
  apply: "build",
  generateBundle() {
    const source = readFileSync(fileURLToPath(import.meta.resolve(FILE)));
    this.emitFile({ type: "asset", fileName: "fonts/instrument-sans.woff2", source });
  },
});
