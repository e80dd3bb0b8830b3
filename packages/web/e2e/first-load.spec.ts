import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, NOW, test } from "./fixtures.ts";

const ASSETS = join(import.meta.dirname, "../dist/assets");
const LIMIT = 170_000;
const MOST_FILES = 60;

test("at most 170 kB of script are loaded until the week is drawn", async ({ page, context, signIn }) => {
  await signIn(page);
  const fresh = await context.newPage();
  await fresh.clock.install({ time: NOW });
  // What acts (ui/part.tsx) is fetched after that, however slow the machine.
  await fresh.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const scripts = new Set<string>();
  fresh.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(basename(new URL(request.url()).pathname));
  });
  await fresh.goto("/week/2026-W48");
  await expect(fresh.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  const sizes = [...scripts]
    .filter((name) => name !== "theme.js")
    .map((name) => [name, gzipSync(readFileSync(join(ASSETS, name))).length] as const);
  expect(sizes.map(([name]) => name.replace(/-.*/, ""))).toContain("start");
  expect(sizes.some(([name]) => name.startsWith("event-editor"))).toBe(false);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeGreaterThan(100_000);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(LIMIT);
});

test("the app is at most 60 files of script, of which all that acts is one", () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeLessThanOrEqual(MOST_FILES);
  expect(scripts.filter((name) => name.startsWith("acting-"))).toHaveLength(1);
});
