import { defineConfig } from "vite";

// The server and its command line in a few files: a start reads these and not 1,200 modules, which took most of its time and memory.
export default defineConfig({
  root: import.meta.dirname,
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
