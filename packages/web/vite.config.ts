import { join } from "node:path";
import react from "@vitejs/plugin-react";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { defineConfig } from "vite";
import { messagesPlugin } from "../locales/src/vite-plugin.ts";
import { distanceWordsPlugin } from "./build/distance-words-plugin.ts";
import { firstPagePlugin } from "./build/first-page-plugin.ts";
import { firstPageWords } from "./build/first-page-words.ts";
import { guestScriptPlugin } from "./build/guest-script-plugin.ts";
import { guestTypefacePlugin } from "./build/guest-typeface-plugin.ts";
import { serviceWorkerPlugin } from "./build/service-worker-plugin.ts";

const api = ["/jmap", "/auth", "/dav", "/.well-known", "/healthz"];
const source = join(import.meta.dirname, "src");
const server = process.env["SNART_DEV_SERVER"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    messagesPlugin(firstPageWords(source)),
    distanceWordsPlugin(),
    // What says "use no memo" stays as it is written: in parts so small it weighed 10 kB of the first load.
    react({ compiler: true }),
    // The components have no British texts of their own: they fall back to the American ones.
    { ...optimizeLocales.vite({ locales: ["en-US", "en-GB", "sv-SE"] }), enforce: "pre" },
    firstPagePlugin(source),
    guestTypefacePlugin(),
    guestScriptPlugin(),
    serviceWorkerPlugin(),
  ],
  // What wouter asks for so that it also runs in an old React, which this is not.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim\/index\.js$/, replacement: "react" }] },
  // The page and the manifest name files from the root, which the server puts below its path; scripts and styles find
  // each other from where they are, so one build works at every path.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  css: {
    transformer: "lightningcss",
    // The browsers that have light-dark(), nesting and @starting-style.
    lightningcss: { targets: { chrome: 123 << 16, firefox: 129 << 16, safari: (17 << 16) | (5 << 8) } },
  },
  build: {
    target: ["chrome123", "firefox129", "safari17.5"],
    // The browser must never be asked to fetch from a data: URL, which the content security policy forbids.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, say) {
        // "use no memo" is for the compiler of React, which has read it by then.
        if (log.code === "MODULE_LEVEL_DIRECTIVE") return;
        // A class that no style sheet has, above all.
        if (log.code === "IMPORT_IS_UNDEFINED") throw new Error(log.message);
        say(level, log);
      },
    },
  },
  server: { proxy: Object.fromEntries(api.map((path) => [path, server])) },
});
