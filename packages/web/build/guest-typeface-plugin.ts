import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/**
 * Only what those pages use, as a guest waits for it on a phone: the weights of one width; and of the other family, which says distances
 * alone, the one weight with the letters of English and Swedish. It was made of `newsreader-latin-wght-italic.woff2` by fontTools:
 * `varLib.instancer wght=440`, `subset --unicodes=U+20-7E,U+A0,U+C4,U+C5,U+C9,U+D6,U+E4,U+E5,U+E9,U+F6,U+2013,U+2019,U+2026`.
 */
const FILES = {
  "fonts/instrument-sans.woff2":
    "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  "fonts/newsreader-italic.woff2": "./newsreader-distance.woff2",
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
