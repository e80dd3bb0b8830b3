import { readFileSync } from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { defineConfig } from "vite";
import { languages } from "../locales/src/language.ts";

// The server and its command line in a few files: a start reads these and not 1,200 modules, which took most of its time and memory.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    {
      name: "http-without-fetch",
      enforce: "pre",
      // An import asks the module for each of its exports, also for those that load all of fetch: 13 MB.
      resolveId: (source) => (/^(?:node:)?http$/.test(source) ? "\0http" : undefined),
      load(id) {
        if (id !== "\0http") return undefined;
        const exports = Object.getOwnPropertyDescriptors(http);
        const names = Object.keys(exports).filter(
          (name) => exports[name as keyof typeof http].get === undefined,
        );
        return `const http = process.getBuiltinModule("node:http");\nexport default http;\nexport const { ${names.join(", ")} } = http;`;
      },
    },
    {
      name: "catalogues",
      // `messages-node.ts` reads them beside itself when they are needed.
      generateBundle() {
        for (const fileName of languages.map((language) => `${language}.json`))
          this.emitFile({
            type: "asset",
            fileName,
            source: readFileSync(join(import.meta.dirname, "../locales/src", fileName)),
          });
      },
    },
  ],
  build: {
    ssr: true,
    target: "node26",
    minify: false,
    rolldownOptions: {
      input: { main: "src/main.ts", cli: "src/cli/main.ts", demo: "src/demo/main.ts" },
      // All beside each other, as deep as the sources: the root of the project is found from there.
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        // A server keeps its own text in memory: with one character beyond Latin-1 each of a file takes two octets.
        // Names and lines stay as they are written, so that what the log says about an error can be read.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
  // What is only loaded where it is set up stays a package of its own.
  ssr: {
    noExternal: true,
    external: [
      "@sentry/node",
      "@simplewebauthn/server",
      "imapflow",
      "jose",
      "nodemailer",
      "openid-client",
      "pg",
      "postal-mime",
    ],
  },
});
