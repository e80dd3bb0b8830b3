import { defineConfig } from "vitest/config";

// Unit, storage-contract and front-door tests. Browser and foreign-client tests have runners of their own
// (see scripts/test.mjs), because they need the built app and a started server.
export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    environment: "node",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    env: { TZ: "Pacific/Chatham" },
  },
});
