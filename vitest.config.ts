import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Unit, storage-contract and front-door tests. Browser and foreign-client tests have runners of their own
// (see scripts/test.mjs), because they need the built app and a started server.
export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    environment: "node",
    // What many test files import is loaded once a worker and not once a file, which took as long as the tests themselves.
    // So a file leaves nothing behind: what it changes for everybody (globals, environment) it puts back.
    isolate: false,
    // Three at once also where there are two cores: many tests wait for a database, a socket or a process they killed.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Starts PostgreSQL when a test asks for it, and stops it.
    globalSetup: ["packages/server/src/storage/contract/postgres-setup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: "Pacific/Chatham" },
  },
});
