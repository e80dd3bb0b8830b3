import { defineConfig } from "@playwright/test";

// The built app in a real Chromium against the real server (see e2e/fixtures.ts). `npm test -- browser` runs it.
const executablePath = process.env["SNART_TEST_CHROMIUM"];

export default defineConfig({
  testDir: "e2e",
  outputDir: "../../test-results",
  fullyParallel: true,
  forbidOnly: true,
  // A second try on a machine that stands still for seconds; `npm test` names every test that needed it.
  retries: 1,
  workers: 2,
  // The time for a machine many times slower than this one; a passing test does not wait for it.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json"]],
  use: {
    // A context of its own for each test loads and compiles the app anew. Between tests, cookies and storage are emptied.
    reuseContext: true,
    // At its first visit a page would have the whole app stored for later: a quarter of all work here. Tests that start without
    // the server or with a new version allow it (`test.use({ serviceWorkers: "allow" })`).
    serviceWorkers: "block",
    ...(executablePath ? { launchOptions: { executablePath, args: launchArguments() } } : {}),
    // A missing element is not awaited for the whole time of a test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: "en-GB",
    timezoneId: "Europe/Stockholm",
    viewport: { width: 1440, height: 900 },
  },
});

/**
 * Keeps the browser itself from looking for the world outside, and its script engine from optimising what runs for seconds only, which
 * was an eighth of all work here. What it compiles is kept from the first load on (3 is V8CacheOptions::kCodeWithoutHeatCheck), not from
 * the third.
 */
function launchArguments(): string[] {
  return [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--js-flags=--no-turbofan --no-maglev",
    "--blink-settings=v8CacheOptions=3",
  ];
}
